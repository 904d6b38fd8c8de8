// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/data.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/crossovers.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::compare {

/// What a comparison says under one delay model. A table has no rows if there is nothing to show.
struct RankedAnswer {
  const Ranking& ranking;
  Table ranked;    ///< ranking_table()
  Table unranked;  ///< the candidates that are not ranked, one row per reason
  /// Latency of the candidates at the study's loads, one column per load. A cell is `saturated` above saturation, and
  /// empty if no contention model applies.
  Table loads;
  Table measured;                      ///< values that others measured, beside those of the model
  std::vector<std::string> headlines;  ///< whole sentences: another winner without rounding, the Pareto front
  std::vector<std::string> remarks;    ///< whole sentences: all other notes
  std::size_t not_shown = 0;           ///< number of ranked candidates below the last shown row
};

/// What a comparison says, before it becomes text, Markdown or HTML.
struct Answer {
  std::vector<std::string> warnings;
  std::vector<RankedAnswer> rankings;
  Table crossovers;
  std::vector<std::string> crossover_sentences;
  Table media;   ///< of links between modules
  Table faults;  ///< measures with failing links
};
Answer answer_of(const Comparison& comparison);

/// The conditions that all candidates share: technology, what is held equal, messages and clock; also the units that
/// tables abbreviate.
std::vector<std::string> study_conditions(const Study& study);

/// The reasons why a candidate is not ranked.
std::vector<std::string> reasons(const Asked& asked);

/// "expect: 12 of 13 hold (printed 8 of 9, counted 4 of 4)".
std::string expectations_count(const std::vector<ExpectationResult>& results);
/// One row per expectation: whether it holds, what was expected and what was found.
Table expectations_table(const std::vector<ExpectationResult>& results);

}  // namespace cutline::compare

namespace cutline {

/// {"over", "reigns": [{delay, from, to, winner}]}; values are texts as in a spec; a winner is null if there is none.
Data crossovers_data(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

/// One row per reign (a range of values with one winner): delay, from, to, winner.
Table crossovers_table(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

/// One sentence per delay model: "As message grows from 16 bits to 4096 bits, torus wins up to 411 bits, then cube."
/// Where the winner changes more than four times, the sentence gives only the number of changes.
std::vector<std::string> crossover_sentences(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

}  // namespace cutline
