// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cutline/routing/routes.hpp"

namespace cutline {

/// Reads routes from a file, which has a line `site,destination,next,layer` for every ordered pair. At `site` messages
/// for the node `destination` go to `next`; those that start at `site` use `layer` of virtual channels all the way, 0
/// if not given. Blanks, tabs or commas separate the numbers, and `#` begins a comment. Sites are
/// said by their names, in double quotes where they hold blanks or commas, or by the numbers of NodeNumbers: nodes
/// first, then switches or interchanges, which need lines for destinations whose messages pass them,
/// without a layer.
///
/// The first line may name the columns. Then the following columns may come after `site,destination,next`, in any
/// order; where a line ends early, the remaining columns are not given.
///   layer     as above, the same in all lines of a pair
///   within    the line is for messages within this layer alone; for these it replaces the lines of the pair without it
///   dateline  class of virtual channels within the layer, as NextHop::dateline; 0 if not given
///   share     of the messages; a pair may have several lines, whose shares add up to 1; 1 if not given
///   parallel  which of the parallel channels from site to next, from 0; else destinations take turns
/// `export --to routes` writes the columns that routes need.
///
/// Throws input errors with file and line: for a line that cannot be read, sites that are not neighbours, a line that
/// is repeated or missing, shares that do not add up, and messages that go round in a circle. Throws a limit error past
/// 2^14 sites. Cost: O(bytes + sites^2 x layers), and 24 bytes of memory for a line.
Routes table_routes(const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph,
                    const std::string& path);

}  // namespace cutline
