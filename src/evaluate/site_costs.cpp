// SPDX-License-Identifier: Apache-2.0
#include "evaluate/site_costs.hpp"

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "performance/channel_waits.hpp"
#include "topology/ideal_network.hpp"

namespace cutline {

namespace {

/// The size of routers: bits of their channels, flits of their buffers if the spec does not give a depth, and virtual
/// channels of a port.
struct RouterSize {
  double width_bits = 1;
  double depth_flits = kDepthFlits;
  double virtual_channels = kVirtualChannels;
};

/// The number of input ports, and their total width in multiples of the channel width.
struct Ports {
  double number = 0, lanes = 0;
};

SiteCost site_cost(const RouterChoice& choice, const Technology& technology, const Ports& ports,
                   const RouterSize& size) {
  SiteCost cost{.ports = ports.number,
                .port_bits = ports.number > 0 ? size.width_bits * ports.lanes / ports.number : size.width_bits,
                .virtual_channels = size.virtual_channels,
                .depth_flits = choice.depth_flits > 0 ? choice.depth_flits : size.depth_flits};
  const RouterCost law = router_by_law(technology, {.ports = cost.ports,
                                                    .width_bits = cost.port_bits,
                                                    .virtual_channels = cost.virtual_channels,
                                                    .depth_flits = cost.depth_flits});
  if (law.area) cost.area_mm2 = FigureByLaw{in_mm2(*law.area)};
  if (law.energy_pj_per_bit) cost.energy_pj_per_bit = FigureByLaw{*law.energy_pj_per_bit};
  if (choice.area) cost.area_mm2 = FigureOfSpec{in_mm2(*choice.area)};
  if (choice.energy_pj_per_bit) cost.energy_pj_per_bit = FigureOfSpec{*choice.energy_pj_per_bit};
  return cost;
}

/// The input ports of the node with the most: half of the channels that begin or end at it, and one for each of its
/// terminals.
Ports ports_in(const BuiltCandidate& candidate) {
  const double terminals = candidate.facts.nodes > 0 ? candidate.facts.terminals / candidate.facts.nodes : 1;
  if (!candidate.laid_out()) {
    const double ports = candidate.ideal()->ports_per_node / 2 + terminals;
    return {ports, ports};
  }
  const Measures& measures = candidate.laid_out()->measures;
  return {static_cast<double>(measures.ports_per_node_max) / 2 + terminals,
          static_cast<double>(measures.lanes_per_node_max) / 2 + terminals};
}

bool has_interchanges(const BuiltCandidate& candidate) {
  return candidate.network() && candidate.network()->topology.has_interchanges();
}

double interchange_count(const BuiltCandidate& candidate) {
  return has_interchanges(candidate) ? static_cast<double>(candidate.network()->topology.interchange_count()) : 0;
}

/// Whether a figure of routers or interchanges comes from the law of routers.
bool by_law(const SiteCosts& sites, SiteFigure SiteCost::*figure) {
  return std::holds_alternative<FigureByLaw>(sites.router.*figure) ||
         (sites.has_interchanges && std::holds_alternative<FigureByLaw>(sites.interchange.*figure));
}

void note_law(const CostedCandidate& candidate, std::vector<Note>& notes) {
  const SiteCost& router = candidate.sites.router;
  const bool area = by_law(candidate.sites, &SiteCost::area_mm2);
  const bool energy = by_law(candidate.sites, &SiteCost::energy_pj_per_bit);
  if (!area && !energy) return;
  const char* what = area && energy ? "area and energy" : area ? "area" : "energy";
  notes.push_back(make_note(NoteKind::router_by_law, what, router.virtual_channels, router.depth_flits, router.ports));
  const Technology& technology = candidate.technology();
  if (!area || technology.figures.has(TechnologyFigure::stored_bit_mm2)) return;
  notes.push_back(make_note(NoteKind::stored_bit_by_pitch, technology.name,
                            in_mm2(router_law_figures(technology).stored_bit) * 1e6));
}

void note_missing(const CostedCandidate& candidate, std::vector<Note>& notes) {
  const Technology& technology = candidate.technology();
  const SiteCost& router = candidate.sites.router;
  if (!site_value(router.area_mm2))
    notes.push_back(make_note(NoteKind::no_router_area, missing_for_router_area(technology)));
  if (!site_value(router.energy_pj_per_bit))
    notes.push_back(make_note(NoteKind::no_router_energy, missing_for_router_energy(technology)));
}

Note why_no_wire_energy(const TrafficAsked& asked, const TimedCandidate& candidate) {
  const Technology& technology = candidate.technology();
  if (candidate.ideal()) return make_note(NoteKind::wires_not_routed);
  if (technology.unit) return make_note(NoteKind::unit_has_no_capacitance);
  if (!technology.figures.has(TechnologyFigure::vdd_v)) return make_note(NoteKind::no_supply, technology.name);
  for (const Layer& layer : technology.layers) {
    if (!layer.figures.has(TechnologyFigure::c_ff_per_mm))
      return make_note(NoteKind::no_capacitance, technology.name, layer.name);
  }
  return make_note(asked.traffic ? NoteKind::energy_of_uniform_traffic : NoteKind::routes_pass_effort);
}

void note_energy(const LatencyAsked& asked, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (candidate.latency.timings.empty()) return;
  const EnergyPerBit& energy = candidate.latency.timings.front().energy;
  const bool any = energy.total_pj().has_value();
  if (!energy.pj(EnergyPart::wires) && any)
    notes.push_back(make_note(NoteKind::energy_without_wires, why_no_wire_energy(asked, candidate)));
  if (!energy.pj(EnergyPart::routers) && any) notes.push_back(make_note(NoteKind::energy_without_routers));
  if (!energy.pj(EnergyPart::edges) && any && !candidate.design->packages.empty())
    notes.push_back(make_note(NoteKind::energy_without_edges));
  const bool bare = energy.pj(EnergyPart::wires) && asked.delays.front().model->charged_ff == nullptr;
  if (bare) notes.push_back(make_note(NoteKind::energy_of_bare_wires));
}

/// By kind of tile, the number of routers that a mean message passes, including its first one if that counts.
std::vector<double> routers_passed(const RoutedCandidate& candidate) {
  return each_of<double>(candidate.traffic.of_tiles, [&](const TileShare& share) {
    return share.entered + first_routers(*candidate.design) * share.sent;
  });
}

/// The weighted mean of a figure over all kinds; absent if a kind with a weight above 0 has no figure.
template <class FigureOf>
std::optional<double> weighed_mean(const std::vector<double>& weights, const FigureOf& figure) {
  double sum = 0, all = 0;
  for (std::size_t kind = 0; kind < weights.size(); ++kind) {
    if (weights[kind] == 0) continue;
    const std::optional<double> own = figure(kind);
    if (!own) return std::nullopt;
    sum += weights[kind] * *own;
    all += weights[kind];
  }
  return all > 0 ? std::optional(sum / all) : std::nullopt;
}

/// By kind of tile, with nodes of no kind last: the number of nodes, and the input ports of the node with the most.
struct NodesOfKind {
  std::vector<double> nodes;
  std::vector<Ports> ports;
};

NodesOfKind nodes_of_kinds(const BuiltCandidate& candidate) {
  const Topology& topology = candidate.network()->topology;
  const SiteTiles& tiles = candidate.facts.tiles;
  std::vector<Ports> ports(topology.site_count());
  for_each_link(topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& links = topology.classes[link_class];
    for (const std::uint64_t end : {a, b}) {
      ports[end].number += links.channels / 2.0;
      ports[end].lanes += static_cast<double>(links.width(link)) * links.channels / 2;
    }
  });
  const std::size_t kinds = candidate.design->tiles.size();
  NodesOfKind of{std::vector<double>(kinds + 1), std::vector<Ports>(kinds + 1)};
  for (std::uint64_t site = 0; site < ports.size(); ++site) {
    if (topology.kind(site) != SiteKind::node) continue;
    const std::size_t kind = std::min<std::size_t>(tiles.kind[site], kinds);
    const double terminals = tiles.terminals.empty() ? topology.concentration : tiles.terminals[site];
    of.nodes[kind] += 1;
    Ports& most = of.ports[kind];
    most.number = std::max(most.number, ports[site].number + terminals);
    most.lanes = std::max(most.lanes, ports[site].lanes + terminals);
  }
  return of;
}

/// The weighted mean of a figure over all kinds. It counts as a figure by law if any figure with a weight above 0 does;
/// it is absent if any such figure is not known.
SiteFigure mean_figure(const std::vector<double>& weights, const std::vector<SiteCost>& costs,
                       SiteFigure SiteCost::*figure) {
  const auto mean = weighed_mean(weights, [&](std::size_t kind) {
    const double* value = site_value(costs[kind].*figure);
    return value != nullptr ? std::optional(*value) : std::nullopt;
  });
  if (!mean) return {};
  for (std::size_t kind = 0; kind < weights.size(); ++kind) {
    if (weights[kind] > 0 && std::holds_alternative<FigureByLaw>(costs[kind].*figure)) return FigureByLaw{*mean};
  }
  return FigureOfSpec{*mean};
}

/// Sets the costs of routers for every kind of tile, and their mean as the cost of a router.
void set_routers_of_tiles(const RoutedCandidate& candidate, const RouterSize& size, SiteCosts& costs) {
  const Design& design = *candidate.design;
  const NodesOfKind of = nodes_of_kinds(candidate);
  for (std::uint32_t kind = 0; kind < of.nodes.size(); ++kind) {
    costs.of_tiles.push_back(site_cost(router_of_kind(design, kind), candidate.technology(), of.ports[kind], size));
  }
  const std::vector<double> passed = routers_passed(candidate);
  SiteCost mean = costs.router;
  mean.ports = 0;
  for (const SiteCost& cost : costs.of_tiles) mean.ports = std::max(mean.ports, cost.ports);
  mean.area_mm2 = mean_figure(of.nodes, costs.of_tiles, &SiteCost::area_mm2);
  mean.energy_pj_per_bit =
      mean_figure(passed.empty() ? of.nodes : passed, costs.of_tiles, &SiteCost::energy_pj_per_bit);
  costs.router = mean;
}

/// Area of the smallest box of a kind of tile; absent if the kind has no nodes, or in the unit technology.
std::optional<double> least_box_mm2(const BuiltCandidate& candidate, const std::vector<std::uint32_t>& kind_of,
                                    std::uint32_t kind) {
  const Layout& layout = candidate.laid_out()->layout;
  const PlacedNetwork& network = *candidate.network();
  std::optional<double> least;
  if (layout.rules.unit) return least;
  for (std::uint64_t site = 0; site < kind_of.size(); ++site) {
    if (kind_of[site] != kind) continue;
    const BoxCells box = node_cells(layout, cell_of(network.topology, network.placement, site));
    const double area = in_mm(nanometres(static_cast<double>(box.width) * layout.rules.cell_width_nm)) *
                        in_mm(nanometres(static_cast<double>(box.height) * layout.rules.cell_height_nm));
    least = std::min(least.value_or(area), area);
  }
  return least;
}

void note_tiles(const CostedCandidate& candidate, std::vector<Note>& notes) {
  const std::vector<TileKind>& kinds = candidate.design->tiles;
  const bool any = std::any_of(kinds.begin(), kinds.end(), [](const TileKind& kind) { return kind.area.has_value(); });
  if (!any || !candidate.laid_out()) return;
  const PlacedNetwork& network = *candidate.network();
  const std::vector<std::uint32_t> kind_of = tile_kind_of_sites(kinds, network.topology, network.placement);
  for (std::uint32_t kind = 0; kind < kinds.size(); ++kind) {
    if (!kinds[kind].area) continue;
    const auto box = least_box_mm2(candidate, kind_of, kind);
    const SiteCost& router = candidate.sites.of_tiles.empty() ? candidate.sites.router : candidate.sites.of_tiles[kind];
    const double* own = site_value(router.area_mm2);
    const double needed = in_mm2(*kinds[kind].area) + (own != nullptr ? *own : 0);
    if (box && needed > *box * (1 + 1e-9))
      notes.push_back(make_note(NoteKind::tile_too_small, kinds[kind].name, needed, *box));
  }
}

}  // namespace

