// SPDX-License-Identifier: Apache-2.0
#include "evaluate/network.hpp"

#include <fmt/core.h>

#include <cmath>

#include "evaluate/machine_of.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/traffic.hpp"
#include "placement/named_sites.hpp"
#include "placement/order.hpp"
#include "routing/routing_rules.hpp"
#include "study/board_choice.hpp"
#include "study/machine_choice.hpp"
#include "topology/joint_network.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

constexpr double kMaxWidth = 1u << 30;

IdealNetwork ideal_network(const Design& design) {
  if (serve_apart(design.tiles)) {
    throw_design_error(design, fmt::format("'{}' is ideal: closed forms know one kind of node", design.name),
                       "leave out `router`, `terminals` and `energy` of `tiles`, or leave out `ideal`", "tiles");
  }
  return closed_forms(design, "ideal");
}

/// The node width that the user gives, if only as a pitch of slots, or that which follows from the given length of a
/// line of nodes.
Length node_width(const Design& design, const Technology& technology, const GridSize& grid) {
  if (design.line_length.base == 0) return least_node_width(design, technology);
  if (design.node_width.base > 0) {
    throw_input_error("a line is as long as its nodes are wide: `length` or the node's width, not both",
                      "leave out one of them", "length");
  }
  if (grid.count() != grid[Axis::x] || grid[Axis::x] < 2) {
    throw_input_error("`length` is that of one line of nodes, and these stand on more than the x axis",
                      "put every dimension on x, or give the node's width", "length");
  }
  return {design.line_length.base / (grid[Axis::x] - 1)};
}

/// Sets the slots of a floorplan that the user gives: they are where it has routers. Its tiles have their own sizes,
/// and it cannot be packaged, because modules need a grid.
void set_given(const Technology& technology, const Design& design, const PlacedNetwork& placed, LayoutRules& rules) {
  if (!design.packages.empty())
    throw_input_error("given places and `packages` do not go together: modules are cut from a grid of equal cells",
                      "leave out one of them", "positions");
  if (design.line_length.base > 0)
    throw_input_error("the tiles of given places have their own sizes", "leave out `length`", "positions");
  rules.given = SharedConst<GivenSlots>(given_slots(placed.topology, placed.placement, rules, technology));
  rules.node_width = rules.node_height = 1;
}

}  // namespace

void set_gaps(const Packages& packages, const GridSize& grid, LayoutRules& rules) {
  if (packages.empty()) return;
  rules.gaps[0] = module_gaps(packages, grid, Axis::x, rules.unit ? 1 : rules.cell_width_nm);
  rules.gaps[1] = module_gaps(packages, grid, Axis::y, rules.unit ? 1 : rules.cell_height_nm);
}

double terminals_of_network(const Topology& topology, const SiteTiles& tiles) {
  const std::vector<std::uint32_t>& own = tiles.terminals;
  return own.empty() ? static_cast<double>(topology.terminal_count()) : std::accumulate(own.begin(), own.end(), 0.0);
}

bool optimises(const PlacementChoice& choice) {
  return choice.arrange || std::any_of(choice.orders.begin(), choice.orders.end(), [](const std::string& name) {
           const Order* order = find_order(name);
           return order != nullptr && order->arrange != nullptr;
         });
}

bool counts_by_formula(const Hold& hold) {
  return hold.resource == Resource::bisection && hold.count == BisectionCount::formula;
}

void throw_design_error(const Design& design, std::string message, std::string hint, const std::string& key) {
  Diagnostic diagnostic{std::move(message), std::move(hint), design.place_of({key, "candidate"}), {}, false};
  throw Error(ExitCode::bad_input, {diagnostic});
}

NetworkShape shape_of(const BuiltCandidate& candidate) {
  if (candidate.ideal()) return candidate.ideal()->shape;
  return candidate.network() ? network_shape(candidate.network()->topology) : NetworkShape{};
}

