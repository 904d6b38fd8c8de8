// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const SiteCost* router_costs(const UnderDelay& a) {
  return a.candidate.can_be_built() ? &a.candidate.sites.router : nullptr;
}
const SiteCost* interchange_costs(const UnderDelay& a) {
  return a.candidate.can_be_built() && a.candidate.sites.has_interchanges ? &a.candidate.sites.interchange : nullptr;
}

template <auto site, auto figure>
Data site_figure(const UnderDelay& a) {
  const SiteCost* found = site(a);
  return found != nullptr ? to_data(site_value(found->*figure)) : Data();
}

template <auto site, auto figure>
Data origin(const UnderDelay& a) {
  const SiteCost* found = site(a);
  if (found == nullptr || site_value(found->*figure) == nullptr) return {};
  return Data(std::holds_alternative<FigureByLaw>(found->*figure) ? "law" : "spec");
}

template <auto site>
Data energy_ports(const UnderDelay& a) {
  return site(a) != nullptr ? whole_or_real(site(a)->ports) : Data();
}

bool takes_law(const UnderDelay& a, SiteFigure SiteCost::*figure) {
  return router_costs(a) != nullptr && std::holds_alternative<FigureByLaw>(router_costs(a)->*figure);
}
bool energy_by_law(const UnderDelay& a) { return takes_law(a, &SiteCost::energy_pj_per_bit); }
bool area_by_law(const UnderDelay& a) { return takes_law(a, &SiteCost::area_mm2); }
bool routers_differ(const UnderDelay& a) { return a.candidate.can_be_built() && !a.candidate.sites.of_tiles.empty(); }

/// A figure of a technology or of a layer; null if it is not given.
Data given_figure(const GivenFigures& figures, TechnologyFigure figure) {
  const double* value = figures.find(figure);
  return value != nullptr ? Data(*value) : Data();
}
Data vdd_v(const UnderDelay& a) {
  return given_figure(technology_of(a.study, *a.candidate.design).figures, TechnologyFigure::vdd_v);
}
double pitch(const Layer* layer) { return layer != nullptr ? in_mm(layer->pitch) : 0; }
Data capacitance(const Layer* layer) {
  return layer != nullptr ? given_figure(layer->figures, TechnologyFigure::c_ff_per_mm) : Data();
}

/// A figure that the law of routers takes from the technology.
template <auto of>
Data of_law(const UnderDelay& a) {
  const Technology& technology = technology_of(a.study, *a.candidate.design);
  return technology.unit ? Data() : Data(of(router_law_figures(technology)));
}
template <auto member>
Data of_driver(const UnderDelay& a) {
  const Technology& technology = technology_of(a.study, *a.candidate.design);
  return !technology.unit && technology.driver ? Data((*technology.driver).*member) : Data();
}
using Law = RouterLawFigures;

constexpr Symbol kSupply = {"V", vdd_v, "supply in volt"};
constexpr Symbol kPorts = {"p", "routers.router.ports", "ways into the busiest router, from terminals too"};
constexpr Symbol kPortBits = {"W", [](const UnderDelay& a) { return Data(a.candidate.sites.router.port_bits); },
                              "bits of a port, the mean of the busiest router's"};
constexpr Symbol kChannels = {"v", facts::port_channels, "virtual channels of a port"};
constexpr Symbol kDepth = {"d", facts::depth_flits, "flits that the buffer of each holds"};
constexpr Symbol kPitchH = {"g_h", of_law<[](const Law& law) { return pitch(law.horizontal); }>,
                            "mm, pitch of the lowest horizontal layer of the network"};
constexpr Symbol kPitchV = {"g_v", of_law<[](const Law& law) { return pitch(law.vertical); }>,
                            "mm, of the lowest vertical one"};
constexpr Symbol kRouterEnergy = {"e_r", "routers.router.energy_pj_per_bit", "energy of a bit in one router"};
constexpr Symbol kRouterArea = {"A", "routers.router.area_mm2", "area of one router"};
constexpr Symbol kRoutersOfTiles = {"tiles", "layout.tiles", "with the router of each kind"};
constexpr std::string_view kLaw = "derived: a crossbar of wires and buffers of flip-flops, an estimate (DSENT's parts)";
constexpr std::string_view kTilesDiffer = "derived: kinds of tile differ in their routers";

