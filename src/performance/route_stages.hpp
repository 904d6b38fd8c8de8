// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/performance/express.hpp"
#include "cutline/performance/pattern_loads.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// The part of a site's number that a route corrects at a time: one digit of a product network, or all of any other.
struct RouteStage {
  ChannelGraph graph;
  std::uint64_t weight = 1;          ///< of the digit in a site's number
  std::optional<std::size_t> digit;  ///< absent: the whole network
  std::uint32_t value(std::uint64_t site) const {
    return static_cast<std::uint32_t>(site / weight % graph.node_count());
  }
};

/// The stages, in the order in which routes take them. `whole` is the channel graph of the network.
std::vector<RouteStage> route_stages(const Topology& topology, const ChannelGraph& whole, DimensionOrder order);

/// The channel of the whole network that a stage's channel of `node` is, where the other digits stand as in `site`.
std::uint64_t whole_channel(const ChannelGraph& whole, const RouteStage& stage, std::uint64_t site, std::uint32_t node,
                            std::uint64_t channel);

/// The values of a digit of an express cube and where they stand, in half node pitches as ExpressLeg counts them.
struct ExpressPlaces {
  std::vector<std::uint32_t> of_value;
  std::vector<std::uint32_t> value_at;
};
ExpressPlaces express_places(const Topology& topology, std::size_t digit);

/// Calls visit(value, next value) for every hop of the express rule from one node's value to another's.
void for_each_express_hop(const ExpressRule& rule, const ExpressPlaces& places, std::uint32_t from, std::uint32_t to,
                          FunctionRef<void(std::uint32_t, std::uint32_t)> visit);

}  // namespace cutline
