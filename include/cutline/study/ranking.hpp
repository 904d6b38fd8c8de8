// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

/// A factor or a summand of a measure. A verdict names the part that makes a candidate lose most.
struct MeasurePart {
  std::string what;  ///< in the plural, to stand after "its": "wide channels"
  double number = 0;
  std::string unit;                ///< of the number; empty: a count
  bool divides = false;            ///< the measure falls as this part grows
  std::string_view quantity = {};  ///< the key of one that shows it; empty: none does
};
struct MeasureParts {
  std::vector<MeasurePart> parts;  ///< if the measure grows with the machine, its first factor or all summands do
  bool summed = false;
};

struct Asked;
struct Quantity;

/// A measure to rank by: the quantities that share one name in `rank`. The first one that a candidate has counts.
struct RankMeasure {
  std::string_view name;                    ///< latency, cycle, hops, area, longest, total, span, pins, energy
  std::vector<const Quantity*> quantities;  ///< technologies with metres use the first, the unit technology the last
  /// The parts of the measure, for a candidate that has it; null where study/loss.cpp finds the cause of a loss itself.
  MeasureParts (*parts)(const Candidate&, const Timing*) = nullptr;

  std::string_view summary() const;
  std::string_view unit(bool unit_technology) const;  ///< empty: a count
  bool more_is_better() const;
  bool under_load() const;    ///< as of Quantity
  bool per_terminal() const;  ///< grows with the machine: divided by the terminals where populations differ
  /// Absent where the candidate has no such number.
  std::optional<double> value(const Asked& asked) const;
};
const std::vector<RankMeasure>& rank_measures();

/// The best and the worst rank of a candidate.
struct RankRange {
  int best = 0, worst = 0;
};

/// How far a ranking depends on the uncertain figures. All lists are empty where the study gives no uncertainty.
struct Certainty {
  std::vector<std::optional<RankRange>> range;  ///< of each ranked candidate, over all corners and the middle
  std::vector<std::size_t> winners;             ///< the first candidate in each corner, in the order of corners()
  std::vector<bool> held;                       ///< in each corner: the ranking's winner is first, alone or with others
  /// The uncertain figures whose change alone, from one corner to its neighbour, decides whether the winner is first.
  std::vector<std::size_t> deciding;
};

/// The main reason why a candidate loses against the winner. The comments name the figures that Loss holds.
enum class Cause : std::uint8_t {
  none,
  hops,             ///< mean hops: its own, the winner's
  routers,          ///< a router's delay in cycles, in ns
  longest_wire,     ///< ns: its own, the winner's
  cycles_of_wires,  ///< cycles of a mean route's wire: its own, the winner's
  time_of_wires,    ///< the same in ns
  channels,         ///< bits, cycles of a mean message
  part,             ///< a part of the measure: its own, the winner's; its own alone where the winner has other parts
  term,             ///< a term of a weighted ranking: its own, the winner's
  host_channels,    ///< wires: its own, the winner's
  host_steps,       ///< its own, the winner's
  host_wires,       ///< time of a phit over the winner's
};
struct Loss {
  Cause cause = Cause::none;
  std::vector<double> figures;
  std::string what = {};           ///< of a part or a term: its name in the catalogue of measures
  std::string unit = {};           ///< of the figures of a part or a term
  std::string_view quantity = {};  ///< the key of one that shows the cause; empty: none does
  std::vector<Loss> made_by = {};  ///< of a term: at most one
};

/// A candidate that has the least latency up to a load.
struct LoadReign {
  std::size_t candidate = 0;
  double until = 0;  ///< bits of a terminal; the last reign ends where its candidate saturates
};
/// Who has the least latency as the load grows, by the model under load; up to a few per cent, as the model goes.
struct LoadReigns {
  std::vector<LoadReign> reigns;    ///< empty where the winner, or all others, cannot be told
  std::vector<std::size_t> untold;  ///< ranked candidates that the model does not tell
  bool per_time = false;            ///< loads are bits a ns, for cycles differ; else bits a cycle
};

/// Who wins, by how much, and why the others lose. The lists have one entry for each place of the order.
struct Verdict {
  std::size_t winners = 0;      ///< candidates that share the first place; 0: no candidate can be ranked
  std::vector<double> margins;  ///< score over the winner's score; 0 where the winner's is 0
  std::vector<Loss> losses;     ///< Cause::none for winners, and for candidates that are worse in nothing
  std::string unit;             ///< of the scores; empty: a count, or a weighted sum
  LoadReigns under_load;        ///< of rankings by latency without load
};

/// The ranking under one delay model.
struct Ranking {
  std::string delay_label;
  std::vector<std::size_t> order;            ///< ranked candidates, best first (indices into the candidates)
  std::vector<std::optional<int>> rank;      ///< of each candidate; absent: below the ranking
  std::vector<std::optional<double>> score;  ///< weighted sum of log(value / best); the measure itself with one term
  std::vector<std::optional<bool>> pareto;   ///< on the Pareto front; absent: below the ranking, or lacks a measure
  std::size_t unrounded_winner = 0;          ///< with widths and cycles that are not rounded
  bool per_terminal = false;                 ///< sizes differ: measures that grow with the machine are per terminal
  Verdict verdict;
  Certainty certainty;
  /// Whether rounding changes the winner.
  bool rounding_decides() const { return !order.empty() && unrounded_winner != order.front(); }
};

/// The measures of the Pareto front: those of `pareto`, else those of `rank`. A single measure of `rank` is joined by
/// area, and area by latency.
std::vector<RankTerm> pareto_measures(const Study& study);

/// Ranks the candidates that can be built and keep the limits, once for each delay model. Candidates within Study::tie
/// of the first of their group share its rank; equal scores stand in the order of the spec.
///
/// Throws an input error where the populations of the ranked candidates differ by more than the tolerance; it names the
/// nearest sizes that their families can build.
std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates);

}  // namespace cutline
