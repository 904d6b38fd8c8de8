// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/export/network.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/study/design.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/site_costs.hpp"
#include "cutline/topology/reachability.hpp"
#include "output/export/walk.hpp"
#include "output/text/network_text.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

constexpr double kRoundingSlack = 1e-9;  // as whole_cycles
constexpr RouteCost kRouteCosts[] = {RouteCost::wire, RouteCost::hop, RouteCost::router_and_wire};
constexpr double kMostCycles = std::numeric_limits<std::int32_t>::max();

/// Sets the cycle that zero-load latency uses; none if every link has its own.
void set_clock(const Study& study, const Candidate& candidate, const ExportChoice& choice, ExportNetwork& out) {
  const auto set = [&](Time cycle, const char* by) {
    if (cycle <= out.cycle) return;
    out.cycle = cycle;
    out.cycle_set_by = by;
  };
  out.whole_cycles = choice.cycle || study.clock.rule == ClockRule::fixed;
  if (choice.cycle) return set(*choice.cycle, "--clock");
  if (study.clock.rule == ClockRule::per_link) return;
  if (study.clock.rule == ClockRule::fixed) {
    set(study.clock.cycle, "the spec's clock");
  } else {
    Time slowest;
    for (const ExportLink& link : out.links) slowest = std::max(slowest, link.delay);
    if (slowest.base > 0) set(slowest, "the longest wire, as the spec's clock says");
    const WireTiming* wires = candidate.latency.wires_under(choice.delay.value_or(0));
    const bool of_planes = wires != nullptr && wires->clock.cycle_set_by == CycleLimit::longest_wire &&
                           wires->clock.cycle.base > slowest.base * (1 + kRoundingSlack);
    if (of_planes) set(wires->clock.cycle, "the longest wire of all planes, as the spec's clock says");
    set(candidate.design->router.period.time, "the router's period");
    if (candidate.network()->topology.has_interchanges())
      set(interchange_of(*candidate.design).period.time, "the interchange's period");
  }
  set(study.clock.floor, "the spec's floor");
  out.whole_cycles = out.whole_cycles && out.clocked();
}

std::uint64_t counted_cycles(double cycles, Time time, const char* of) {
  if (cycles > kMostCycles) {
    throw_limit_error(
        fmt::format("{} of {} ns takes {} cycles; targets count up to {}", of, text::short_text(in_ns(time)),
                    text::short_text(cycles), text::short_text(kMostCycles, 10)),
        "name a slower clock with --clock");
  }
  return static_cast<std::uint64_t>(cycles);
}

void count_link_cycles(ExportNetwork& out) {
  if (!out.clocked()) return;
  std::uint64_t raised = 0, fractional = 0;
  for (ExportLink& link : out.links) {
    const double exact = link.delay / out.cycle;
    link.cycles = counted_cycles(whole_cycles(link.delay, out.cycle), link.delay, "a wire");
    if (exact < 1 - kRoundingSlack) {
      ++raised;
    } else if (std::abs(exact - std::round(exact)) > kRoundingSlack * std::max(1.0, exact)) {
      ++fractional;
    }
  }
  if (raised > 0)
    out.rounding.push_back(
        fmt::format("less than a cycle, written as 1: {} of {}", raised, text::counted(out.links.size(), "link")));
  if (fractional > 0)
    out.rounding.push_back(fmt::format("a fraction of a cycle more, rounded up: {} of {}", fractional,
                                       text::counted(out.links.size(), "link")));
}

void set_routers(const Candidate& candidate, ExportNetwork& out) {
  const Duration interchange = interchange_of(*candidate.design).delay;
  bool untimed = false, fractional = false;
  for (ExportNode& node : out.nodes) {
    const Duration own = node.interchange ? interchange : router_of_kind(*candidate.design, node.tile).delay;
    if (own.cycles > 0 && !out.clocked()) {
      untimed = true;
      if (out.route_cost != RouteCost::router_and_wire) continue;
      throw_input_error("routers take cycles, and under the clock rule per_link no cycle is common to all",
                        "name a clock with --clock, or give --route-cost wire or hop");
    }
    node.delay = own.time + (out.clocked() ? out.cycle * own.cycles : Time{});
    if (!out.clocked()) continue;
    node.cycles = node.delay.base > 0 ? counted_cycles(whole_cycles(node.delay, out.cycle), node.delay, "a router") : 0;
    fractional |= static_cast<double>(node.cycles) - node.delay / out.cycle > kRoundingSlack;
  }
  if (fractional) out.rounding.push_back("routers take a fraction of a cycle more, rounded up");
  if (untimed)
    out.notes.push_back("routers take cycles, and no cycle is common to all links: their delay is not written");
}

}  // namespace

bool ExportNetwork::has_one_way() const {
  return std::any_of(links.begin(), links.end(), [](const ExportLink& link) { return link.one_way; });
}

std::uint64_t ExportNetwork::slowest_cycles() const {
  std::uint64_t most = 0;
  for (const ExportLink& link : links) most = std::max(most, link.cycles);
  return most;
}

std::uint64_t ExportNetwork::terminals() const {
  std::uint64_t sum = 0;
  for (const ExportNode& node : nodes) sum += node.terminals;
  return sum;
}

std::uint64_t ExportNetwork::packet_flits() const {
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(message_bits / width_bits - kRoundingSlack)));
}

Time ExportNetwork::time_of(const ExportLink& link) const {
  return whole_cycles ? cycle * static_cast<double>(link.cycles) : link.delay;
}

Time ExportNetwork::time_of(const ExportNode& node) const {
  return whole_cycles ? cycle * static_cast<double>(node.cycles) : node.delay;
}

