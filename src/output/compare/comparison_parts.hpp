// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::compare {

/// The parts of a comparison under one delay model, before they become text, Markdown or HTML.
struct RankingParts {
  Table ranked;                        ///< ranking_table()
  Table unranked;                      ///< unranked_table()
  Table loads;                         ///< latency at the operating points; no rows if the spec has none
  Table measured;                      ///< values that others measured, beside those of the model
  std::vector<std::string> headlines;  ///< whole sentences: another winner without rounding, the Pareto front
  std::vector<std::string> remarks;    ///< whole sentences: all other notes
  std::size_t not_shown = 0;           ///< number of ranked candidates below the last shown row
};
RankingParts ranking_parts(const Comparison& comparison, std::size_t delay);

/// The reasons why a candidate is not ranked.
std::vector<std::string> reasons(const Asked& asked);

/// The media of links between modules, and the measures with failing links, of all candidates. A table has no rows if
/// no candidate has such results.
Table all_media(const Comparison& comparison);
Table all_faults(const Comparison& comparison);

/// "expect: 12 of 13 hold (printed 8 of 9, counted 4 of 4)".
std::string expectations_count(const std::vector<ExpectationResult>& results);
/// One row per expectation: whether it holds, what was expected and what was found.
Table expectations_table(const std::vector<ExpectationResult>& results);

}  // namespace cutline::compare
