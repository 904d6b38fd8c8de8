// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/laid_out.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "rank/measure_losses.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

std::string time_unit_of(const Asked& a) { return std::string(unit_text(Unit::time, a.study.technology.unit).sign); }

/// The bound on the load, in bits per cycle and terminal.
MeasurePart bound_on_load(const Asked& a) {
  return {a.candidate.traffic.saturation.limited_by, saturation_per_cycle(a.candidate, *a.wires), "bits a cycle", true};
}

}  // namespace

MeasureParts cycle_parts(const Asked& a) {
  const WireTiming& wires = *a.wires;
  const double ns = in_ns(wires.clock.cycle);
  const bool metres = wires.slowest.known();
  const bool by_wire =
      wires.clock.cycle_set_by == CycleLimit::longest_wire && a.candidate.laid_out() && !wires.slowest.given;
  const double length = !by_wire ? 0
                        : metres ? in_mm(wires.slowest.length())
                                 : static_cast<double>(measures_of(a)->length.longest_pitches);
  if (length <= 0) return {{{wires.clock.cycle_set_by, ns, time_unit_of(a)}}};
  if (metres) {
    return {{{PartKind::long_wires, length, "mm", false, "length.longest_mm"},
             {PartKind::slow_wires, ns / length, "ns/mm"}}};
  }
  return {{{PartKind::long_wires, length, "pitches", false, "length.longest_pitches"},
           {PartKind::slow_wires, ns / length, "tau a pitch"}}};
}

MeasureParts hops_parts(const Asked& a) {
  const GraphMeasures* graph = a.candidate.graph();
  if (graph == nullptr || !graph->distances) return {};
  return {{{PartKind::few_links, static_cast<double>(graph->degree_max), "", true, "graph.degree_max"},
           {PartKind::large_diameter, static_cast<double>(graph->distances->diameter_hops), "hops", false,
            "graph.diameter_hops"}}};
}

MeasureParts area_parts(const Asked& a) {
  const LayoutSize& size = measures_of(a)->size;
  const double all = size.in_metres() ? size.mm.area_mm2 : static_cast<double>(size.area_pitches2);
  const std::string unit = size.in_metres() ? "mm2" : "pitches^2";
  const double nodes = all * size.polygon_fraction * size.node_area_fraction;
  return {{{PartKind::wiring_area, all - nodes, unit}, {PartKind::node_area, nodes, unit}}, true};
}

MeasureParts longest_parts(const Asked& a) {
  const Lengths& length = measures_of(a)->length;
  const double span = length.longest_span.pitches();
  if (span <= 0) return {};
  const double all = length.mm ? length.mm->longest : static_cast<double>(length.longest_pitches);
  return {{{PartKind::far_links, span, "node pitches", false, "length.longest_span"},
           {PartKind::wide_node_pitch, all / span, length.mm ? "mm" : "wire pitches"}}};
}

MeasureParts total_parts(const Asked& a) {
  const Lengths& length = measures_of(a)->length;
  if (length.mean_pitches <= 0) return {};
  const bool metres = length.mm.has_value();
  return {{{PartKind::many_wires, static_cast<double>(length.total_pitches) / length.mean_pitches, ""},
           {PartKind::long_wires, metres ? length.mm->mean : length.mean_pitches, metres ? "mm" : "pitches", false,
            metres ? "length.mean_mm" : "length.mean_pitches"}}};
}

MeasureParts span_parts(const Asked& a) {
  if (!a.candidate.laid_out()) return {};
  const Lengths& length = measures_of(a)->length;
  for (const ClassLength& one : length.by_class) {
    if (one.longest_span == length.longest_span)
      return {{{LinksOfClass{one.name}, one.longest_span.pitches(), "node pitches"}}};
  }
  return {};
}

MeasureParts pins_parts(const Asked& a) {
  const LaidOut* laid = a.candidate.laid_out();
  const double ports =
      laid != nullptr ? static_cast<double>(laid->measures.ports_per_node_max) : a.candidate.ideal()->ports_per_node;
  if (ports <= 0) return {};
  const double wires =
      laid != nullptr ? static_cast<double>(laid->measures.pins_per_node_max) : ports * a.candidate.channel.wires;
  return {{{PartKind::many_channels, ports, "", false, "pins.ports_per_node_max"},
           {PartKind::wide_channels, wires / ports, "wires", false, "channel.width_bits"}}};
}

MeasureParts energy_parts(const Asked& a) {
  const auto pj = [&](EnergyPart part) {
    const double* known = a.timing->energy.pj(part);
    return known != nullptr ? *known : 0;
  };
  return {{{PartKind::wire_energy, pj(EnergyPart::wires), "pJ/bit"},
           {PartKind::router_energy, pj(EnergyPart::routers), "pJ/bit"},
           {PartKind::edge_energy, pj(EnergyPart::edges), "pJ/bit"},
           {PartKind::tile_energy, pj(EnergyPart::tiles), "pJ/bit"}},
          true};
}

MeasureParts bit_time_parts(const Asked& a) {
  return {{{PartKind::slow_cycle, in_ns(a.wires->clock.cycle), time_unit_of(a), false, "delay.cycle_ns"},
           bound_on_load(a)}};
}

MeasureParts saturation_parts(const Asked& a) {
  const Bottleneck* full = a.timing != nullptr ? a.timing->saturates_by() : nullptr;
  if (full == nullptr) return {{bound_on_load(a)}};
  // A full channel of the model and the busiest channel of the bound are the same part, so they get the same name.
  const PartName what =
      *full == Bottleneck::channel ? PartName(FullResource{SaturationLimit::busiest_channel, {}}) : PartName(*full);
  return {{{what, *a.timing->model_saturation(), "bits a cycle", true}}};
}

}  // namespace cutline
