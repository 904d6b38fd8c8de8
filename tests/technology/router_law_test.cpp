// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/technology/router_law.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/accuracy.hpp"
#include "support/csv.hpp"

using namespace cutline;
using cutline::test::golden;
using cutline::test::Row;
using cutline::test::tell_case;
using doctest::Approx;

namespace {

/// A chip with two equal layers, from one row.
Technology chip(const Row& row) {
  Technology technology;
  technology.name = row.text("tech");
  technology.medium = Medium::chip;
  for (const LayerDirection direction : {LayerDirection::horizontal, LayerDirection::vertical}) {
    Layer layer{row.text("layer"), direction, nanometres(row.number("pitch_um") * 1e3)};
    layer.figures.set(TechnologyFigure::r_ohm_per_mm, row.number("R_ohm_per_um") * 1e3);
    layer.figures.set(TechnologyFigure::c_ff_per_mm, row.number("C_fF_per_um") * 1e3);
    technology.layers.push_back(layer);
  }
  technology.figures.set(TechnologyFigure::vdd_v, row.number("Vdd"));
  technology.driver = Driver{row.text("tech"), row.number("C0_fF"), row.number("R0_ohm"), {}, row.number("Cp_fF")};
  return technology;
}

Row layer_of(const std::string& technology, const std::string& layer) {
  for (const Row& row : golden("routers_dsent.csv")) {
    if (row.text("tech") == technology && row.text("layer") == layer) return row;
  }
  FAIL("no layer " << layer << " of " << technology);
  return {{}, {}};
}

double energy(const Technology& technology, const RouterShape& shape) {
  return *router_by_law(technology, shape).energy_pj_per_bit;
}
double area(const Technology& technology, const RouterShape& shape) {
  return in_mm2(*router_by_law(technology, shape).area);
}

}  // namespace

TEST_CASE("a router of every DSENT layer costs what its crossbar and buffers do, added up by hand") {
  for (const Row& row : golden("routers_dsent.csv")) {
    CAPTURE(row.text("tech"));
    CAPTURE(row.text("layer"));
    const Technology technology = chip(row);
    const double side_um = 5 * 64 * row.number("pitch_um");
    const double wires_ff = 2 * side_um * row.number("C_fF_per_um");
    const double gate_ff = row.number("C0_fF") + row.number("Cp_fF");
    // Five switches on the way, four flip-flops that a written bit reaches, a stored bit of two inverters, and three
    // multiplexers that read one of four bits.
    const double pj = (wires_ff + (5 + 4 + 2 + 3) * gate_ff) * row.number("Vdd") * row.number("Vdd") / 4 * 1e-3;
    CHECK(energy(technology, {5, 64, 1, 4}) == Approx(pj).epsilon(1e-12));
    const double stored_bit_um2 = (8 + 3.5) * 10 * 2 * row.number("pitch_um") * row.number("pitch_um");
    const double um2 = side_um * side_um + 5 * 64 * 4 * stored_bit_um2;
    CHECK(area(technology, {5, 64, 1, 4}) == Approx(um2 * 1e-6).epsilon(1e-12));
  }
}

TEST_CASE("on a 22 nm chip the law is within a factor of two of DSENT's routers, and so is what a port adds") {
  const Technology technology = chip(layer_of("DSENT_Bulk22LVT", "Intermediate"));
  const auto at = [](const Row& row) { return RouterShape{row.number("ports"), 128, 3, 8}; };
  // The clock tree is left out, as in the law; it takes 1.5 to 2.4 fJ for each bit and cycle.
  const auto dsent_energy = [](const Row& row) {
    const double joule = row.number("write_j") + row.number("read_j") + row.number("crossbar_j");
    return (joule + row.number("arbitration_j")) * 1e12 / 128;
  };
  const auto dsent_area = [](const Row& row) { return row.number("area_m2") * 1e6; };
  const std::vector<Row> rows = golden("routers_nocsim.csv");
  for (const Row& row : rows) {
    CAPTURE(row.integer("ports"));
    const double energy_fraction = energy(technology, at(row)) / dsent_energy(row);
    CHECK(energy_fraction > 1.17);
    CHECK(energy_fraction < 1.21);
    const double area_fraction = area(technology, at(row)) / dsent_area(row);
    CHECK(area_fraction > 1.27);
    CHECK(area_fraction < 1.31);
    tell_case("energy of a router", "DSENT", energy(technology, at(row)), dsent_energy(row));
    tell_case("area of a router", "DSENT", area(technology, at(row)), dsent_area(row));
  }
  const auto growth = [&](auto cost) { return cost(rows.back()) - cost(rows.front()); };
  const double energy_growth = growth([&](const Row& row) { return energy(technology, at(row)); });
  CHECK(energy_growth / growth(dsent_energy) == Approx(1).epsilon(0.6));
  const double area_growth = growth([&](const Row& row) { return area(technology, at(row)); });
  CHECK(area_growth / growth(dsent_area) == Approx(1).epsilon(0.3));
}

