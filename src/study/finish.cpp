// SPDX-License-Identifier: Apache-2.0
// The stages of one candidate, from its network to its notes.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "cutline/measure/packages.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/loaded.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/site_costs.hpp"
#include "cutline/study/study.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"
#include "cutline/technology/router_law.hpp"
#include "cutline/topology/ideal_network.hpp"
#include "study/curve.hpp"
#include "study/evaluate.hpp"
#include "study/faults.hpp"
#include "study/guest.hpp"
#include "study/held.hpp"
#include "study/notes.hpp"
#include "study/routing_choice.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

NetworkFacts facts_of_ideal(const Design& design, const IdealNetwork& network) {
  NetworkFacts facts;
  facts.routing = choose_routing(design, nullptr);
  facts.nodes = network.nodes;
  facts.links = network.links;
  facts.bidirectional = network.channels_per_link == 2;
  facts.digits = static_cast<std::uint32_t>(std::lround(network.dimensions));
  facts.terminals = network.terminals();
  return facts;
}

NetworkFacts facts_of_placed(const Study& study, const Network& network, const Effort& effort) {
  const Topology& topology = network.placed->topology;
  NetworkFacts facts;
  facts.routing = choose_routing(*network.design, &topology);
  facts.graph = *network.graph;
  facts.express = express_dimensions(topology, effort.link_visits);
  facts.nodes = static_cast<double>(topology.node_count());
  facts.tiles = in_section(*network.design, "tiles", [&] { return tiles_of_sites(*network.design, *network.placed); });
  facts.terminals = terminals_of_network(topology, facts.tiles);
  facts.links = static_cast<double>(topology.link_count());
  facts.bidirectional = std::all_of(topology.classes.begin(), topology.classes.end(),
                                    [](const LinkClass& link_class) { return link_class.channels == 2; });
  facts.digits = static_cast<std::uint32_t>(topology.digits.size());
  if (study.fail.empty()) return facts;
  facts.resilience = resilience(topology, effort.link_visits);
  facts.faults = measure_faults(study, topology, effort);
  return facts;
}

/// The facts of a network that exists.
NetworkFacts network_facts(const Study& study, const Network& network, const Effort& effort) {
  return network.placed ? facts_of_placed(study, network, effort) : facts_of_ideal(*network.design, *network.formulas);
}

Channel choose_channel(const Study& study, const Network& network, const std::optional<double>& budget) {
  const Design& design = *network.design;
  Channel channel;
  channel.width_before_rounding = own_width_bits(design.channel);
  ResourceUse use;
  if (budget) {
    use = resource_use(study, network);
    const std::optional<HeldWidth> held = width_for(use, *budget);
    if (!held) {
      throw_design_error(design, fmt::format("'{}' meets what is held at no width up to 2^30 bits", design.name),
                         "hold less, or something that grows with the width");
    }
    channel.width_before_rounding = held->bits;
    if (study.hold.resource == Resource::area) {
      channel.share = HeldArea{{.budget = *budget}, held->between};
    } else {
      channel.share = HeldShare{.budget = *budget};
    }
  }
  channel.width_bits = rounded_width(design, channel.width_before_rounding).value_or(0);
  if (!channel.has_width()) return channel;
  channel.wires = wires_of_channel(study, design, channel.width_bits);
  if (auto* area = std::get_if<HeldArea>(&channel.share)) area->used = use(channel.width_bits).amount();
  if (auto* share = std::get_if<HeldShare>(&channel.share)) share->used = use(channel.width_bits).amount();
  return channel;
}

std::string too_narrow(const Design& design, double width) {
  const int multiple = design.channel.multiple;
  return fmt::format("the channel would have {:.4g} bits, less than {}", width,
                     multiple > 1 && width >= 1 ? fmt::format("one multiple of {}", multiple) : "one");
}

SharedConst<LaidOut> lay_out(const Study& study, Network network, double width) {
  const Design& design = *network.design;
  const ChannelWires channel = channel_wires(study, design, width);
  Layout layout =
      in_section(design, "channel", [&] { return route(std::move(network.wiring), network.rules, channel); });
  Measures measures = measure(layout, network.placed->topology, network.placed->placement);
  PackageMeasures packages;
  if (!design.packages.empty())
    packages = in_section(design, "packages", [&] { return measure_packages(layout, design.packages); });
  return LaidOut{SharedConst<PlacedNetwork>(std::move(*network.placed)), std::move(layout), std::move(measures),
                 std::move(packages)};
}