std::vector<Derivation> router_area_derivations() {
  return {when(routers_differ, {"A = mean over all nodes", kTilesDiffer, {kRouterArea, kRoutersOfTiles}}),
          when(area_by_law,
               {"A = (p * W)^2 * g_h * g_v + p * W * v * d * M",
                kLaw,
                {kRouterArea,
                 kPorts,
                 kPortBits,
                 kChannels,
                 kDepth,
                 kPitchH,
                 kPitchV,
                 {"M", of_law<[](const Law& law) { return in_mm2(law.stored_bit); }>,
                  "mm2 of a flip-flop and a multiplexer: `stored_bit`, or else 11.5 inverters of 10 g_h x 2 g_v"}}}),
          {"A = as given", "the spec: router area", {kRouterArea}}};
}

std::vector<Derivation> router_energy_derivations() {
  return {
      when(routers_differ,
           {"e_r = mean over the routers that a mean message passes", kTilesDiffer, {kRouterEnergy, kRoutersOfTiles}}),
      when(energy_by_law,
           {"e_r = V^2 / 4 * (p * W * (g_v * c_h + g_h * c_v) + (p + 2 * v * d + 1) * (C0 + Cp) / z) / 1000",
            kLaw,
            {kRouterEnergy,
             kPorts,
             kPortBits,
             kChannels,
             kDepth,
             kSupply,
             kPitchH,
             kPitchV,
             {"c_h", of_law<[](const Law& law) { return capacitance(law.horizontal); }>,
              "fF/mm of the horizontal layer"},
             {"c_v", of_law<[](const Law& law) { return capacitance(law.vertical); }>, "fF/mm of the vertical layer"},
             {"C0", of_driver<&Driver::input_ff>, "fF, input of the unit inverter"},
             {"Cp", of_driver<&Driver::parasitic_ff>, "fF, its output"},
             {"z", of_driver<&Driver::size>, "its width over that of the smallest inverter"}}}),
      {"e_r = as given", "the spec: router energy", {kRouterEnergy}}};
}

/// Adds the rows of a router; or those of an interchange, which have no names.
template <auto site>
void energy_add(Quantities& rows, const std::string& at, bool router) {
  rows.push_back({at + ".ports", Unit::none, "ways into the busiest one, those of terminals too", energy_ports<site>,
                  called("", router ? "radix" : "")});
  rows.push_back(derived({at + ".area_mm2", Unit::mm2, router ? "area of one router" : "area of one interchange",
                          site_figure<site, &SiteCost::area_mm2>, called(router ? "router_area" : "")},
                         router ? router_area_derivations() : std::vector<Derivation>()));
  rows.push_back({at + ".area_from", Unit::none, "where its area is from: the spec, or the law of routers",
                  origin<site, &SiteCost::area_mm2>});
  rows.push_back(derived({at + ".energy_pj_per_bit", Unit::pj_per_bit,
                          router ? "energy of a bit in one router" : "energy of a bit in one interchange",
                          site_figure<site, &SiteCost::energy_pj_per_bit>, called(router ? "router_hop_energy" : "")},
                         router ? router_energy_derivations() : std::vector<Derivation>()));
  rows.push_back({at + ".energy_from", Unit::none, "where its energy is from: the spec, or the law of routers",
                  origin<site, &SiteCost::energy_pj_per_bit>});
}

const EnergyPerBit* energy_under(const UnderDelay& a) { return a.timing != nullptr ? &a.timing->energy : nullptr; }

template <EnergyPart part>
Data energy_part(const UnderDelay& a) {
  return energy_under(a) != nullptr ? to_data(energy_under(a)->pj(part)) : Data();
}

constexpr auto energy_total = member_of<energy_under, &EnergyPerBit::total_pj>;

/// The total energy, for comparisons: null if the part of wires or of routers is missing.
Data comparable_total(const UnderDelay& a) {
  const EnergyPerBit* energy = energy_under(a);
  const bool both = energy != nullptr && energy->pj(EnergyPart::wires) && energy->pj(EnergyPart::routers);
  return both ? energy_total(a) : Data();
}

Data total_of(const UnderDelay& a) {
  const EnergyPerBit energy = energy_under(a) != nullptr ? *energy_under(a) : EnergyPerBit{};
  Data::List of;
  if (energy.pj(EnergyPart::wires)) of.emplace_back("wire");
  if (energy.pj(EnergyPart::routers)) of.emplace_back("router");
  if (energy.pj(EnergyPart::edges)) of.emplace_back("edge");
  if (energy.pj(EnergyPart::tiles)) of.emplace_back("tile");
  return of;
}

MeasureParts energy_parts(const UnderDelay& a) {
  const auto pj = [&](EnergyPart part) {
    const double* known = a.timing->energy.pj(part);
    return known != nullptr ? *known : 0;
  };
  return {{{PartKind::wire_energy, pj(EnergyPart::wires), "pJ/bit"},
           {PartKind::router_energy, pj(EnergyPart::routers), "pJ/bit"},
           {PartKind::edge_energy, pj(EnergyPart::edges), "pJ/bit"},
           {PartKind::tile_energy, pj(EnergyPart::tiles), "pJ/bit"}},
          true};
}

