// SPDX-License-Identifier: Apache-2.0
#include "evaluate/timing.hpp"

#include <cmath>

#include "evaluate/candidate_routes.hpp"
#include "evaluate/message_ways.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "performance/traffic.hpp"
#include "study/corners.hpp"

namespace cutline {

namespace {

/// Counting pairs of nodes by distance may take this part of the effort: 1 / kShareOfDistances.
constexpr std::uint64_t kShareOfDistances = 400;
/// Timing messages pair by pair costs more, and a sweep has thousands of designs. This part of the default effort
/// suffices for about 200 nodes on each of two axes, or for 280 nodes in all if the network is no product of its axes.
constexpr std::uint64_t kShareOfPairs = 25000;

/// The part of the input that depends neither on routes nor on wires nor on channels.
LatencyInput input_of_design(const LatencyAsked& asked, const Design& design) {
  const RouterChoice& router = design.router;
  LatencyInput input;
  input.router_cycles = router.delay.cycles;
  input.router_time = router.delay.time;
  input.first_routers = first_routers(design);
  input.injection_cycles = router.injection.cycles;
  input.injection_time = router.injection.time;
  input.ejection_cycles = router.ejection.cycles;
  input.ejection_time = router.ejection.time;
  const RouterChoice& interchange = interchange_of(design);
  input.interchange_cycles = interchange.delay.cycles;
  input.interchange_time = interchange.delay.time;
  input.site_period_cycles = router.period.cycles;
  input.site_period = router.period.time;
  input.messages = asked.messages;
  for (LatencyInput::Part& part : input.messages) part.size_bits += asked.header_bits;
  input.switching = asked.switching;
  input.clock = asked.clock.rule;
  input.fixed_cycle = asked.clock.cycle;
  input.floor = asked.clock.floor;
  input.pipelined = asked.pipelined;
  return input;
}

/// The same, with the periods of the sites that the network has.
LatencyInput input_of_sites(const LatencyAsked& asked, const BuiltCandidate& candidate) {
  LatencyInput input = input_of_design(asked, *candidate.design);
  if (!candidate.network() || candidate.network()->topology.interchange_count() == 0) return input;
  const RouterChoice& interchange = interchange_of(*candidate.design);
  input.site_period_cycles = std::max(input.site_period_cycles, interchange.period.cycles);
  input.site_period = std::max(input.site_period, interchange.period.time);
  return input;
}

/// The input with the corner's factors on delays of routers and sizes of messages. Wire costs already include their
/// factor.
LatencyInput at_corner(LatencyInput input, const Corner& corner) {
  for (double* cycles :
       {&input.router_cycles, &input.interchange_cycles, &input.injection_cycles, &input.ejection_cycles}) {
    *cycles *= corner.router_delay;
  }
  for (Time* time : {&input.router_time, &input.interchange_time, &input.injection_time, &input.ejection_time}) {
    *time = *time * corner.router_delay;
  }
  for (LatencyInput::Part& part : input.messages) part.size_bits *= corner.message;
  return input;
}

}  // namespace

bool takes_whole_cycles(const BuiltCandidate& candidate) {
  return !candidate.ideal() || candidate.design->rounding() != Rounding::exact;
}

Time latency_floor(const Study& study, const Design& design, double mean_hops, Time longest_wire,
                   const std::optional<double>& route_cycles) {
  constexpr double kWidest = 1U << 30;
  if (serve_apart(design.tiles)) return {};  // hops and routers depend on where messages begin, end and pass
  LatencyInput input = input_of_design(study, design);
  input.mean_hops = mean_hops;
  input.longest_wire = longest_wire;
  input.mean_route_cycles = route_cycles;
  input.width_bits =
      study.hold.resource == Resource::none || design.channel.width_bits > 0 ? design.own_width_bits() : kWidest;
  input.whole_cycles = false;
  const Time routers = zero_load_latency(input).total();
  input.mean_interchanges = mean_hops;
  return std::min(routers, zero_load_latency(input).total());
}

namespace {

/// Times one candidate whose channel has a width. Its links are tabulated, and its routes walked, once for all delay
/// models and corners.
class Timer {
 public:
  /// `joint`: of a plane, what is known of the wires of all planes, whose clock it keeps.
  /// `shared`: as of MeanRoute.
  Timer(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort, const LatencyResult* joint,
        const SharedStages* shared)
      : asked_(asked),
        candidate_(candidate),
        effort_(effort),
        joint_(joint),
        route_(asked, candidate, effort, shared),
        of_sites_(input_of_sites(asked, candidate)) {}