/// The candidate's network at its width, routed unless it is ideal.
decltype(Candidate::built) build(const Study& study, Network network, const Channel& channel) {
  if (!channel.has_width()) {
    CannotBeBuilt refused{too_narrow(*network.design, channel.width_before_rounding), {}};
    if (network.placed) {
      refused.network = SharedConst<PlacedNetwork>(std::move(*network.placed));
    } else {
      refused.network = SharedConst<IdealNetwork>(std::move(*network.formulas));
    }
    return refused;
  }
  if (!network.placed) return SharedConst<IdealNetwork>(std::move(*network.formulas));
  return lay_out(study, std::move(network), channel.width_bits);
}

bool differs(const std::vector<Timing>& a, const std::vector<Timing>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].latency.total() != b[i].latency.total()) return true;
  }
  return false;
}

/// The latencies of a candidate that can be built; its traffic and sites must be filled.
LatencyResult latencies(const Study& study, const Effort& effort, const Candidate& candidate) {
  LatencyResult result;
  const Channel& channel = candidate.channel;
  const bool whole_cycles = takes_whole_cycles(candidate);
  MeanRoute route(study, candidate, effort);
  const auto costs_at = [&](double wire_delay) {
    return in_section(*candidate.design, "technology",
                      [&] { return route_costs(study, candidate, route, wire_delay); });
  };
  const RouteCosts costs = costs_at(1);
  result.timings = timings(study, candidate, route, costs, channel.width_bits, whole_cycles, effort);
  for (const Corner& corner : corners(study.uncertainty)) {
    result.corners.push_back(timings(study, candidate, route, costs_at(corner.wire_delay), channel.width_bits,
                                     whole_cycles, effort, corner));
  }
  if (!whole_cycles && channel.width_bits == channel.width_before_rounding) return result;
  std::vector<Timing> unrounded = timings(study, candidate, route, costs, channel.width_before_rounding, false, effort);
  if (differs(result.timings, unrounded)) result.unrounded = std::move(unrounded);
  return result;
}

/// Whether buffers get the depth that channels need: if the spec gives no depth, and a measure that depends on it may
/// be asked for.
bool chooses_buffers(const Effort& effort, const Design& design) {
  return design.router.depth_flits == 0 && effort.detail != Detail::plain_ranking;
}

/// The latencies, with the energy of the candidate's present routers.
LatencyResult with_energy_of_routers(const Candidate& candidate, LatencyResult latency) {
  const auto change = [&](std::vector<Timing>& timings) {
    for (Timing& timing : timings) {
      if (const auto pj = router_pj(candidate, timing.input.mean_interchanges))
        timing.energy.change(EnergyPart::routers, *pj);
    }
  };
  change(latency.timings);
  change(latency.unrounded);
  for (std::vector<Timing>& corner : latency.corners) change(corner);
  return latency;
}

}  // namespace

Candidate finish(const Study& study, Network network, const std::optional<double>& budget, const Effort& effort) {
  Candidate candidate;
  candidate.design = SharedConst<Design>(*network.design);
  if (!network.why_not.empty()) {
    candidate.facts.routing = choose_routing(*network.design, nullptr);
    candidate.built = CannotBeBuilt{network.why_not, {}};
    candidate.notes.push_back(make_note(NoteKind::cannot_be_built, network.why_not));
    return candidate;
  }
  candidate.facts = network_facts(study, network, effort);
  candidate.channel = choose_channel(study, network, budget);
  candidate.built = build(study, std::move(network), candidate.channel);
  candidate.traffic = traffic_result(study, effort, candidate);
  if (study.asks_routes()) candidate.traffic.routes = route_facts(study, candidate, effort);
  std::vector<Note> noted;
  if (candidate.can_be_built()) {
    candidate.sites = site_costs(study, candidate, kDepthFlits);
    LatencyResult unloaded = latencies(study, effort, candidate);
    if (chooses_buffers(effort, *candidate.design)) {
      candidate.sites = site_costs(study, candidate, covering_depth(study, candidate, unloaded.timings));
      unloaded = with_energy_of_routers(candidate, std::move(unloaded));
    }
    Loaded loaded = at_loads(study, candidate, std::move(unloaded), effort);
    Emulations emulated = emulations(study, candidate);
    candidate.latency = std::move(loaded.latency);
    candidate.emulations = std::move(emulated.of_delay);
    candidate.infeasible = over_limits(study.limits, candidate);
    noted = std::move(loaded.notes);
    noted.insert(noted.end(), emulated.notes.begin(), emulated.notes.end());
  }
  candidate.sources = sources_of(study, candidate);
  candidate.notes = notes_of(study, candidate, effort, std::move(noted));
  return candidate;
}

}  // namespace cutline
