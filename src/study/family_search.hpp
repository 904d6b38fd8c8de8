// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "cutline/study/search.hpp"

namespace cutline {

/// Links of a grid that a regular network has, and the limits that another network with its wiring keeps.
struct LinksOfNetwork {
  std::string name;
  LinkLimits limits;
  std::uint32_t concentration = 1;
  TileSides tile;
  std::vector<GridLink> links;
  StepSize step;  ///< of limits.steps
};

struct FamilySearch {
  RegularAnswer answer;
  std::vector<Candidate> candidates;    ///< all that were laid out, in their order
  std::optional<LinksOfNetwork> model;  ///< of the best network whose nodes fill a grid; absent: there is none
};

/// Lays out the networks of all chosen families with so many terminals and ranks them. `study` is as of
/// study_of_networks(), `effort` as of effort_of_networks().
FamilySearch search_families(const Study& study, const Effort& effort);

/// What is known of a network before its layout.
struct EarlyFacts {
  std::string why_none;        ///< why there is no such network; empty: there is one
  std::string over;            ///< a limit that it cannot meet; empty: none is known
  std::vector<double> floors;  ///< by term: it has no less of the measure; kNoFloor: nothing is known
  TileSides tile;
};
inline constexpr double kNoFloor = -std::numeric_limits<double>::infinity();
/// One entry a design; designs of one network stand together. Cost: O(links) a network at most.
std::vector<EarlyFacts> early_facts(const Study& study, const std::vector<RankTerm>& terms,
                                    const std::vector<Design>& designs);

/// The sides of a tile with so many terminals, where the spec gives those of a tile: so many times the area, so that
/// networks of any concentration have the same area for their terminals.
TileSides room_for(const Design& network, std::uint32_t concentration);

/// All networks of the choice, each with every order and split of its dimensions that is tried.
std::vector<Design> networks_of(const SearchChoice& choice);

/// The links of a candidate and the limits that follow from its wiring. Absent unless its nodes fill a grid of one
/// plane, at most four times as long as wide, with links of one width and no interchanges.
std::optional<LinksOfNetwork> model_of_links(const SearchChoice& choice, const Candidate& candidate);

/// The networks that were found as candidates, without their wires; what is over a limit of the search too is told.
std::vector<Candidate> evaluated_networks(const Study& study, std::vector<Design> designs, const Effort& effort);

/// The study with the population of its search.
Study study_of_networks(const Study& study);
/// What the ranking and the limits need of every network, and no more.
Effort effort_of_networks(const Study& study, const Effort& effort);

/// Fills the points, the front, the history and the winners of an answer whose regular networks and links are there.
/// `candidates`: those of families, then one for each search that found links. A winner whose routes could lock up gets
/// layered ones, unless the spec says how messages go, or links go one way only.
void fill_answer(const Study& study, const std::vector<Candidate>& candidates, const Effort& effort,
                 SearchAnswer& answer);

}  // namespace cutline