IdealNetwork closed_forms(const Design& design, const std::string& key) {
  if (design.planes) {
    throw_design_error(design, fmt::format("closed forms know one network, and '{}' has planes", design.name),
                       "count a held bisection by `graph` or `middle_cut`", key);
  }
  const Family* family = find_family(design.family);
  if (family != nullptr && family->ideal == nullptr) {
    throw_design_error(design, fmt::format("no closed forms are known for the family '{}'", design.family.printed()),
                       "leave out `ideal`, and count a held bisection by `graph` or `middle_cut`", key);
  }
  return in_section(design, "topology", [&] { return ideal_of(design.family, design.parameters); });
}

/// The design's placement. If tiles stand at nodes given by number, orders that optimise may exchange only nodes of one
/// kind.
PlacementChoice with_kinds_of_tile(const Design& design) {
  PlacementChoice choice = design.placement;
  std::vector<std::vector<SaidNodes>> kinds;
  for (const TileKind& kind : design.tiles) {
    if (!kind.at.nodes.empty()) kinds.push_back(kind.at.nodes);
  }
  if (kinds.empty() || !optimises(choice)) return choice;
  if (!choice.arrange) choice.arrange.emplace();
  choice.arrange->kinds = std::move(kinds);
  return choice;
}

/// Places the network, with the study's traffic as weights if the placement asks for them.
Placement place_under(const Study& study, const Topology& topology, const Design& design, Watch* watch) {
  const PlacementChoice choice = with_kinds_of_tile(design);
  const auto& arrange = choice.arrange;
  const bool by_traffic = arrange && arrange->weight == Weight::traffic;
  if (by_traffic && design.planes) {
    if (design.planes->have_own_traffic())
      throw_input_error("planes have traffic of their own, and `weight: traffic` counts that of the whole spec",
                        "leave out `weight`, or the planes' `traffic`", "weight");
  }
  if (!by_traffic || !study.traffic || study.traffic->pattern->is_uniform())
    return place(topology, choice, {watch, study.seed});
  if (has_tile_names(topology))
    throw_input_error("traffic between tiles stays with the tiles, whichever nodes stand there",
                      "leave out `weight`, or name the nodes in a graph's file", "weight");
  const std::string refusal = study.traffic->refusal(topology);
  if (!refusal.empty()) throw_input_error(refusal, "name other traffic, or leave out `weight`", "weight");
  const Traffic traffic = study.traffic->traffic(topology);
  return place(topology, choice, {watch, study.seed, &traffic});
}

/// Whether terminals of neighbours face each other across the gap.
bool neighbours_face(const Technology& technology, const Design& design) {
  if (design.neighbours_face != FacingNeighbours::as_technology) return design.neighbours_face == FacingNeighbours::yes;
  return technology.neighbours_face && !design.wires_over_nodes;
}

/// In given places kinds of tile may differ in all but their size, which stands there; a node still has one kind.
void expect_tiles_at_places(const Design& design, const PlacedNetwork& placed) {
  if (design.tiles.empty()) return;
  in_section(design, "tiles", [&] {
    if (have_sizes(design.tiles))
      throw_input_error("in given places every tile has its size there", "leave out `node` of `tiles`, or `positions`");
    tile_kind_of_sites(design.tiles, placed.topology, placed.placement);
  });
}

void expect_no_facing(const Design& design) {
  if (design.neighbours_face != FacingNeighbours::yes) return;
  in_section(design, "placement", [] {
    throw_input_error("in given places no terminals face", "leave out `terminals`, or `positions`", "terminals");
  });
}

LayoutRules rules_of(const Technology& technology, const Design& design, const PlacedNetwork& placed) {
  const GridSize grid = placed.placement.grid();
  const Length width = in_section(design, "placement", [&] { return node_width(design, technology, grid); });
  LayoutRules rules =
      in_section(design, "node", [&] { return layout_rules(technology, width, design.node_height, grid[Axis::z]); });
  rules.link_on_one_pair = design.link_on_one_pair;
  rules.over_nodes = design.wires_over_nodes || placed.placement.given != nullptr;
  if (placed.placement.given != nullptr) {
    expect_tiles_at_places(design, placed);
    in_section(design, "placement", [&] { set_given(technology, design, placed, rules); });
    expect_no_facing(design);
  } else {
    rules.neighbours_face = neighbours_face(technology, design);
    in_section(design, "tiles", [&] { set_tile_boxes(design, placed, rules); });
  }
  in_section(design, "packages", [&] { set_gaps(design.packages, grid, rules); });
  return rules;
}