Duration mean_router_delay(const RoutedCandidate& candidate) {
  const Design& design = *candidate.design;
  const std::vector<double> passed = routers_passed(candidate);
  const auto of_kind = [&](std::size_t kind) { return router_of_kind(design, static_cast<std::uint32_t>(kind)).delay; };
  const auto cycles = weighed_mean(passed, [&](std::size_t kind) { return std::optional(of_kind(kind).cycles); });
  const auto time = weighed_mean(passed, [&](std::size_t kind) { return std::optional(of_kind(kind).time.base); });
  return cycles ? Duration{*cycles, Time{*time}} : design.router.delay;
}

std::optional<double> tile_energy(const RoutedCandidate& candidate) {
  const std::vector<TileKind>& kinds = candidate.design->tiles;
  const std::vector<TileShare>& shares = candidate.traffic.of_tiles;
  std::optional<double> sum;
  for (std::size_t kind = 0; kind < kinds.size() && !shares.empty(); ++kind) {
    if (kinds[kind].pj_per_bit)
      sum = sum.value_or(0) + (shares[kind].sent + shares[kind].taken) * *kinds[kind].pj_per_bit;
  }
  return sum;
}

const RouterChoice& interchange_of(const Design& design) {
  return design.interchange ? *design.interchange : design.router;
}

