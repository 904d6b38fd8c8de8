// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const SlowestWire* slowest_of(const Asked& a) {
  return a.wires != nullptr && a.wires->slowest.known() ? &a.wires->slowest : nullptr;
}

template <auto member>
Data mm_of(const Asked& a) {
  const SlowestWire* wire = slowest_of(a);
  return wire != nullptr ? Data(in_mm(wire->*member)) : Data();
}

const WireTiming* asked_wires(const Asked& a) { return a.wires; }

/// Null if no link has a given delay beside that of a wire, as in the unit technology.
const GivenDifference* difference_of(const Asked& a) {
  return a.wires != nullptr && a.wires->given.links > 0 ? &a.wires->given : nullptr;
}

Data set_by(const Asked& a) {
  return a.wires != nullptr ? Data(cycle_limit_text(a.wires->clock.cycle_set_by)) : Data();
}

Data cycle(const Asked& a) { return a.wires != nullptr ? Data(in_ns(a.wires->clock.cycle)) : Data(); }

std::vector<Note> warning(const Asked& a) { return a.wires != nullptr ? a.wires->outside_range : std::vector<Note>{}; }

template <auto figure>
Data wire_figure(const Asked& a) {
  const SlowestWire* slowest = slowest_of(a);
  return slowest != nullptr ? Data((slowest->*figure)()) : Data();
}

}  // namespace

Quantities delay_quantities() {
  return {
      {"delay.model", Unit::none, "which delay model times the wires, and where they run",
       [](const Asked& a) { return Data(a.study.delays[a.delay].label); }, called("delay", "wire delay")},
      {"delay.longest_wire_ns", Unit::time, "delay of the longest wire",
       member_of<asked_wires, &WireTiming::longest_wire>, called("longest_wire", "longest wire")},
      with_parts({"delay.cycle_ns", Unit::time, "length of a clock cycle", cycle,
                  called("cycle", "cycle", "cycle_ns", "cycle")},
                 cycle_parts),
      {"delay.cycle_set_by", Unit::none, "what no cycle can be shorter than", set_by, called("", "set by")},
      {"delay.slowest_wire.layers", Unit::none, "the layers that the slowest wire runs on",
       member_of<slowest_of, &SlowestWire::layers>, called("", "slowest wire on")},
      {"delay.slowest_wire.horizontal_mm", Unit::mm, "its way on the horizontal layer", mm_of<&SlowestWire::x>},
      {"delay.slowest_wire.vertical_mm", Unit::mm, "its way on the vertical layer", mm_of<&SlowestWire::y>},
      {"delay.slowest_wire.between_planes_mm", Unit::mm, "its way between planes", mm_of<&SlowestWire::z>},
      {"delay.slowest_wire.r_ohm", Unit::none, "its resistance in ohm, without vias", wire_figure<&SlowestWire::r_ohm>},
      {"delay.slowest_wire.c_ff", Unit::none, "its capacitance in fF", wire_figure<&SlowestWire::c_ff>},
      {"delay.slowest_wire.via_ohm", Unit::none, "resistance of all its vias in ohm",
       member_of<slowest_of, &SlowestWire::via_ohm>},
      {"delay.slowest_wire.fixed_ns", Unit::time, "delay of the modules that it crosses",
       member_of<slowest_of, &SlowestWire::fixed>},
      {"delay.given_differ", Unit::none, "links whose given delay is far from that of the layout and the delay model",
       member_of<difference_of, &GivenDifference::differ>, called("delays_differ", "differ in delay"), nullptr, false,
       "links with |given - of the layout| > given_tolerance x of the layout", "definition"},
      in_words("delay.warning", "which wires lie outside the delay model's range", warning, NoteForm::one_text),
  };
}

}  // namespace cutline
