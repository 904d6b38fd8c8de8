// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/export/network.hpp"

#include <cmath>
#include <set>
#include <tuple>

#include "base/named.hpp"
#include "cutline/study/laid_out.hpp"
#include "evaluate/machine_of.hpp"
#include "evaluate/network.hpp"
#include "evaluate/site_costs.hpp"
#include "measure/placed_links.hpp"
#include "output/export/watts.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "study/machine_choice.hpp"
#include "topology/graph_searches.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

void refuse_buses(const Candidate& candidate) {
  for (const LinkClass& each : candidate.network()->topology.classes) {
    if (!each.shared) continue;
    throw_input_error(
        fmt::format("'{}' has a bus: one set of wires that joins several nodes, and exports hold links of two ends",
                    candidate.design->name),
        "export a network of links, or measure and draw this one");
  }
}

/// Where a site stands: in its tile if the user gives it, else in its cells.
void set_place(const Candidate& candidate, std::uint64_t site, const Cell& cell, ExportNode& node) {
  const Layout& layout = candidate.laid_out()->layout;
  const LayoutRules& rules = layout.rules;
  const BoxCells box = node_cells(layout, cell);
  const auto nm = [](double cells, double cell_nm) { return nanometres(cells * cell_nm); };
  node.cell = cell;
  node.box = {nm(static_cast<double>(box.x), rules.cell_width_nm), nm(static_cast<double>(box.y), rules.cell_height_nm),
              nm(box.width, rules.cell_width_nm), nm(box.height, rules.cell_height_nm)};
  if (const auto& given = candidate.network()->placement.given) {
    const Tile& tile = given->plan.tiles[given->tile_of_site[site]];
    node.box = tile.box;
    if (node.tile_kind.empty()) node.tile_kind = tile.kind;
    node.shape = tile.shape;
  }
  const std::vector<std::int64_t>& planes = layout.positions[index(Axis::z)].start;
  const auto height_of_plane = planes.empty() ? 0.0 : static_cast<double>(planes[cell[Axis::z]]);
  node.at_pitches = {static_cast<double>(box.x) + box.width / 2.0, static_cast<double>(box.y) + box.height / 2.0,
                     height_of_plane};
  node.at = {node.box.x + node.box.width * 0.5, node.box.y + node.box.height * 0.5,
             nm(height_of_plane, rules.cell_depth_nm)};
}

void add_nodes(const Candidate& candidate, ExportNetwork& out) {
  const Topology& topology = *out.topology;
  const NodeNumbers numbers(topology);
  const SiteTiles& tiles = candidate.facts.tiles;
  const std::vector<std::uint64_t> sites = nodes_by_cell(topology, candidate.network()->placement);
  const std::vector<TileKind>& kinds = candidate.design->tiles;
  const std::vector<std::uint32_t> kind = tile_kind_of_sites(kinds, topology, candidate.network()->placement);
  out.nodes.resize(topology.node_count() + topology.interchange_count());
  for (std::uint64_t i = 0; i < sites.size(); ++i) {
    const std::uint64_t site = sites[i];
    if (site == kEmptyCell || topology.kind(site) == SiteKind::nothing) continue;
    ExportNode& node = out.nodes[numbers.number(site)];
    node.address = address(topology, site);
    node.interchange = is_inner(topology.kind(site));
    node.kind = site_word(topology.kind(site));
    node.terminals = node.interchange ? 0 : topology.concentration;
    if (!tiles.alike()) node.tile = tiles.kind[site];
    if (kind[site] < kinds.size()) node.tile_kind = kinds[kind[site]].name;
    if (!tiles.terminals.empty()) node.terminals = tiles.terminals[site];
    set_place(candidate, site, cell_numbered(out.layout->wiring.grid, i), node);
  }
}

/// The layers that a link's wires run along, their stubs left out: "M6 M8".
std::string layers_of(const LinkGeometry& link, const Technology& technology) {
  std::vector<std::string> names;
  for (const Strand& strand : link.strands) {
    if (link.along_x) names.push_back(technology.metal(horizontal_layer(strand.pair)).name);
    if (link.along_y) names.push_back(technology.metal(vertical_layer(strand.pair)).name);
  }
  return join(names, " ");
}

