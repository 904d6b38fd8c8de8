// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/record/record.hpp"

namespace cutline {

/// How much of a comparison is shown.
struct ComparisonView {
  std::size_t top = 0;               ///< candidates of a ranking, at most; 0: all
  std::vector<std::string> columns;  ///< keys of quantities, as records and rankings name them; empty: the usual ones
  bool brief = false;                ///< verdicts take at most four lines, and caveats are counted instead of listed
};

/// Everything that `compare` prints about one study.
struct Comparison {
  const Study& study;
  const std::vector<Candidate>& candidates;
  const std::vector<Ranking>& rankings;
  const std::vector<ExpectationResult>& expectations;
  const std::vector<Crossovers>* crossovers = nullptr;  ///< where the spec asks for them
  ComparisonView view = {};
};

/// The ranked candidates under one delay model, best first. The columns are the rank, the measures ranked by, latency
/// and its parts, channel width, hops, cycle, longest wire, area and pins. A column without any value is left out.
Table ranking_table(const Comparison& comparison, std::size_t delay);
/// The rankings under all delay models in one table, for CSV. The columns are the same for every study.
Table ranking_records(const Comparison& comparison);

/// The comparison as text for people: what was held equal; for each delay model the ranking, and the candidates below
/// it with the reasons; the expectations; last a sentence that says who wins, by how much, and what limits the others.
std::string comparison_text(const Comparison& comparison, const ReportStyle& style);
/// The rankings for LaTeX, one table per delay model; the text around them becomes LaTeX comments.
std::string comparison_latex(const Comparison& comparison);
/// The comparison as a Markdown page.
std::string comparison_markdown(const Comparison& comparison);

/// The conditions that all candidates share in one line: "technology unit; bisection of the graph held at 512 wires;
/// ...".
std::string conditions_text(const Study& study);

/// `expect: 12 of 13 hold (printed 8 of 9, counted 4 of 4)` and a line for each expectation that fails; empty if there
/// are none.
std::string expectations_text(const std::vector<ExpectationResult>& results);
bool all_hold(const std::vector<ExpectationResult>& results);

}  // namespace cutline
