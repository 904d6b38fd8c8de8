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

NetworkFacts facts_of_wired(const Study& study, const Design& design, const WiredDesign& network,
                            const Effort& effort) {
  const Topology& topology = network.network->topology;
  NetworkFacts facts;
  facts.routing = choose_routing(design, &topology);
  facts.graph = network.graph;
  facts.express = express_dimensions(topology, effort.link_visits);
  facts.nodes = static_cast<double>(topology.node_count());
  facts.tiles = in_section(design, "tiles", [&] { return tiles_of_sites(design, *network.network); });
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

/// The widest channel within the budget, or that of the design. `network`: wired, or closed forms.
template <class NetworkOfDesign>
Channel choose_channel(const Study& study, const Design& design, const NetworkOfDesign& network,
                       const std::optional<double>& budget) {
  Channel channel;
  channel.width_before_rounding = own_width_bits(design.channel);
  ResourceUse use;
  if (budget) {
    use = resource_use(study, design, network);
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

SharedConst<LaidOut> lay_out(const Study& study, const Design& design, WiredDesign network, double width) {
  const ChannelWires channel = channel_wires(study, design, width);
  Layout layout =
      in_section(design, "channel", [&] { return route(std::move(network.wiring), network.rules, channel); });
  Measures measures = measure(layout, network.network->topology, network.network->placement);
  PackageMeasures packages;
  if (!design.packages.empty())
    packages = in_section(design, "packages", [&] { return measure_packages(layout, design.packages); });
  return LaidOut{std::move(network.network), std::move(layout), std::move(measures), std::move(packages)};
}

/// The design with its channel: each kind of network becomes a candidate in its own way.
struct Build {
  const Study& study;
  const Design& design;
  const std::optional<double>& budget;
  const Effort& effort;

  BuiltCandidate operator()(NoSuchNetwork none) const {
    NetworkFacts facts;
    facts.routing = choose_routing(design, nullptr);
    return {SharedConst<Design>(design), std::move(facts), {}, CannotBeBuilt{std::move(none.why), {}}};
  }

  BuiltCandidate operator()(IdealNetwork ideal) const {
    NetworkFacts facts = facts_of_ideal(design, ideal);
    Channel channel = choose_channel(study, design, ideal, budget);
    SharedConst<IdealNetwork> network(std::move(ideal));
    if (channel.has_width()) return {SharedConst<Design>(design), std::move(facts), std::move(channel), network};
    CannotBeBuilt refused{too_narrow(design, channel.width_before_rounding), network};
    return {SharedConst<Design>(design), std::move(facts), std::move(channel), std::move(refused)};
  }

  BuiltCandidate operator()(WiredDesign wired) const {
    NetworkFacts facts = facts_of_wired(study, design, wired, effort);
    Channel channel = choose_channel(study, design, wired, budget);
    if (channel.has_width()) {
      const double width = channel.width_bits;
      return {SharedConst<Design>(design), std::move(facts), std::move(channel),
              lay_out(study, design, std::move(wired), width)};
    }
    CannotBeBuilt refused{too_narrow(design, channel.width_before_rounding), std::move(wired.network)};
    return {SharedConst<Design>(design), std::move(facts), std::move(channel), std::move(refused)};
  }
};

bool differs(const std::vector<Timing>& a, const std::vector<Timing>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].latency.total() != b[i].latency.total()) return true;
  }
  return false;
}

/// What routers cost, and latencies without load.
struct Unloaded {
  SiteCosts sites;
  LatencyResult latency;
};

/// Whether buffers are to be as deep as channels need: the spec does not give them, and loads or energy may be asked
/// for.
bool chooses_buffers(const Effort& effort, const Design& design) {
  return design.router.depth_flits == 0 && effort.detail != Detail::plain_ranking;
}

/// Of a candidate that can be built. Buffers are as deep as links are slow, so links are timed before routers.
Unloaded without_load(const Study& study, const RoutedCandidate& candidate, const Effort& effort) {
  const Channel& channel = candidate.channel;
  const bool whole_cycles = takes_whole_cycles(candidate);
  MeanRoute route(study, candidate, effort);
  const auto costs_at = [&](double wire_delay) {
    return in_section(*candidate.design, "technology",
                      [&] { return route_costs(study, candidate, route, wire_delay); });
  };
  const RouteCosts costs = costs_at(1);
  const std::vector<LatencyInput> inputs = latency_inputs(study, candidate, costs, channel.width_bits, whole_cycles);
  const bool deep = chooses_buffers(effort, *candidate.design);
  const SiteCosts sites = site_costs(study, candidate, deep ? covering_depth(study, candidate, inputs) : kDepthFlits);

  LatencyResult latency;
  latency.timings = timings(study, candidate, sites, route, costs, inputs, effort);
  for (const Corner& corner : corners(study.uncertainty)) {
    const RouteCosts slower = costs_at(corner.wire_delay);
    latency.corners.push_back(
        timings(study, candidate, sites, route, slower,
                latency_inputs(study, candidate, slower, channel.width_bits, whole_cycles, corner), effort, corner));
  }
  if (!whole_cycles && channel.width_bits == channel.width_before_rounding) return {sites, std::move(latency)};
  std::vector<Timing> unrounded =
      timings(study, candidate, sites, route, costs,
              latency_inputs(study, candidate, costs, channel.width_before_rounding, false), effort);
  if (differs(latency.timings, unrounded)) latency.unrounded = std::move(unrounded);
  return {sites, std::move(latency)};
}

/// The candidate with its latencies, under the study's loads where it has any, and what is noted of these.
std::pair<TimedCandidate, std::vector<Note>> timed(const Study& study, RoutedCandidate routed, const Effort& effort) {
  if (!routed.can_be_built()) return {TimedCandidate{{std::move(routed), {}}, {}}, {}};
  Unloaded unloaded = without_load(study, routed, effort);
  CostedCandidate costed{std::move(routed), std::move(unloaded.sites)};
  Loaded loaded = at_loads(study, costed, std::move(unloaded.latency), effort);
  return {TimedCandidate{std::move(costed), std::move(loaded.latency)}, std::move(loaded.notes)};
}

}  // namespace

Candidate finish(const Study& study, const Design& design, WiredOrNot network, const std::optional<double>& budget,
                 const Effort& effort) {
  const bool exists = !std::holds_alternative<NoSuchNetwork>(network);
  BuiltCandidate built = std::visit(Build{study, design, budget, effort}, std::move(network));
  TrafficResult traffic = exists ? traffic_result(study, effort, built) : TrafficResult{};
  auto [with_latency, noted] = timed(study, {std::move(built), std::move(traffic)}, effort);
  Candidate candidate(std::move(with_latency));
  if (!exists) {
    candidate.notes.push_back(make_note(NoteKind::cannot_be_built, candidate.why_not()));
    return candidate;
  }
  if (candidate.can_be_built()) {
    Emulations emulated = emulations(study, candidate);
    candidate.emulations = std::move(emulated.of_delay);
    candidate.infeasible = over_limits(study.limits, candidate);
    noted.insert(noted.end(), emulated.notes.begin(), emulated.notes.end());
  }
  candidate.sources = sources_of(study, candidate);
  candidate.notes = notes_of(study, candidate, effort, std::move(noted));
  return candidate;
}

}  // namespace cutline
