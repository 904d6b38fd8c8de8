// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/compare/comparison.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::compare {

// A comparison as a document: what of it the delay model decides, then the rest. Sections without anything to show are
// left out.

/// Whole sentences on the ranking under a delay model.
std::vector<std::string> remarks_of(const Comparison& comparison, std::size_t delay);
/// The ranking; the candidates below it, one row per reason; their latency at the study's loads; what others measured.
/// Below stand what rounding and the Pareto front change, and the remarks.
std::vector<TableSection> ranking_sections(const Comparison& comparison, std::size_t delay,
                                           const std::vector<std::string>& remarks);
/// Where the winner changes, links between modules, and failing links.
std::vector<TableSection> other_sections(const Comparison& comparison);

/// The conditions that all candidates share: technology, what is held equal, messages and clock; also the units that
/// tables abbreviate.
std::vector<std::string> study_conditions(const Study& study);

/// The reasons why a candidate is not ranked.
std::vector<std::string> reasons(const UnderDelay& asked);

/// "expect: 12 of 13 hold (printed 8 of 9, counted 4 of 4)".
std::string expectations_count(const std::vector<ExpectationResult>& results);
/// One row per expectation: whether it holds, what was expected and what was found.
Table expectations_table(const std::vector<ExpectationResult>& results);

}  // namespace cutline::compare

namespace cutline {

/// {"over", "reigns": [{delay, from, to, winner}]}; values are texts as in a spec; a winner is null if there is none.
Data crossovers_data(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

}  // namespace cutline
