// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>

#include "cutline/base/named.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/scoring.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "study/quantities/rows.hpp"

namespace cutline {

namespace {

std::string time_unit_of(const Asked& a) { return std::string(unit_text(Unit::time, a.study.technology.unit).sign); }

/// If a wire sets the cycle, its length and its delay per length; else the cycle, and what sets it.
MeasureParts cycle_parts(const Asked& a) {
  const Timing& timing = *a.timing;
  const double ns = in_ns(timing.latency.cycle);
  const bool metres = timing.slowest.known();
  const bool by_wire = timing.latency.cycle_set_by == CycleLimit::longest_wire && a.candidate.laid_out();
  const double length = !by_wire ? 0
                        : metres ? in_mm(timing.slowest.length())
                                 : static_cast<double>(measures_of(a)->length.longest_pitches);
  if (length <= 0) return {{{timing.latency.cycle_set_by, ns, time_unit_of(a)}}};
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
  const double nodes = all * size.node_area_fraction;
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

/// The bound on the load, in bits per cycle and terminal.
MeasurePart bound_on_load(const Asked& a) {
  return {a.candidate.traffic.saturation.limited_by, saturation_per_cycle(a.candidate, *a.timing), "bits a cycle",
          true};
}

MeasureParts bit_time_parts(const Asked& a) {
  return {{{PartKind::slow_cycle, in_ns(a.timing->latency.cycle), time_unit_of(a), false, "delay.cycle_ns"},
           bound_on_load(a)}};
}

/// The resource that is full at saturation, and the load at saturation.
MeasureParts saturation_parts(const Asked& a) {
  const Bottleneck* full = a.timing->saturates_by();
  if (full == nullptr) return {{bound_on_load(a)}};
  // The model and the bound mean the same by a full channel.
  const PartName what =
      *full == Bottleneck::channel ? PartName(FullResource{SaturationLimit::busiest_channel, {}}) : PartName(*full);
  return {{{what, *a.timing->model_saturation(), "bits a cycle", true}}};
}

using PartsOf = MeasureParts (*)(const Asked&);

PartsOf parts_of(std::string_view name) {
  static const std::map<std::string_view, PartsOf> all = {
      {"cycle", cycle_parts},       {"hops", hops_parts},
      {"area", area_parts},         {"longest", longest_parts},
      {"total", total_parts},       {"span", span_parts},
      {"pins", pins_parts},         {"energy", energy_parts},
      {"bit_time", bit_time_parts}, {"saturation", saturation_parts}};
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

/// The order in which measures are listed; measures that are not named here come last.
constexpr std::array<std::string_view, 12> kOrder = {"latency",   "saturation", "cycle", "hops",
                                                     "area",      "longest",    "total", "span",
                                                     "emulation", "bit_time",   "pins",  "energy"};

std::vector<RankMeasure> measures_of_catalogue() {
  std::vector<RankMeasure> all;
  for (const Quantity& quantity : quantities()) {
    const std::string_view name = quantity.names.rank;
    if (name.empty()) continue;
    auto found = std::find_if(all.begin(), all.end(), [&](const RankMeasure& one) { return one.name == name; });
    if (found == all.end()) found = all.insert(found, {name, {}, parts_of(name)});
    found->quantities.push_back(&quantity);
  }
  const auto place = [](const RankMeasure& one) { return std::find(kOrder.begin(), kOrder.end(), one.name); };
  std::stable_sort(all.begin(), all.end(),
                   [&](const RankMeasure& one, const RankMeasure& other) { return place(one) < place(other); });
  return all;
}

/// Every number of a record as a measure named by its key. Such a measure has no parts, so no cause of a loss is found.
std::vector<RankMeasure> measures_by_key() {
  std::vector<RankMeasure> all;
  for (const Quantity& quantity : quantities()) {
    if (quantity.value == nullptr || quantity.ranks_alone()) continue;
    all.push_back({quantity.key, {&quantity}, [](const Asked&) { return MeasureParts{}; }});
  }
  return all;
}

}  // namespace

std::string_view RankMeasure::summary() const { return quantities.front()->summary; }

std::string_view RankMeasure::unit(bool unit_technology) const {
  return unit_text((unit_technology ? quantities.back() : quantities.front())->unit, unit_technology).sign;
}

bool RankMeasure::more_is_better() const { return quantities.front()->more_is_better; }

bool RankMeasure::under_load() const { return quantities.front()->under_load; }

bool RankMeasure::per_terminal() const { return quantities.front()->per_terminal; }

std::optional<double> RankMeasure::value(const Asked& asked) const {
  for (const Quantity* quantity : quantities) {
    const Data value = quantity->value(asked);
    if (value.is_number()) return value.number();
  }
  return std::nullopt;
}

const RankMeasure* find_measure(std::string_view name) {
  static const std::vector<RankMeasure> by_key = measures_by_key();
  for (const auto* all : {&rank_measures(), &by_key}) {
    if (const RankMeasure* found = find_named(*all, name)) return found;
  }
  return nullptr;
}

const std::vector<RankMeasure>& rank_measures() {
  static const std::vector<RankMeasure> all = measures_of_catalogue();
  return all;
}

}  // namespace cutline
