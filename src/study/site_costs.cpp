// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/site_costs.hpp"

#include "cutline/study/study.hpp"
#include "cutline/technology/router_law.hpp"

namespace cutline {

namespace {

SiteCost site_cost(const Study& study, const RouterChoice& choice, const Technology& technology, double ports,
                   double width) {
  SiteCost cost{.ports = ports,
                .virtual_channels = static_cast<double>(study.virtual_channels),
                .depth_flits = choice.depth_flits.value_or(kDepthFlits)};
  const RouterCost law = router_by_law(technology, {.ports = ports,
                                                    .width_bits = width,
                                                    .virtual_channels = cost.virtual_channels,
                                                    .depth_flits = cost.depth_flits});
  if (law.area) cost.area_mm2 = FigureByLaw{in_mm2(*law.area)};
  if (law.energy_pj_per_bit) cost.energy_pj_per_bit = FigureByLaw{*law.energy_pj_per_bit};
  if (choice.area) cost.area_mm2 = FigureOfSpec{in_mm2(*choice.area)};
  if (choice.energy_pj_per_bit) cost.energy_pj_per_bit = FigureOfSpec{*choice.energy_pj_per_bit};
  return cost;
}

/// Most input ports of any node: half of the channels that begin or end at it, and one for each of its terminals.
double ports_in(const Candidate& candidate) {
  const double terminals = candidate.facts.nodes > 0 ? candidate.facts.terminals / candidate.facts.nodes : 1;
  const double channels = candidate.laid_out() ? static_cast<double>(candidate.laid_out()->measures.ports_per_node_max)
                                               : candidate.ideal()->ports_per_node;
  return channels / 2 + terminals;
}

bool has_interchanges(const Candidate& candidate) {
  return candidate.network() && candidate.network()->topology.has_interchanges();
}

double interchange_count(const Candidate& candidate) {
  return has_interchanges(candidate) ? static_cast<double>(candidate.network()->topology.interchange_count()) : 0;
}

/// Whether the law gives a figure of routers or interchanges.
bool by_law(const SiteCosts& sites, SiteFigure SiteCost::*figure) {
  return std::holds_alternative<FigureByLaw>(sites.router.*figure) ||
         (sites.interchange && std::holds_alternative<FigureByLaw>((*sites.interchange).*figure));
}

void note_law(const Candidate& candidate, std::vector<Note>& notes) {
  const SiteCost& router = candidate.sites.router;
  const bool area = by_law(candidate.sites, &SiteCost::area_mm2);
  const bool energy = by_law(candidate.sites, &SiteCost::energy_pj_per_bit);
  if (!area && !energy) return;
  const char* what = area && energy ? "area and energy" : area ? "area" : "energy";
  notes.push_back(make_note(NoteKind::router_by_law, what, router.virtual_channels, router.depth_flits, router.ports));
}

void note_missing(const Study& study, const Candidate& candidate, std::vector<Note>& notes) {
  const Technology& technology = technology_of(study, *candidate.design);
  const SiteCost& router = candidate.sites.router;
  if (!site_value(router.area_mm2))
    notes.push_back(make_note(NoteKind::no_router_area, missing_for_router_area(technology)));
  if (!site_value(router.energy_pj_per_bit))
    notes.push_back(make_note(NoteKind::no_router_energy, missing_for_router_energy(technology)));
}

Note why_no_wire_energy(const Study& study, const Candidate& candidate) {
  const Technology& technology = technology_of(study, *candidate.design);
  if (candidate.ideal()) return make_note(NoteKind::wires_not_routed);
  if (technology.unit) return make_note(NoteKind::unit_has_no_capacitance);
  if (!technology.figures.has(TechnologyFigure::vdd_v)) return make_note(NoteKind::no_supply, technology.name);
  for (const Layer& layer : technology.layers) {
    if (!layer.figures.has(TechnologyFigure::c_ff_per_mm))
      return make_note(NoteKind::no_capacitance, technology.name, layer.name);
  }
  return make_note(study.traffic ? NoteKind::energy_of_uniform_traffic : NoteKind::routes_pass_effort);
}

void note_energy(const Study& study, const Candidate& candidate, std::vector<Note>& notes) {
  if (candidate.latency.timings.empty()) return;
  const EnergyPerBit& energy = candidate.latency.timings.front().energy;
  const bool any = energy.total_pj().has_value();
  if (!energy.pj(EnergyPart::wires) && any)
    notes.push_back(make_note(NoteKind::energy_without_wires, why_no_wire_energy(study, candidate)));
  if (!energy.pj(EnergyPart::routers) && any) notes.push_back(make_note(NoteKind::energy_without_routers));
  if (!energy.pj(EnergyPart::edges) && any && !candidate.design->packages.empty())
    notes.push_back(make_note(NoteKind::energy_without_edges));
  const bool bare = energy.pj(EnergyPart::wires) && study.delays.front().model->charged_ff == nullptr;
  if (bare) notes.push_back(make_note(NoteKind::energy_of_bare_wires));
}

}  // namespace

const RouterChoice& interchange_of(const Design& design) {
  return design.interchange ? *design.interchange : design.router;
}

double first_routers(const Design& design) { return design.router.passed == RoutersPassed::routers ? 1 : 0; }

SiteCosts site_costs(const Study& study, const Candidate& candidate) {
  const Technology& technology = technology_of(study, *candidate.design);
  const double width = *candidate.channel.width_bits;
  SiteCosts costs;
  costs.router = site_cost(study, candidate.design->router, technology, ports_in(candidate), width);
  if (!has_interchanges(candidate)) return costs;
  const double ports = static_cast<double>(candidate.laid_out()->measures.ports_per_interchange_max) / 2;
  costs.interchange = site_cost(study, interchange_of(*candidate.design), technology, ports, width);
  return costs;
}

std::optional<double> router_pj(const Candidate& candidate, const std::optional<double>& interchanges) {
  const double* router = site_value(candidate.sites.router.energy_pj_per_bit);
  if (router == nullptr) return std::nullopt;
  const double routers = *candidate.traffic.mean_hops() + first_routers(*candidate.design);
  if (!candidate.sites.interchange) return routers * *router;
  const double* interchange = site_value(candidate.sites.interchange->energy_pj_per_bit);
  if (interchange == nullptr || !interchanges) return std::nullopt;
  const double passed = *interchanges;
  return (routers - passed) * *router + passed * *interchange;
}

std::optional<double> router_area_fraction(const Candidate& candidate) {
  if (!candidate.laid_out() || !candidate.laid_out()->measures.size.mm || !site_value(candidate.sites.router.area_mm2))
    return std::nullopt;
  double area = candidate.facts.nodes * *site_value(candidate.sites.router.area_mm2);
  if (candidate.sites.interchange) {
    if (!site_value(candidate.sites.interchange->area_mm2)) return std::nullopt;
    area += interchange_count(candidate) * *site_value(candidate.sites.interchange->area_mm2);
  }
  return area / candidate.laid_out()->measures.size.mm->area_mm2;
}

void note_site_costs(const Study& study, const Candidate& candidate, std::vector<Note>& notes) {
  if (!candidate.can_be_built()) return;
  const RouterChoice& given = candidate.design->router;
  const bool asked = given.area || given.energy_pj_per_bit;
  if (!technology_of(study, *candidate.design).unit || asked) {
    note_law(candidate, notes);
    note_missing(study, candidate, notes);
    note_energy(study, candidate, notes);
  }
  if (given.energy_pj_per_bit)
    notes.push_back(make_note(NoteKind::given_router_energy, *given.energy_pj_per_bit, candidate.sites.router.ports));
  const auto fraction = router_area_fraction(candidate);
  if (fraction && *fraction > 1) notes.push_back(make_note(NoteKind::routers_too_large, *fraction));
}

}  // namespace cutline
