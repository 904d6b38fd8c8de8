// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/wiring.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

struct Design;

/// A network with a place for every site.
struct PlacedNetwork {
  Topology topology;
  Placement placement;
};

/// A placed network whose links are assigned to lines: everything that does not depend on the width of channels.
struct WiredNetwork {
  PlacedNetwork placed;
  Wiring wiring;
};

/// Builds, places and wires a design. Input errors carry the design's place in the spec.
WiredNetwork place_design(const Design& design);

}  // namespace cutline
