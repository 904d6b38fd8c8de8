// SPDX-License-Identifier: Apache-2.0
#include "output/explain/route.hpp"

#include <fmt/core.h>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/under_load.hpp"
#include "output/text/number.hpp"
#include "performance/credit_waits.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

/// The time that each hop and each end adds: differences of zero_load_latency(), so that the steps add up to its total.
class StepTimes {
 public:
  explicit StepTimes(LatencyInput input) : input_(std::move(input)), cycle_(clock_of(input_).cycle) {
    input_.mean_hops = 0;
    input_.mean_interchanges = 0;
    input_.mean_route_wire = {};
    if (input_.mean_route_cycles) input_.mean_route_cycles = 0;
    input_.credit_cycles = 0;
    ends_ = zero_load_latency(input_);
    LatencyInput no_router = input_;
    no_router.first_routers = 0;
    first_router_ = ends_.node - zero_load_latency(no_router).node;
  }
  /// What the tail waits for credits on the whole route.
  void set_credits(double cycles) { input_.credit_cycles = cycles; }
  Time injection() const { return cycle_ * input_.injection_cycles + input_.injection_time; }
  Time ejection() const { return cycle_ * input_.ejection_cycles + input_.ejection_time; }
  Time first_router() const { return first_router_; }
  Time site(bool interchange) const { return hop(interchange, {}, 0).node - ends_.node; }
  /// The time of one router that has a delay of its own.
  Time router(const Duration& delay) const { return cycle_ * delay.cycles + delay.time; }
  Time link(Time delay, double cycles) const { return hop(false, delay, cycles).wire; }
  Time message(double hops) const {
    LatencyInput all = input_;
    all.mean_hops = hops;
    return zero_load_latency(all).message;
  }
  /// The latency of the whole route.
  Time total(double hops, double interchanges, Time delays, double cycles) const {
    LatencyInput all = input_;
    all.mean_hops = hops;
    all.mean_interchanges = interchanges;
    all.mean_route_wire = delays;
    if (all.mean_route_cycles) all.mean_route_cycles = cycles;
    return zero_load_latency(all).total();
  }

 private:
  Latency hop(bool interchange, Time delay, double cycles) const {
    LatencyInput one = input_;
    one.mean_hops = 1;
    one.mean_interchanges = interchange ? 1 : 0;
    one.mean_route_wire = delay;
    if (one.mean_route_cycles) one.mean_route_cycles = cycles;
    return zero_load_latency(one);
  }

  LatencyInput input_;
  Time cycle_;
  Latency ends_;
  Time first_router_;
};

/// Whether lengths are in wire pitches: in the unit technology, unless links are cables of a machine.
bool counts_pitches(const Candidate& candidate) {
  return candidate.laid_out()->layout.rules.unit && !candidate.machine;
}

/// The delay, the cycles and the length of every channel, from the table of links. Lengths are in millimetres, given or
/// as routed, or in wire pitches in the unit technology.
struct ChannelTimes {
  std::vector<WayCost> delay_ns, cycles, length;
};

ChannelTimes channel_times(const Study& study, const Candidate& candidate, std::size_t delay,
                           const ChannelClock& clock) {
  const LinkKinds kinds(candidate);
  const LinkCosts costs(study, candidate, kinds, study.delays[delay]);
  const LayoutRules& rules = candidate.laid_out()->layout.rules;
  const auto of_channels = [&](const auto& of_kind) {
    const auto all =
        channel_costs({candidate.network()->topology, candidate.network()->placement, candidate.laid_out()->layout},
                      ~std::uint64_t{0}, [&](const LinkPlace& place) { return of_kind(kinds.kind(place)); });
    if (!all) throw_limit_error("the network has too many links to be written out one by one", {}, "route");
    return *all;
  };
  return {of_channels([&](std::size_t kind) { return in_ns(costs.delay(kind)); }),
          of_channels([&](std::size_t kind) { return cycles_of_link(study, clock, costs.delay(kind)); }),
          of_channels([&](std::size_t kind) {
            const LinkGeometry& link = kinds.geometry(kind);
            const auto x = static_cast<double>(link.cells_x), y = static_cast<double>(link.cells_y),
                       z = static_cast<double>(link.cells_z);
            if (counts_pitches(candidate)) return x + y + z;
            const auto& given = candidate.network()->topology.given;
            const GivenLink* figures = given ? given->find(link.given) : nullptr;
            if (figures != nullptr && figures->length) return in_mm(*figures->length);
            if (const auto on_board = length_on_board(candidate, link)) return in_mm(*on_board);
            return in_mm(nanometres(x * rules.cell_width_nm + y * rules.cell_height_nm + z * rules.cell_depth_nm));
          })};
}

