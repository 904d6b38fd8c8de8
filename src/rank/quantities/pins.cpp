// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

/// Pins of nodes: measured, or for an ideal candidate by its closed form.
Data pins(const Asked& a) {
  const Candidate& c = a.candidate;
  if (c.laid_out()) return c.laid_out()->measures.pins_per_node_max;
  if (!c.ideal() || !c.channel.has_width()) return {};
  return whole_or_real(c.ideal()->ports_per_node * c.channel.wires);
}

Data pins_ports(const Asked& a) {
  const Candidate& c = a.candidate;
  if (c.laid_out()) return c.laid_out()->measures.ports_per_node_max;
  if (c.ideal()) return whole_or_real(c.ideal()->ports_per_node);
  return member_of<graph_of, &GraphMeasures::ports_max>(a);
}

template <auto member>
Data of_interchange(const Asked& a) {
  const bool has = a.candidate.laid_out() && a.candidate.network()->topology.interchange_count() > 0;
  return has ? member_of<measures_of, member>(a) : Data();
}

}  // namespace

Quantities pins_quantities() {
  return {
      with_parts({"pins.per_node_max", Unit::wires, "wires that end at the busiest node", pins,
                  called("pins", "pins", "pins_per_node", "pins")},
                 pins_parts),
      {"pins.ports_per_node_max", Unit::none, "channels that begin or end at the busiest node", pins_ports,
       called("ports", "channels")},
      {"pins.per_interchange_max", Unit::wires, "wires that end at the busiest interchange or switch",
       of_interchange<&Measures::pins_per_interchange_max>, called("interchange_pins")},
      {"pins.ports_per_interchange_max", Unit::none, "channels that begin or end at it",
       of_interchange<&Measures::ports_per_interchange_max>},
  };
}

}  // namespace cutline
