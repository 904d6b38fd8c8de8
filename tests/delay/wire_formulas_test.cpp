// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/delay/wire_formulas.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "cutline/spec/spec.hpp"
#include "support/csv.hpp"

using namespace cutline;
using cutline::test::golden;
using cutline::test::Row;

namespace {

double wire_formulas_ps(Time time) { return in_ns(time) * 1e3; }

/// The number, written with as many decimals as the text has.
std::string like(double value, const std::string& text) {
  const std::size_t point = text.find('.');
  return fmt::format("{:.{}f}", value, point == std::string::npos ? 0 : text.size() - point - 1);
}

std::string four_digits(double value) { return fmt::format("{:.4g}", value); }

struct Wire {
  double r, c;  // per mm
  Driver unit, best;
};

Wire wire_in(const Row& row) {
  const WireMedium medium = wire_medium(load_technology(row.text("tech")), row.text("layer"));
  Wire wire{medium.r_ohm_per_mm(), medium.c_ff_per_mm(), *medium.driver, {}};
  wire.best = sized(wire.unit, best_repeater_size(wire.unit, wire.r, wire.c));
  return wire;
}

double stage_ps_per_mm(const Wire& wire, const Driver& driver, double mm, Time (*formula)(const DrivenWire&)) {
  return wire_formulas_ps(formula(stage_of(driver, wire.r * mm, wire.c * mm, 0))) / mm;
}

/// The moments of 1 / H, from a ladder of many sections; d2m_delay has them in closed form.
std::pair<double, double> ladder_moments(const DrivenWire& wire, int sections) {
  // V and I at each node as polynomials in s up to s^2, from the far end backwards.
  double v[3] = {1, 0, 0};
  double i[3] = {0, wire.load_ff, 0};
  const double r = wire.wire_ohm / sections;
  const double c = wire.wire_ff / sections;
  const auto shunt = [&](double ff) {
    i[2] += ff * v[1];
    i[1] += ff * v[0];
  };
  const auto series = [&](double ohm) {
    for (int power = 0; power < 3; ++power) v[power] += ohm * i[power];
  };
  for (int section = 0; section < sections; ++section) {
    shunt(c / 2);
    series(r);
    shunt(c / 2);
  }
  shunt(wire.parasitic_ff);
  series(wire.driver_ohm);
  return {v[1], v[2]};
}

}  // namespace

TEST_CASE("every worked example, to its digits") {
  CHECK(golden("wires_worked_examples.csv").size() == 12);
  for (const Row& row : golden("wires_worked_examples.csv")) {
    CAPTURE(row.text("tech"));
    CAPTURE(row.text("length_mm"));
    const double mm = row.number("length_mm");
    const Wire wire = wire_in(row);
    const double R = wire.r * mm;
    const double C = wire.c * mm;
    const DrivenWire driven = stage_of(wire.best, R, C, 0);
    const auto same = [&](const char* column, double value) {
      CAPTURE(column);
      CHECK(four_digits(value) == four_digits(row.number(column)));
    };
    CHECK(like(wire.best.input_ff / wire.unit.input_ff, "0.0") == like(row.number("driver/repeater size h"), "0.0"));
    same("linear TOF eps_r=3.9 ps", flight_ps_per_mm(3.9) * mm);
    const HornChain horn = horn_chain(wire.unit, C);
    CHECK(horn.stages == row.integer("log stages n"));
    same("logarithmic ps", wire_formulas_ps(horn.delay));
    same("quadratic 0.377RC ps", wire_formulas_ps(distributed_delay(R, C)));
    same("ln2*Elmore ps", wire_formulas_ps(elmore_delay(driven)));
    same("Sakurai ps", wire_formulas_ps(sakurai_delay(driven)));
    same("D2M ps", wire_formulas_ps(d2m_delay(driven)));
    const RepeatedWire repeated = best_repeated(wire.best, R, C, 0);
    CHECK(repeated.stages == row.integer("repeaters k"));
    same("repeated (D2M) ps", wire_formulas_ps(repeated.delay));
    CHECK(std::ceil(wire_formulas_ps(repeated.delay) / 1000) == row.number("cycles @1 GHz"));
    CHECK(std::ceil(wire_formulas_ps(repeated.delay) / 250) == row.number("cycles @4 GHz"));
  }
}