void add_links(const Study& study, const Candidate& candidate, const ChosenDelay& delay, bool circuits,
               ExportNetwork& out) {
  const Topology& topology = *out.topology;
  const NodeNumbers numbers(topology);
  const LinkKinds kinds(candidate);
  LinkCosts costs(study, candidate, kinds, delay);
  const std::vector<std::optional<double>> energy = costs.energies_pj();
  const LayoutRules& rules = out.layout->rules;
  for (std::size_t kind = 0; kind < kinds.count(); ++kind)
    out.layers.push_back(layers_of(kinds.geometry(kind), *out.material));
  for_each_link_by_itself(topology, candidate.network()->placement, *out.layout, [&](const PlacedLink& placed) {
    const LinkKind& kind = link_kind(*out.layout, placed.place);
    const std::uint32_t wires = kinds.kind(placed.place);
    const LinkGeometry& way = kinds.geometry(wires);
    ExportLink link{.from = numbers.number(placed.a),
                    .to = numbers.number(placed.b),
                    .one_way = placed.one_way,
                    .link_class = kind.link_class,
                    .width = kind.width,
                    .wires = kind.wires,
                    .width_bits = out.width_bits * kind.width,
                    .span = way.span.pitches(),
                    .length_pitches = way.cells_x + way.cells_y + way.cells_z,
                    .length = nanometres(static_cast<double>(way.cells_x) * rules.cell_width_nm +
                                         static_cast<double>(way.cells_y) * rules.cell_height_nm +
                                         static_cast<double>(way.cells_z) * rules.cell_depth_nm),
                    .delay = costs.delay(wires),
                    .energy_pj_per_bit = energy[wires],
                    .circuit = wires,
                    .in_layout = out.links.size()};
    if (const GivenLink* figures = topology.given ? topology.given->find(kind.given) : nullptr) {
      link.given = kind.given;
      link.given_length = figures->length;
      link.given_delay = figures->delay || figures->cycles;
    }
    if (!link.given_length) link.given_length = length_on_board(candidate, way);
    if (!link.one_way && link.from > link.to) std::swap(link.from, link.to);
    CUTLINE_EXPECT(std::isfinite(link.delay.base) && link.delay.base >= 0);
    out.links.push_back(link);
  });
  std::ranges::sort(out.links, [](const ExportLink& a, const ExportLink& b) {
    return std::tuple(a.from, a.to, a.link_class, a.delay.base, a.length_pitches, a.width_bits) <
           std::tuple(b.from, b.to, b.link_class, b.delay.base, b.length_pitches, b.width_bits);
  });
  for (std::size_t kind = 0; circuits && kind < kinds.count(); ++kind) out.circuits.push_back(costs.circuit(kind));
}

/// Whether the links of a class are a complete graph: one link, both ways, between any two nodes.
bool is_complete(const LinkClass& each, std::uint32_t nodes) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const LocalLink& link : each.links) pairs.insert({std::min(link.a, link.b), std::max(link.a, link.b)});
  return each.channels == 2 && pairs.size() == each.links.size() &&
         pairs.size() == std::uint64_t{nodes} * (nodes - 1) / 2;
}

std::vector<ExportDimension> dimensions_of(const Topology& topology) {
  std::vector<ExportDimension> out(topology.digits.size());
  if (topology.has_interchanges() || topology.classes.size() != topology.digits.size()) return {};
  for (std::size_t i = 0; i < topology.classes.size(); ++i) {
    const LinkClass& each = topology.classes[i];
    if (each.digits.size() != 1 || !each.only.empty() || each.shared) return {};
    ExportDimension& dimension = out[each.digits[0]];
    if (dimension.radix != 0) return {};  // a second class on this digit
    const std::uint32_t radix = topology.digits[each.digits[0]].radix;
    dimension = {radix, DimensionShape::line, each.channels == 1, static_cast<std::uint16_t>(i)};
    const Shape shape = shape_of_links(each.links, radix, each.channels);
    if (shape == Shape::ring || shape == Shape::one_way_ring) {
      dimension.shape = DimensionShape::ring;
    } else if (shape == Shape::other) {
      if (!is_complete(each, radix)) return {};
      dimension.shape = DimensionShape::complete;
    }
  }
  return out;
}

