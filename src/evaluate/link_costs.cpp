// SPDX-License-Identifier: Apache-2.0
#include "evaluate/link_costs.hpp"

#include <bit>
#include <unordered_set>

#include "cutline/study/laid_out.hpp"
#include "evaluate/network.hpp"
#include "measure/placed_links.hpp"
#include "study/board_choice.hpp"

namespace cutline {

namespace {

/// Compares and hashes links by the number of their geometry. Links with equal wires are equal, wherever their ends
/// are.
struct EqualWires {
  const std::vector<LinkGeometry>& all;
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    LinkGeometry there = all[b];
    there.from = all[a].from;
    there.to = all[a].to;
    return all[a] == there;
  }
};

struct WiresHash {
  const std::vector<LinkGeometry>& all;
  std::size_t operator()(std::uint32_t number) const {
    const LinkGeometry& link = all[number];
    std::uint64_t sum = link.span.halves;
    const auto add = [&sum](std::uint64_t part) {
      sum = (sum ^ part) * 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: Fibonacci hashing
      sum ^= sum >> 32;
    };
    add(static_cast<std::uint64_t>(link.cells_z));
    add((link.along_x ? 2 : 0) + (link.along_y ? 1 : 0));
    for (const Strand& strand : link.strands) {
      add(static_cast<std::uint64_t>(strand.cells_x));
      add(static_cast<std::uint64_t>(strand.cells_y));
      add(std::bit_cast<std::uint64_t>(strand.mean_x));
      add(std::bit_cast<std::uint64_t>(strand.mean_y));
      add(std::uint64_t{strand.wires} << 8 | strand.pair);
    }
    return sum;
  }
};

}  // namespace

LinkKinds::LinkKinds(const BuiltCandidate& candidate) {
  CUTLINE_EXPECT(candidate.laid_out() != nullptr);
  const Layout& layout = candidate.laid_out()->layout;
  const bool by_ends = candidate.packages() != nullptr;
  std::unordered_set<std::uint32_t, WiresHash, EqualWires> known(16, WiresHash{geometry_}, EqualWires{geometry_});
  const auto kind_of = [&](LinkGeometry link, std::uint64_t count) {
    const auto number = static_cast<std::uint32_t>(geometry_.size());
    geometry_.push_back(std::move(link));
    const std::uint32_t kind = by_ends ? number : *known.insert(number).first;
    if (kind == number) {
      links_.push_back(0);
    } else {
      geometry_.pop_back();
    }
    links_[kind] += count;
    return kind;
  };
  for (const Axis axis : kAxes) {
    for (const Pattern& pattern : layout.lines(axis).patterns)
      straight_[index(axis)].emplace_back(pattern.size(), LinkPlace::kBent);
  }
  bent_.resize(layout.wiring.joints.size());
  for_each_link_place(layout, [&](const LinkPlace& place, std::uint64_t count) {
    std::uint32_t& kind = place.is_bent() ? bent_[place.part] : straight_[index(place.axis)][place.pattern][place.part];
    kind = kind_of(link_geometry(layout, place), count);
  });
}

namespace {

bool carried_whole(const LinkWay& way) { return way.pitches <= 0 && way.fixed.base > 0; }

/// The share of a link's length that runs in wires rather than in media.
double share_of_wires(const LinkGeometry& link, const LinkWay& way) {
  const auto all = static_cast<double>(link.cells_x + link.cells_y + link.cells_z);
  return all > 0 ? way.pitches / all : 0;
}

}  // namespace

std::optional<Length> length_on_board(const BuiltCandidate& candidate, const LinkGeometry& link) {
  const auto& choice = candidate.design->board;
  if (!choice || !link.along_x || link.along_y || link.cells_z > 0 || candidate.technology().unit) return std::nullopt;
  const auto [first, last] = std::minmax({link.from[Axis::x], link.to[Axis::x]});
  return nanometres(static_cast<double>(middle_of_slot(*choice, last) - middle_of_slot(*choice, first)));
}

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

WireLength longest_wire(const BuiltCandidate& candidate) {
  WireLength wire;
  if (candidate.ideal()) {
    wire.span = candidate.ideal()->longest_span;
    return wire;
  }
  const NodePitch pitch = node_pitch(candidate.laid_out()->layout);
  wire.node_pitch_pitches = pitch.pitches;
  wire.node_pitch = pitch.length;
  const Lengths& length = candidate.laid_out()->measures.length;
  wire.span = length.longest_span.pitches();
  wire.routed_pitches = static_cast<double>(length.longest_pitches);
  wire.routed = length.mm ? millimetres(length.mm->longest) : Length{};
  return wire;
}

bool has_wire_energy(const Technology& technology) {
  if (technology.unit || !technology.figures.has(TechnologyFigure::vdd_v)) return false;
  return std::any_of(technology.layers.begin(), technology.layers.end(),
                     [](const Layer& layer) { return layer.figures.has(TechnologyFigure::c_ff_per_mm); });
}

