// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/study/study.hpp"
#include "output/record/parts.hpp"

namespace cutline {

namespace {

Json ideal_graph(const Candidate& candidate, RecordNotes& notes) {
  const IdealNetwork& ideal = *candidate.ideal();
  const double nodes = ideal.nodes;
  const Json bisection = whole_or_real(ideal.bisection_channels / ideal.channels_per_link, candidate);
  notes.add("bisection_links of an ideal candidate is the family's formula, not a bound proved for this radix");
  return object(
      {{"degree_max", whole_or_real(ideal.ports_per_node / ideal.channels_per_link, candidate)},
       {"diameter_hops", whole_or_real(ideal.diameter_hops, candidate)},
       {"mean_distance_hops",
        nodes > 1 && ideal.mean_hops ? real(*ideal.mean_hops * nodes / (nodes - 1), candidate) : Json(nullptr)},
       {"bisection_links", object({{"lower", bisection}, {"upper", bisection}, {"method", "formula of the family"}})}});
}

bool whole(double value) { return value == std::floor(value); }

}  // namespace

std::string_view resource_name(Resource resource) {
  switch (resource) {
    case Resource::none:
      return "none";
    case Resource::bisection:
      return "bisection";
    case Resource::area:
      return "area";
    case Resource::pins:
      return "pins";
    case Resource::peak_density:
      return "peak_density";
    case Resource::width:
      return "width";
  }
  broken_contract("a resource", __FILE__, __LINE__);
}

Json graph_json(const Candidate& candidate, RecordNotes& notes) {
  if (candidate.ideal()) return ideal_graph(candidate, notes);
  if (!candidate.facts.graph) {
    return object({{"degree_max", nullptr},
                   {"diameter_hops", nullptr},
                   {"mean_distance_hops", nullptr},
                   {"bisection_links", object({{"lower", nullptr}, {"upper", nullptr}, {"method", nullptr}})}});
  }
  const GraphMeasures& graph = *candidate.facts.graph;
  if (!graph.diameter_hops || !graph.mean_distance_hops) {
    notes.add(fmt::format("diameter and mean distance are null where they pass the effort: {}", graph.distance_method));
  }
  return object(
      {{"degree_max", graph.degree_max},
       {"diameter_hops", or_null(graph.diameter_hops)},
       {"mean_distance_hops", graph.mean_distance_hops ? real(*graph.mean_distance_hops, candidate) : Json(nullptr)},
       {"bisection_links", object({{"lower", graph.bisection.lower},
                                   {"upper", graph.bisection.upper},
                                   {"method", graph.bisection.method}})}});
}

Json channel_json(const Candidate& candidate, RecordNotes& notes) {
  Json wires = object({{"min", nullptr}, {"max", nullptr}});
  if (candidate.laid_out()) {
    wires = object({{"min", candidate.laid_out()->measures.wires_per_link_min},
                    {"max", candidate.laid_out()->measures.wires_per_link_max}});
  } else if (candidate.ideal() && candidate.channel.width_bits) {
    const double per_link = candidate.ideal()->channels_per_link * candidate.channel.wires;
    wires = object({{"min", whole_or_real(per_link, candidate)}, {"max", whole_or_real(per_link, candidate)}});
    if (!whole(per_link)) notes.add("an ideal channel may have a fraction of a wire");
  }
  return object({{"width_bits", candidate.channel.width_bits ? whole_or_real(*candidate.channel.width_bits, candidate)
                                                             : Json(nullptr)},
                 {"width_before_rounding", real(candidate.channel.width_before_rounding, candidate)},
                 {"wires_per_link", wires}});
}

Json held_json(const Study& study, const Candidate& candidate) {
  Json used = nullptr;
  if (candidate.channel.held_used && candidate.channel.held_budget && *candidate.channel.held_budget > 0) {
    used = real(*candidate.channel.held_used / *candidate.channel.held_budget, candidate);
  }
  return object({{"resource", resource_name(study.hold.resource)},
                 {"budget", candidate.channel.held_budget ? whole_or_real(*candidate.channel.held_budget, candidate)
                                                          : Json(nullptr)},
                 {"used_fraction", used}});
}

Json pins_json(const Candidate& candidate) {
  Json out = object({{"per_node_max", nullptr},
                     {"ports_per_node_max", nullptr},
                     {"per_interchange_max", nullptr},
                     {"ports_per_interchange_max", nullptr}});
  if (candidate.laid_out()) {
    out["per_node_max"] = candidate.laid_out()->measures.pins_per_node_max;
    out["ports_per_node_max"] = candidate.laid_out()->measures.ports_per_node_max;
    if (candidate.network()->topology.has_interchanges()) {
      out["per_interchange_max"] = candidate.laid_out()->measures.pins_per_interchange_max;
      out["ports_per_interchange_max"] = candidate.laid_out()->measures.ports_per_interchange_max;
    }
  } else if (candidate.ideal()) {
    const double ports = candidate.ideal()->ports_per_node;
    const double wires = ports * candidate.channel.wires;
    if (candidate.channel.width_bits) out["per_node_max"] = whole_or_real(wires, candidate);
    out["ports_per_node_max"] = whole_or_real(ports, candidate);
  } else if (candidate.facts.graph) {
    out["ports_per_node_max"] = candidate.facts.graph->ports_max;
  }
  return out;
}

namespace {

/// The pieces of the slowest wire; null where the model does not count metres.
Json slowest_json(const std::optional<SlowestWire>& slowest, const Candidate& candidate) {
  if (!slowest) return nullptr;
  const auto figure = [&](const std::optional<double>& value) {
    return value ? real(*value, candidate) : Json(nullptr);
  };
  return object({{"layers", slowest->layers},
                 {"horizontal_mm", real(in_mm(slowest->x), candidate)},
                 {"vertical_mm", real(in_mm(slowest->y), candidate)},
                 {"between_planes_mm", real(in_mm(slowest->z), candidate)},
                 {"r_ohm", figure(slowest->r_ohm)},
                 {"c_ff", figure(slowest->c_ff)},
                 {"via_ohm", real(slowest->via_ohm, candidate)},
                 {"fixed_ns", real(in_ns(slowest->fixed), candidate)}});
}

Json site_json(const SiteCost& site, const Candidate& candidate) {
  const auto origin = [](const std::optional<double>& value, bool by_law) {
    return value ? Json(by_law ? "law" : "spec") : Json(nullptr);
  };
  const auto figure = [&](const std::optional<double>& value) {
    return value ? real(*value, candidate) : Json(nullptr);
  };
  return object({{"ports", whole_or_real(site.ports, candidate)},
                 {"area_mm2", figure(site.area_mm2)},
                 {"area_from", origin(site.area_mm2, site.area_by_law)},
                 {"energy_pj_per_bit", figure(site.energy_pj_per_bit)},
                 {"energy_from", origin(site.energy_pj_per_bit, site.energy_by_law)}});
}

}  // namespace

Json delay_json(const Study& study, const Candidate& candidate, std::size_t delay) {
  const std::string& label = study.delays[delay].label;
  if (delay >= candidate.latency.timings.size()) {
    return object({{"model", label},
                   {"longest_wire_ns", nullptr},
                   {"cycle_ns", nullptr},
                   {"cycle_set_by", nullptr},
                   {"slowest_wire", nullptr},
                   {"warning", nullptr}});
  }
  const Timing& timing = candidate.latency.timings[delay];
  return object({{"model", label},
                 {"longest_wire_ns", real(in_ns(timing.longest_wire), candidate)},
                 {"cycle_ns", real(in_ns(timing.latency.cycle), candidate)},
                 {"cycle_set_by", cycle_limit_text(timing.latency.cycle_set_by)},
                 {"slowest_wire", slowest_json(timing.slowest, candidate)},
                 {"warning", timing.warning.empty() ? Json(nullptr) : Json(timing.warning)}});
}

Json routers_json(const Candidate& candidate) {
  if (!candidate.can_be_built()) return object({{"router", nullptr}, {"interchange", nullptr}});
  return object({{"router", site_json(candidate.sites.router, candidate)},
                 {"interchange",
                  candidate.sites.interchange ? site_json(*candidate.sites.interchange, candidate) : Json(nullptr)}});
}

Json energy_json(const Candidate& candidate, std::size_t delay) {
  const EnergyPerBit energy =
      delay < candidate.latency.timings.size() ? candidate.latency.timings[delay].energy : EnergyPerBit{};
  const auto figure = [&](const std::optional<double>& value) {
    return value ? real(*value, candidate) : Json(nullptr);
  };
  Json of = Json::array();
  if (energy.wire_pj) of.push_back("wire");
  if (energy.router_pj) of.push_back("router");
  if (energy.edge_pj) of.push_back("edge");
  return object({{"wire_pj_per_bit", figure(energy.wire_pj)},
                 {"router_pj_per_bit", figure(energy.router_pj)},
                 {"edge_pj_per_bit", figure(energy.edge_pj)},
                 {"total_pj_per_bit", figure(energy.total_pj())},
                 {"total_of", of}});
}

Json performance_json(const Candidate& candidate, std::size_t delay, RecordNotes& notes) {
  const Json hops = candidate.traffic.mean_hops ? real(*candidate.traffic.mean_hops, candidate) : Json(nullptr);
  if (!candidate.traffic.mean_hops && candidate.traffic.why_no_hops.empty())
    notes.add("mean_hops and latency are null: the distances pass the effort");
  Json unrounded = nullptr;
  if (delay < candidate.latency.unrounded.size()) {
    unrounded = real(in_ns(candidate.latency.unrounded[delay].latency.total()), candidate);
  }
  if (delay >= candidate.latency.timings.size()) {
    return object({{"mean_hops", hops},
                   {"latency_cycles", nullptr},
                   {"latency_ns", nullptr},
                   {"latency_parts_ns", object({{"node", nullptr}, {"wire", nullptr}, {"message", nullptr}})},
                   {"latency_before_rounding_ns", nullptr}});
  }
  const Latency& latency = candidate.latency.timings[delay].latency;
  if (unrounded.is_null()) unrounded = real(in_ns(latency.total()), candidate);
  return object({{"mean_hops", hops},
                 {"latency_cycles", real(latency.total_cycles(), candidate)},
                 {"latency_ns", real(in_ns(latency.total()), candidate)},
                 {"latency_parts_ns", object({{"node", real(in_ns(latency.node), candidate)},
                                              {"wire", real(in_ns(latency.wire), candidate)},
                                              {"message", real(in_ns(latency.message), candidate)}})},
                 {"latency_before_rounding_ns", unrounded}});
}

}  // namespace cutline