TEST_CASE("every layer's repeated wire, to its digits") {
  CHECK(golden("wires_repeated.csv").size() == 49);
  const double inductance = 0.5;  // nH/mm, as the table assumes
  for (const Row& row : golden("wires_repeated.csv")) {
    CAPTURE(row.text("tech"));
    CAPTURE(row.text("layer"));
    const Technology technology = load_technology(row.text("tech"));
    const Wire wire = wire_in(row);
    const double vdd = technology.figures[TechnologyFigure::vdd_v];
    const double size = best_repeater_size(wire.unit, wire.r, wire.c);
    const double spacing = best_repeater_spacing_mm(wire.unit, wire.r, wire.c);
    const Driver half = sized(wire.unit, size / 2);
    const auto energy = [&](const Driver& driver, double mm) {
      return random_bit_pj(wire.c + (driver.input_ff + driver.parasitic_ff) / mm, vdd) * 1e3;
    };
    const auto same = [&](const char* column, double value) {
      CAPTURE(column);
      CHECK(like(value, row.text(column)) == row.text(column));
    };
    const Layer& layer = *find_layer(technology, row.text("layer"));
    CHECK(in_nm(layer.pitch) * 1e-3 == doctest::Approx(row.number("pitch_um")));
    CHECK(wire.unit.cell == row.text("unit_cell"));
    same("wires_per_mm", 1e6 / in_nm(layer.pitch));
    same("h_opt (x unit cell)", size);
    same("l_opt_um", spacing * 1e3);
    same("repeated_ps_per_mm (Sakurai form)", stage_ps_per_mm(wire, wire.best, spacing, sakurai_delay));
    same("repeated_ps_per_mm (D2M form; closer to ngspice)", stage_ps_per_mm(wire, wire.best, spacing, d2m_delay));
    same("CV2_fJ_per_mm (one 0->1 transition)", wire.c * vdd * vdd);
    same("wire_fJ_per_bit_mm random data (alpha=0.25)", random_bit_pj(wire.c, vdd) * 1e3);
    same("repeated_fJ_per_bit_mm random data", energy(wire.best, spacing));
    same("ps_per_mm at h/2 and 1.5*l_opt", stage_ps_per_mm(wire, half, 1.5 * spacing, d2m_delay));
    same("fJ_per_bit_mm at h/2 and 1.5*l_opt", energy(half, 1.5 * spacing));
    same("unrepeated_1mm_ps (driver h_opt)", stage_ps_per_mm(wire, wire.best, 1, d2m_delay));
    same("unrepeated_5mm_ps (driver h_opt)", 5 * stage_ps_per_mm(wire, wire.best, 5, d2m_delay));
    Technology inductive = technology;
    for (Layer& each : inductive.all_layers) each.figures.set(TechnologyFigure::l_nh_per_mm, inductance);
    const WireMedium medium = wire_medium(inductive, layer.name);
    same("TOF_ps_per_mm at L=0.5nH/mm (assumed)", medium.flight_ps_per_mm());
    same("RC_vs_TOF_crossover_mm (L=0.5nH/mm assumed)", medium.impedance_ohm() / (kDistributed * wire.r));
  }
}

TEST_CASE("the papers' and the boards' constants come from their own files") {
  const auto flight = [](const char* name) { return wire_medium(load_technology(name)).flight_ps_per_mm(); };
  CHECK(flight("paper-line-card") == doctest::Approx(10).epsilon(1e-12));
  CHECK(flight("paper-line-card") * 25.4 == doctest::Approx(254).epsilon(1e-12));
  CHECK(1e3 / flight("paper-j-machine") == doctest::Approx(150).epsilon(1e-12));
  CHECK(225 * flight("paper-j-machine") == doctest::Approx(1500).epsilon(1e-12));
  CHECK(flight("copper-cable") == doctest::Approx(4.6));
  for (const Row& row : golden("wires_pcb.csv")) {
    const auto same = [&](const char* name) {
      const WireMedium medium = wire_medium(load_technology(name));
      CAPTURE(name);
      CHECK(like(medium.flight_ps_per_mm(), "0.000") == row.text("ps_per_mm"));
      CHECK(medium.impedance_ohm() == doctest::Approx(row.number("Z0_ohm")).epsilon(1e-3));
    };
    if (row.text("line") == "FR4 stripline") same("fr4-stripline");
    if (row.text("line") == "FR4 microstrip 8mil/5mil") same("fr4-microstrip");
  }
}

TEST_CASE("the moments of d2m are those of a ladder of many sections") {
  const DrivenWire wires[] = {{1000, 200, 500, 30, 40},
                              {10, 200, 5000, 0, 1},
                              {3000, 100, 1, 50, 0},
                              {0, 100, 700, 10, 20},
                              {500, 1, 300, 300, 300}};
  for (const DrivenWire& wire : wires) {
    const auto [b1, b2] = ladder_moments(wire, 2000);
    const double expected = std::numbers::ln2 * b1 * b1 / std::sqrt(b1 * b1 - b2) * 1e-6;
    CHECK(in_ns(d2m_delay(wire)) == doctest::Approx(expected).epsilon(1e-6));
    CHECK(in_ns(elmore_delay(wire)) == doctest::Approx(std::numbers::ln2 * b1 * 1e-6).epsilon(1e-9));
  }
}

TEST_CASE("a wire without resistance is one capacitor: all forms are ln 2 R C") {
  const DrivenWire wire{0, 100, 1000, 20, 30};
  const double expected = std::numbers::ln2 * 1000 * 150 * 1e-6;
  CHECK(in_ns(elmore_delay(wire)) == doctest::Approx(expected));
  CHECK(in_ns(sakurai_delay(wire)) == doctest::Approx(expected));
  CHECK(in_ns(d2m_delay(wire)) == doctest::Approx(expected));
}

TEST_CASE("no other whole number of stages is faster") {
  const Driver driver{"x", 2, 3000, {}, 1.5};
  for (const double ohm : {1.0, 100.0, 3e3, 1e5, 1e6}) {
    const double ff = ohm * 0.3;
    const RepeatedWire best = best_repeated(driver, ohm, ff, 5);
    double least = INFINITY;
    for (int k = 1; k < 6000; ++k) least = std::min(least, k * in_ns(d2m_delay(stage_of(driver, ohm / k, ff / k, 5))));
    CAPTURE(ohm);
    CHECK(in_ns(best.delay) == doctest::Approx(least).epsilon(1e-12));
  }
}
