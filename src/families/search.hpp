// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"
#include "search/link_bounds.hpp"

namespace cutline {

/// A limit that keeps out every network which meets all other limits, and the nearest value that would let one of these
/// in.
struct NearMiss {
  std::string limit;
  double nearest = 0;
  double allowed = 0;
};

/// What a search among families found.
struct RegularAnswer {
  std::size_t considered = 0;                    ///< networks of the families with the wanted number of terminals
  std::map<std::string, std::size_t> ruled_out;  ///< ruled out before their layout, by the limit that they cannot meet
  std::size_t not_built = 0;                     ///< networks that do not exist, or whose channels would have no wire
  std::string why_not_built;                     ///< the first of them, and why
  std::map<std::string, std::size_t> over;       ///< laid out and over a limit, by the first such limit
  std::size_t same = 0;  ///< the same links in the same cells as another one, which is listed in their place
  std::size_t ranked = 0;
  std::vector<Design> best;       ///< by Study::rank, best first, at most kMostBest
  std::vector<NearMiss> nearest;  ///< if none is ranked
  /// If none is ranked: the smallest sets of limits such that every network misses at least one limit of the set.
  std::vector<std::vector<std::string>> contradicting;
  std::string nearest_network;           ///< the network that is over its limits by the smallest factor ...
  std::vector<OverLimit> nearest_needs;  ///< ... and by what
  bool sizes_differ = false;             ///< the spec asks for a range of terminals
};
inline constexpr std::size_t kMostBest = 10;

/// Sides of a router's tile; zero: the technology's.
struct TileSides {
  Length width, height;
};

/// The time that a step of LinkLimits::steps stands for.
struct StepSize {
  double cycles = 1;
  bool exact = true;  ///< false: costs of links were rounded to whole steps, so that bounds on them prove nothing
};

/// What a search of links found, and a bound that no search can beat.
struct LinkAnswer {
  std::string name;  ///< of the network found, among the winners
  LinkLimits limits;
  std::uint32_t concentration = 1;
  TileSides tile;
  StepSize step;
  std::string like;  ///< the regular network whose wiring sets the limits; empty: the user gives all of them
  std::uint32_t starts = 1;
  std::uint64_t seed = 1;
  std::uint64_t asked_moves = 0;
  std::optional<FoundLinks> found;
  bool found_by_proof = false;                 ///< the exact search of a small case found better links than all starts
  std::optional<HopBound> bound;               ///< absent if counting shows a contradiction
  std::optional<Contradiction> contradiction;  ///< if present, nothing was searched
  /// If no links were found: the values at which one loosened limit is met.
  std::vector<NearestLimit> nearest;
  std::optional<LinkNeeds> needs;  ///< of all links that cost no more than those found
  double least_busiest = 0;        ///< by LinkObjective::load: no links have a busiest channel that carries less
  std::string why_not;             ///< why the network found cannot be built; empty: it can
  std::vector<OverLimit> over;     ///< limits that the network found does not keep

  /// How far the cost, and the hops, of the links found are above the bound: 0.034 is 3.4 %. Links and bound must be
  /// present.
  double gap() const;
  double gap_of_hops() const;
  bool on_grid() const;  ///< else routers stand in cells, or in tiles, of the placement
};

/// A network that was laid out and keeps the limits, as a point of a figure.
struct SearchPoint {
  std::string name;
  std::string family;          ///< empty: links that follow no rule
  std::vector<double> values;  ///< of SearchAnswer::objectives, in their order
  bool on_front = false;       ///< no other point is as good in every objective and better in one
};

/// A network that is better than all networks laid out before it.
struct SearchStep {
  std::size_t laid_out = 0;  ///< networks laid out so far, including this one
  double value = 0;
  std::string name;
};
/// How the best value of one measure fell as networks were laid out, in the order of their layout.
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
  std::optional<RegularAnswer> regular;  ///< absent if only links were searched
  std::vector<LinkAnswer> irregular;
  std::vector<std::string> notes;  ///< what was left out

  Detail detail = Detail::full;        ///< what ranking the networks took
  bool board_tracks = true;            ///< the same
  std::vector<RankTerm> objectives;    ///< pareto_measures() of the study
  std::vector<SearchPoint> points;     ///< all networks that keep the limits, in the order of their layout
  std::vector<SearchHistory> history;  ///< one of the ranking; for a front, one of each objective
  /// For a ranking: the best networks of families and all links found, best first. For a front: all networks on it, in
  /// the order of the first objective; of equal ones the first.
  std::vector<SearchWinner> winners;
  /// Whether the search found a network that meets the limits.
  bool found() const;
};

/// Searches for the best networks by the study's `rank`, or for the front of its two objectives. All families come
/// first. Then come links that follow no rule: search_links() minimises their mean hops (and, if links take their own
/// cycles, once more their mean cycles) with no more wire than the best regular network. The study must have a
/// `search`. Throws an input error for limits or sizes that cannot be searched, and a limit error past kMostConsidered
/// networks.
SearchAnswer search(const Study& study, const Effort& effort);
inline constexpr std::size_t kMostConsidered = 100'000;

/// By place in the ranking: why each candidate loses against the one before it. Cause::none for the first.
std::vector<Loss> losses_in_turn(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

/// Sets the places of a search of links as the network's placement gives them: `positions`, `cells`, or the grid
/// without the cells that stay `empty`; and its limits in metres, as units of these places. A grid with such limits has
/// places too, a tile apart. Throws input errors for places that cannot be searched and for limits in other units than
/// places.
void settle_places(Study& study);

}  // namespace cutline
