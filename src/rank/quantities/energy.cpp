// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const SiteCost* router_costs(const Asked& a) {
  return a.candidate.can_be_built() ? &a.candidate.sites.router : nullptr;
}
const SiteCost* interchange_costs(const Asked& a) {
  return a.candidate.can_be_built() && a.candidate.sites.has_interchanges ? &a.candidate.sites.interchange : nullptr;
}

template <auto site, auto figure>
Data site_figure(const Asked& a) {
  const SiteCost* found = site(a);
  return found != nullptr ? to_data(site_value(found->*figure)) : Data();
}

template <auto site, auto figure>
Data origin(const Asked& a) {
  const SiteCost* found = site(a);
  if (found == nullptr || site_value(found->*figure) == nullptr) return {};
  return Data(std::holds_alternative<FigureByLaw>(found->*figure) ? "law" : "spec");
}

template <auto site>
Data energy_ports(const Asked& a) {
  return site(a) != nullptr ? whole_or_real(site(a)->ports) : Data();
}

template <auto site>
void energy_add(Quantities& rows, const std::string& at, std::string_view area_name, std::string_view energy_name) {
  const bool router = !area_name.empty();
  rows.push_back({at + ".ports", Unit::none, "ways into the busiest one, those of terminals too", energy_ports<site>,
                  called("", router ? "radix" : "")});
  rows.push_back({at + ".area_mm2", Unit::mm2, router ? "area of one router" : "area of one interchange",
                  site_figure<site, &SiteCost::area_mm2>, called(area_name)});
  rows.push_back({at + ".area_from", Unit::none, "where its area is from: the spec, or the law of routers",
                  origin<site, &SiteCost::area_mm2>});
  rows.push_back({at + ".energy_pj_per_bit", Unit::pj_per_bit,
                  router ? "energy of a bit in one router" : "energy of a bit in one interchange",
                  site_figure<site, &SiteCost::energy_pj_per_bit>, called(energy_name)});
  rows.push_back({at + ".energy_from", Unit::none, "where its energy is from: the spec, or the law of routers",
                  origin<site, &SiteCost::energy_pj_per_bit>});
}

const EnergyPerBit* energy_under(const Asked& a) { return a.timing != nullptr ? &a.timing->energy : nullptr; }

template <EnergyPart part>
Data energy_part(const Asked& a) {
  return energy_under(a) != nullptr ? to_data(energy_under(a)->pj(part)) : Data();
}

Data energy_total(const Asked& a) { return energy_under(a) != nullptr ? Data(energy_under(a)->total_pj()) : Data(); }

/// The total energy, for comparisons: null if the part of wires or of routers is missing.
Data comparable_total(const Asked& a) {
  const EnergyPerBit* energy = energy_under(a);
  const bool both = energy != nullptr && energy->pj(EnergyPart::wires) && energy->pj(EnergyPart::routers);
  return both ? energy_total(a) : Data();
}

Data total_of(const Asked& a) {
  const EnergyPerBit energy = energy_under(a) != nullptr ? *energy_under(a) : EnergyPerBit{};
  Data::List of;
  if (energy.pj(EnergyPart::wires)) of.emplace_back("wire");
  if (energy.pj(EnergyPart::routers)) of.emplace_back("router");
  if (energy.pj(EnergyPart::edges)) of.emplace_back("edge");
  if (energy.pj(EnergyPart::tiles)) of.emplace_back("tile");
  return of;
}

}  // namespace

Quantities energy_quantities() {
  Quantities rows;
  energy_add<router_costs>(rows, "routers.router", "router_area", "router_hop_energy");
  energy_add<interchange_costs>(rows, "routers.interchange", {}, {});
  for (Quantity& row : Quantities{
           {"energy.wire_pj_per_bit", Unit::pj_per_bit, "energy of a bit on the wires of a mean route",
            energy_part<EnergyPart::wires>, called("wire_energy", "wires")},
           {"energy.router_pj_per_bit", Unit::pj_per_bit, "energy of a bit in the routers of a mean route",
            energy_part<EnergyPart::routers>, called("router_energy", "+ routers")},
           {"energy.edge_pj_per_bit", Unit::pj_per_bit, "energy of a bit over the edges of packages on a mean route",
            energy_part<EnergyPart::edges>, called("", "+ edges")},
           {"energy.tile_pj_per_bit", Unit::pj_per_bit,
            "energy of a bit in the tiles where a mean message begins and ends", energy_part<EnergyPart::tiles>,
            called("tile_energy", "+ tiles")},
           {"energy.total_pj_per_bit", Unit::pj_per_bit, "energy of a bit of a mean message", energy_total,
            called("energy", "energy", "energy_pj_per_bit")},
           with_parts({"energy.comparable_pj_per_bit", Unit::pj_per_bit,
                       "energy of a bit of a mean message, wires and routers", comparable_total,
                       called("", "energy", "", "energy"), never_in_records},
                      energy_parts),
           {"energy.total_of", Unit::none, "the parts that are known and summed up", total_of}})
    rows.push_back(std::move(row));
  return rows;
}

}  // namespace cutline
