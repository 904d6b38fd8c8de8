// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/search.hpp"

namespace cutline {

/// The links of a regular network on a grid, and the limits that its wiring sets for networks without a rule.
struct LinksOfNetwork {
  std::string name;
  LinkLimits limits;
  std::uint32_t concentration = 1;
  TileSides tile;
  std::vector<GridLink> links;
  StepSize step;  ///< the unit of limits.steps
};

struct FamilySearch {
  RegularAnswer answer;
  std::vector<Candidate> candidates;    ///< all networks that were laid out, in the order of their layout
  std::optional<LinksOfNetwork> model;  ///< from the best network whose nodes fill a grid; absent: there is none
};

/// Lays out and ranks the networks of all chosen families with the wanted number of terminals. Networks whose floors
/// show that they cannot win are not laid out. `effort`: that of effort_of_networks().
FamilySearch search_families(const Study& study, const Effort& effort);

/// Facts about a network before its layout.
struct EarlyFacts {
  std::string why_none;        ///< why there is no such network; empty: there is one
  std::string over;            ///< a limit that the network cannot meet; empty: none is known
  std::vector<double> floors;  ///< by term: a lower bound of the measure; kNoFloor: none is known
  TileSides tile;
  std::uint32_t columns = 0;  ///< of the squarest grid, if its family has no rule for where nodes stand on one; else 0
  std::optional<double> widest_bits;  ///< no channel is wider; absent: the spec's own width, or none is known
  bool cut_is_searched = false;       ///< the bisection is held or has a limit, and no theorem tells it
};
inline constexpr double kNoFloor = -std::numeric_limits<double>::infinity();
/// One entry for each design. Designs of one network must follow each other. Cost: at most O(links) a network.
std::vector<EarlyFacts> early_facts(const Study& study, const std::vector<RankTerm>& terms,
                                    const std::vector<Design>& designs);

/// The floors of a design whose nodes stand where its placement puts them: the longest link is known then. `design`:
/// with its room. Cost: that of the placement, which may take a search.
std::vector<double> floors_in_places(const Study& study, const std::vector<RankTerm>& terms, Design design,
                                     const EarlyFacts& facts, Watch* watch);

/// The sides of a tile with `concentration` terminals, if the spec gives the sides of a tile. Its area is that of one
/// terminal's tile times `concentration`, so that all networks have the same area for each terminal.
TileSides room_for(const Design& network, std::uint32_t concentration);

/// All networks of the choice, each once for every order and every split of its dimensions that the search tries.
std::vector<Design> networks_of(const SearchChoice& choice);

/// The links of a candidate and the limits that follow from its wiring. Absent unless its nodes fill a grid of one
/// plane, at most four times as long as wide, with links of one width and no interchanges.
std::optional<LinksOfNetwork> model_of_links(const SearchChoice& choice, const Candidate& candidate);

/// Evaluates the networks as candidates, and frees their layouts. Limits of the search that a candidate exceeds are
/// added to those of the study.
std::vector<Candidate> evaluated_networks(const Study& study, const std::vector<Design>& designs, const Effort& effort);

/// The population of the networks of a search.
Population searched_population(const Study& study);
/// The least effort that still gives the measures which the ranking and the limits need.
Effort effort_of_networks(const Study& study, const Effort& effort);

/// Fills in the points, the front, the history and the winners of an answer that already has its regular networks and
/// links. `candidates` are those of families, followed by one for each search that found links. A winner whose routes
/// could lock up gets the routing `layered`, unless the spec gives a routing or links are one-way.
void fill_answer(const Study& study, const std::vector<Candidate>& candidates, const Effort& effort,
                 SearchAnswer& answer);

/// Adds the limits of the search that the candidate exceeds to those of the study that it exceeds.
void hold_to_limits(const Study& study, Candidate& candidate);

/// For every limit that is the only one some network misses: the value nearest to it that such a network needs.
std::vector<NearMiss> near_misses(const std::vector<Candidate>& candidates);

/// The smallest sets of limits such that every network misses at least one limit of the set. Empty if no network can be
/// built. Cost: O(candidates x 2^limits).
std::vector<std::vector<std::string>> contradicting_limits(const std::vector<Candidate>& candidates);

/// The network that comes nearest to its limits: the product of the factors by which it exceeds them is the smallest.
/// Null if none can be built.
const Candidate* nearest_to_limits(const std::vector<Candidate>& candidates);

/// The link searches of a study. Their limits are the user's if the spec gives a grid, or if `model` is absent; else
/// those that the wiring of `model`, the best regular network, sets. If links take their own cycles, one question is
/// for the fewest hops and one for the fewest cycles. Empty if nothing can be searched.
std::vector<LinksOfNetwork> link_questions(const Study& study, const std::optional<LinksOfNetwork>& model);

/// The networks of a search, and what is known of each before it is laid out.
struct NetworksToTry {
  std::vector<Design> designs;
  std::vector<EarlyFacts> facts;
  std::size_t by_rule = 0;  ///< so many are placed by rules; those behind them take an optimiser
};

/// What the search minimises: the terms of its ranking or the two of its front.
const std::vector<RankTerm>& objectives_of(const Study& study);

/// Adds each network whose family has no rule for where nodes stand once more, to be laid out for the least total span.
void add_optimised(NetworksToTry& networks);

Design with_room(Design design, const EarlyFacts& facts);

/// Lays the networks out, batch by batch, until no remaining network can win: first those with rules for their places,
/// then those that take an optimiser, of which at most kMostOptimised come to it. Of networks with the same links in
/// the same cells and with equal objectives only the one with the best-known name is returned. Counts in `answer` why
/// the others are not.
std::vector<Candidate> laid_out_in_turn(const Study& study, const NetworksToTry& networks, const Effort& effort,
                                        RegularAnswer& answer);
inline constexpr std::size_t kMostOptimised = 24;

/// Collects candidates, each network with the same links in the same cells once.
class DistinctNetworks {
 public:
  /// Adds the candidate with its objectives and returns true, unless there is an equal one: then that keeps its place,
  /// under the name that is better known.
  bool add(Candidate candidate, const std::vector<double>& values);
  void add_unranked(Candidate candidate) { all_.push_back(std::move(candidate)); }
  std::vector<Candidate> take() { return std::move(all_); }

 private:
  struct Known {
    std::size_t place = 0;
    std::vector<double> values;
  };
  std::vector<Candidate> all_;
  std::multimap<std::string, Known> by_links_;
};

}  // namespace cutline