double first_routers(const Design& design) { return design.router.passed == RoutersPassed::routers ? 1 : 0; }

double cycles_of(const Duration& delay, Time cycle) { return delay.cycles + (cycle.base > 0 ? delay.time / cycle : 0); }

SiteCosts site_costs(const RoutersAsked& asked, const RoutedCandidate& candidate, double depth_flits) {
  const Technology& technology = candidate.technology();
  const RouterSize size = {candidate.channel.width_bits, depth_flits, static_cast<double>(asked.virtual_channels)};
  SiteCosts costs;
  costs.router = site_cost(candidate.design->router, technology, ports_in(candidate), size);
  if (!candidate.facts.tiles.alike()) set_routers_of_tiles(candidate, size, costs);
  if (!has_interchanges(candidate)) return costs;
  costs.has_interchanges = true;
  const Measures& measures = candidate.laid_out()->measures;
  const Ports ports = {static_cast<double>(measures.ports_per_interchange_max) / 2,
                       static_cast<double>(measures.lanes_per_interchange_max) / 2};
  costs.interchange = site_cost(interchange_of(*candidate.design), technology, ports, size);
  return costs;
}

std::optional<double> router_pj(const RoutedCandidate& candidate, const SiteCosts& sites,
                                const std::optional<double>& interchanges) {
  const double* router = site_value(sites.router.energy_pj_per_bit);
  if (router == nullptr) return std::nullopt;
  const double routers = *candidate.traffic.mean_hops() + first_routers(*candidate.design);
  if (!sites.has_interchanges) return routers * *router;
  const double* interchange = site_value(sites.interchange.energy_pj_per_bit);
  if (interchange == nullptr || !interchanges) return std::nullopt;
  const double passed = *interchanges;
  return (routers - passed) * *router + passed * *interchange;
}

