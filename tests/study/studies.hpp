// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cutline/output/words/words.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/study/study.hpp"
#include "support/notes.hpp"

/// Studies built without a spec: unit technology, messages of 150 bits.
namespace cutline::test {

inline Study unit_study(const std::vector<std::string>& delays = {"constant"}) {
  Study study;
  study.technology = unit_technology();
  for (const std::string& delay : delays) study.delays.push_back(choose_delay(delay, {}));
  return study;
}

inline Design design(std::string name, std::string family, Parameters parameters) {
  Design result;
  result.name = std::move(name);
  result.family = std::move(family);
  result.parameters = std::move(parameters);
  return result;
}

/// A torus with a name like "torus 16 x 2".
inline Design torus(std::int64_t radix, std::int64_t dimensions, const std::string& channels = "bidirectional",
                    const std::string& order = "natural") {
  Design result = design("torus " + std::to_string(radix) + " x " + std::to_string(dimensions), "torus",
                         {{"radix", radix}, {"dimensions", dimensions}, {"channels", channels}});
  result.placement.orders = {order};
  return result;
}

/// A torus in closed form, by its nodes and dimensions.
inline Design ideal_torus(std::int64_t nodes, std::int64_t dimensions, const std::string& channels = "unidirectional") {
  Design result = design("n = " + std::to_string(dimensions), "torus",
                         {{"nodes", nodes}, {"dimensions", dimensions}, {"channels", channels}});
  result.ideal = true;
  return result;
}

inline Design hypercube(std::int64_t dimensions) { return design("cube", "hypercube", {{"dimensions", dimensions}}); }

inline Design graph(std::string name, std::int64_t nodes, IntegerTable links) {
  return design(std::move(name), "graph", {{"nodes", nodes}, {"links", std::move(links)}});
}

inline void hold(Study& study, Resource resource, double amount) {
  study.hold.resource = resource;
  study.hold.amount = amount;
}

inline void hold_of(Study& study, Resource resource, const std::string& name, double times = 1) {
  study.hold.resource = resource;
  study.hold.of = name;
  study.hold.times = times;
}

inline std::vector<Candidate> evaluated(const Study& study) { return evaluate(study, {}, Layouts::kept); }

inline std::string winner(const Ranking& ranking, const std::vector<Candidate>& candidates) {
  return ranking.order.empty() ? "" : candidates[ranking.order[0]].design->name;
}

/// The text at the end of compare under a delay model, and the remarks under its table.
inline std::string verdict_of(const Study& study, const std::vector<Candidate>& candidates, std::size_t delay = 0) {
  return verdict_text(study, candidates, rank(study, candidates).at(delay));
}
inline std::vector<std::string> remarks_of(const Study& study, const std::vector<Candidate>& candidates,
                                           std::size_t delay = 0) {
  const Ranking ranking = rank(study, candidates).at(delay);
  std::vector<std::string> all = remarks(study, candidates, ranking, delay);
  if (const auto winner = winner_by_closed_forms(study, candidates, ranking, delay))
    all.push_back(remark_on_closed_forms(study, candidates, ranking, *winner));
  return all;
}

/// The text of an input error, all its diagnostics one after the other; empty if there is none.
template <class Work>
std::string complaint(Work work) {
  try {
    work();
  } catch (const Error& error) {
    std::string text;
    for (const Diagnostic& diagnostic : error.diagnostics()) text += to_string(diagnostic) + "\n";
    return text;
  }
  return {};
}

inline bool mentions(const std::vector<std::string>& notes, const std::string& words) {
  for (const std::string& note : notes) {
    if (note.find(words) != std::string::npos) return true;
  }
  return false;
}

inline bool mentions(const std::vector<Note>& notes, const std::string& words) {
  return mentions(note_texts(notes), words);
}

}  // namespace cutline::test
