// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/topology/channel_graph.hpp"

namespace cutline {

/// Whether dimension order has a dateline in a digit with this graph: every channel joins neighbours of one closed ring
/// 0, 1 ..., and some route has two hops or more.
bool has_dateline(const ChannelGraph& digit);

}  // namespace cutline
