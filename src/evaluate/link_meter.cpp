// SPDX-License-Identifier: Apache-2.0
#include "evaluate/link_meter.hpp"

#include <algorithm>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "measure/placed_links.hpp"

namespace cutline {

namespace {

bool carried_whole(const LinkWay& way) { return way.pitches <= 0 && way.fixed.base > 0; }

/// The share of a link's length that runs in wires rather than in media.
double share_of_wires(const LinkGeometry& link, const LinkWay& way) {
  const auto all = static_cast<double>(link.cells_x + link.cells_y + link.cells_z);
  return all > 0 ? way.pitches / all : 0;
}

}  // namespace

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

bool has_wire_energy(const Study& study, const BuiltCandidate& candidate) {
  const Technology& technology = technology_of(study, *candidate.design);
  if (technology.unit || !technology.figures.has(TechnologyFigure::vdd_v)) return false;
  return std::any_of(technology.layers.begin(), technology.layers.end(),
                     [](const Layer& layer) { return layer.figures.has(TechnologyFigure::c_ff_per_mm); });
}

LinkMeter::LinkMeter(const Study& study, const BuiltCandidate& candidate, const ChosenDelay& delay)
    : layout_(candidate.laid_out()->layout),
      layered_(delay, technology_of(study, *candidate.design)),
      pitch_(node_pitch(layout_)) {
  wires_per_bit_ = wires_of_bit(study, *candidate.design);
  if (const auto& given = candidate.network()->topology.given) given_ = &*given;
  scale_ = delay.scale;
  cycle_ = std::max(study.clock.cycle, study.clock.floor);
  if (candidate.packages()) crossings_.emplace(layout_, candidate.design->packages);
}

LinkMeter::Slowest LinkMeter::slowest(const LinkGeometry& link, const LinkWay& way) {
  std::optional<Slowest> slowest;
  for (const Strand& strand : link.strands) {
    const LayeredWire wire = longest_wire(link, strand, way);
    const Time delay = layered_.on(wire)(wire_length(link, strand, way));
    if (!slowest || delay > slowest->delay) slowest = {wire, delay};
  }
  CUTLINE_EXPECT(slowest.has_value());
  return *slowest;
}

const GivenLink* LinkMeter::given(const LinkGeometry& link) const {
  return given_ != nullptr ? given_->find(link.given) : nullptr;
}

/// Whole cycles are sure, so that the factor on uncertain delays is not on them.
std::optional<Time> LinkMeter::given_delay(const LinkGeometry& link) const {
  const GivenLink* figures = given(link);
  if (figures == nullptr) return std::nullopt;
  if (figures->delay) return *figures->delay * scale_;
  return figures->cycles ? std::optional(cycle_ * *figures->cycles) : std::nullopt;
}

Time LinkMeter::delay(const LinkGeometry& link) {
  if (const auto own = given_delay(link)) return *own;
  const LinkWay way = way_of(link);
  if (carried_whole(way)) return way.fixed;
  return slowest(link, way).delay + way.fixed;
}

std::optional<LayeredCircuit> LinkMeter::circuit(const LinkGeometry& link) {
  if (given_delay(link)) return std::nullopt;
  const LinkWay way = way_of(link);
  if (way.fixed.base > 0) return std::nullopt;
  return layered_.circuit(slowest(link, way).wire);
}

std::optional<double> LinkMeter::energy_pj(const LinkGeometry& link) {
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

SlowestWire LinkMeter::described(const LinkGeometry& link) {
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

Time LinkMeter::counted_delay(const LinkGeometry& link, std::uint64_t links) {
  links_ += links;
  if (const auto own = given_delay(link)) return *own;
  const LinkWay way = way_of(link);
  if (carried_whole(way)) return way.fixed;
  const Slowest found = slowest(link, way);
  compare_with_range(found.wire, links);
  return found.delay + way.fixed;
}

void LinkMeter::compare_with_range(const LayeredWire& wire, std::uint64_t links) {
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

std::vector<Note> LinkMeter::outside_range() const {
  std::vector<Note> notes;
  const auto add = [&](const Outside& side, NoteKind kind) {
    const auto why = side.links > 0 ? layered_.warning(side.extreme) : std::nullopt;
    if (why) notes.push_back(make_note(kind, side.links, links_, in_mm(side.length), *why));
  };
  add(above_, NoteKind::links_too_long);
  add(below_, NoteKind::links_too_short);
  return notes;
}

LinkCrossings LinkMeter::crossed(const LinkGeometry& link) const {
  return crossings_ ? crossings_->of(link.from, link.to) : LinkCrossings{};
}

/// How many times as long as routed a link is by its given length. The unit technology has no metres, so that its links
/// keep their lengths.
double LinkMeter::stretch(const LinkGeometry& link) const {
  const GivenLink* figures = given(link);
  if (figures == nullptr || !figures->length || layout_.rules.unit) return 1;
  const double routed = cell_size(layout_.rules).length({link.cells_x, link.cells_y, link.cells_z});
  return routed > 0 ? in_nm(*figures->length) / routed : 1;
}

/// With a length of its own, a link's wires and the ways that media carry keep their shares of it.
LinkWay LinkMeter::way_of(const LinkGeometry& link) const {
  LinkWay way = link_way(link.span.pitches(), {link.cells_x, link.cells_y, link.cells_z}, crossed(link), layout_.rules);
  const double times = stretch(link);
  if (times == 1) return way;
  way.length *= times;
  way.pitches *= times;
  if (crossings_) way.fixed = crossings_->of(link.from, link.to, times).delay;
  return way;
}

LayeredWire LinkMeter::longest_wire(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const {
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
WireLength LinkMeter::wire_length(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const {
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

GivenDifference given_delays(const BuiltCandidate& candidate, const LinkTable& table, LinkMeter& meter) {
  const Layout& layout = candidate.laid_out()->layout;
  const auto& given = candidate.network()->topology.given;
  if (!given || !(given->have(&GivenLink::delay) || given->have(&GivenLink::cycles)) || layout.rules.unit) return {};
  std::vector<std::optional<Time>> laid(table.kinds());
  GivenDifference found;
  for_each_link_by_itself(candidate.network()->topology, candidate.network()->placement, layout,
                          [&](const PlacedLink& link) {
                            const std::uint32_t kind = table.kind(link.place);
                            const auto own = meter.given_delay(table.geometry(kind));
                            if (!own) return;
                            if (!laid[kind]) {
                              LinkGeometry plain = table.geometry(kind);
                              plain.given = 0;
                              laid[kind] = meter.delay(plain);
                            }
                            found.add(link.a, link.b, in_ns(*own), in_ns(*laid[kind]), given->tolerance);
                          });
  return found;
}

}  // namespace cutline
