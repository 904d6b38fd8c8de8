// SPDX-License-Identifier: Apache-2.0
#pragma once

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
};

struct FamilySearch {
  RegularAnswer answer;
  std::optional<LinksOfNetwork> model;  ///< of the best network whose nodes fill a grid; absent: there is none
};

/// Lays out the networks of all chosen families with so many terminals and ranks them.
FamilySearch search_families(const Study& study, const Effort& effort);

/// What is known of a network before its layout.
struct EarlyFacts {
  std::string why_none;  ///< why there is no such network; empty: there is one
  std::string over;      ///< a limit of the search that it cannot meet; empty: none is known
  Time latency_floor;    ///< it has no less latency without load
  std::uint32_t concentration = 1;
};
/// One entry a design. Cost: O(links) a network at most.
std::vector<EarlyFacts> early_facts(const Study& study, const std::vector<Design>& designs);

/// The sides of a tile with so many terminals, where the spec gives those of a tile: so many times the area, so that
/// networks of any concentration have the same area for their terminals.
TileSides room_for(const Design& network, std::uint32_t concentration);

/// All networks of the choice, each with every order and split of its dimensions that is tried.
std::vector<Design> networks_of(const FamilyChoice& choice);

}  // namespace cutline
