// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"

/// Exports candidates of a spec without files.
namespace cutline::test {

/// A spec of one candidate on NanGate45, tiles of 1 mm, a clock of 2 GHz, routers of 3 cycles; `more` has further
/// top-level keys.
inline std::string spec_of(const std::string& topology, const std::string& more = "") {
  return "cutline: 1\ntechnology: nangate45\ndelay: d2m\nnode: {width: 1 mm, height: 1 mm}\n"
         "channel: {width: 32 bits}\nmessage: 128 bits\n" +
         (more.find("clock:") == std::string::npos ? std::string("clock: {rule: fixed, frequency: 2 GHz}\n") : "") +
         (more.find("router:") == std::string::npos ? std::string("router: {delay: 3 cycles}\n") : "") + more +
         "candidates:\n  - {name: one, topology: {" + topology + "}}\n";
}

/// A study with one candidate, evaluated.
struct Evaluated {
  Study study;
  std::vector<Candidate> candidates;
  explicit Evaluated(const std::string& spec, const std::string& folder = ".")
      : study(parse_study(spec, "spec.yaml", folder)) {
    candidates = evaluate(study, {}, Layouts::kept);
  }
  const Candidate& one() const { return candidates.front(); }
  ExportNetwork network(const ExportChoice& choice = {}) const { return export_network(study, one(), choice); }
  Exported to(const std::string& target, const ExportChoice& choice = {}) const {
    return export_candidate(find_export(target), study, one(), choice, {});
  }
};

inline ExportChoice to_file(const std::string& file) {
  ExportChoice choice;
  choice.file = file;
  return choice;
}

inline bool says(const std::vector<std::string>& lines, const std::string& words) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(words) != line.npos; });
}

/// The message of an error; empty if there is none.
template <class Work>
std::string refusal(Work work, ExitCode code = ExitCode::bad_input) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.code() == code);
    return error.diagnostics().front().message;
  }
  return {};
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace cutline::test
