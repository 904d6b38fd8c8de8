// SPDX-License-Identifier: Apache-2.0
#include "study/wire_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cutline/performance/traffic.hpp"
#include "study/link_kinds.hpp"

namespace cutline {

namespace {

/// From node to node, the mean over the axes that have several nodes.
struct NodePitch {
  double pitches = 1;
  Length length;
};

NodePitch node_pitch(const Layout& layout) {
  NodePitch sum{.pitches = 0};
  int axes = 0;
  const auto add = [&](const AxisPositions& axis, double cell_nm) {
    if (axis.start.size() < 2) return;
    const double pitches = static_cast<double>(axis.total) / static_cast<double>(axis.start.size());
    sum = {sum.pitches + pitches, sum.length + nanometres(pitches * cell_nm)};
    ++axes;
  };
  add(layout.columns(), layout.rules.cell_width_nm);
  add(layout.rows(), layout.rules.cell_height_nm);
  add(layout.positions[2], layout.rules.cell_depth_nm);
  if (axes == 0) return {};
  return {sum.pitches / axes, sum.length * (1.0 / axes)};
}

/// Links whose wires lie outside the range of a model, on one side of it.
struct Outside {
  std::uint64_t links = 0;
  LayeredWire extreme;  ///< the farthest from the range
  Length length;
};

/// The links of one candidate under one delay model.
class LinkMeter {
 public:
  LinkMeter(const Study& study, const Candidate& candidate, const ChosenDelay& delay)
      : layout_(*candidate.layout),
        layered_(delay, technology_of(study, *candidate.design)),
        pitch_(node_pitch(layout_)),
        metres_(delay.model->counts_metres()) {
    const ChannelChoice& channel = candidate.design->channel;
    wires_per_bit_ = channel.wires_per_bit.value_or(technology_of(study, *candidate.design).wires_per_bit);
    if (candidate.packages) crossings_.emplace(layout_, candidate.design->packages);
  }

  /// Of what a link leaves to the model, with what it crosses; media that carry it all its way leave nothing.
  Time delay(const LinkGeometry& link) {
    const LinkWay way = way_of(link);
    if (carried_whole(way)) return way.fixed;
    return layered_.on(longest_wire(link, way))(wire_length(way)) + way.fixed;
  }
  std::optional<LayeredCircuit> circuit(const LinkGeometry& link) {
    const LinkWay way = way_of(link);
    if (way.fixed.base > 0) return std::nullopt;
    return layered_.circuit(longest_wire(link, way));
  }
  /// Of a bit over one of the link's channels, on a wire of mean length; absent where the medium does not say.
  std::optional<double> energy_pj(const LinkGeometry& link) {
    const LayoutRules& rules = layout_.rules;
    const LinkWay way = way_of(link);
    LayeredWire wire = longest_wire(link, way);
    wire.x = nanometres(link.mean_x * rules.cell_width_nm) * share(link, way);
    wire.y = nanometres(link.mean_y * rules.cell_height_nm) * share(link, way);
    if (carried_whole(way)) return 0;
    const auto one = energy_pj_per_bit(layered_.on(wire), wire.x + wire.y + wire.z);
    return one ? std::optional(*one * wires_per_bit_) : std::nullopt;
  }
  /// Of a bit at the edges of the modules that it leaves; absent where one does not say.
  std::optional<double> edge_pj(const LinkGeometry& link) const { return crossed(link).energy_pj_per_bit; }

  /// Counts links, of which it knows one like them already.
  void count(const LinkGeometry& link, std::uint64_t links) {
    links_ += links;
    const LinkWay way = way_of(link);
    if (!carried_whole(way)) count_outside(longest_wire(link, way), links);
  }
  void look_at(const LinkGeometry& link, std::uint64_t links) {
    count(link, links);
    if (!metres_) return;
    const Time own = delay(link);
    if (slowest_ && own <= slowest_delay_) return;
    slowest_delay_ = own;
    slowest_ = link;
  }
  /// The slowest of the links looked at, and those outside the model's range.
  void conclude(WireCosts& costs) {
    if (slowest_) {
      costs.slowest_link = slowest_delay_;
      costs.slowest = described(*slowest_);
    }
    costs.warning = warning();
  }