  Unloaded without_load();

 private:
  /// What the wires take, and the clock that follows. Messages do not affect them.
  struct Wires {
    std::vector<MeanRoute::Sums> of_delay;
    const std::vector<WireTiming>* joint = nullptr;  ///< of all planes, if the candidate is a plane
  };
  Wires wires(double wire_delay, const std::vector<WireTiming>* joint);
  void set_clock(const Wires& wires, std::size_t delay, LatencyInput& input) const;
  double covering_depth(const Wires& wires) const;
  bool knows_interchanges();
  double gap_of_packets(const LatencyInput& input);
  std::vector<LatencyInput> inputs(const Wires& wires, double width, bool whole_phits, const Corner* corner);
  std::vector<Timing> timings(const Wires& wires, const std::vector<LatencyInput>& inputs, bool in_corner);
  std::optional<std::vector<Int128>> hop_distances();
  bool walks_pairs() const { return !is_uniform(asked_) || is_routed_one_by_one(candidate_); }
  const std::vector<NetworkWithLinks>* pairs_are_of(std::uint64_t visits);
  bool ties_by_place();
  std::vector<double> delays_of_kinds(const MeanRoute::Sums& wires, const LatencyInput& input) const;
  SharedConst<std::vector<WayCount>> counted_ways(const MeanRoute::Sums& wires, const LatencyInput& input, bool walks);
  LatencySpread spread(const Wires& wires, std::size_t delay, const LatencyInput& input);

