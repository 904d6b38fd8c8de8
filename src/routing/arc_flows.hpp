// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cutline/routing/flows.hpp"

namespace cutline {

/// Whether dimension order has a dateline in a digit with this graph: every channel joins neighbours of one closed ring
/// 0, 1 ..., and some route has two hops or more.
bool has_dateline(const ChannelGraph& digit);

/// The flows of a message from every value to every other along a digit whose channels form a path 0, 1 ... or the ring
/// that closes it, both ways or upwards alone. The result is that of flows_of on dimension_order_routes with `others`,
/// or with ties shared evenly where `others` is absent. Nothing where the graph has another form. Cost: O(radix^2),
/// with a few additions each.
std::optional<Flows> arc_flows(const std::shared_ptr<const ChannelGraph>& digit, std::optional<std::uint32_t> others);

}  // namespace cutline