Time ExportNetwork::period() const {
  if (clocked()) return cycle;
  Time slowest;
  for (const ExportLink& link : links) slowest = std::max(slowest, link.delay);
  if (slowest.base > 0) return slowest;
  throw_input_error("channels without delay and without a clock have no bandwidth", "name a clock with --clock 2GHz");
}

double ExportNetwork::cost(const ExportChannel& channel) const {
  if (route_cost == RouteCost::hop) return 1;
  const ExportLink& link = links[channel.link];
  const bool routers = route_cost == RouteCost::router_and_wire;
  const ExportNode& entered = nodes[channel.to];
  if (clocked()) return static_cast<double>(link.cycles + (routers ? entered.cycles : 0));
  return in_ns(link.delay) + (routers ? in_ns(entered.delay) : 0);
}

double ExportNetwork::link_cost(std::size_t link) const {
  const ExportLink& of = links[link];
  const double there = cost({of.from, of.to, link});
  return of.one_way ? there : (there + cost({of.to, of.from, link})) / 2;
}

std::vector<ExportChannel> channels(const ExportNetwork& network) {
  std::vector<ExportChannel> all;
  all.reserve(2 * network.links.size());
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    all.push_back({link.from, link.to, i});
    if (!link.one_way) all.push_back({link.to, link.from, i});
  }
  std::sort(all.begin(), all.end(), [](const ExportChannel& a, const ExportChannel& b) {
    return std::tuple(a.from, a.to, a.link) < std::tuple(b.from, b.to, b.link);
  });
  return all;
}

std::vector<ExportChannel> fastest_channels(const ExportNetwork& network) {
  std::vector<ExportChannel> kept;
  for (const ExportChannel& channel : channels(network)) {
    const bool parallel = !kept.empty() && kept.back().from == channel.from && kept.back().to == channel.to;
    if (!parallel) {
      kept.push_back(channel);
    } else if (network.links[channel.link].delay < network.links[kept.back().link].delay) {
      kept.back() = channel;
    }
  }
  return kept;
}

std::vector<ExportChannel> channels_without_parallel(ExportNetwork& network, std::string_view target) {
  std::vector<ExportChannel> kept = fastest_channels(network);
  const std::size_t all = channels(network).size();
  if (kept.size() < all) {
    network.notes.push_back(
        fmt::format("{} parallel to others left out: {} takes one between two routers, the fastest is written, and the "
                    "bandwidth of the others is lost",
                    text::counted(all - kept.size(), "channel"), target));
  }
  return kept;
}

bool is_connected(const ExportNetwork& network) {
  ChannelGraph graph;
  graph.first.resize(network.nodes.size() + 1);
  for (const ExportChannel& each : channels(network)) {
    graph.head.push_back(static_cast<std::uint32_t>(each.to));
    ++graph.first[each.from + 1];
  }
  std::partial_sum(graph.first.begin(), graph.first.end(), graph.first.begin());
  const std::vector<std::uint32_t> part = strong_parts(graph);
  return std::ranges::count(part, 0u) == std::ssize(part);
}

ExportNetwork export_network(const Study& study, const Candidate& candidate, const ExportChoice& choice,
                             bool circuits) {
  CUTLINE_EXPECT(candidate.laid_out() && candidate.channel.has_width());
  const ChosenDelay& delay = study.delays.at(choice.delay.value_or(0));
  ExportNetwork out;
  out.name = candidate.design->name;
  out.description = text::network_text(*candidate.design);
  out.title = study.title;
  out.delay_label = delay.label;
  out.topology = &candidate.network()->topology;
  out.layout = &candidate.laid_out()->layout;
  if (const auto& given = candidate.network()->placement.given) out.plan = &given->plan;
  out.material = &technology_of(study, *candidate.design);
  out.technology = out.material->name;
  out.unit = candidate.laid_out()->layout.rules.unit;
  out.width_bits = candidate.channel.width_bits;
  out.message_bits = study.mean_message_bits();
  out.virtual_channels = study.virtual_channels;
  out.depth_flits = candidate.design->router.depth_flits;
  if (!study.traffic && candidate.traffic.saturation.known())
    out.balanced_bits = candidate.traffic.saturation.bits_per_phit;
  for (const LinkClass& each : candidate.network()->topology.classes) out.classes.push_back(each.name);
  out.route_cost = choice.route_cost.value_or(RouteCost::router_and_wire);
  if (choice.link) {
    const Topology& topology = candidate.network()->topology;
    const SaidSites said(topology);
    out.asked_link = {node_number(topology, said.expect(choice.link->first, "link")),
                      node_number(topology, said.expect(choice.link->second, "link"))};
  }
  exporting::walk_layout(study, candidate, delay, circuits, out);
  out.named = has_names(candidate.network()->topology);
  set_clock(study, candidate, choice, out);
  count_link_cycles(out);
  set_routers(candidate, out);
  return out;
}

RouteCost route_cost_text(const std::string& option, const std::string& text) {
  for (const RouteCost cost : kRouteCosts) {
    if (text == word(cost)) return cost;
  }
  throw_input_error(fmt::format("{} cannot be '{}'", option, text),
                    fmt::format("it takes: {}", join(route_cost_names(), ", ")));
}

std::vector<std::string_view> route_cost_names() {
  std::vector<std::string_view> names;
  for (const RouteCost cost : kRouteCosts) names.push_back(word(cost));
  return names;
}

std::string_view word(RouteCost cost) {
  switch (cost) {
    case RouteCost::wire:
      return "wire";
    case RouteCost::hop:
      return "hop";
    case RouteCost::router_and_wire:
      return "router+wire";
  }
  broken_contract("a cost of routes", __FILE__, __LINE__);
}

}  // namespace cutline
