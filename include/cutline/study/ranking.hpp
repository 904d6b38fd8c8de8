// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// A factor of a measure, or a summand: what a candidate is told that is behind by it.
struct MeasurePart {
  std::string what;  ///< in the plural, to stand after "its": "wide channels"
  double number = 0;
  std::string unit;      ///< of the number; empty: a count
  bool divides = false;  ///< the more of it the smaller the measure
};
struct MeasureParts {
  std::vector<MeasurePart> parts;  ///< of a measure that grows with the machine the first factor does, or every summand
  bool summed = false;
};

struct Asked;
struct Quantity;

/// A measure to rank by: the quantities of one name in `rank`, of which the first that a candidate has counts. Smaller
/// is better.
struct RankMeasure {
  std::string_view name;                    ///< latency, cycle, hops, area, longest, total, span, pins, energy
  std::vector<const Quantity*> quantities;  ///< in technologies with metres the first, in the unit technology the last
  /// What the measure of a candidate that has one is made of; null: study/loss.cpp knows more of it.
  MeasureParts (*parts)(const Candidate&, const Timing*) = nullptr;

  std::string_view summary() const;
  std::string_view unit(bool unit_technology) const;  ///< empty: a count
  bool per_terminal() const;  ///< grows with the machine: divided by the terminals where populations differ
  /// Absent where the candidate has no such number.
  std::optional<double> value(const Asked& asked) const;
};
const std::vector<RankMeasure>& rank_measures();

/// The best and the worst rank of a candidate.
struct RankRange {
  int best = 0, worst = 0;
};

/// How sure a ranking is, where the study says what is uncertain; else all is empty.
struct Certainty {
  std::vector<std::optional<RankRange>> range;  ///< of each ranked candidate, over all corners and the middle
  std::vector<std::size_t> winners;             ///< who is first in each corner, in the order of corners()
  std::vector<bool> held;                       ///< in each corner: the ranking's winner is first, alone or with others
  /// The uncertain figures whose change alone, from a corner to the next, makes the winner first or not.
  std::vector<std::size_t> deciding;
};

/// What holds a candidate back against the winner, and its figures.
enum class Cause : std::uint8_t {
  none,
  hops,             ///< mean hops: its own, the winner's
  routers,          ///< of a hop: cycles, ns
  longest_wire,     ///< ns: its own, the winner's
  cycles_of_wires,  ///< of a wire of a mean route: its own, the winner's
  time_of_wires,    ///< the same in ns
  channels,         ///< bits, cycles of a mean message
  part,             ///< of the measure: its own, the winner's; or its own alone, where the winner's has other parts
  term,             ///< of a weighted ranking: its own, the winner's
  host_channels,    ///< wires: its own, the winner's
  host_steps,       ///< its own, the winner's
  host_wires,       ///< how many times as long as the winner's a phit takes
};
struct Loss {
  Cause cause = Cause::none;
  std::vector<double> figures;
  std::string what = {};           ///< of a part or a term: its name in the catalogue of measures
  std::string unit = {};           ///< of the figures of a part or a term
  std::vector<Loss> made_by = {};  ///< of a term: at most one
};

/// Who wins, by how much, and what holds the others back; one entry for each place of the order.
struct Verdict {
  std::size_t winners = 0;      ///< so many share the first place; 0: no candidate can be ranked
  std::vector<double> margins;  ///< how many times the winner's the score is; 0 where the winner's is 0
  std::vector<Loss> losses;     ///< none for winners, and for who is in nothing worse
  std::string unit;             ///< of the scores; empty: a count, or a weighted sum
};

/// The ranking under one delay model.
struct Ranking {
  std::string delay_label;
  std::vector<std::size_t> order;               ///< ranked candidates, best first (indices into the candidates)
  std::vector<std::optional<int>> rank;         ///< of each candidate; absent: below the ranking
  std::vector<std::optional<double>> score;     ///< weighted sum of log(value / best); the measure itself with one term
  std::vector<std::optional<bool>> pareto;      ///< on the Pareto front; absent: below the ranking, or lacks a measure
  std::optional<std::size_t> unrounded_winner;  ///< where rounding the widths changes the winner
  bool per_terminal = false;                    ///< populations differ: what grows with the machine is per terminal
  Verdict verdict;
  Certainty certainty;
};

/// The measures of the Pareto front: those of `pareto`, else those of `rank`; where that is a single one, area beside
/// it (latency beside area).
std::vector<std::string> pareto_measures(const Study& study);

/// Ranks the candidates that can be built and keep the limits, once a delay model. Candidates within Study::tie of the
/// first of their group share its rank; equal scores stand in the order of the spec.
///
/// Throws an input error where the populations of candidates to be ranked together differ by more than the tolerance,
/// with the nearest sizes that their families can build.
std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates);

}  // namespace cutline
