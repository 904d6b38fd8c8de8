// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/placement/placement.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// A network with a place for every site.
struct PlacedNetwork {
  Topology topology;
  Placement placement;
};

}  // namespace cutline
