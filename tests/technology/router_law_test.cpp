// SPDX-License-Identifier: Apache-2.0
#include "cutline/technology/router_law.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/csv.hpp"

using namespace cutline;
using cutline::test::golden;
using cutline::test::Row;
using doctest::Approx;

namespace {

/// A chip with two alike layers of one row.
Technology chip(const Row& row) {
  Technology technology;
  technology.name = row.text("tech");
  technology.medium = Medium::chip;
  for (const LayerDirection direction : {LayerDirection::horizontal, LayerDirection::vertical}) {
    Layer layer{row.text("layer"), direction, nanometres(row.number("pitch_um") * 1e3)};
    layer.r_ohm_per_mm = row.number("R_ohm_per_um") * 1e3;
    layer.c_ff_per_mm = row.number("C_fF_per_um") * 1e3;
    technology.layers.push_back(layer);
  }
  technology.vdd_v = row.number("Vdd");
  technology.driver = Driver{row.text("tech"), row.number("C0_fF"), row.number("R0_ohm"), {}, row.number("Cp_fF")};
  return technology;
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
    // Five switches on the way, a stored bit of two inverters, a tree of two levels over four flits.
    const double pj = (wires_ff + (5 + 2 + 2) * gate_ff) * row.number("Vdd") * row.number("Vdd") / 4 * 1e-3;
    CHECK(energy(technology, {5, 64, 1, 4}) == Approx(pj).epsilon(1e-12));
    const double flip_flop_um2 = 8 * 10 * 2 * row.number("pitch_um") * row.number("pitch_um");
    const double um2 = side_um * side_um + 5 * 64 * 4 * flip_flop_um2;
    CHECK(area(technology, {5, 64, 1, 4}) == Approx(um2 * 1e-6).epsilon(1e-12));
  }
}

TEST_CASE("on a 45 nm chip a five-port router of 64 bits takes some hundredths of a pJ and of a mm2") {
  const Technology technology = chip(golden("routers_dsent.csv").at(1));  // Intermediate
  CHECK(energy(technology, {5, 64, 1, 4}) == Approx(0.0146).epsilon(0.01));
  CHECK(area(technology, {5, 64, 1, 4}) == Approx(0.0149).epsilon(0.01));
}

TEST_CASE("a router's area grows with the square of ports x width beside its buffers, its energy in proportion") {
  const Technology technology = chip(golden("routers_dsent.csv").front());
  // Second differences over equal steps: constant for the area, none for the energy.
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
  technology.vdd_v.reset();
  CHECK_FALSE(router_by_law(technology, {5, 32, 1, 4}).energy_pj_per_bit);
  CHECK(router_by_law(technology, {5, 32, 1, 4}).area);
  CHECK(missing_for_router_energy(technology).find("no supply") != std::string::npos);
  technology.medium = Medium::board;
  CHECK_FALSE(router_by_law(technology, {5, 32, 1, 4}).area);
  CHECK(missing_for_router_area(technology).find("no chip") != std::string::npos);
  CHECK_FALSE(router_by_law(unit_technology(), {5, 32, 1, 4}).area);
}
