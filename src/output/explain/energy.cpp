// SPDX-License-Identifier: Apache-2.0
#include "output/explain/derivations.hpp"

namespace cutline::explanation {

namespace {

/// The router of a candidate; null if the candidate cannot be built.
const SiteCost* router_of(const Asked& a) { return a.candidate.can_be_built() ? &a.candidate.sites.router : nullptr; }
bool energy_by_law(const Asked& a) {
  const SiteCost* router = router_of(a);
  return router != nullptr && std::holds_alternative<FigureByLaw>(router->energy_pj_per_bit);
}
bool area_by_law(const Asked& a) {
  const SiteCost* router = router_of(a);
  return router != nullptr && std::holds_alternative<FigureByLaw>(router->area_mm2);
}
bool energy_passes_interchanges(const Asked& a) { return a.timing != nullptr && a.timing->input.mean_interchanges > 0; }
bool adds_first(const Asked& a) { return a.timing != nullptr && a.timing->input.first_routers > 0; }

bool routers_differ(const Asked& a) { return a.candidate.can_be_built() && !a.candidate.sites.of_tiles.empty(); }

constexpr std::string_view kLaw = "derived: a crossbar of wires and buffers of flip-flops, an estimate (DSENT's parts)";

const Symbol kEnergyHops = {"H", "performance.mean_hops", "mean hops of a message"};
const Symbol kPorts = {"p", "routers.router.ports", "ways into the busiest router, from terminals too"};
const Symbol kEnergyWidth = {"W", "study.port_bits", "bits of a port, the mean of the busiest router's"};
const Symbol kChannels = {"v", "study.virtual_channels", "virtual channels of a port"};
const Symbol kDepth = {"d", "study.depth_flits", "flits that the buffer of each holds"};

std::vector<Derivation> part_rows() {
  const std::string_view summary = "energy of a bit of a mean message";
  const Symbol wire = {"E_wire", "energy.wire_pj_per_bit", "on its wires"};
  const Symbol routers = {"E_router", "energy.router_pj_per_bit", "in routers and interchanges"};
  const Symbol edge = {"E_edge", "energy.edge_pj_per_bit", "over the edges of packages"};
  const Symbol tile = {"E_tile", "energy.tile_pj_per_bit", "in the tiles at both ends"};
  const Symbol each = {"e_r", "routers.router.energy_pj_per_bit", "pJ of a bit, a router"};
  const Symbol first = {"F", "study.first_routers", "the first router, where it counts"};
  const Symbol from = {"from", "routers.router.energy_from", "the spec, or the law"};
  return {
      {"energy",
       nullptr,
       "E = E_wire + E_router + E_edge + E_tile, of what is known",
       "definition; a part that is not known is null and left out of the sum",
       {{"E", "energy.total_pj_per_bit", summary}, wire, routers, edge, tile, {"sum of", "energy.total_of", ""}}},
      {"tile_energy",
       nullptr,
       "E_tile = sum over the kinds of tile of (messages that begin there + those that end there) * e, of a message",
       "definition; a kind without energy counts nothing",
       {tile, {"tiles", "layout.tiles", "with e, the energy of each kind"}}},
      {"wire_energy",
       nullptr,
       "E_wire = sum over the links of a mean route of b * C V^2 / 4, C of the wire on its own layers and its "
       "drivers",
       "derived: of random data one bit in four charges its wire",
       {wire,
        kEnergyHops,
        {"V", "study.vdd_v", "supply in volt"},
        {"b", "study.wires_per_bit", "wires of a bit"},
        {"mean wire", "length.mean_mm", "mm, over all wires of the layout"},
        {"delay model", "delay.model", "whose drivers are charged too"}}},
      {"router_energy",
       energy_passes_interchanges,
       "E_router = (H + F - I) * e_r + I * e_x",
       "definition",
       {routers,
        kEnergyHops,
        first,
        {"I", "study.interchanges", "of the hops, those that end at an interchange"},
        each,
        {"e_x", "routers.interchange.energy_pj_per_bit", "pJ of a bit, an interchange"}}},
      {"router_energy",
       adds_first,
       "E_router = (H + F) * e_r",
       "definition",
       {routers, kEnergyHops, first, each, from}},
      {"router_energy", nullptr, "E_router = H * e_r", "definition", {routers, kEnergyHops, each, from}}};
}

std::vector<Derivation> router_rows() {
  const std::string_view energy_key = "routers.router.energy_pj_per_bit";
  const std::string_view energy_is = "energy of a bit in one router";
  const std::string_view area_key = "routers.router.area_mm2";
  const std::string_view area_is = "area of one router";
  const Symbol tiles = {"tiles", "layout.tiles", "with the router of each kind"};
  return {{"router_hop_energy",
           routers_differ,
           "e_r = mean over the routers that a mean message passes",
           "derived: kinds of tile differ in their routers",
           {{"e_r", energy_key, energy_is}, tiles}},
          {"router_area",
           routers_differ,
           "A = mean over all nodes",
           "derived: kinds of tile differ in their routers",
           {{"A", area_key, area_is}, tiles}},
          {"router_hop_energy",
           energy_by_law,
           "e_r = V^2 / 4 * (p * W * (g_v * c_h + g_h * c_v) + (p + 2 * v * d + 1) * (C0 + Cp) / z)",
           kLaw,
           {{"e_r", energy_key, energy_is},
            kPorts,
            kEnergyWidth,
            kChannels,
            kDepth,
            {"V", "study.vdd_v", "supply in volt"},
            {"g_h", "study.law.pitch_h_mm", "mm, pitch of the lowest horizontal layer of the network"},
            {"g_v", "study.law.pitch_v_mm", "mm, of the lowest vertical one"},
            {"c_h", "study.law.c_h_ff_per_mm", "fF/mm of the horizontal layer"},
            {"c_v", "study.law.c_v_ff_per_mm", "fF/mm of the vertical layer"},
            {"C0", "study.law.input_ff", "fF, input of the unit inverter"},
            {"Cp", "study.law.parasitic_ff", "fF, its output"},
            {"z", "study.law.driver_size", "its width over that of the smallest inverter"}}},
          {"router_hop_energy", nullptr, "e_r = as given", "the spec: router energy", {{"e_r", energy_key, energy_is}}},
          {"router_area",
           area_by_law,
           "A = (p * W)^2 * g_h * g_v + p * W * v * d * M",
           kLaw,
           {{"A", area_key, area_is},
            kPorts,
            kEnergyWidth,
            kChannels,
            kDepth,
            {"g_h", "study.law.pitch_h_mm", "mm, pitch of the lowest horizontal layer of the network"},
            {"g_v", "study.law.pitch_v_mm", "mm, of the lowest vertical one"},
            {"M", "study.law.stored_bit_mm2",
             "mm2 of a flip-flop and a multiplexer: `stored_bit`, or else 11.5 inverters of 10 g_h x 2 g_v"}}},
          {"router_area", nullptr, "A = as given", "the spec: router area", {{"A", area_key, area_is}}},
          {"router_area_fraction",
           nullptr,
           "(N * A + (X + S) * A_x) / area",
           "definition",
           {{"N", "nodes", "nodes"},
            {"A", area_key, area_is},
            {"X", "interchanges", "interchanges"},
            {"S", "switches", "switches without terminals"},
            {"A_x", "routers.interchange.area_mm2", "area of an interchange or switch"},
            {"area", "layout.area_mm2", "of the layout in mm2"}}}};
}

}  // namespace

std::vector<Derivation> energy_derivations() {
  std::vector<Derivation> rows = part_rows();
  for (Derivation& row : router_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace cutline::explanation
