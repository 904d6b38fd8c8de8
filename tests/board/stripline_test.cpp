// SPDX-License-Identifier: Apache-2.0
// Tracks between planes, beside published numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "board/signals.hpp"
#include "cutline/technology/technology.hpp"
#include "support/csv.hpp"

using namespace cutline;
using cutline::test::golden;
using cutline::test::Row;

namespace {

using board::Stripline;

constexpr double kMilOfLine = 25'400;

Stripline stripline_of(double width_nm, double copper_nm, double between_planes_nm, double dk) {
  return {static_cast<board::Nanometres>(width_nm), static_cast<board::Nanometres>(copper_nm),
          static_cast<board::Nanometres>((between_planes_nm - copper_nm) / 2), dk};
}

}  // namespace

TEST_CASE("a thin wide track has the impedance of plates and their edges, 94.25 / (w / b + 0.441)") {
  for (double w = 0.6; w < 20; w *= 1.3) {
    CAPTURE(w);
    const double z = stripline_impedance_ohm(stripline_of(w * 1e6, 0, 1e6, 1));
    CHECK(z == doctest::Approx(94.248 / (w + 2 * std::numbers::ln2 / std::numbers::pi)).epsilon(0.003));
  }
}

TEST_CASE("a thin narrow track has the impedance of a wire of a quarter of its width, 60 ln(8 b / (pi w))") {
  for (double w = 0.16; w > 0.001; w /= 2) {
    CAPTURE(w);
    const double z = stripline_impedance_ohm(stripline_of(w * 1e6, 0, 1e6, 1));
    CHECK(z == doctest::Approx(60 * std::log(8 / (std::numbers::pi * w))).epsilon(0.02 * w * w + 0.002));
  }
}

TEST_CASE("the stripline of a textbook: 50 ohm, 0.122 Np/m of copper [Pozar 2012, example 3.5]") {
  // Dk 2.2, planes 3.2 mm apart, 2.66 mm wide, 10 um of copper, 10 GHz.
  const Stripline line = stripline_of(2.66e6, 1e4, 3.2e6, 2.2);
  CHECK(stripline_impedance_ohm(line) == doctest::Approx(50).epsilon(0.01));
  CHECK(conductor_loss_db_per_mm(line, 10) * 1e3 / 8.686 == doctest::Approx(0.122).epsilon(0.015));
  // Its dielectric, Df 0.001: 0.155 Np/m.
  const double db_per_inch = board::dielectric_loss_db({.dk = 2.2, .df = 0.001}, 10, 1);
  CHECK(db_per_inch / 0.0254 / 8.686 == doctest::Approx(0.155).epsilon(0.01));
}

TEST_CASE("thick tracks and pairs as another program computes them: wcalc's reference of 20 mil, 15 mil, 1.4 mil") {
  // https://github.com/dmcmahill/wcalc, sci-wcalc/stripline_calc.dia.ref and coupled_stripline_calc.dia.ref
  const Stripline line = stripline_of(20 * kMilOfLine, 1.4 * kMilOfLine, 15 * kMilOfLine, 4.5);
  CHECK(stripline_impedance_ohm(line) == doctest::Approx(21.65).epsilon(0.006));
  const board::PairImpedance pair = pair_impedance_ohm(line, static_cast<board::Nanometres>(8 * kMilOfLine));
  CHECK(pair.even == doctest::Approx(22.42).epsilon(0.006));
  CHECK(pair.odd == doctest::Approx(20.78).epsilon(0.006));
  // Its 34.45 ohm/m at 2.4 GHz are those of copper that is 0.05 mil rough, 1 + 2 / pi atan(1.4 (rough / skin)^2) times
  // those of smooth copper: 22.0.
  const double rough = 0.05 * 25.4 / 1.347;
  const double smooth = 34.45 / (1 + 2 / std::numbers::pi * std::atan(1.4 * rough * rough));
  const double ohm_per_m = conductor_loss_db_per_mm(line, 2.4) * 1e3 / 8.686 * 2 * stripline_impedance_ohm(line);
  CHECK(ohm_per_m == doctest::Approx(smooth).epsilon(0.05));
}

TEST_CASE("pairs far apart are two single tracks, near ones couple: even above, odd below") {
  for (const double copper : {0.0, 18e3, 35e3}) {
    CAPTURE(copper);
    const Stripline line = stripline_of(127e3, copper, 400e3, 4.3);
    const double alone = stripline_impedance_ohm(line);
    double before = 0;
    for (const board::Nanometres gap : {50'000, 100'000, 127'000, 150'000, 200'000, 400'000, 3'000'000}) {
      const board::PairImpedance pair = pair_impedance_ohm(line, gap);
      CAPTURE(gap);
      CHECK(pair.odd > before);
      CHECK(pair.odd <= alone * (1 + 1e-9));
      CHECK(pair.even >= alone * (1 - 1e-9));
      before = pair.odd;
    }
    CHECK(before == doctest::Approx(alone).epsilon(1e-6));
  }
}

TEST_CASE("impedance falls with width, thickness and Dk; loss of copper grows with the root of the frequency") {
  const Stripline line = stripline_of(127e3, 35e3, 400e3, 4.3);
  Stripline wide = line, thick = line, dense = line;
  wide.width *= 2;
  thick.copper *= 2;
  dense.dk *= 4;
  const double z = stripline_impedance_ohm(line);
  CHECK(stripline_impedance_ohm(wide) < z);
  CHECK(stripline_impedance_ohm(thick) < z);
  CHECK(stripline_impedance_ohm(dense) == doctest::Approx(z / 2));
  CHECK(conductor_loss_db_per_mm(line, 16) == doctest::Approx(4 * conductor_loss_db_per_mm(line, 1)));
  CHECK(conductor_loss_db_per_mm(wide, 4) < conductor_loss_db_per_mm(line, 4));
}

TEST_CASE("a table of striplines of 50 ohm: its flight to the digits, its loss below ours, which counts the planes") {
  int rows = 0;
  for (const Row& row : golden("wires_pcb.csv")) {
    const std::string& name = row.text("line");
    if (name.find("stripline") == std::string::npos) continue;
    ++rows;
    CAPTURE(name);
    const double dk = row.number("Er");
    const bool low_loss = name.find("low-loss") != std::string::npos;
    CHECK(std::abs(flight_ps_per_mm(dk) - row.number("ps_per_mm")) < 1e-3);
    // 8 mil wide, 5 mil of the low-loss laminate, 35 um thick; planes so far apart that it has 50 ohm.
    Stripline line = stripline_of((low_loss ? 5 : 8) * kMilOfLine, 35e3, 0.2e6, dk);
    while (stripline_impedance_ohm(line) < 50) line.height += 100;
    for (const char* ghz : {"1", "4", "8", "14", "26.56"}) {
      const double f = std::stod(ghz);
      const double table = row.number(("dB_per_inch_" + std::string(ghz) + "GHz").c_str());
      const double dielectric = board::dielectric_loss_db({.dk = dk, .df = low_loss ? 0.004 : 0.02}, f, 1);
      const double copper = 25.4 * conductor_loss_db_per_mm(line, f);
      CAPTURE(f);
      CHECK(copper + dielectric > table);
      CHECK(copper < 3 * (table - dielectric));
    }
  }
  CHECK(rows == 3);
}
