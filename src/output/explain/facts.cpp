// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <map>
#include <numeric>

#include "cutline/output/words/words.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/link_meter.hpp"
#include "cutline/technology/router_law.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "output/explain/derivations.hpp"
#include "output/words/resilience.hpp"

namespace cutline::explanation {

namespace {

/// A fact of the wires and the clock; null if the candidate cannot be built.
template <auto of>
Data of_wires(const Asked& a) {
  return a.wires != nullptr ? Data(of(*a.wires)) : Data();
}

/// A fact of the timing; null if there is no latency.
template <auto of>
Data of_timing(const Asked& a) {
  return a.timing != nullptr ? Data(of(*a.timing)) : Data();
}

Data message_bits(const Timing& timing) {
  const std::vector<LatencyInput::Part>& messages = timing.input.messages;
  return messages.size() == 1 ? Data(messages.front().size_bits) : Data("several sizes");
}

double phits(const Timing& timing) { return timing.latency.phits; }

/// The sum of a number of cycles and a time, in ns.
template <auto cycles, auto time>
double time_in_ns(const Timing& timing) {
  return in_ns(timing.clock.cycle * (timing.input.*cycles) + timing.input.*time);
}

/// A figure of a technology or of a layer; null if it is not given.
Data given(const GivenFigures& figures, TechnologyFigure figure) {
  const double* value = figures.find(figure);
  return value != nullptr ? Data(*value) : Data();
}
double pitch(const Layer* layer) { return layer != nullptr ? in_mm(layer->pitch) : 0; }
Data capacitance(const Layer* layer) {
  return layer != nullptr ? given(layer->figures, TechnologyFigure::c_ff_per_mm) : Data();
}

/// A figure that the law of routers takes from the technology.
template <auto of>
Data of_law(const Asked& a) {
  const Technology& technology = technology_of(a.study, *a.candidate.design);
  return technology.unit ? Data() : Data(of(router_law_figures(technology)));
}

template <auto member>
Data of_driver(const Asked& a) {
  const Technology& technology = technology_of(a.study, *a.candidate.design);
  return !technology.unit && technology.driver ? Data((*technology.driver).*member) : Data();
}

template <auto of>
Data of_layout(const Asked& a) {
  return a.candidate.laid_out() ? Data(of(a.candidate.laid_out()->layout)) : Data();
}

std::int64_t sum(const std::vector<std::uint32_t>& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

/// Cells of the node boxes along an axis; null if wires run beside the nodes.
template <Axis axis>
Data node_boxes(const Layout& layout) {
  return layout.rules.over_nodes ? Data(sum(layout.positions[index(axis)].node_box)) : Data();
}

/// Cells that wiring over the nodes adds to their boxes.
template <Axis axis>
Data growth(const Layout& layout) {
  const AxisPositions& places = layout.positions[index(axis)];
  return layout.rules.over_nodes ? Data(sum(places.box) + sum(places.channel) - sum(places.node_box)) : Data();
}

/// Distance between neighbouring nodes, as the delay models count it; null in the unit technology.
Data node_pitch_mm(const Layout& layout) { return layout.rules.unit ? Data() : Data(in_mm(node_pitch(layout).length)); }

Data range(const Asked& a) {
  return a.wires != nullptr && !a.wires->outside_range.empty() ? Data(notes_text(a.wires->outside_range))
                                                               : Data("no link is known to lie outside");
}

Data cut_channels(const Asked& a) {
  if (a.candidate.graph()) return a.candidate.graph()->bisection_wires.upper;
  return a.candidate.ideal() ? Data(a.candidate.ideal()->bisection_channels) : Data();
}

Data delay_from(const Asked& a) {
  if (!a.study.default_delay) return "by the spec";
  return a.study.technology.unit ? "by default in the unit technology"
                                 : "by default: the closest to SPICE that the technology's figures allow";
}

template <auto member>
Data of_model(const Asked& a) {
  const DelayModel* model = a.study.delays[a.delay].model;
  return model != nullptr ? Data((*model).*member) : Data("");
}

template <auto words>
Data of_resilience(const Asked& a) {
  return a.candidate.resilience() ? Data(words(*a.candidate.resilience())) : Data();
}

Data lanes(const Asked& a) {
  return a.candidate.laid_out() ? Data(a.candidate.laid_out()->measures.lanes_per_node_max) : Data();
}

/// The number of channels that share the held resource: its used amount over the wires of one channel.
Data sharing_channels(const Asked& a) {
  const HeldShare* share = a.candidate.channel.held();
  return share != nullptr && a.candidate.channel.wires > 0 ? Data(share->used / a.candidate.channel.wires) : Data();
}

/// Null unless the study holds an area.
const HeldBetween* held_between(const Asked& a) {
  const auto* held = std::get_if<HeldArea>(&a.candidate.channel.share);
  return held != nullptr ? &held->between : nullptr;
}

/// A side of the layout, if channels have the largest whole width within the budget or, by `use`, one bit more.
template <auto use, auto side>
Data between(const Asked& a) {
  const HeldBetween* held = held_between(a);
  return held != nullptr ? Data((*held).*use.*side) : Data();
}

double wires_per_bit(const Asked& a) { return wires_of_bit(a.study, *a.candidate.design); }

double control_wires(const Asked& a) {
  return a.candidate.design->channel.control_wires.value_or(technology_of(a.study, *a.candidate.design).control_wires);
}

/// For each load, the resource that is nearest to full: "virtual channels 83 %, source 95 %".
Data nearest_to_full(const Asked& a) {
  if (a.timing == nullptr) return {};
  std::string text;
  for (const LoadPoint& point : a.timing->load_points) {
    if (!text.empty()) text += ", ";
    const LoadedMessages* messages = point.messages();
    text += messages == nullptr ? "saturated"
                                : fmt::format("{} {:.0f} %", bottleneck_text(messages->nearest), 100 * messages->used);
  }
  return text.empty() ? Data() : Data(text);
}

using T = Timing;
using L = Layout;
using F = RouterLawFigures;
using I = LatencyInput;

using Facts = std::map<std::string_view, Fact>;

Facts timing_facts() {
  return {{"study.message_bits", of_timing<message_bits>},
          {"study.phits", of_timing<phits>},
          {"study.link_cycles", of_wires<[](const WireTiming& w) { return w.clock.link_cycles; }>},
          {"study.router_ns", of_timing<time_in_ns<&I::router_cycles, &I::router_time>>},
          {"study.first_routers", of_timing<[](const T& t) { return t.input.first_routers; }>},
          {"study.interchanges", of_timing<[](const T& t) { return t.input.mean_interchanges; }>},
          {"study.interchange_ns", of_timing<time_in_ns<&I::interchange_cycles, &I::interchange_time>>},
          {"study.site_period_ns", of_wires<[](const WireTiming& w) { return in_ns(w.clock.site_period); }>},
          {"study.slowest_mm",
           of_wires<[](const WireTiming& w) { return w.slowest.known() ? Data(in_mm(w.slowest.length())) : Data(); }>},
          {"study.injection_ns", of_timing<time_in_ns<&I::injection_cycles, &I::injection_time>>},
          {"study.ejection_ns", of_timing<time_in_ns<&I::ejection_cycles, &I::ejection_time>>},
          {"study.route_wire_ns", of_timing<[](const T& t) { return in_ns(t.input.mean_route_wire); }>},
          {"study.route_cycles", of_timing<[](const T& t) { return t.input.mean_route_cycles; }>},
          {"study.period_cycles", of_wires<[](const WireTiming& w) { return w.clock.period_cycles; }>}};
}

Facts study_facts() {
  return {{"study.range", range},
          {"study.cut_channels", cut_channels},
          {"study.edge_connectivity_method", of_resilience<words::connectivity_method>},
          {"study.shortest_paths_method", of_resilience<words::paths_method>},
          {"study.floor_ns", [](const Asked& a) { return Data(in_ns(a.study.clock.floor)); }},
          {"study.fixed_cycle_ns", [](const Asked& a) { return Data(in_ns(a.study.clock.cycle)); }},
          {"study.delay_from", delay_from},
          {"study.vdd_v",
           [](const Asked& a) {
             return given(technology_of(a.study, *a.candidate.design).figures, TechnologyFigure::vdd_v);
           }},
          {"study.law.pitch_h_mm", of_law<[](const F& f) { return pitch(f.horizontal); }>},
          {"study.law.pitch_v_mm", of_law<[](const F& f) { return pitch(f.vertical); }>},
          {"study.law.c_h_ff_per_mm", of_law<[](const F& f) { return capacitance(f.horizontal); }>},
          {"study.law.c_v_ff_per_mm", of_law<[](const F& f) { return capacitance(f.vertical); }>},
          {"study.law.stored_bit_mm2", of_law<[](const F& f) { return in_mm2(f.stored_bit); }>},
          {"study.law.input_ff", of_driver<&Driver::input_ff>},
          {"study.law.parasitic_ff", of_driver<&Driver::parasitic_ff>},
          {"study.nearest_to_full", nearest_to_full},
          {"study.law.driver_size", of_driver<&Driver::size>},
          {"study.virtual_channels", [](const Asked& a) { return Data(a.candidate.sites.router.virtual_channels); }},
          {"study.lanes", lanes},
          {"study.sharing_channels", sharing_channels},
          {"study.port_bits", [](const Asked& a) { return Data(a.candidate.sites.router.port_bits); }},
          {"study.depth_flits", [](const Asked& a) { return Data(a.candidate.sites.router.depth_flits); }},
          {"study.node_pitch_mm", of_layout<node_pitch_mm>},
          {"study.multiple", [](const Asked& a) { return Data(a.candidate.design->channel.multiple); }},
          {"study.wires_per_channel", [](const Asked& a) { return Data(a.candidate.channel.wires); }},
          {"study.wires_per_bit", [](const Asked& a) { return Data(wires_per_bit(a)); }},
          {"study.control_wires", [](const Asked& a) { return Data(control_wires(a)); }},
          {"study.between.bits",
           [](const Asked& a) { return held_between(a) != nullptr ? Data(held_between(a)->bits) : Data(); }},
          {"study.between.x", between<&HeldBetween::lower, &HeldUse::first>},
          {"study.between.y", between<&HeldBetween::lower, &HeldUse::second>},
          {"study.between.x_next", between<&HeldBetween::next, &HeldUse::first>},
          {"study.between.y_next", between<&HeldBetween::next, &HeldUse::second>}};
}

Facts layout_facts() {
  return {{"cells.boxes_x", of_layout<[](const L& layout) { return sum(layout.columns().box); }>},
          {"cells.boxes_y", of_layout<[](const L& layout) { return sum(layout.rows().box); }>},
          {"cells.channels_x", of_layout<[](const L& layout) { return sum(layout.columns().channel); }>},
          {"cells.channels_y", of_layout<[](const L& layout) { return sum(layout.rows().channel); }>},
          {"cells.gaps_x", of_layout<[](const L& layout) { return sum(layout.rules.gaps[index(Axis::x)]); }>},
          {"cells.gaps_y", of_layout<[](const L& layout) { return sum(layout.rules.gaps[index(Axis::y)]); }>},
          {"cells.layer_pairs", of_layout<[](const L& layout) { return layout.rules.layer_pairs; }>},
          {"cells.plane_cells", of_layout<[](const L& layout) { return layout.rules.plane_cells; }>},
          {"cells.node_boxes_x", of_layout<node_boxes<Axis::x>>},
          {"cells.node_boxes_y", of_layout<node_boxes<Axis::y>>},
          {"cells.growth_x", of_layout<growth<Axis::x>>},
          {"cells.growth_y", of_layout<growth<Axis::y>>},
          {"model.summary", of_model<&DelayModel::summary>},
          {"model.source", of_model<&DelayModel::source>}};
}

const Facts& all_facts() {
  static const Facts all = [] {
    Facts facts = timing_facts();
    for (Facts part : {study_facts(), layout_facts(), plane_facts()}) facts.merge(part);
    return facts;
  }();
  return all;
}

}  // namespace

Fact find_fact(std::string_view key) {
  const auto found = all_facts().find(key);
  return found == all_facts().end() ? nullptr : found->second;
}

}  // namespace cutline::explanation
