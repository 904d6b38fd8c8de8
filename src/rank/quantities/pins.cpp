// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "rank/quantities/rows.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

/// Pins of nodes: measured, or for an ideal candidate by its closed form.
Data pins(const UnderDelay& a) {
  const Candidate& c = a.candidate;
  if (c.laid_out()) return c.laid_out()->measures.pins_per_node_max;
  if (!c.ideal() || !c.channel.has_width()) return {};
  return whole_or_real(c.ideal()->ports_per_node * c.channel.wires);
}

Data pins_ports(const UnderDelay& a) {
  const Candidate& c = a.candidate;
  if (c.laid_out()) return c.laid_out()->measures.ports_per_node_max;
  if (c.ideal()) return whole_or_real(c.ideal()->ports_per_node);
  return member_of<graph_of, &GraphMeasures::ports_max>(a);
}

template <auto member>
Data of_interchange(const UnderDelay& a) {
  const bool has = a.candidate.laid_out() && a.candidate.network()->topology.interchange_count() > 0;
  return has ? member_of<measures_of, member>(a) : Data();
}

MeasureParts pins_parts(const UnderDelay& a) {
  const LaidOut* laid = a.candidate.laid_out();
  const double ports =
      laid != nullptr ? static_cast<double>(laid->measures.ports_per_node_max) : a.candidate.ideal()->ports_per_node;
  if (ports <= 0) return {};
  const double wires =
      laid != nullptr ? static_cast<double>(laid->measures.pins_per_node_max) : ports * a.candidate.channel.wires;
  return {{{PartKind::many_channels, ports, "", false, "pins.ports_per_node_max"},
           {PartKind::wide_channels, wires / ports, "wires", false, "channel.width_bits"}}};
}

bool has_interchanges(const UnderDelay& a) {
  return a.candidate.network() && !a.candidate.network()->topology.has_switches() &&
         a.candidate.network()->topology.interchange_count() != 0;
}
bool links_differ_in_width(const UnderDelay& a) {
  const Measures* measures = measures_of(a);
  return measures != nullptr && measures->lanes_per_node_max != measures->ports_per_node_max;
}

}  // namespace

Quantities pins_quantities() {
  const std::vector<Symbol> own = {{"N_p", "pins.per_node_max", "wires that end at the busiest node"},
                                   {"c", "pins.ports_per_node_max", "channels that begin or end at it"},
                                   symbols::width,
                                   symbols::wires_per_bit,
                                   symbols::control};
  std::vector<Symbol> of_widths = own;
  of_widths.push_back({"l", member_of<measures_of, &Measures::lanes_per_node_max>,
                       "the same, each counted by its width in multiples of W"});
  return {
      derived(with_parts({"pins.per_node_max", Unit::wires, "wires that end at the busiest node", pins,
                          called("pins", "pins", "pins_per_node", "pins")},
                         pins_parts),
              {when(links_differ_in_width,
                    {"N_p = l * W * b + c * control",
                     "derived: a wide link has the bits of several channels, and the control wires of one", of_widths}),
               {"N_p = c * (W * b + control)",
                "[Dally 1987, eq. 9]",
                own,
                {of_family("WE-eq9 counts n k pins at equal bisection for one-way rings; a bidirectional torus has "
                           "half the width and twice the channels")}}}),
      derived({"pins.ports_per_node_max", Unit::none, "channels that begin or end at the busiest node", pins_ports,
               called("ports", "channels")},
              {{"count of channels at a node", "definition", {{"c", "pins.ports_per_node_max", "channels"}}}}),
      derived(
          {"pins.per_interchange_max", Unit::wires, "wires that end at the busiest interchange or switch",
           of_interchange<&Measures::pins_per_interchange_max>, called("interchange_pins")},
          {when(without_express, {"largest count of wires at an interchange or switch",
                                  "definition",
                                  {{"channels", "pins.ports_per_interchange_max", "that begin or end at it"}}}),
           {"4 (j + 1) W for level j with one channel a level; counted",
            "[Dally 1991, fig. 5]",
            {{"W", facts::wires_per_channel, "wires of a channel"},
             {"channels", "pins.ports_per_interchange_max", "that begin or end at it"}},
            {{"EC-fig5: the text calls the built interchange level 2, the caption level 3; 2 j - 1 modules fit either",
              has_interchanges}}}}),
      {"pins.ports_per_interchange_max", Unit::none, "channels that begin or end at it",
       of_interchange<&Measures::ports_per_interchange_max>},
  };
}

}  // namespace cutline
