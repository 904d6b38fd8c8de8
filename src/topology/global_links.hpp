// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/parameters.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

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

}  // namespace cutline
