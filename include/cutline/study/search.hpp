// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cutline/search/link_bounds.hpp"
#include "cutline/search/link_search.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

/// A limit that no network of the families meets, and the least or most that one of them needs that meets all others.
struct NearMiss {
  std::string limit;
  double nearest = 0;
  double allowed = 0;
};

/// What a search among families found.
struct RegularAnswer {
  std::size_t considered = 0;                    ///< networks of the families with so many terminals
  std::map<std::string, std::size_t> ruled_out;  ///< before they were laid out, by the limit that they do not meet
  std::size_t not_built = 0;                     ///< no such network exists, or its channels have no wire
  std::map<std::string, std::size_t> over;       ///< laid out and over a limit, by the first one
  std::size_t ranked = 0;
  std::vector<Design> best;       ///< by Study::rank, best first, at most kMostBest
  std::vector<NearMiss> nearest;  ///< where none is ranked
  /// Where none is ranked: the smallest sets of limits of which every network misses one.
  std::vector<std::vector<std::string>> contradicting;
  std::string nearest_network;           ///< the network that is over its limits by the smallest factor ...
  std::vector<OverLimit> nearest_needs;  ///< ... and by what
  bool sizes_differ = false;             ///< a range of terminals was asked for
};
inline constexpr std::size_t kMostBest = 10;

/// Sides of a router's tile; zero: the technology's.
struct TileSides {
  Length width, height;
};

/// What a step of LinkLimits::steps stands for.
struct StepSize {
  double cycles = 1;
  bool exact = true;  ///< false: what links cost was rounded to whole steps, so that no bound of it is a proof
};

/// What a search of links found, and what no search can beat.
struct LinkAnswer {
  std::string name;  ///< of the network found, among the winners
  LinkLimits limits;
  std::uint32_t concentration = 1;
  TileSides tile;
  StepSize step;
  std::string like;  ///< the regular network whose wiring sets the limits; empty: the user's alone
  std::uint32_t starts = 1;
  std::uint64_t seed = 1;
  std::uint64_t asked_moves = 0;
  std::optional<FoundLinks> found;
  bool found_by_proof = false;    ///< better ones than all starts had: they were found as the case was solved
  std::optional<HopBound> bound;  ///< absent where a contradiction is known
  std::optional<Contradiction> contradiction;  ///< nothing is searched then
  std::vector<NearestLimit> nearest;           ///< where no links were found: what is met if one limit is loosened
  std::optional<LinkNeeds> needs;              ///< of links that cost as much as those found
  std::string why_not;                         ///< why the network found cannot be built; empty: it can
  std::vector<OverLimit> over;                 ///< limits that the network found does not keep

  /// How far above the bound the links are, in what is minimised, and in hops: 0.034 is 3.4 %. Both must be there.
  double gap() const;
  double gap_of_hops() const;
};

/// A network that was laid out and keeps the limits: a point beside others in a figure.
struct SearchPoint {
  std::string name;
  std::string family;          ///< empty: links that follow no rule
  std::vector<double> values;  ///< of SearchAnswer::objectives, in their order
  bool on_front = false;       ///< no other point is as good in every objective and better in one
};

/// A network that beat all that were laid out before it.
struct SearchStep {
  std::size_t laid_out = 0;  ///< networks that were laid out until then, this one too
  double value = 0;
  std::string name;
};
/// How the best value of one measure came down as networks were laid out, in the order of their layout.
struct SearchHistory {
  std::optional<RankTerm> of;  ///< absent: the weighted sum of all terms of Study::rank
  std::vector<SearchStep> steps;
};

/// A network that the search recommends.
struct SearchWinner {
  std::string name;
  Design design;
  std::optional<std::size_t> links;  ///< the entry of SearchAnswer::irregular; absent: a network of a family
};

struct SearchAnswer {
  std::optional<RegularAnswer> regular;  ///< absent where the search is of links alone
  std::vector<LinkAnswer> irregular;
  std::vector<std::string> notes;  ///< what was left out

  std::vector<RankTerm> objectives;    ///< pareto_measures() of the study
  std::vector<SearchPoint> points;     ///< all networks that keep the limits, in the order of their layout
  std::vector<SearchHistory> history;  ///< of the ranking; of a front, of both objectives
  /// Of a ranking: the best of families and all links found, best first. Of a front: all networks on it, in the order
  /// of the first objective; of equal ones the first.
  std::vector<SearchWinner> winners;
  /// Whether a network that meets the limits was found.
  bool found() const;
};

/// Searches the best networks by the study's `rank`, or the front of its two objectives: all of its families first,
/// then links that follow no rule, which are searched for the fewest mean hops with as much wire as the best regular
/// network takes. The study has a `search`. Throws an input error for limits or sizes that cannot be searched, a limit
/// error past kMostConsidered networks.
SearchAnswer search(const Study& study, const Effort& effort);
inline constexpr std::size_t kMostConsidered = 100'000;

/// Why each candidate of a ranking loses against the one before it, by place; Cause::none for the first.
std::vector<Loss> losses_in_turn(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

}  // namespace cutline
