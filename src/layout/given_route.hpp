// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// Routes a wiring whose kinds have their wires and whose bent links have their layer pairs, in given places. Each line
/// with links gets a pattern of its own, because each has its own room. Wires without room take tracks past the end of
/// their routing channel and stand in Layout::unrouted.
///
/// Where nothing is blocked, tracks are dealt and ordered as in any other layout. On lines with blocked cells each wire
/// takes the lowest track on which neither its run nor its stubs meet a blocked cell; so a line may use more tracks
/// than its densest cut has wires. Cost there: O(wires x (tracks in use + blocked rectangles)) where
/// rectangles are in the order of their sides.
Layout route_in_given_places(Wiring wiring, const LayoutRules& rules);

}  // namespace cutline