 private:
  LinkCrossings crossed(const LinkGeometry& link) const {
    return crossings_ ? crossings_->of(link.from, link.to) : LinkCrossings{};
  }

  LinkWay way_of(const LinkGeometry& link) const {
    return link_way(link.span.pitches(), {link.cells_x, link.cells_y, link.cells_z}, crossed(link), layout_.rules);
  }

  static bool carried_whole(const LinkWay& way) { return way.pitches <= 0 && way.fixed.base > 0; }

  /// What media do not carry, of a link's way.
  static double share(const LinkGeometry& link, const LinkWay& way) {
    const auto all = static_cast<double>(link.cells_x + link.cells_y + link.cells_z);
    return all > 0 ? way.pitches / all : 0;
  }

  LayeredWire longest_wire(const LinkGeometry& link, const LinkWay& way) const {
    const LayoutRules& rules = layout_.rules;
    const double left = share(link, way);
    return {.pair = link.pair,
            .x = nanometres(static_cast<double>(link.cells_x) * rules.cell_width_nm) * left,
            .y = nanometres(static_cast<double>(link.cells_y) * rules.cell_height_nm) * left,
            .z = nanometres(static_cast<double>(link.cells_z) * rules.cell_depth_nm) * left,
            .along_x = link.along_x,
            .along_y = link.along_y};
  }

  WireLength wire_length(const LinkWay& way) const {
    return {.span = way.span,
            .routed_pitches = way.pitches,
            .routed = nanometres(layout_.rules.unit ? 0 : way.length),
            .node_pitch_pitches = pitch_.pitches,
            .node_pitch = pitch_.length};
  }

  SlowestWire described(const LinkGeometry& link) {
    const LinkWay way = way_of(link);
    const LayeredWire wire = longest_wire(link, way);
    const WireMedium& medium = layered_.on(wire).medium;
    SlowestWire slowest{.layers = layered_.layers(wire.pair), .x = wire.x, .y = wire.y, .z = wire.z};
    if (medium.r_ohm_per_mm) slowest.r_ohm = *medium.r_ohm_per_mm * in_mm(slowest.length());
    if (medium.c_ff_per_mm) slowest.c_ff = *medium.c_ff_per_mm * in_mm(slowest.length());
    slowest.via_ohm = layered_.vias_ohm(wire);
    slowest.fixed = way.fixed;
    return slowest;
  }

  void count_outside(const LayeredWire& wire, std::uint64_t links) {
    const LengthRange& range = layered_.range(wire);
    const Length length = wire.x + wire.y + wire.z;
    const double slack = 1e-9 * length.base;  // as length_warning
    if (length.base - slack > range.most.base) {
      if (above_.links == 0 || length > above_.length) above_ = {above_.links, wire, length};
      above_.links += links;
    } else if (length.base + slack < range.least.base) {
      if (below_.links == 0 || length < below_.length) below_ = {below_.links, wire, length};
      below_.links += links;
    }
  }

  std::string warning() const {
    std::string text;
    const auto add = [&](const Outside& side, const char* are, const char* most) {
      const auto why = side.links > 0 ? layered_.warning(side.extreme) : std::nullopt;
      if (!why) return;
      text += fmt::format("{}{} of {} links are too {}, the {} {:.3g} mm: {}", text.empty() ? "" : "; ", side.links,
                          links_, are, most, in_mm(side.length), *why);
    };
    add(above_, "long", "longest");
    add(below_, "short", "shortest");
    return text;
  }