LinkCosts::LinkCosts(const DelaysAsked& asked, const BuiltCandidate& candidate, const LinkKinds& kinds,
                     const ChosenDelay& delay)
    : LinkCosts(asked, candidate, kinds, delay, LayeredDelay(delay, candidate.technology())) {}

LinkCosts::LinkCosts(const DelaysAsked& asked, const BuiltCandidate& candidate, const LinkKinds& kinds,
                     const ChosenDelay& delay, LayeredDelay layered)
    : candidate_(candidate),
      kinds_(kinds),
      layout_(candidate.laid_out()->layout),
      layered_(std::move(layered)),
      pitch_(node_pitch(layout_)),
      wires_per_bit_(wires_of_bit(candidate.technology(), *candidate.design)),
      has_energy_(has_wire_energy(candidate.technology()) && !candidate.design->machine),
      scale_(delay.scale),
      cycle_(asked.fixed_cycle()) {
  layered_.set_scale(delay.scale);
  if (const auto& given = candidate.network()->topology.given) given_ = &*given;
  if (candidate.packages()) crossings_.emplace(layout_, candidate.design->packages);
  delays_.reserve(kinds.count());
  for (std::size_t kind = 0; kind < kinds.count(); ++kind)
    delays_.push_back(delay_of(kinds.geometry(kind), kinds.links(kind)));
}

LinkCosts::Slowest LinkCosts::slowest(const LinkGeometry& link, const LinkWay& way) {
  std::optional<Slowest> slowest;
  for (const Strand& strand : link.strands) {
    const LayeredWire wire = longest_wire(link, strand, way);
    const Time delay = layered_.on(wire)(wire_length(link, strand, way));
    if (!slowest || delay > slowest->delay) slowest = {wire, delay};
  }
  CUTLINE_EXPECT(slowest.has_value());
  return *slowest;
}

const GivenLink* LinkCosts::given(const LinkGeometry& link) const {
  return given_ != nullptr ? given_->find(link.given) : nullptr;
}

/// Whole cycles are sure, so that the factor on uncertain delays is not on them.
std::optional<Time> LinkCosts::given_delay(const LinkGeometry& link) const {
  const GivenLink* figures = given(link);
  if (figures == nullptr) return std::nullopt;
  if (figures->delay) return *figures->delay * scale_;
  return figures->cycles ? std::optional(cycle_ * *figures->cycles) : std::nullopt;
}

Time LinkCosts::delay_of(const LinkGeometry& link, std::uint64_t links) {
  links_ += links;
  if (const auto own = given_delay(link)) return *own;
  const LinkWay way = way_of(link);
  if (carried_whole(way)) return way.fixed;
  const Slowest found = slowest(link, way);
  if (links > 0) compare_with_range(found.wire, links);
  return found.delay + way.fixed;
}

std::optional<LayeredCircuit> LinkCosts::circuit(std::size_t kind) {
  const LinkGeometry& link = kinds_.geometry(kind);
  if (given_delay(link)) return std::nullopt;
  const LinkWay way = way_of(link);
  if (way.fixed.base > 0) return std::nullopt;
  return layered_.circuit(slowest(link, way).wire);
}

std::optional<double> LinkCosts::energy_pj(std::size_t kind) {
  if (!has_energy_) return std::nullopt;
  const LinkGeometry& link = kinds_.geometry(kind);
  const LayoutRules& rules = layout_.rules;
  const LinkWay way = way_of(link);
  if (carried_whole(way)) return 0;
  double sum = 0, wires = 0;
  for (const Strand& strand : link.strands) {
    LayeredWire wire = longest_wire(link, strand, way);
    wire.x = nanometres(strand.mean_x * rules.cell_width_nm) * share_of_wires(link, way);
    wire.y = nanometres(strand.mean_y * rules.cell_height_nm) * share_of_wires(link, way);
    const auto one = energy_pj_per_bit(layered_.on(wire), wire.x + wire.y + wire.z);
    if (!one) return std::nullopt;
    sum += *one * strand.wires;
    wires += strand.wires;
  }
  return sum / wires * wires_per_bit_;
}

std::vector<std::optional<double>> LinkCosts::energies_pj() {
  return each_of(kinds_.count(), [&](std::size_t kind) { return energy_pj(kind); });
}

SlowestWire LinkCosts::described(std::size_t kind) {
  const LinkGeometry& link = kinds_.geometry(kind);
  if (given_delay(link)) return {.given = true};
  const LinkWay way = way_of(link);
  const LayeredWire wire = slowest(link, way).wire;
  const WireMedium& medium = layered_.on(wire).medium;
  SlowestWire slowest{.layers = layered_.layers(wire.pair), .x = wire.x, .y = wire.y, .z = wire.z};
  slowest.figures = medium.figures;
  slowest.via_ohm = layered_.vias_ohm(wire);
  slowest.fixed = way.fixed;
  return slowest;
}

