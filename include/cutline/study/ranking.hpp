// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/study/candidate_timing.hpp"
#include "cutline/study/study.hpp"

// Ranking: which candidates can be compared, in which order, and why the others lose.
//
// Guaranteed: equal scores stand in the order of the spec; a score depends on nothing but the candidates; only those
// that can be built, keep the limits and have all measures are ranked. Not guaranteed: that the winner is the best
// network of all (see families), or that a cause is the only one; it is the part whose exchange would gain most.
//
//     const std::vector<Candidate> candidates = evaluate(study);
//     for (const Ranking& ranking : rank(study, candidates)) {
//       if (ranking.order.empty()) continue;
//       const Candidate& winner = candidates[ranking.order.front()];
//       fmt::print("{}: {}\n", ranking.delay_label, winner.design->name);
//     }
//
// Tried: a weighted sum of the measures themselves. It depends on their units, and a sum of logarithms does not.

namespace cutline {

struct Candidate;
struct Effort;

/// Factors and summands of measures. output/words has their names.
enum class PartKind : std::uint8_t {
  long_wires,
  slow_wires,
  many_wires,
  far_links,
  wide_node_pitch,
  few_links,
  large_diameter,
  wiring_area,
  node_area,
  many_channels,
  wide_channels,
  wire_energy,
  router_energy,
  edge_energy,
  tile_energy,
  slow_cycle,
  unloaded_latency,
  waits
};
/// The links of the class that has the longest span.
struct LinksOfClass {
  std::string name;
  bool operator==(const LinksOfClass&) const = default;
};
/// The name of a part. A full resource stands for the load at which it is full.
using PartName = std::variant<PartKind, CycleLimit, LinksOfClass, FullResource, Bottleneck>;

/// A part of a measure: a factor or a summand. A verdict names the part that makes a candidate lose most.
struct MeasurePart {
  PartName what;
  double number = 0;
  std::string unit;                ///< of the number; empty: a count
  bool divides = false;            ///< the measure falls as this part grows
  std::string_view quantity = {};  ///< the key of a quantity that shows the part; empty: none does
};
struct MeasureParts {
  /// If the measure grows with the machine, so does its first factor or, if the parts are summed, each part.
  std::vector<MeasurePart> parts;
  bool summed = false;
};

struct UnderDelay;
struct Quantity;

/// A measure to rank by: the quantities that share one name in `rank`. The first one that a candidate has counts.
struct RankMeasure {
  std::string_view name;                    ///< latency, cycle, hops, area, longest, total, span, pins, energy
  std::vector<const Quantity*> quantities;  ///< the first one applies in metres, the last one in the unit technology

