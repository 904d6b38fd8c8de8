// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/placement/arrangement.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

struct Traffic;

/// The graph of the links between the coordinates of some digits, digits[0] fastest, over all lines along the axis that
/// holds the digits. The weight of a link is proportional to the number of links of the network that it stands for; all
/// weights are divided by their common divisor. Links of a class that leads off the axis count for the part along it;
/// shared wires do not count, as they span the whole line. Throws a limit error past 2^24 links. Cost: O(links).
ChannelGraph line_graph(const Topology& topology, const std::vector<std::uint8_t>& digits, bool by_width,
                        MergedWeight merged = MergedWeight::sum);

/// All links between all nodes.
ChannelGraph node_graph(const Topology& topology, bool by_width, MergedWeight merged = MergedWeight::sum);

/// The messages between the nodes of each pair, both ways together, as weights between their sites: in the unit of the
/// matrix if its numbers are whole, else scaled so that the largest weighs 2^20, and rounded. Throws a limit error past
/// 2^24 pairs; an input error where nodes send only to themselves. Cost: O(pairs log pairs).
ChannelGraph flow_graph(const Traffic& traffic, const Topology& topology);

}  // namespace cutline
