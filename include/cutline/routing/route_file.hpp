// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cutline/routing/routes.hpp"

namespace cutline {

/// Routes as a file says: a line `site,destination,next,layer` for every ordered pair. At `site` messages for the node
/// `destination` go to `next`; those that start at `site` use `layer` of virtual channels all the way, 0 if not given.
/// Blanks, tabs or commas stand between, `#` begins a comment, and the first line may name the columns. Sites have the
/// numbers of NodeNumbers: nodes first, then switches or interchanges, which need lines for destinations whose messages
/// pass them, without a layer. Destinations take turns on parallel channels.
///
/// Input errors with file and line: a line that cannot be read, sites that are no neighbours, a line that is repeated
/// or missing, messages that go round in a circle. A limit error past 2^14 sites. Cost: O(bytes + sites^2).
Routes table_routes(const Topology& topology, std::shared_ptr<const ChannelGraph> graph, const std::string& path);

}  // namespace cutline