  std::string_view summary() const;
  std::string_view unit(const Study& study) const;  ///< empty: a count
  bool more_is_better() const;
  bool under_load() const;    ///< as Quantity::under_load
  bool at_loads() const;      ///< as Quantity::at_loads
  bool per_terminal() const;  ///< grows with the machine: divided by the number of terminals if populations differ
  /// The value of a candidate; absent if it has no such number.
  std::optional<double> value(const UnderDelay& asked) const;
};
/// All measures that have a name in `rank`, in the order of lists.
const std::vector<RankMeasure>& rank_measures();
/// All other quantities, by their keys and names; those that are no numbers rank nothing.
const std::vector<RankMeasure>& other_measures();

/// The best and the worst rank of a candidate.
struct RankRange {
  int best = 0, worst = 0;
  bool operator==(const RankRange&) const = default;
};

/// How far a ranking depends on the uncertain figures. All lists are empty if the study gives no uncertainty.
struct Certainty {
  /// Which figures are uncertain here, by their numbers in uncertain_figures().
  std::vector<std::size_t> figures;
  /// By candidate: over all corners, and with all figures as given; absent: not ranked.
  std::vector<std::optional<RankRange>> range;
  std::vector<std::size_t> winners;  ///< the first candidate in each corner
  /// By corner: whether the winner of the ranking is first, alone or with others.
  std::vector<bool> held;
  /// The entries of `figures` that decide alone: in some corner, changing only this figure changes whether the winner
  /// is first.
  std::vector<std::size_t> deciding;
  bool operator==(const Certainty&) const = default;
};

/// The main reason why a candidate loses against the winner. Each comment says which figures Loss then holds; "its" are
/// the candidate's.
enum class Cause : std::uint8_t {
  none,
  hops,             ///< mean hops: its, the winner's
  routers,          ///< a router's delay: in cycles, in ns
  longest_wire,     ///< delay in ns: its, the winner's
  cycles_of_wires,  ///< cycles on the wires of a mean route: its, the winner's
  time_of_wires,    ///< ns on the wires of a mean route: its, the winner's
  channels,         ///< width in bits, cycles of a mean message
  part,             ///< a part of the measure: its, the winner's; only its own if the winner has other parts
  term,             ///< a term of a weighted ranking: its, the winner's
  host_channels,    ///< wires of a channel: its, the winner's
  host_steps,       ///< transmissions in a row: its, the winner's
  host_wires,       ///< time of a phit over that of the winner
};
struct Loss {
  Cause cause = Cause::none;
  std::vector<double> figures;
  std::string unit = {};           ///< of the figures of a part or a term
  std::string_view quantity = {};  ///< the key of a quantity that shows the cause; empty: none does
  PartName part = {};              ///< of Cause::part
  std::string term = {};           ///< of Cause::term: its name in the catalogue of measures
  std::vector<Loss> made_by = {};  ///< the cause of a lost term; at most one
  bool operator==(const Loss&) const = default;
};

/// A candidate that has the least latency of all, up to a load.
struct LoadWinner {
  std::size_t candidate = 0;
  double until = 0;  ///< bits per cycle or ns and terminal; of the last winner: where it saturates
  bool operator==(const LoadWinner&) const = default;
};
/// Who has the least latency as the load grows, by the model under load. Loads are exact to a few per cent, as the
/// model is.
struct LoadWinners {
  std::vector<LoadWinner> winners;  ///< empty if the model does not apply to the winner, or to none of the others
  std::vector<std::size_t> without_model;  ///< ranked candidates to which the model does not apply
  bool per_time = false;                   ///< loads are in bits a ns, since cycles differ; else in bits a cycle
  bool operator==(const LoadWinners&) const = default;
};

/// Who wins, by how much, and why the others lose. The lists have one entry for each place of the order.
struct Verdict {
  std::size_t winners = 0;      ///< candidates that share the first place; 0: no candidate can be ranked
  std::vector<double> margins;  ///< score over the winner's score; 0 if a 0 leaves none
  std::vector<Loss> losses;     ///< Cause::none for winners, and for candidates that are worse in no part
  std::string unit;             ///< of the scores; empty: a count, or a weighted sum
  LoadWinners under_load;       ///< filled for rankings by latency without load
  bool operator==(const Verdict&) const = default;
};

/// The ranking under one delay model.
struct Ranking {
  std::size_t delay = 0;                     ///< index of the model
  std::string delay_label;                   ///< its name; where candidates ask models of their own, all their names
  std::vector<std::size_t> order;            ///< ranked candidates, best first (indices into the candidates)
  std::vector<std::optional<int>> rank;      ///< by candidate; absent: not ranked, and listed below
  std::vector<std::optional<double>> score;  ///< weighted sum of log(value / best); the measure itself with one term
  /// By candidate: on the Pareto front; absent: not ranked, or lacks a measure.
  std::vector<std::optional<bool>> pareto;
  std::size_t unrounded_winner = 0;  ///< the winner if widths and cycles are not rounded
  /// Populations differ: measures that grow with the machine are per terminal.
  bool per_terminal = false;
  Verdict verdict;
  Certainty certainty;
  bool operator==(const Ranking&) const = default;
  /// Whether rounding changes the winner.
  bool rounding_decides() const { return !order.empty() && unrounded_winner != order.front(); }
};

/// The measures of the Pareto front: those of `pareto`, else those of `rank`. To a single measure of `rank`, area is
/// added; to area, latency.
std::vector<RankTerm> pareto_measures(const RankingAsked& asked);

/// Ranks the candidates that can be built and keep the limits, once for each delay model. Candidates whose scores are
/// within Study::tie of the first of their group share its rank. Equal scores stand in the order of the spec.
///
/// Throws the input errors of expect_same_population().
std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates);

/// The winner by the papers' closed forms, which take any real radix and width, and wires k^(n/2-1) node pitches long.
struct FormalWinner {
  std::size_t candidate = 0;
  Time latency;
  double stretch = 1;  ///< largest ratio of a candidate's placed longest wire to that of its closed form
};

/// Evaluates the ranked layouts again, by closed forms. The study must rank by latency under uniform traffic. Absent if
/// the winner is the same, and if a candidate has no closed form for a quantity that the study needs.
std::optional<FormalWinner> winner_by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                   const Ranking& ranking, std::size_t delay);

struct CrossoverChoice;

/// An interval of values on which one candidate ranks first.
struct Reign {
  double from = 0, to = 0;  ///< the values, or, if the choice is a list, positions in that list
  std::string winner;       ///< empty: no candidate can be ranked
};

/// The winners under one delay model, from the first value to the last. A reign ends where the next one begins: at
/// neighbouring whole numbers, or at values a millionth apart.
struct Crossovers {
  std::string delay_label;
  std::vector<Reign> reigns;
};

/// Finds the values at which the winner changes: evaluates 33 values at equal ratios, then bisects between neighbours
/// with different winners. It misses a reign that begins and ends between two of the 33 values. Of equal candidates,
/// the first in the spec wins.
///
/// `study_at` gives the study with the key set to a value, written as in a spec. One entry a delay model. Cost: some 33
/// evaluations of the study, and 20 to 40 for each change.
std::vector<Crossovers> find_crossovers(const CrossoverChoice& choice,
                                        FunctionRef<Study(const std::string& value)> study_at, const Effort& effort);

/// The values that are evaluated first: 33 at equal ratios or, if the choice is a list, all positions in it.
std::vector<double> crossover_values(const CrossoverChoice& choice);

/// A value of the choice as in a spec: "512 bits".
std::string value_text(const CrossoverChoice& choice, double value);

}  // namespace cutline
