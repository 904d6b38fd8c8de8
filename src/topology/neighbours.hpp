// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace cutline {

struct Topology;

/// The numbers of links from a site to each of its neighbours, the largest first: {2, 1} has two parallel links to one
/// neighbour and one link to another.
using LinksToNeighbours = std::vector<std::uint64_t>;

/// How many sites have each list; sites without links are left out. No class may be shared. Throws the limit
/// error of channel_graph(). Cost: O(links log degree); for a product, O(links of one copy of each class) and the
/// number of different lists.
std::map<LinksToNeighbours, std::uint64_t> links_to_neighbours(const Topology& topology);

}  // namespace cutline