  const LatencyAsked& asked_;
  const RoutedCandidate& candidate_;
  const Effort& effort_;
  const LatencyResult* joint_;
  MeanRoute route_;
  LatencyInput of_sites_;
  SiteCosts sites_;
  std::optional<std::optional<std::vector<NetworkWithLinks>>> networks_;
  std::optional<std::map<double, double>> channels_of_messages_;
  /// By delay model: the messages of all pairs by the delays of their ways. They do not depend on the channel's width.
  std::map<std::size_t, SharedConst<std::vector<WayCount>>> ways_;
};

/// Sets the wire and the periods that the clock waits for. All planes of a candidate keep one clock. Wires that are
/// pipelined under a fixed clock need no such wait, so that there a plane has its own longest wire.
void Timer::set_clock(const Wires& wires, std::size_t delay, LatencyInput& input) const {
  input.longest_wire = wires.of_delay[delay].longest_wire;
  if (wires.joint == nullptr) return;
  const WireTiming& all = (*wires.joint)[delay];
  if (!asked_.takes_own_cycles()) input.longest_wire = all.longest_wire;
  input.site_period_cycles = std::max(input.site_period_cycles, all.clock.period_cycles);
  input.site_period = std::max(input.site_period, all.clock.site_period);
}

Timer::Wires Timer::wires(double wire_delay, const std::vector<WireTiming>* joint) {
  Wires wires{in_section(*candidate_.design, "technology", [&] { return route_.sums(wire_delay); }), joint};
  for (std::size_t d = 0; d < wires.of_delay.size(); ++d) {
    LatencyInput input = of_sites_;
    set_clock(wires, d, input);
    wires.of_delay[d].clock = clock_of(input);
  }
  return wires;
}

/// The depth of a buffer, in flits, with which no channel waits for credits under any delay model: kDepthFlits or, if
/// that is more, the credit loop of the slowest link.
double Timer::covering_depth(const Wires& wires) const {
  double depth = kDepthFlits;
  if (!candidate_.laid_out()) return depth;
  for (const WireTiming& each : wires.of_delay) {
    const double slowest = asked_.takes_own_cycles() ? each.clock.link_cycles : 1;
    const double loop = credit_loop(slowest, cycles_of(candidate_.design->router.delay, each.clock.cycle));
    depth = std::max(depth, std::ceil(loop / each.clock.period_cycles));
  }
  return depth;
}

/// Whether the delays of interchanges on a mean route are known: interchanges were counted, or take as long as routers.
bool Timer::knows_interchanges() {
  if (route_.interchanges()) return true;
  const Duration& router = candidate_.design->router.delay;
  const Duration& interchange = interchange_of(*candidate_.design).delay;
  return router.cycles == interchange.cycles && router.time == interchange.time;
}

/// The mean gap between packets of a message, in cycles.
double Timer::gap_of_packets(const LatencyInput& input) {
  if (asked_.packets() <= 1 || asked_.clock.rule == ClockRule::per_link) return 0;
  if (!channels_of_messages_) channels_of_messages_ = channels_of_messages(asked_, candidate_, effort_);
  const ChannelClock clock = clock_of(input);
  const double head = head_cycles_of(cycles_of(candidate_.design->router.delay, clock.cycle));
  double sum = 0;
  for (const LatencyInput::Part& part : input.messages) {
    const double flits = std::max(1.0, std::ceil(part.size_bits / input.width_bits)) * clock.period_cycles;
    for (const auto& [channels, share] : *channels_of_messages_)
      sum += part.share * share * packet_gap(flits, head, channels);
  }
  return sum;
}

/// The inputs of the latencies with channels of `width` bits, one entry a delay model. Empty if counting the mean hops,
/// or the links and interchanges of routes that latency needs, passes the effort. In a corner, `wires` have its factor.
std::vector<LatencyInput> Timer::inputs(const Wires& wires, double width, bool whole_phits, const Corner* corner) {
  if (!candidate_.traffic.mean_hops() || !knows_interchanges()) return {};
  LatencyInput input = of_sites_;
  input.mean_hops = *candidate_.traffic.mean_hops();
  input.mean_interchanges = route_.interchanges().value_or(0);
  const Duration router = mean_router_delay(candidate_);
  input.router_cycles = router.cycles;
  input.router_time = router.time;
  input.width_bits = width;
  input.whole_cycles = whole_phits;
  if (corner != nullptr) input = at_corner(std::move(input), *corner);
  const LatencyInput of_candidate = std::move(input);
  std::vector<LatencyInput> all;
  for (std::size_t d = 0; d < wires.of_delay.size(); ++d) {
    const auto& on_route = wires.of_delay[d].route;
    if (std::holds_alternative<MeanRoute::PastEffort>(on_route)) return {};
    LatencyInput& of_delay = all.emplace_back(of_candidate);
    set_clock(wires, d, of_delay);
    if (const auto* time = std::get_if<Time>(&on_route)) of_delay.mean_route_wire = *time;
    if (const auto* own = std::get_if<MeanRoute::OwnCycles>(&on_route)) of_delay.mean_route_cycles = own->cycles;
    of_delay.packet_gap = gap_of_packets(of_delay);
  }
  return all;
}

/// Pairs of nodes by distance; absent if latency depends on more than the distance, or past the effort.
std::optional<std::vector<Int128>> Timer::hop_distances() {
  const bool whole_nodes = asked_.traffic_self || candidate_.facts.terminals == candidate_.facts.nodes;
  const bool tells = asked_.clock.rule != ClockRule::per_link && candidate_.facts.routing != Routing::express &&
                     route_.interchanges() == 0;
  if (!whole_nodes || !tells) return std::nullopt;
  const PlacedNetwork& network = *candidate_.network();
  const std::uint64_t visits = effort_.link_visits / kShareOfDistances;
  return network.distances.of(visits, [&] { return distance_histogram(network.topology, visits); });
}

/// The networks whose pairs are counted, found when they are first asked for: all delay models share them. Null if they
/// pass the effort.
const std::vector<NetworkWithLinks>* Timer::pairs_are_of(std::uint64_t visits) {
  if (!networks_) {
    const PlacedNetwork& network = *candidate_.network();
    networks_.emplace(networks_of_pairs({network.topology, network.placement, candidate_.laid_out()->layout}, visits));
  }
  return *networks_ ? &**networks_ : nullptr;
}

/// Whether the place of a node decides which of two ways round a ring it takes, and other digits have ways on the same
/// lines: then the halves of a tie are not alike, though each way is taken as often as the other. Past the effort of a
/// walk they count as alike.
bool Timer::ties_by_place() {
  const Topology& topology = candidate_.network()->topology;
  if (candidate_.facts.routing != Routing::dimension_order || !can_walk_ways(candidate_, effort_)) return false;
  if (!has_alternating_ties(topology)) return false;
  const std::vector<NetworkWithLinks>* networks = pairs_are_of(effort_.link_visits / kShareOfPairs);
  return networks != nullptr && std::any_of(networks->begin(), networks->end(), [](const NetworkWithLinks& network) {
           return network.topology.digits.size() > 1;
         });
}

/// By kind of link its delay under the delay model of these wires, in ns under ClockRule::per_link, else in cycles;
/// empty where all links take the same, which the latency of a hop contains.
std::vector<double> Timer::delays_of_kinds(const MeanRoute::Sums& wires, const LatencyInput& input) const {
  const bool own_time = asked_.clock.rule == ClockRule::per_link;
  if (!own_time && !input.mean_route_cycles) return {};
  const Time cycle = clock_of(input).cycle;
  return each_of<double>(wires.of_kind,
                         [&](const Time delay) { return own_time ? in_ns(delay) : whole_cycles(delay, cycle); });
}

/// The messages of all pairs of nodes, counted by their delays under the delay model of these wires, where `walks`
/// along the candidate's routes; null past the effort.
SharedConst<std::vector<WayCount>> Timer::counted_ways(const MeanRoute::Sums& wires, const LatencyInput& input,
                                                       bool walks) {
  using WayCounts = SharedConst<std::vector<WayCount>>;
  const auto counted = [](auto found) { return found ? WayCounts(*std::move(found)) : WayCounts(); };
  const std::vector<double> of_kind = delays_of_kinds(wires, input);
  const auto of_link = [&](const LinkPlace& place) {
    return of_kind.empty() ? 0 : of_kind[route_.kinds()->kind(place)];
  };
  const Time cycle = clock_of(input).cycle;
  if (walks) return counted(walked_ways(asked_, candidate_, effort_, {cycle, of_link}));
  const double of_interchange =
      beside_router(asked_, *candidate_.design, interchange_of(*candidate_.design).delay, cycle);
  const auto by_axis = [&] {
    const std::uint64_t visits = effort_.link_visits / kShareOfPairs;
    const std::vector<NetworkWithLinks>* networks = pairs_are_of(visits);
    return networks != nullptr
               ? counted(way_counts(*networks, candidate_.facts.routing, visits, of_link, of_interchange))
               : WayCounts();
  };
  if (route_.of_layout() == nullptr) return by_axis();
  const auto& laid_out = std::get<SharedConst<LaidOut>>(candidate_.built);
  return route_.of_layout()->pairs.of({laid_out, candidate_.facts.routing, of_kind, of_interchange}, by_axis);
}

/// The spread of latencies: by distance if that determines the latency of uniform traffic, else way by way. `wires`
/// have no factor of a corner.
LatencySpread Timer::spread(const Wires& wires, std::size_t delay, const LatencyInput& input) {
  if (effort_.detail != Detail::full) return {};
  if (!candidate_.network() || candidate_.facts.nodes < 2) return {};
  if (!walks_pairs() && !input.mean_route_cycles) {
    if (const auto pairs = hop_distances())
      return latency_spread(*pairs, input, asked_.traffic_self ? SelfMessages::counted : SelfMessages::left_out);
  }
  const bool links_differ = asked_.clock.rule == ClockRule::per_link || input.mean_route_cycles;
  const bool walks = walks_pairs() || (links_differ && ties_by_place());
  auto known = ways_.find(delay);
  if (known == ways_.end()) known = ways_.emplace(delay, counted_ways(wires.of_delay[delay], input, walks)).first;
  const auto& counts = known->second;
  if (!counts) return {};
  LatencyInput of_router = input;  // without the mean over kinds of tile: ways have what each of them takes
  of_router.router_cycles = of_sites_.router_cycles;
  of_router.router_time = of_sites_.router_time;
  if (walks) return latency_spread(*counts, of_router, 1);
  const double group = candidate_.facts.terminals / candidate_.facts.nodes;
  return latency_spread(*counts, of_router, asked_.traffic_self ? 1 : (group - 1) / group);
}

/// The timings that follow from these wires and inputs. Timings of a corner have no curve and no spread.
std::vector<Timing> Timer::timings(const Wires& wires, const std::vector<LatencyInput>& inputs, bool in_corner) {
  std::vector<Timing> result;
  const bool has_curve = asked_.curve && !in_corner && !why_no_curve(asked_, candidate_, effort_);
  const std::optional<double> edge_pj = inputs.empty() ? std::nullopt : route_.edge_pj();
  for (std::size_t d = 0; d < inputs.size(); ++d) {
    const LatencyInput& input = inputs[d];
    Timing& timing = result.emplace_back();
    static_cast<WireTiming&>(timing) = wires.of_delay[d];
    timing.latency = zero_load_latency(input);
    timing.input = input;
    timing.energy.add(EnergyPart::wires, wires.of_delay[d].route_pj);
    timing.energy.add(EnergyPart::routers, router_pj(candidate_, sites_, route_.interchanges()));
    timing.energy.add(EnergyPart::edges, edge_pj);
    timing.energy.add(EnergyPart::tiles, tile_energy(candidate_));
    if (!in_corner) timing.spread = spread(wires, d, input);
    if (has_curve) timing.curve = latency_curve(*asked_.curve, candidate_, asked_.delays[d], input);
  }
  return result;
}

bool differs(const std::vector<Timing>& timings, const std::vector<LatencyInput>& inputs) {
  for (std::size_t i = 0; i < timings.size(); ++i) {
    if (timings[i].latency.total() != zero_load_latency(inputs[i]).total()) return true;
  }
  return false;
}

Unloaded Timer::without_load() {
  const Channel& channel = candidate_.channel;
  const bool whole_cycles = takes_whole_cycles(candidate_);
  const Wires as_given = wires(1, joint_ != nullptr ? &joint_->wires : nullptr);
  const std::vector<LatencyInput> of_messages = inputs(as_given, channel.width_bits, whole_cycles, nullptr);
  // Buffers are as deep as channels need where the spec does not give them, and loads or energy may be asked for.
  const bool deep = candidate_.design->router.depth_flits == 0 && effort_.detail != Detail::plain_ranking;
  sites_ = site_costs(asked_, candidate_, deep ? covering_depth(as_given) : kDepthFlits);

  LatencyResult latency;
  latency.timings = timings(as_given, of_messages, false);
  const auto alone = [](const Wires& all) { return std::vector<WireTiming>(all.of_delay.begin(), all.of_delay.end()); };
  for (const Corner& corner : corners(asked_.uncertainty)) {
    const std::size_t number = latency.corners.size();
    const Wires slower = wires(corner.wire_delay, joint_ != nullptr ? &joint_->corner_wires[number] : nullptr);
    latency.corners.push_back(timings(slower, inputs(slower, channel.width_bits, whole_cycles, &corner), true));
    if (latency.timings.empty()) latency.corner_wires.push_back(alone(slower));
  }
  if (latency.timings.empty()) latency.wires = alone(as_given);
  if (whole_cycles || channel.width_bits != channel.width_before_rounding) {
    const std::vector<LatencyInput> unrounded = inputs(as_given, channel.width_before_rounding, false, nullptr);
    if (differs(latency.timings, unrounded)) latency.unrounded = timings(as_given, unrounded, false);
  }
  return {std::move(sites_), std::move(latency), route_.kinds()};
}

}  // namespace

Unloaded without_load(const LatencyAsked& asked, const RoutedCandidate& candidate, const Effort& effort,
                      const LatencyResult* joint, const SharedStages* shared) {
  return Timer(asked, candidate, effort, joint, shared).without_load();
}

}  // namespace cutline