void LinkCosts::compare_with_range(const LayeredWire& wire, std::uint64_t links) {
  const LengthRange& range = layered_.range(wire);
  const Length length = wire.x + wire.y + wire.z;
  const double slack = 1e-9 * length.base;  // the same slack as in length_warning
  if (length.base - slack > range.most.base) {
    if (above_.links == 0 || length > above_.length) above_ = {above_.links, wire, length};
    above_.links += links;
  } else if (length.base + slack < range.least.base) {
    if (below_.links == 0 || length < below_.length) below_ = {below_.links, wire, length};
    below_.links += links;
  }
}

std::vector<Note> LinkCosts::outside_range() const {
  std::vector<Note> notes;
  const auto add = [&](const Outside& side, NoteKind kind) {
    const auto why = side.links > 0 ? layered_.warning(side.extreme) : std::nullopt;
    if (why) notes.push_back(make_note(kind, side.links, links_, in_mm(side.length), *why));
  };
  add(above_, NoteKind::links_too_long);
  add(below_, NoteKind::links_too_short);
  return notes;
}

/// How many times as long as routed a link is by its given length, or by the distance of its slots on a board. The unit
/// technology has no metres, so that its links keep their lengths.
double LinkCosts::stretch(const LinkGeometry& link) const {
  if (layout_.rules.unit) return 1;
  const GivenLink* figures = given(link);
  const auto length = figures != nullptr && figures->length ? figures->length : length_on_board(candidate_, link);
  if (!length) return 1;
  const double routed = cell_size(layout_.rules).length({link.cells_x, link.cells_y, link.cells_z});
  return routed > 0 ? in_nm(*length) / routed : 1;
}

/// With a length of its own, a link's wires and the ways that media carry keep their shares of it.
LinkWay LinkCosts::way_of(const LinkGeometry& link) const {
  LinkWay way = link_way(link.span.pitches(), {link.cells_x, link.cells_y, link.cells_z},
                         crossings_ ? crossings_->of(link.from, link.to) : LinkCrossings{}, layout_.rules);
  const double times = stretch(link);
  if (times == 1) return way;
  way.length *= times;
  way.pitches *= times;
  if (crossings_) way.fixed = crossings_->of(link.from, link.to, times).delay;
  return way;
}

LayeredWire LinkCosts::longest_wire(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const {
  const LayoutRules& rules = layout_.rules;
  const double left = share_of_wires(link, way);
  return {.pair = strand.pair,
          .x = nanometres(static_cast<double>(strand.cells_x) * rules.cell_width_nm) * left,
          .y = nanometres(static_cast<double>(strand.cells_y) * rules.cell_height_nm) * left,
          .z = nanometres(static_cast<double>(link.cells_z) * rules.cell_depth_nm) * left,
          .along_x = link.along_x,
          .along_y = link.along_y,
          .stays_on_layer = link.stays_on_layer()};
}

/// The part of a strand's longest wire that runs in wires. Media carry the same share of it as of the link's longest
/// wire.
WireLength LinkCosts::wire_length(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const {
  const WireRun longest{link.cells_x, link.cells_y, link.cells_z}, run{strand.cells_x, strand.cells_y, link.cells_z};
  const CellSize cell = cell_size(layout_.rules);
  const double share = longest.cells() > 0 ? cell.length(run) / cell.length(longest) : 1;
  const double pitches = longest.cells() > 0 ? double(run.cells()) / double(longest.cells()) : 1;
  return {.span = way.span,
          .routed_pitches = way.pitches * pitches,
          .routed = nanometres(layout_.rules.unit ? 0 : way.length * share),
          .node_pitch_pitches = pitch_.pitches,
          .node_pitch = pitch_.length};
}

GivenDifference LinkCosts::given_delays() {
  const PlacedNetwork& network = *candidate_.network();
  if (given_ == nullptr || !(given_->have(&GivenLink::delay) || given_->have(&GivenLink::cycles)) || layout_.rules.unit)
    return {};
  std::vector<std::optional<Time>> laid(kinds_.count());
  GivenDifference found;
  for_each_link_by_itself(network.topology, network.placement, layout_, [&](const PlacedLink& link) {
    const std::uint32_t kind = kinds_.kind(link.place);
    const auto own = given_delay(kinds_.geometry(kind));
    if (!own) return;
    if (!laid[kind]) {
      LinkGeometry plain = kinds_.geometry(kind);
      plain.given = 0;
      laid[kind] = delay_of(plain, 0);
    }
    found.add(link.a, link.b, in_ns(*own), in_ns(*laid[kind]), given_->tolerance);
  });
  return found;
}

}  // namespace cutline
