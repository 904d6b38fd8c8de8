// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/record/record.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/crossovers.hpp"

namespace cutline {

/// How much of a comparison is shown.
struct ComparisonView {
  std::size_t top = 0;               ///< candidates of a ranking, at most; 0: all
  std::vector<std::string> columns;  ///< keys of quantities, as records and rankings name them; empty: the usual ones
  bool brief = false;                ///< verdicts of at most four lines, and caveats counted, not told
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

/// The ranked candidates under one delay model, best first: rank, then what is ranked by, latency and its parts,
/// channel width, hops, cycle, longest wire, area, pins. Columns that no candidate fills are left out.
Table ranking_table(const Comparison& comparison, std::size_t delay);
/// Candidates below the ranking, one row a reason; no rows if all are ranked.
Table unranked_table(const Comparison& comparison, std::size_t delay);
/// The ranking of all delay models in one table with the same columns whatever the study, for CSV.
Table ranking_records(const Comparison& comparison);

/// The comparison as text for people: what was held equal, for each delay model a ranking and the candidates below it
/// with the reasons, the expectations, and last a sentence that says who wins, by how much, and what limits the others.
std::string comparison_text(const Comparison& comparison, const ReportStyle& style);
/// The rankings for LaTeX, one table a delay model; what stands around them becomes comments.
std::string comparison_latex(const Comparison& comparison);
/// The comparison as a Markdown page.
std::string comparison_markdown(const Comparison& comparison);

/// The conditions that all candidates share: technology, what is held equal, messages, clock, and units that tables
/// abbreviate.
std::vector<std::string> study_conditions(const Study& study);
/// The conditions in one line: "technology unit; bisection of the graph held at 512 wires; ...".
std::string conditions_text(const Study& study);

/// `expect: 12 of 13 hold (printed 8 of 9, counted 4 of 4)` and a line for each that fails; empty without expectations.
std::string expectations_text(const std::vector<ExpectationResult>& results);
bool all_hold(const std::vector<ExpectationResult>& results);

}  // namespace cutline