constexpr double kRoundingSlack = 1e-9;  // as whole_cycles
struct RouteCostWord {
  std::string_view name;
  RouteCost cost;
};
constexpr RouteCostWord kRouteCosts[] = {
    {"wire", RouteCost::wire}, {"hop", RouteCost::hop}, {"router+wire", RouteCost::router_and_wire}};
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
    const Time slowest = out.slowest_delay();
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

void set_machine(const Candidate& candidate, ExportNetwork& out) {
  if (!candidate.machine) return;
  const MachineChoice& choice = *candidate.design->machine;
  for (const machine::Port& port : candidate.machine->plan.devices) out.racks.push_back(port.rack);
  out.nodes_are_terminals = choice.nodes_are_terminals;
  if (candidate.machine->totals.traces > 0) out.boards = boards_of_sites(*candidate.design, *candidate.network());
  for (const machine::CableLine& line : candidate.machine->lines) {
    const machine::CableMedium& medium = choice.market.media[line.cable.medium];
    if (line.to_terminal) out.terminal_delay = std::max(out.terminal_delay, cable_delay(medium, line.cable.length));
  }
}

}  // namespace

bool ExportNetwork::has_one_way() const { return std::ranges::any_of(links, &ExportLink::one_way); }

Time ExportNetwork::slowest_delay() const {
  return links.empty() ? Time{} : std::ranges::max_element(links, {}, &ExportLink::delay)->delay;
}

std::uint64_t ExportNetwork::slowest_cycles() const {
  return links.empty() ? 0 : std::ranges::max_element(links, {}, &ExportLink::cycles)->cycles;
}

std::uint64_t ExportNetwork::terminals() const { return sum_over<std::uint64_t>(nodes, &ExportNode::terminals); }

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
  if (slowest_delay().base > 0) return slowest_delay();
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

ExportNetwork export_network(const Study& whole, const Candidate& candidate, const ExportChoice& choice,
                             bool circuits) {
  const Study& study = study_of(whole, *candidate.design);
  CUTLINE_EXPECT(candidate.laid_out() && candidate.channel.has_width());
  const ChosenDelay& delay = study.delays.at(choice.delay.value_or(0));
  ExportNetwork out;
  out.name = candidate.design->name;
  out.description = words::network_text(*candidate.design);
  out.title = study.title;
  out.delay_label = delay.label;
  out.topology = &candidate.network()->topology;
  out.layout = &candidate.laid_out()->layout;
  if (const auto& given = candidate.network()->placement.given) out.plan = &given->plan;
  out.material = &technology_of(study, *candidate.design);
  out.technology = out.material->name;
  out.unit = candidate.laid_out()->layout.rules.unit;
  out.width_bits = candidate.channel.width_bits;
  out.control_wires = channel_wires(*out.material, *candidate.design, 1).control;
  out.message_bits = study.mean_message_bits();
  out.packets = study.packets();
  out.virtual_channels = study.virtual_channels;
  for (std::size_t i = 0; study.message_classes > 1 && i < 2; ++i)
    out.class_bits[i] = study.messages[i].size_bits + study.header_bits;
  out.pipelined = study.pipelined;
  out.first_router = first_routers(*candidate.design) > 0;
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
  refuse_buses(candidate);
  set_machine(candidate, out);
  add_nodes(candidate, out);
  add_links(study, candidate, delay, circuits, out);
  exporting::set_watts(candidate, out);
  const auto& given = candidate.network()->topology.given;
  out.has_given_lengths = (given && given->have(&GivenLink::length)) || candidate.design->board;
  out.dimensions = dimensions_of(candidate.network()->topology);
  out.named = has_names(candidate.network()->topology);
  set_clock(study, candidate, choice, out);
  count_link_cycles(out);
  set_routers(candidate, out);
  return out;
}

RouteCost route_cost_text(const std::string& option, const std::string& text) {
  if (const RouteCostWord* found = find_named(kRouteCosts, text)) return found->cost;
  throw_input_error(fmt::format("{} cannot be '{}'", option, text),
                    fmt::format("it takes: {}", join(route_cost_names(), ", ")));
}

std::vector<std::string_view> route_cost_names() { return names_of(kRouteCosts); }

std::string_view word(RouteCost cost) { return kRouteCosts[static_cast<std::size_t>(cost)].name; }

}  // namespace cutline