namespace {

void expect_area_grows(const Hold& hold, const Design& design, const LayoutRules& rules) {
  if (hold.resource != Resource::area || rules.given == nullptr) return;
  throw_design_error(design,
                     fmt::format("'{}' stands in given places, whose area is the same at every width", design.name),
                     "hold bisection, pins, peak_density or width, or give cells in place of places", "placement");
}

void expect_clock_of_cycles(const ClockChoice& clock, const Design& design, const Topology& topology) {
  if (!topology.given || !topology.given->have(&GivenLink::cycles) || clock.rule == ClockRule::fixed) return;
  throw_design_error(design,
                     fmt::format("'{}' has links of so many cycles, and no cycle of a fixed length", design.name),
                     "give the clock's `frequency`, or read delays by `delay_from`", "topology.cycles_from");
}

/// The network with the cables of the design's machine as figures of its links.
SharedConst<PlacedNetwork> with_cables(const Design& design, SharedConst<PlacedNetwork> network,
                                       const machine::Installed& machine) {
  PlacedNetwork placed = std::move(network).taken();
  placed.topology.given = figures_of_cables(*design.machine, machine, placed.topology);
  return placed;
}

PlacedDesign with_rules(const Study& study, const Design& design, SharedConst<PlacedNetwork> placed) {
  MachineOrWhy machine = install_machine(study, design, *placed);
  const auto* stands = std::get_if<SharedConst<machine::Installed>>(&machine);
  if (stands != nullptr && *stands) placed = with_cables(design, std::move(placed), **stands);
  LayoutRules rules = rules_of(technology_of(study, design), design, *placed);
  expect_area_grows(study.hold, design, rules);
  expect_clock_of_cycles(study.clock, design, placed->topology);
  PlacedDesign result{std::move(placed), std::move(rules), {}};
  if (stands != nullptr) {
    result.machine = *stands;
  } else {
    result.why_no_machine = std::get<std::string>(std::move(machine));
  }
  if (counts_by_formula(study.hold)) result.formulas = closed_forms(design, "topology.family");
  return result;
}

template <class Place>
PlacedOrIdeal placed_by(const Study& study, const Design& design, TopologyOrIdeal network, const Place& place) {
  if (auto* ideal = std::get_if<IdealNetwork>(&network)) return std::move(*ideal);
  PlacedNetwork placed{std::get<Topology>(std::move(network)), {}};
  in_section(design, "placement", [&] {
    if (design.placement.plan) take_tile_names(placed.topology, *design.placement.plan);
    placed.placement = place(placed.topology);
    if (has_tile_names(placed.topology)) keep_tile_names(placed.topology, placed.placement);
  });
  return with_rules(study, design, SharedConst<PlacedNetwork>(std::move(placed)));
}

}  // namespace

TopologyOrIdeal build_network(const Design& design) {
  if (design.ideal) return ideal_network(design);
  if (design.planes) return joint_network_of(design).topology;
  if (design.network) return *design.network;
  return in_section(design, "topology", [&] { return build_topology(design.family, design.parameters); });
}

PlacedOrIdeal place_network(const Study& study, const Design& design, TopologyOrIdeal network, Watch* watch) {
  return placed_by(study, design, std::move(network),
                   [&](const Topology& topology) { return place_under(study, topology, design, watch); });
}

PlacedOrIdeal place_alike(const Study& study, const Design& design, const PlacedOrIdeal& first) {
  return with_rules(study, design, std::get<PlacedDesign>(first).network);
}

PlacedOrIdeal place_network_roughly(const Study& study, const Design& design, TopologyOrIdeal network) {
  return placed_by(study, design, std::move(network),
                   [&](const Topology& topology) { return place_roughly(topology, with_kinds_of_tile(design)); });
}