std::optional<double> router_area_fraction(const CostedCandidate& candidate) {
  if (!candidate.laid_out() || !candidate.laid_out()->measures.size.in_metres() ||
      !site_value(candidate.sites.router.area_mm2))
    return std::nullopt;
  double area = candidate.facts.nodes * *site_value(candidate.sites.router.area_mm2);
  if (candidate.sites.has_interchanges) {
    if (!site_value(candidate.sites.interchange.area_mm2)) return std::nullopt;
    area += interchange_count(candidate) * *site_value(candidate.sites.interchange.area_mm2);
  }
  return area / candidate.laid_out()->measures.size.mm.area_mm2;
}

void note_site_costs(const LatencyAsked& latency, const TimedCandidate& candidate, std::vector<Note>& notes) {
  if (!candidate.can_be_built()) return;
  const RouterChoice& given = candidate.design->router;
  const bool asked = given.area || given.energy_pj_per_bit;
  if (!candidate.technology().unit || asked) {
    note_law(candidate, notes);
    note_missing(candidate, notes);
    note_energy(latency, candidate, notes);
  }
  const bool all_alike = candidate.facts.tiles.alike();
  if (!all_alike) notes.push_back(make_note(NoteKind::routers_of_tiles));
  if (given.energy_pj_per_bit && all_alike)
    notes.push_back(make_note(NoteKind::given_router_energy, *given.energy_pj_per_bit, candidate.sites.router.ports));
  note_tiles(candidate, notes);
  const auto fraction = router_area_fraction(candidate);
  if (fraction && *fraction > 1) notes.push_back(make_note(NoteKind::routers_too_large, *fraction));
}

}  // namespace cutline