/// Fills the table, line by line.
class Steps {
 public:
  Steps(Table& table, bool pitches, const std::string& time, bool clocked) : table_(table) {
    table_.columns = {{"step", "step", "", true},
                      {"what", "what", "", true},
                      {pitches ? "length_pitches" : "length_mm", "length", pitches ? "pitches" : "mm"},
                      {"delay_ns", "delay", time},
                      {"cycles", "cycles", ""},
                      {"adds_ns", "adds", time},
                      {"sum_ns", "sum", time}};
    clocked_ = clocked;
  }
  void end(const std::string& step, const std::string& what, Time adds) { add(step, what, {}, adds); }
  void link(const std::string& what, double length, Time delay, double cycles, Time adds) {
    add("link", what, {length, in_ns(delay), clocked_ ? TableCell(cycles) : TableCell()}, adds);
  }
  Time sum() const { return sum_; }

 private:
  /// `link`: its length, delay and cycles, if the step is a link.
  void add(const std::string& step, const std::string& what, std::array<TableCell, 3> link, Time adds) {
    sum_ = sum_ + adds;
    table_.rows.push_back(
        {step, what, std::move(link[0]), std::move(link[1]), std::move(link[2]), in_ns(adds), in_ns(sum_)});
  }
  Table& table_;
  bool clocked_ = false;
  Time sum_;
};

/// The cycles that a mean message's tail comes later on a route for want of credits; 0 if none does over all routes.
double credits_on(const Study& study, const Candidate& candidate, const Timing& timing, const ChannelTimes& channels,
                  const std::vector<RouteHop>& route) {
  if (timing.input.credit_cycles == 0) return 0;
  const LoadedRouters routers = loaded_routers(study, candidate, timing);
  double mean = 0;
  for (const MessageSize& size : routers.sizes) {
    const CreditWaits waits(routers, size.flits);
    double late = waits.of_terminal();
    for (const RouteHop& hop : route) late = waits.after(late, std::max(1.0, channels.cycles[hop.channel].links));
    mean += size.share * std::max(late, waits.of_terminal());
  }
  return mean;
}

const Timing& timing_for_route(const Candidate& candidate, std::size_t delay) {
  const std::string& name = candidate.design->name;
  if (!candidate.laid_out()) {
    throw_input_error(fmt::format("'{}' has no layout, so no route", name),
                      candidate.ideal() ? "it is ideal: closed forms only" : "it cannot be built", "route");
  }
  if (delay >= candidate.latency.timings.size())
    throw_input_error(fmt::format("'{}' has no latency", name), "`measure` says why", "route");
  return candidate.latency.timings[delay];
}

void expect_terminals(const Candidate& candidate, std::uint64_t node) {
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  if (terminals.empty() || terminals[node] > 0) return;
  throw_input_error(fmt::format("no message begins or ends at node {}: tiles of its kind have no terminals",
                                address(candidate.network()->topology, node)),
                    "name nodes with terminals", "route");
}

