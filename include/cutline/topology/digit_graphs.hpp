// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// Digits of a product network that carry the same graph.
struct DigitKind {
  std::uint32_t radix = 1;
  std::uint32_t nodes = 1;           ///< values that are nodes' coordinates
  std::vector<std::size_t> digits;   ///< ascending
  std::vector<std::size_t> classes;  ///< of the first of the digits
};

/// All digits of a product network, equal ones together, in the order of their first digits.
std::vector<DigitKind> digit_kinds(const Topology& topology);

enum class OneWayLinks { kept, both_ways };
/// The graph of a kind's digit: all its classes together. Where one-way links go both ways, they have a channel back.
ChannelGraph kind_graph(const Topology& topology, const DigitKind& kind, OneWayLinks one_way = OneWayLinks::kept);

/// As channel_graph, but one-way links have a channel back too: the graph that a cut is counted in.
ChannelGraph link_graph(const Topology& topology);

/// As channel_graph, without some links: their numbers in the order of for_each_link, ascending.
ChannelGraph channel_graph_without(const Topology& topology, const std::vector<std::uint64_t>& links);

/// Whether the network has at most 2^22 links and sites, so that it is written out in passing.
bool is_small_graph(const Topology& topology);

/// Whether the network can be written out channel by channel.
bool fits_channel_graph(const Topology& topology);

/// All channels turned round.
ChannelGraph reversed(const ChannelGraph& graph);

/// Hops from one node to every node; kUnreached where there is no way.
std::vector<std::uint32_t> hops_from(const ChannelGraph& graph, std::uint32_t source);
inline constexpr std::uint32_t kUnreached = ~std::uint32_t{0};

/// The first node that cannot be reached from node 0.
std::optional<std::uint32_t> first_unreachable(const ChannelGraph& graph);

}  // namespace cutline