  const Layout& layout_;
  LayeredDelay layered_;
  NodePitch pitch_;
  bool metres_;
  int wires_per_bit_ = 1;
  std::optional<Crossings> crossings_;
  std::uint64_t links_ = 0;
  std::optional<LinkGeometry> slowest_;
  Time slowest_delay_;
  Outside above_, below_;
};

/// The delay of the longest wire, or, where crossings between modules add to it, of the slowest of those that some
/// other is not slower than in every respect. For laws of the length alone.
Time slowest_by_length(const Candidate& candidate, const ChosenDelay& delay) {
  WireLength wire = longest_wire(candidate);
  if (!candidate.packages) return delay(wire);
  Time slowest;
  for (const LevelMeasures& level : candidate.packages->levels) {
    for (const LinkWay& way : level.inside.slowest) {
      wire.span = way.span;
      wire.routed_pitches = way.pitches;
      wire.routed = nanometres(candidate.layout->rules.unit ? 0 : way.length);
      const bool carried = way.pitches <= 0 && way.fixed.base > 0;
      slowest = std::max(slowest, carried ? way.fixed : delay(wire) + way.fixed);
    }
  }
  return slowest;
}

/// Whether whole cycles of a fixed clock differ from link to link for the modules that they leave.
bool counts_own_cycles(const Study& study, const Candidate& candidate) {
  return study.clock.rule == ClockRule::fixed && study.pipelined && candidate.packages;
}

bool has_energy(const Study& study, const Candidate& candidate) {
  const Technology& technology = technology_of(study, *candidate.design);
  if (technology.unit || !technology.vdd_v) return false;
  return std::any_of(technology.layers.begin(), technology.layers.end(),
                     [](const Layer& layer) { return layer.c_ff_per_mm.has_value(); });
}

/// Messages to oneself cost nothing; without them a mean message costs more.
double self_factor(const Study& study, const Candidate& candidate) {
  if (study.traffic_self || candidate.terminals <= 1) return 1;
  return candidate.terminals / (candidate.terminals - 1);
}

/// Looks at all links of a layout; gives their kinds, none where they differ by the modules that they cross.
LinkKinds look_at_links(const Candidate& candidate, std::vector<LinkMeter>& meters) {
  LinkKinds kinds(!candidate.packages);
  std::vector<std::uint64_t> more;  // of each kind, links after the first
  for_each_link_geometry(*candidate.layout, [&](const LinkGeometry& link, std::uint64_t count) {
    if (const auto kind = kinds.find(link)) {
      more[*kind] += count;
      return;
    }
    if (kinds.add(link)) more.push_back(0);
    for (LinkMeter& meter : meters) meter.look_at(link, count);
  });
  for (std::size_t kind = 0; kind < more.size(); ++kind) {
    for (LinkMeter& meter : meters) meter.count(kinds.links()[kind], more[kind]);
  }
  return kinds;
}

/// The energies of every kind, one a meter.
std::vector<std::optional<double>> energies(const LinkKinds& kinds, std::vector<LinkMeter>& meters) {
  std::vector<std::optional<double>> all;
  for (const LinkGeometry& link : kinds.links()) {
    for (LinkMeter& meter : meters) all.push_back(meter.energy_pj(link));
  }
  return all;
}

/// Adds the sums over a mean route's links to the costs of all delay models.
void add_routes(const Study& study, const Candidate& candidate, const Effort& effort, std::vector<LinkMeter>& meters,
                LinkKinds& kinds, RouteCosts& costs) {
  const bool own_delays = study.clock.rule == ClockRule::per_link;
  const bool own_cycles = counts_own_cycles(study, candidate);
  const bool energy = has_energy(study, candidate);
  const Topology& topology = candidate.network->topology;
  if (!topology.has_interchanges()) costs.mean_interchanges = 0;
  const bool edges = candidate.packages && candidate.packages->energy_max_pj_per_bit;
  if (study.traffic) return;
  if (!own_delays && !own_cycles && !energy && !edges && !topology.has_interchanges()) return;
  if (edges) costs.edge_pj = 0;
  const double self = self_factor(study, candidate);
  const Time cycle = std::max(study.clock.cycle, study.clock.floor);
  double interchange_ends = 0;
  for (WireCosts& of : costs.of_delay) {
    if (own_cycles) of.route_cycles = 0;
    if (energy) of.route_wire_pj = 0;
  }
  const std::vector<std::optional<double>> pj_of_kinds =
      energy ? energies(kinds, meters) : std::vector<std::optional<double>>{};
  const auto add = [&](const LinkGeometry& link, double load) {
    const auto kind = energy ? kinds.find(link) : std::nullopt;
    interchange_ends += load * link.interchanges * self;
    if (edges) *costs.edge_pj += load * self * meters.front().edge_pj(link).value_or(0);
    for (std::size_t d = 0; d < meters.size(); ++d) {
      WireCosts& of = costs.of_delay[d];
      if (own_delays || own_cycles) {
        const Time own = meters[d].delay(link);
        of.route_wire = of.route_wire + own * (load * self);
        if (own_cycles) *of.route_cycles += load * self * std::max(1.0, std::ceil(own / cycle - 1e-9));
      }
      if (!of.route_wire_pj) continue;
      const auto pj = kind ? pj_of_kinds[*kind * meters.size() + d] : meters[d].energy_pj(link);
      of.route_wire_pj = pj ? std::optional(*of.route_wire_pj + *pj * load * self) : std::nullopt;
    }
  };
  const bool known = for_each_routed_link(topology, candidate.network->placement, *candidate.layout, candidate.routing,
                                          effort.link_visits, add);
  if (known) {
    // A message enters an interchange as often as it leaves one.
    costs.mean_interchanges = interchange_ends / 2;
    return;
  }
  costs.edge_pj.reset();
  for (WireCosts& of : costs.of_delay) {
    of.route_known = false;
    of.route_cycles.reset();
    of.route_wire_pj.reset();
  }
}

}  // namespace

WireLength longest_wire(const Candidate& candidate) {
  WireLength wire;
  if (candidate.ideal) {
    wire.span = candidate.ideal->longest_span;
    return wire;
  }
  const NodePitch pitch = node_pitch(*candidate.layout);
  wire.node_pitch_pitches = pitch.pitches;
  wire.node_pitch = pitch.length;
  const Lengths& length = candidate.measures->length;
  wire.span = length.longest_span.pitches();
  wire.routed_pitches = static_cast<double>(length.longest_pitches);
  wire.routed = millimetres(length.longest_mm.value_or(0));
  return wire;
}

RouteCosts route_costs(const Study& study, const Candidate& candidate, const Effort& effort, double wire_delay) {
  RouteCosts costs;
  costs.of_delay.resize(study.delays.size());
  if (!candidate.layout) costs.mean_interchanges = 0;
  std::vector<LinkMeter> meters;
  for (std::size_t d = 0; d < study.delays.size(); ++d) {
    ChosenDelay delay = study.delays[d];
    delay.scale *= wire_delay;
    if (!delay.model->counts_metres()) costs.of_delay[d].slowest_link = slowest_by_length(candidate, delay);
    if (!candidate.layout) continue;
    meters.emplace_back(study, candidate, delay);
  }
  if (!candidate.layout) return costs;
  LinkKinds kinds(false);
  if (!technology_of(study, *candidate.design).unit) {
    kinds = look_at_links(candidate, meters);
    for (std::size_t d = 0; d < meters.size(); ++d) meters[d].conclude(costs.of_delay[d]);
  }
  add_routes(study, candidate, effort, meters, kinds, costs);
  return costs;
}

std::vector<LinkCost> link_costs(const Study& study, const Candidate& candidate, const ChosenDelay& delay,
                                 const std::vector<LinkGeometry>& links) {
  CUTLINE_EXPECT(candidate.layout.has_value());
  LinkMeter meter(study, candidate, delay);
  const bool energy = has_energy(study, candidate);
  std::vector<LinkCost> costs;
  costs.reserve(links.size());
  for (const LinkGeometry& link : links)
    costs.push_back({meter.delay(link), energy ? meter.energy_pj(link) : std::nullopt});
  return costs;
}

std::vector<std::optional<LayeredCircuit>> link_circuits(const Study& study, const Candidate& candidate,
                                                         const ChosenDelay& delay,
                                                         const std::vector<LinkGeometry>& links) {
  CUTLINE_EXPECT(candidate.layout.has_value());
  LinkMeter meter(study, candidate, delay);
  std::vector<std::optional<LayeredCircuit>> circuits;
  circuits.reserve(links.size());
  for (const LinkGeometry& link : links) circuits.push_back(meter.circuit(link));
  return circuits;
}

}  // namespace cutline
