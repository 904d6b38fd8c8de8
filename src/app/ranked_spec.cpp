// SPDX-License-Identifier: Apache-2.0
#include "app/ranked_spec.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/ranking.hpp"
#include "output/compare/answer.hpp"
#include "output/tables/search.hpp"

namespace cutline::app {

namespace {

void search_crossovers(const Options& options, const std::string& spec, RankedSpec& out) {
  if (!out.study.crossover) return;
  const CrossoverChoice& choice = *out.study.crossover;
  const auto at = [&](const std::string& value) { return study_at(options, spec, choice, value); };
  out.crossovers = find_crossovers(choice, at, options.effort);
  out.document.map().emplace_back("crossovers", crossovers_data(choice, out.crossovers));
}

/// Throws the input errors of what a spec says of all candidates, so that they are found before the search and not
/// after it. It tries the spec with a small candidate.
void try_candidate(const Options& options, const std::string& text) {
  parse_winners(options, extended_spec(text,
                                       "candidates:\n  - name: found\n"
                                       "    topology: {family: graph, nodes: 2, links: [[0, 1]]}\n"
                                       "    placement: {columns: 2}\n"
                                       "  - {name: mesh, topology: {family: ring, nodes: 2}}\n"));
}

}  // namespace

Study study_at(const Options& options, const std::string& spec, const CrossoverChoice& choice,
               const std::string& value) {
  if (spec == "-") throw_input_error("a crossover reads its spec again and again: give it as a file");
  Overrides overrides = options.overrides;
  overrides.emplace_back(choice.over, value, std::string(kCrossover));
  Study study = read_study(spec, overrides);
  chosen_candidates(options, study);
  return study;
}

void keep_compared(const Options& options, Study& study) {
  expect_whole(study, chosen_candidates(options, study), "candidates are compared as wholes");
}

void evaluate_loaded(const Options& options, const std::string& spec, Layouts layouts, RankedSpec& out) {
  Effort effort = options.effort;
  effort.to_rank = true;
  out.candidates = evaluate(out.study, effort, layouts);
  out.rankings = rank(out.study, out.candidates);
  out.document = with_run(options, options.candidates, out.study, result_document(out.study, out.candidates, out.rankings));
  search_crossovers(options, spec, out);
  out.expectations = check_expectations(out.study, out.document, out.candidates, out.rankings);
}

bool answer_is_no(const RankedSpec& ranked) {
  const bool none_built = std::none_of(ranked.candidates.begin(), ranked.candidates.end(),
                                       [](const Candidate& candidate) { return candidate.can_be_built(); });
  const bool none_ranked = std::all_of(ranked.rankings.begin(), ranked.rankings.end(),
                                       [](const Ranking& ranking) { return ranking.order.empty(); });
  return none_built || (!ranked.rankings.empty() && none_ranked) || !all_hold(ranked.expectations);
}

Study question_of(const Options& options, Study study, std::string& text) {
  if (!study.search) throw_input_error(fmt::format("{} has no `search`", study.file), "see `cutline list keys search`");
  if (!study.designs.empty()) {
    throw_input_error(fmt::format("{} lists candidates beside its `search`", study.file),
                      "leave them out: the search writes the networks that it finds");
  }
  if (!options.overrides.empty()) text = overridden_spec(text, options.overrides);
  try_candidate(options, text);
  return study;
}

std::string with_winners(const std::string& text, const SearchAnswer& answer) {
  // The line that names a schema for editors is a path from the old spec, and the new spec may stand elsewhere.
  const bool names_schema = text.starts_with("# yaml-language-server:");
  const std::string keys = search_candidates(answer);
  if (keys.empty()) return text;
  return extended_spec(names_schema ? text.substr(text.find('\n') + 1) : text, keys);
}

Study parse_winners(const Options& options, const std::string& winners) {
  const std::filesystem::path spec = options.specs.front();
  return parse_study(winners, spec.string(), spec.parent_path().string());
}

}  // namespace cutline::app