std::string time_text(const RouteExplanation& explanation, Time time) {
  return fmt::format("{} {}", text::short_text(in_ns(time), 6), explanation.unit);
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> explanation::route_ends(const Candidate& candidate, const SaidPair& nodes) {
  constexpr std::uint64_t kMostRouteNodes = std::uint64_t{1} << 22;
  const Topology& topology = candidate.network()->topology;
  const std::uint64_t count = topology.node_count();
  if (count > kMostRouteNodes) {
    throw_limit_error(
        fmt::format("a route is searched among at most {} nodes; this network has {}", kMostRouteNodes, count), {},
        "route");
  }
  const SaidSites said(topology);
  const auto site = [&](const std::string& node) { return node_site(topology, said.expect_node(node, "route")); };
  return {site(nodes.first), site(nodes.second)};
}

RouteExplanation explain_route(const Study& whole, const Candidate& candidate, std::size_t delay, const SaidPair& nodes,
                               const Effort& effort) {
  const Study& study = study_of(whole, *candidate.design);
  const Timing& timing = timing_for_route(candidate, delay);
  const Topology& topology = candidate.network()->topology;
  const auto [from, to] = explanation::route_ends(candidate, nodes);
  for (const std::uint64_t end : {from, to}) expect_terminals(candidate, end);
  StepTimes times(timing.input);
  const ChannelTimes channels = channel_times(study, candidate, delay, timing.clock);
  const std::vector<RouteHop> route = route_of(study, candidate, from, to, effort);
  const double credits = credits_on(study, candidate, timing, channels, route);
  times.set_credits(credits);
  const bool several = std::any_of(route.begin(), route.end(), [](const RouteHop& hop) { return hop.vc_class > 0; });
  RouteExplanation out{.candidate = candidate.design->name,
                       .delay = study.delays[delay].label,
                       .unit = study.counts_tau() ? "tau" : "ns",
                       .source = site_name(topology, from),
                       .destination = site_name(topology, to),
                       .hops = route.size()};
  Steps steps(out.steps, counts_pitches(candidate), out.unit, study.clock.rule == ClockRule::fixed);
  const auto site = [&](std::uint64_t id) {
    return fmt::format("{} {}", site_word(topology.kind(id)), address(topology, id));
  };
  const SiteTiles& tiles = candidate.facts.tiles;
  const auto router = [&](std::uint64_t id) {
    return times.router(router_of_kind(*candidate.design, tiles.kind[id]).delay);
  };
  steps.end("injection", site(from), times.injection());
  if (timing.input.first_routers > 0)
    steps.end("router", site(from), tiles.alike() ? times.first_router() : router(from));
  for (const RouteHop& hop : route) {
    const Time own = nanoseconds(channels.delay_ns[hop.channel].links);
    const double cycles = channels.cycles[hop.channel].links;
    const std::string virtual_channels = several ? fmt::format(", virtual channels of class {}", hop.vc_class) : "";
    steps.link(fmt::format("{} - {}, {}{}", address(topology, hop.from), address(topology, hop.to),
                           topology.classes[hop.link_class].name, virtual_channels),
               channels.length[hop.channel].links, own, cycles, times.link(own, cycles));
    const bool interchange = is_inner(topology.kind(hop.to));
    steps.end(interchange ? std::string(site_word(topology.kind(hop.to))) : "router",
              interchange ? address(topology, hop.to) : site(hop.to),
              interchange || tiles.alike() ? times.site(interchange) : router(hop.to));
  }
  steps.end("ejection", site(to), times.ejection());
  steps.end("message",
            credits > 0 ? fmt::format("from its head to its tail, which waits {} cycles for credits", credits)
                        : "from its head to its tail",
            times.message(static_cast<double>(route.size())));
  out.route = steps.sum();
  out.mean = out.route;
  if (is_tabled(candidate.facts.routing) || !tiles.alike()) return out;
  const PairCost by_delay = pair_cost(topology, candidate.facts.routing, channels.delay_ns, from, to);
  const PairCost by_cycles = pair_cost(topology, candidate.facts.routing, channels.cycles, from, to);
  out.routes = by_delay.routes;
  out.mean =
      times.total(by_delay.hops, by_delay.way.interchanges, nanoseconds(by_delay.way.links), by_cycles.way.links);
  return out;
}

std::string route_text(const RouteExplanation& explanation, const ReportStyle& style) {
  std::string out =
      bold(fmt::format("latency of {} from node {} to node {} = {}", explanation.candidate, explanation.source,
                       explanation.destination, time_text(explanation, explanation.route)),
           style);
  out += fmt::format("   ({}, wire delay {})\n", text::counted(explanation.hops, "hop"), explanation.delay);
  out += text_table(explanation.steps, style);
  if (explanation.routes > 1) {
    out += fmt::format("{} routes tie and share the messages: over all of them the mean is {}.\n",
                       text::short_text(explanation.routes, 6), time_text(explanation, explanation.mean));
  }
  return out;
}

Data route_data(const RouteExplanation& explanation) {
  return Data::Map{{"candidate", explanation.candidate},
                   {"delay", explanation.delay},
                   {"source", explanation.source},
                   {"destination", explanation.destination},
                   {"hops", explanation.hops},
                   {"latency_ns", in_ns(explanation.route)},
                   {"routes", explanation.routes},
                   {"mean_latency_ns", in_ns(explanation.mean)},
                   {"steps", table_data(explanation.steps)}};
}

}  // namespace cutline