/// A chip whose four pitches all differ: 0.1 um and 0.3 um in use, 0.05 um and 0.07 um listed below them.
Technology unequal_chip() {
  Technology technology;
  technology.name = "unequal";
  technology.medium = Medium::chip;
  technology.figures.set(TechnologyFigure::vdd_v, 1);
  technology.driver = Driver{"inverter", 2, 1000, {}, 1};
  const auto layer = [](const char* name, LayerDirection direction, double pitch_nm, double c_ff_per_mm) {
    Layer one{name, direction, nanometres(pitch_nm)};
    one.figures.set(TechnologyFigure::c_ff_per_mm, c_ff_per_mm);
    return one;
  };
  technology.layers = {layer("v", LayerDirection::vertical, 300, 200),
                       layer("h", LayerDirection::horizontal, 100, 150)};
  technology.all_layers = {layer("a", LayerDirection::vertical, 50, 90), layer("b", LayerDirection::horizontal, 70, 90),
                           technology.layers[0], technology.layers[1]};
  return technology;
}

TEST_CASE("with unequal pitches a wire of the crossbar is as long as the wires that it crosses are wide together") {
  // 5 ports of 64 bits: 320 wires. Horizontal ones cross 320 vertical wires 0.3 um apart, 96 um; vertical ones 32 um.
  const double wires_ff = 0.096 * 150 + 0.032 * 200;
  const double gates_ff = (5 + 4 + 2 + 3) * 3;
  CHECK(energy(unequal_chip(), {5, 64, 1, 4}) == Approx((wires_ff + gates_ff) / 4 * 1e-3).epsilon(1e-12));
  const double stored_bit_mm2 = 11.5 * 10 * 0.1e-3 * 2 * 0.3e-3;
  CHECK(area(unequal_chip(), {5, 64, 1, 4}) == Approx(0.096 * 0.032 + 320 * 4 * stored_bit_mm2).epsilon(1e-12));
}

TEST_CASE(
    "a router costs the same whatever layers are listed and not in use; its stored bit is the library's if given") {
  Technology technology = unequal_chip();
  const double listed = area(technology, {5, 64, 1, 4});
  technology.all_layers = technology.layers;
  CHECK(area(technology, {5, 64, 1, 4}) == listed);
  technology.figures.set(TechnologyFigure::stored_bit_mm2, 2e-6);
  CHECK(area(technology, {5, 64, 1, 4}) == Approx(0.096 * 0.032 + 320 * 4 * 2e-6).epsilon(1e-12));
}

TEST_CASE("buffers ask of a router what DSENT's parts do: most of its energy, in proportion to their flits") {
  const Technology technology = chip(layer_of("DSENT_Bulk22LVT", "Intermediate"));
  const double buffers = energy(technology, {5, 128, 3, 8}) - energy(technology, {5, 128, 1, 1});
  const Row row = golden("routers_nocsim.csv").back();
  const double dsent = (row.number("write_j") + row.number("read_j")) * 1e12 / 128;
  CHECK(buffers / dsent == Approx(1).epsilon(0.2));
  CHECK(energy(technology, {5, 128, 6, 8}) - energy(technology, {5, 128, 3, 8}) ==
        Approx(energy(technology, {5, 128, 3, 16}) - energy(technology, {5, 128, 3, 8})));
}

TEST_CASE("a router's area grows with the square of ports x width beside its buffers, its energy in proportion") {
  const Technology technology = chip(golden("routers_dsent.csv").front());
  // Second differences over equal steps: constant for the area, zero for the energy.
  const auto at = [&](double ports, auto cost) { return cost(technology, RouterShape{ports, 32, 1, 4}); };
  for (double ports = 3; ports < 12; ++ports) {
    CAPTURE(ports);
    const double wire_mm = 32 * in_mm(technology.layers[0].pitch);
    const double bend = at(ports + 2, area) - 2 * at(ports + 1, area) + at(ports, area);
    CHECK(bend == Approx(2 * wire_mm * wire_mm).epsilon(1e-9));
    const double step = at(ports + 1, energy) - at(ports, energy);
    CHECK(at(ports + 2, energy) - at(ports + 1, energy) == Approx(step).epsilon(1e-9));
  }
  CHECK(energy(technology, {5, 32, 1, 8}) > energy(technology, {5, 32, 1, 4}));
  CHECK(area(technology, {5, 32, 1, 8}) > area(technology, {5, 32, 1, 4}));
}

TEST_CASE("what the law has no figures for is absent, and said") {
  Technology technology = chip(golden("routers_dsent.csv").front());
  technology.figures.set(TechnologyFigure::vdd_v, {});
  CHECK_FALSE(router_by_law(technology, {5, 32, 1, 4}).energy_pj_per_bit);
  CHECK(router_by_law(technology, {5, 32, 1, 4}).area);
  CHECK(missing_for_router_energy(technology).find("no supply") != std::string::npos);
  technology.medium = Medium::board;
  CHECK_FALSE(router_by_law(technology, {5, 32, 1, 4}).area);
  CHECK(missing_for_router_area(technology).find("no chip") != std::string::npos);
  CHECK_FALSE(router_by_law(unit_technology(), {5, 32, 1, 4}).area);
}
