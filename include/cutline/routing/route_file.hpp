// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cutline/routing/routes.hpp"

namespace cutline {

/// Routes as a file says: a line `site,destination,next,layer` for every ordered pair. At `site` messages for the node
/// `destination` go to `next`; those that start at `site` use `layer` of virtual channels all the way, 0 if not given.
/// Blanks, tabs or commas stand between, and `#` begins a comment. Sites have the numbers of NodeNumbers: nodes first,
/// then switches or interchanges, which need lines for destinations whose messages pass them, without a layer.
///
/// The first line may name the columns, and then these may follow after `site,destination,next`, in any order; where a
/// line ends early, the rest is not given.
///   layer     as above, the same in all lines of a pair
///   within    the line is about messages within this layer alone, of which lines without it say nothing then
///   dateline  class of virtual channels within the layer, as NextHop::dateline; else 0
///   share     of the messages: a pair may have several lines whose shares add up to 1; else 1
///   parallel  which of the parallel channels from site to next, from 0; else destinations take turns
/// `export --to routes` writes the columns that routes need.
///
/// Input errors with file and line: a line that cannot be read, sites that are no neighbours, a line that is repeated
/// or missing, shares that do not add up, messages that go round in a circle. A limit error past 2^14 sites. Cost:
/// O(bytes + sites^2 x layers), and 24 bytes of memory for a line.
Routes table_routes(const Topology& topology, std::shared_ptr<const ChannelGraph> graph, const std::string& path);

}  // namespace cutline
