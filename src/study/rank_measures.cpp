// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"
#include "cutline/study/traffic.hpp"

namespace cutline {

namespace {

using MaybeNumber = std::optional<double>;

MaybeNumber latency(const Candidate&, std::size_t, const Timing* timing) {
  return timing != nullptr ? MaybeNumber(in_ns(timing->latency.total())) : std::nullopt;
}

MaybeNumber cycle(const Candidate&, std::size_t, const Timing* timing) {
  return timing != nullptr ? MaybeNumber(in_ns(timing->latency.cycle)) : std::nullopt;
}

/// How long the wire is that sets the cycle, and how slow for its length; else what sets it.
MeasureParts cycle_parts(const Candidate& c, const Timing* timing) {
  const double ns = in_ns(timing->latency.cycle);
  const bool metres = timing->slowest.has_value();
  const bool by_wire = timing->latency.cycle_set_by == CycleLimit::longest_wire && c.laid_out();
  const double length = !by_wire ? 0
                        : metres ? in_mm(timing->slowest->length())
                                 : static_cast<double>(c.laid_out()->measures.length.longest_pitches);
  if (length <= 0) return {{{std::string(cycle_limit_text(timing->latency.cycle_set_by)), ns, ""}}};
  if (metres) return {{{"long wires", length, "mm"}, {"slow wires", ns / length, "ns/mm"}}};
  return {{{"long wires", length, "pitches"}, {"slow wires", ns / length, "tau a pitch"}}};
}

MaybeNumber hops(const Candidate& c, std::size_t, const Timing*) {
  return c.traffic.mean_hops ? MaybeNumber(*c.traffic.mean_hops) : std::nullopt;
}

MeasureParts hops_parts(const Candidate& c, const Timing*) {
  if (!c.facts.graph || !c.facts.graph->diameter_hops) return {};
  return {{{"few links a node", static_cast<double>(c.facts.graph->degree_max), "", true},
           {"large diameter", static_cast<double>(*c.facts.graph->diameter_hops), "hops"}}};
}

MaybeNumber area(const Candidate& c, std::size_t, const Timing*) {
  if (!c.laid_out()) return std::nullopt;
  return c.laid_out()->measures.size.area_mm2.value_or(static_cast<double>(c.laid_out()->measures.size.area_pitches2));
}

MeasureParts area_parts(const Candidate& c, const Timing*) {
  const LayoutSize& size = c.laid_out()->measures.size;
  const double all = size.area_mm2.value_or(static_cast<double>(size.area_pitches2));
  const std::string unit = size.area_mm2 ? "mm^2" : "pitches^2";
  const double nodes = all * size.node_area_fraction;
  return {{{"wiring", all - nodes, unit}, {"large nodes", nodes, unit}}, true};
}

MaybeNumber longest(const Candidate& c, std::size_t, const Timing*) {
  if (!c.laid_out()) return std::nullopt;
  return c.laid_out()->measures.length.longest_mm.value_or(
      static_cast<double>(c.laid_out()->measures.length.longest_pitches));
}

MeasureParts longest_parts(const Candidate& c, const Timing*) {
  const Lengths& length = c.laid_out()->measures.length;
  const double span = length.longest_span.pitches();
  if (span <= 0) return {};
  const double all = length.longest_mm.value_or(static_cast<double>(length.longest_pitches));
  return {{{"far links", span, "node pitches"},
           {"wide node pitch", all / span, length.longest_mm ? "mm" : "wire pitches"}}};
}

MaybeNumber total(const Candidate& c, std::size_t, const Timing*) {
  if (!c.laid_out()) return std::nullopt;
  return c.laid_out()->measures.length.total_mm.value_or(
      static_cast<double>(c.laid_out()->measures.length.total_pitches));
}

MeasureParts total_parts(const Candidate& c, const Timing*) {
  const Lengths& length = c.laid_out()->measures.length;
  if (length.mean_pitches <= 0) return {};
  const bool metres = length.mean_mm.has_value();
  return {{{"many wires", static_cast<double>(length.total_pitches) / length.mean_pitches, ""},
           {"long wires", metres ? *length.mean_mm : length.mean_pitches, metres ? "mm" : "pitches"}}};
}

MaybeNumber span(const Candidate& c, std::size_t, const Timing*) {
  if (c.laid_out()) return c.laid_out()->measures.length.longest_span.pitches();
  return c.ideal() ? MaybeNumber(c.ideal()->longest_span) : std::nullopt;
}

MeasureParts span_parts(const Candidate& c, const Timing*) {
  if (!c.laid_out()) return {};
  for (const ClassLength& one : c.laid_out()->measures.length.by_class) {
    if (one.longest_span == c.laid_out()->measures.length.longest_span)
      return {{{"links of " + one.name, one.longest_span.pitches(), "node pitches"}}};
  }
  return {};
}

MaybeNumber pins(const Candidate& c, std::size_t, const Timing*) {
  if (c.laid_out()) return static_cast<double>(c.laid_out()->measures.pins_per_node_max);
  return c.ideal() ? MaybeNumber(c.ideal()->ports_per_node * c.channel.wires) : std::nullopt;
}

MeasureParts pins_parts(const Candidate& c, const Timing*) {
  const double ports =
      c.laid_out() ? static_cast<double>(c.laid_out()->measures.ports_per_node_max) : c.ideal()->ports_per_node;
  if (ports <= 0) return {};
  return {{{"many channels a node", ports, ""}, {"wide channels", *pins(c, 0, nullptr) / ports, "wires"}}};
}

/// Sums of different parts do not compare: nothing where the wires' or the routers' part is missing.
MaybeNumber energy(const Candidate&, std::size_t, const Timing* timing) {
  if (timing == nullptr) return std::nullopt;
  const EnergyPerBit& parts = timing->energy;
  return parts.wire_pj && parts.router_pj ? parts.total_pj() : std::nullopt;
}

MeasureParts energy_parts(const Candidate&, const Timing* timing) {
  const EnergyPerBit& energy = timing->energy;
  return {{{"wires", energy.wire_pj.value_or(0), "pJ/bit"},
           {"routers", energy.router_pj.value_or(0), "pJ/bit"},
           {"edges of packages", energy.edge_pj.value_or(0), "pJ/bit"}},
          true};
}

MaybeNumber emulation(const Candidate& c, std::size_t delay, const Timing*) {
  return delay < c.emulations.size() && c.emulations[delay] ? c.emulations[delay]->exact_ns : std::nullopt;
}

MaybeNumber bit_time(const Candidate& c, std::size_t, const Timing* timing) {
  if (timing == nullptr || !c.traffic.saturation) return std::nullopt;
  const double bits = saturation_per_cycle(c, *timing);
  return bits > 0 ? MaybeNumber(in_ns(timing->latency.cycle) / bits) : std::nullopt;
}

MeasureParts bit_time_parts(const Candidate& c, const Timing* timing) {
  return {{{"slow cycle", in_ns(timing->latency.cycle), ""},
           {saturation_limit_text(*c.traffic.saturation), saturation_per_cycle(c, *timing), "bits a cycle", true}}};
}

}  // namespace

const std::vector<RankMeasure>& rank_measures() {
  static const std::vector<RankMeasure> all = {
      {"latency", "zero-load latency of a mean message", "ns", "tau", latency},
      {"cycle", "length of a clock cycle", "ns", "tau", cycle, false, cycle_parts},
      {"hops", "mean hops of a message", "", "", hops, false, hops_parts},
      {"area", "area of the routed layout", "mm^2", "pitches^2", area, true, area_parts},
      {"longest", "longest routed wire", "mm", "wire pitches", longest, false, longest_parts},
      {"total", "length of all routed wires together", "mm", "wire pitches", total, true, total_parts},
      {"span", "longest link as the distance of its ends", "node pitches", "node pitches", span, false, span_parts},
      {"emulation", "communication of the guest, by the exact layout", "ns", "tau", emulation},
      {"bit_time", "time between bits of a terminal at the load at which the first channel, cut or terminal is full",
       "ns/bit", "tau/bit", bit_time, false, bit_time_parts},
      {"pins", "wires that end at the busiest node", "wires", "wires", pins, false, pins_parts},
      {"energy", "energy of a bit of a mean message, wires and routers", "pJ/bit", "pJ/bit", energy, false,
       energy_parts}};
  return all;
}

}  // namespace cutline
