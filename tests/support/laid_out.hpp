// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "cutline/measure/measures.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/family.hpp"

namespace cutline::test {

/// A network placed, routed and measured in the unit technology.
struct LaidOut {
  Topology topology;
  Placement placement;
  Layout layout;
  Measures measures;
};

inline LaidOut lay_out(const std::string& family, Parameters parameters, const PlacementChoice& choice = {},
                       int layer_pairs = 1, const ChannelWires& channel = {}) {
  Topology topology = build_topology(family, std::move(parameters));
  Placement placement = place(topology, choice);
  Layout layout = route(wire_up(topology, placement), layout_rules(unit_technology(layer_pairs), {}, {}), channel);
  Measures measures = measure(layout, topology, placement);
  return {std::move(topology), std::move(placement), std::move(layout), std::move(measures)};
}

/// All dimensions on one line, in an order.
inline PlacementChoice on_line(std::size_t dimensions, const std::string& order) {
  PlacementChoice choice;
  choice.axes.assign(dimensions, Axis::x);
  choice.orders = {order};
  return choice;
}

}  // namespace cutline::test