bool holds_graph_cut(const Hold& hold) {
  return hold.resource == Resource::bisection && hold.count == BisectionCount::graph;
}

const Hold& hold_of_cuts(const Study& study, const std::vector<Design>& designs) {
  if (holds_graph_cut(study.hold)) return study.hold;
  const auto holds = [](const Design& design) { return design.asked && holds_graph_cut(design.asked->hold); };
  const auto found = std::ranges::find_if(designs, holds);
  return found == designs.end() ? study.hold : found->asked->hold;
}

namespace {

/// Whether the walk of all routes, and so every way to count the loads of channels, is within the effort.
bool counts_loads(const Topology& topology, const Effort& effort) {
  const auto sites = static_cast<double>(topology.site_count());
  const double visits = 2 * sites * std::max(static_cast<double>(topology.link_count()), sites);
  return visits <= static_cast<double>(effort_of_loads(effort));
}

bool searches_bisection(const Topology& topology, const Effort& effort) {
  if (effort.bisections != Bisections::bounding_load) return effort.bisections == Bisections::all;
  return effort.detail != Detail::plain_ranking && !counts_loads(topology, effort);
}

}  // namespace

GraphMeasures measure_graph(const Hold& hold, const Design& design, const Topology& topology, const Effort& effort) {
  return in_section(design, "topology", [&] {
    const CutSearch some = holds_graph_cut(hold) ? CutSearch::above : CutSearch::none;
    return graph_measures(topology, effort.link_visits, searches_bisection(topology, effort) ? CutSearch::full : some);
  });
}

Wiring wire_network(const Design& design, const PlacedDesign& placed) {
  const PlacedNetwork& network = *placed.network;
  return in_section(design, "placement",
                    [&] { return wire_up(network.topology, network.placement, placed.rules.corners()); });
}

int wires_of_bit(const Technology& technology, const Design& design) {
  const int given = design.channel.wires_per_bit;
  return given > 0 ? given : technology.wires_per_bit;
}

ChannelWires channel_wires(const Technology& technology, const Design& design, double width) {
  CUTLINE_EXPECT(width >= 1 && width == std::floor(width));
  if (width > kMaxWidth) {
    throw_limit_error(fmt::format("'{}' would have channels of {} bits, past the limit of 2^30", design.name, width));
  }
  const ChannelChoice& choice = design.channel;
  return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(wires_of_bit(technology, design)),
          static_cast<std::uint32_t>(choice.control_wires.value_or(technology.control_wires))};
}

double wires_of_channel(const Technology& technology, const Design& design, double width) {
  const ChannelWires one = channel_wires(technology, design, 1);
  return width * one.wires_per_bit + one.control;
}

Routing choose_routing(const Design& design, const Topology* topology) {
  const bool express = topology != nullptr && has_express_rule(*topology);
  const bool dimensions = topology == nullptr || (topology->is_product() && topology->has_dimensions);
  const auto minimal = [&] { return topology == nullptr ? Routing::minimal : minimal_of(*topology); };
  if (!design.routing) {
    return express ? Routing::express : dimensions ? Routing::dimension_order : minimal();
  }
  const RoutingRule& rule = routing_rule(*design.routing);
  std::string why;
  if (topology != nullptr && rule.refusal != nullptr) why = rule.refusal(*topology);
  if (topology == nullptr && *design.routing == Routing::express)
    why = "'{}' is ideal and has no interchanges, so its routing cannot be express";
  if (!why.empty())
    throw_design_error(design, fmt::format(fmt::runtime(why), design.name), std::string(rule.instead), "routing");
  if (is_tabled(*design.routing) && topology == nullptr) {
    throw_design_error(design,
                       fmt::format("'{}' is ideal: it has no channels that a table of routes could name", design.name),
                       "leave out `ideal` or `routing`", "routing");
  }
  return *design.routing == Routing::minimal ? minimal() : *design.routing;
}

}  // namespace cutline
