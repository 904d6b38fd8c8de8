// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/base/random.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// A butterfly of 2^n rows: digit 0 is the level, digit 1 + i is bit i of the row. Straight links join a level to the
/// next; cross links from level i do so too and flip bit i of the row. The levels are 0 .. n, or, if the butterfly is
/// wrapped, 0 .. n - 1; then level 0 follows the last level.
Topology butterfly(std::uint32_t dimensions, bool wrapped);

/// The groups of a dragonfly. Some or all routers of a group have global links, which lead to other groups.
struct GroupShape {
  std::uint32_t routers = 0;  ///< number of routers of a group that have global links
  std::uint32_t global = 0;   ///< number of global links of each of these routers, h
  std::uint32_t groups = 0;
};

/// The shape that the parameters `global_links` and `groups` describe. Without `groups` there are as many groups as can
/// all be joined, one more than a group has global links. `routers_field` is the parameter that gives the number of
/// routers with global links; messages use its name. Throws an input error if there are more groups than that, and a
/// limit error past 2^26 links.
GroupShape group_shape(const Parameters& parameters, const char* routers_field, std::uint32_t routers);

/// The global links, between routers numbered group by group. The global links of a group, from its first router on,
/// lead to the other groups in turn. If a group has more global links than there are other groups, the turn begins
/// again. A last turn that is not whole joins each group to the next one on either side (counted in a circle), then to
/// those two away, and so on; of an odd last link to the group opposite, if the number of groups is even. So two pairs
/// of groups differ by one link at most, and a group has at most one free port.
std::vector<LocalLink> global_links(const GroupShape& shape);

using LocalLinks = std::vector<LocalLink>;

/// Draws links until they join all nodes. `draw` draws all links anew each time; it returns none if it gets stuck.
/// Throws a limit error after 1000 drawings; no network of degree 3 or more has needed as many.
LocalLinks connected_draw(std::uint32_t nodes, std::uint64_t seed, FunctionRef<LocalLinks(Random&)> draw);

/// Shuffles the values; every order is equally likely.
void shuffle(std::vector<std::uint32_t>& values, Random& random);

}  // namespace cutline
