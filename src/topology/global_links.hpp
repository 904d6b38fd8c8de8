// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/parameters.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// What dragonflies share: groups, in each of them routers that have links to other groups.
struct GroupShape {
  std::uint32_t routers = 0;  ///< of a group, with global links
  std::uint32_t global = 0;   ///< global links of each, h
  std::uint32_t groups = 0;
};

/// The shape by the parameters `global_links` and `groups`; without the latter as many groups as can all be joined,
/// one more than a group has global links. `routers_field` is the parameter that says how many routers have global
/// links, and names them in messages. Throws input errors where the global links of a group cannot be shared evenly by
/// the other groups, or where two of a router would lead to the same router; a limit error past 2^26 links.
GroupShape group_shape(const Parameters& parameters, const char* routers_field, std::uint32_t routers);

/// The global links, between routers numbered group by group. Those of a group go to the other groups in turn, from its
/// first router on, and once more from the start where there are fewer groups than links.
std::vector<LocalLink> global_links(const GroupShape& shape);

}  // namespace cutline
