// SPDX-License-Identifier: Apache-2.0
// An 8 x 8 torus, folded, on two metal layers: from a family to a routed, checked and measured layout.
#include <fmt/core.h>

#include <utility>

#include "cutline/layout/check.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

int main() {
  using namespace cutline;
  const Topology torus = build_topology("torus", {{"radix", 8}, {"dimensions", 2}});

  PlacementChoice folded;
  folded.orders = {"folded"};
  const Placement placement = place(torus, folded);

  const ChannelWires channel{.width_bits = 16};
  const Layout layout = route(wire_up(torus, placement), layout_rules(unit_technology(), {}, {}), channel);
  const Measures measures = measure(layout, torus, placement);
  const CheckResult proof = check(layout, torus, placement);

  fmt::print("{} nodes, {} links of {} wires\n", torus.node_count(), torus.link_count(), measures.wires_per_link_max);
  fmt::print("densest row cut: {} links, {} tracks of wire\n", measures.density[0].per_line_peak_links,
             measures.tracks[0].wires);
  fmt::print("{} x {} wire pitches\n", measures.size.width_pitches, measures.size.height_pitches);
  fmt::print("longest wire {} pitches; {}\n", measures.length.longest_pitches,
             proof.passed() ? "no rule is broken" : proof.violations.front().message);
  return proof.passed() ? 0 : 1;
}