Quantities part_rows() {
  constexpr Symbol wire = {"E_wire", "energy.wire_pj_per_bit", "on its wires"};
  constexpr Symbol routers = {"E_router", "energy.router_pj_per_bit", "in routers and interchanges"};
  constexpr Symbol tile = {"E_tile", "energy.tile_pj_per_bit", "in the tiles at both ends"};
  constexpr Symbol each = {"e_r", "routers.router.energy_pj_per_bit", "pJ of a bit, a router"};
  constexpr Symbol first = {"F", of_timing<[](const Timing& t) { return t.input.first_routers; }>,
                            "the first router, where it counts"};
  constexpr Symbol from = {"from", "routers.router.energy_from", "the spec, or the law"};
  return {derived({"energy.wire_pj_per_bit", Unit::pj_per_bit, "energy of a bit on the wires of a mean route",
                   energy_part<EnergyPart::wires>, called("wire_energy", "wires")},
                  {{"E_wire = sum over the links of a mean route of b * C V^2 / 4, C of the wire on its own layers and "
                    "its drivers",
                    "derived: of random data one bit in four charges its wire",
                    {wire,
                     symbols::hops,
                     kSupply,
                     {"b", facts::wires_per_bit, "wires of a bit"},
                     {"mean wire", "length.mean_mm", "mm, over all wires of the layout"},
                     {"delay model", "delay.model", "whose drivers are charged too"}}}}),
          derived({"energy.router_pj_per_bit", Unit::pj_per_bit, "energy of a bit in the routers of a mean route",
                   energy_part<EnergyPart::routers>, called("router_energy", "+ routers")},
                  {when(passes_interchanges,
                        {"E_router = (H + F - I) * e_r + I * e_x",
                         "definition",
                         {routers,
                          symbols::hops,
                          first,
                          {"I", facts::interchanges, "of the hops, those that end at an interchange"},
                          each,
                          {"e_x", "routers.interchange.energy_pj_per_bit", "pJ of a bit, an interchange"}}}),
                   when(counts_first,
                        {"E_router = (H + F) * e_r", "definition", {routers, symbols::hops, first, each, from}}),
                   {"E_router = H * e_r", "definition", {routers, symbols::hops, each, from}}}),
          {"energy.edge_pj_per_bit", Unit::pj_per_bit, "energy of a bit over the edges of packages on a mean route",
           energy_part<EnergyPart::edges>, called("", "+ edges")},
          derived({"energy.tile_pj_per_bit", Unit::pj_per_bit,
                   "energy of a bit in the tiles where a mean message begins and ends", energy_part<EnergyPart::tiles>,
                   called("tile_energy", "+ tiles")},
                  {{"E_tile = sum over the kinds of tile of (messages that begin there + those that end there) * e, of "
                    "a message",
                    "definition; a kind without energy counts nothing",
                    {tile, {"tiles", "layout.tiles", "with e, the energy of each kind"}}}}),
          derived({"energy.total_pj_per_bit", Unit::pj_per_bit, "energy of a bit of a mean message", energy_total,
                   called("energy", "energy", "energy_pj_per_bit")},
                  {{"E = E_wire + E_router + E_edge + E_tile, of what is known",
                    "definition; a part that is not known is null and left out of the sum",
                    {{"E", "energy.total_pj_per_bit", "energy of a bit of a mean message"},
                     wire,
                     routers,
                     {"E_edge", "energy.edge_pj_per_bit", "over the edges of packages"},
                     tile,
                     {"sum of", "energy.total_of", ""}}}}),
          with_parts(
              {"energy.comparable_pj_per_bit", Unit::pj_per_bit, "energy of a bit of a mean message, wires and routers",
               comparable_total, called("", "energy", "", "energy"), never_in_records},
              energy_parts),
          {"energy.total_of", Unit::none, "the parts that are known and summed up", total_of}};
}

}  // namespace

Data facts::port_channels(const UnderDelay& a) { return a.candidate.sites.router.virtual_channels; }
Data facts::depth_flits(const UnderDelay& a) { return a.candidate.sites.router.depth_flits; }

Quantities energy_quantities() {
  Quantities rows;
  energy_add<router_costs>(rows, "routers.router", true);
  energy_add<interchange_costs>(rows, "routers.interchange", false);
  return joined({rows, part_rows()});
}

}  // namespace cutline
