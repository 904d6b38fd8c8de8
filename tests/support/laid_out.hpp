// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "cutline/layout/check.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"

namespace cutline::test {

/// A network placed, routed and measured in the unit technology.
struct RoutedCase {
  Topology topology;
  Placement placement;
  Layout layout;
  Measures measures;
};

inline RoutedCase lay_out(const std::string& family, Parameters parameters, const PlacementChoice& choice = {},
                          int layer_pairs = 1, const ChannelWires& channel = {}) {
  Topology topology = build_topology(family, std::move(parameters));
  Placement placement = place(topology, choice);
  Layout layout = route(wire_up(topology, placement), layout_rules(unit_technology(layer_pairs), {}, {}), channel);
  Measures measures = measure(layout, topology, placement);
  return {std::move(topology), std::move(placement), std::move(layout), std::move(measures)};
}

/// Places all dimensions on one line, in the given order.
inline PlacementChoice on_line(std::size_t dimensions, const std::string& order) {
  PlacementChoice choice;
  choice.axes.assign(dimensions, Axis::x);
  choice.orders = {order};
  return choice;
}

/// Compares the densest and middle cut and the longest and total length of one row with those of a golden row.
inline void check_line_row(const RoutedCase& line, const Row& row) {
  const Density& x = line.measures.density[0];
  CHECK(x.peak_links == row.integer("max_cut"));
  CHECK(x.middle_links == row.integer("cut_at_middle_gap"));
  CHECK(line.measures.length.longest_span.pitches() == row.integer("longest"));
  CHECK(line.measures.length.total_span_halves == 2 * row.integer("total_length"));
  CHECK(line.topology.link_count() == static_cast<std::uint64_t>(row.integer("links")));
}

/// Whether the layout keeps all rules.
inline bool passes(const RoutedCase& laid_out) {
  return check(laid_out.layout, laid_out.topology, laid_out.placement).passed();
}

}  // namespace cutline::test
