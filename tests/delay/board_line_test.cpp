// SPDX-License-Identifier: Apache-2.0
#include "delay/board_line.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "cutline/technology/technology.hpp"
#include "support/csv.hpp"

using namespace cutline;
using cutline::test::golden;
using cutline::test::Row;

namespace {

Length mil(double count) { return millimetres(count * 0.0254); }

/// A line of the table. The table gives width and height only for microstrips. For striplines it gives the impedance,
/// 50 ohm by design, which none of our formulas computes. Copper is 35 um thick, and FR-4 has the loss tangent 0.02.
/// For its last two rows the table gives neither width, thickness nor loss tangent. All five losses of these rows are
/// reproduced by 5 mil and 0.004, and by 1 mil, 15 um and 0.005.
BoardLine line_of(const Row& row) {
  const std::string& name = row.text("line");
  const double er = row.number("Er");
  BoardLine line{mil(8), millimetres(0.035), er, row.number("Z0_ohm"), 0.02};
  if (name.find("low-loss") != std::string::npos) line = {mil(5), millimetres(0.035), er, 50, 0.004};
  if (name.find("package") != std::string::npos) line = {mil(1), millimetres(0.015), er, 50, 0.005};
  const std::size_t at = name.find("microstrip ");
  if (at == std::string::npos) return line;
  double width = 0, height = 0;
  REQUIRE(std::sscanf(name.c_str() + at, "microstrip %lfmil/%lfmil", &width, &height) == 2);
  line.width = mil(width);
  line.effective_permittivity = microstrip_permittivity(er, line.width, mil(height));
  line.impedance_ohm = microstrip_impedance_ohm(er, line.width, mil(height));
  return line;
}

}  // namespace

TEST_CASE("every column of every line on boards and packages, to the digits given") {
  int rows = 0;
  for (const Row& row : golden("wires_pcb.csv")) {
    ++rows;
    CAPTURE(row.text("line"));
    const BoardLine line = line_of(row);
    const auto same = [&](const std::string& column, double value, int decimals) {
      CAPTURE(column);
      CHECK(fmt::format("{:.{}f}", value, decimals) == fmt::format("{:.{}f}", row.number(column.c_str()), decimals));
    };
    const double flight = flight_ps_per_mm(line.effective_permittivity);
    same("Er_eff", line.effective_permittivity, 3);
    same("Z0_ohm", line.impedance_ohm, 1);
    same("ps_per_mm", flight, 3);
    same("ps_per_inch", flight * 25.4, 1);
    same("ns_per_m", flight, 3);
    for (const char* ghz : {"1", "4", "8", "14", "26.56"}) {
      same(fmt::format("dB_per_inch_{}GHz", ghz), line_loss_db_per_mm(line, std::stod(ghz)) * 25.4, 3);
    }
  }
  CHECK(rows == 7);
}

TEST_CASE("a microstrip's wave sees the mean of board and air at least, and the board at most") {
  for (const double er : {1.0, 3.4, 4.3, 9.9}) {
    double before = (er + 1) / 2;
    for (double width = 0.01; width < 1000; width *= 1.5) {
      const double now = microstrip_permittivity(er, mil(width), mil(8));
      CHECK(now >= before);
      CHECK(now <= er);
      before = now;
    }
  }
}

TEST_CASE("a wider microstrip has the lower impedance, and both forms meet where it is as wide as high") {
  double before = INFINITY;
  for (double width = 0.5; width < 100; width *= 1.1) {
    const double now = microstrip_impedance_ohm(4.3, mil(width), mil(8));
    CHECK(now < before);
    before = now;
  }
  const double narrow = microstrip_impedance_ohm(4.3, mil(8), mil(8));
  const double wide = microstrip_impedance_ohm(4.3, mil(8 * (1 + 1e-9)), mil(8));
  CHECK(wide == doctest::Approx(narrow).epsilon(0.005));
}

TEST_CASE("the loss of copper grows with the root of the frequency, that of the dielectric with the frequency") {
  BoardLine line{mil(8), millimetres(0.035), 4.3, 50, 0};
  CHECK(line_loss_db_per_mm(line, 16) == doctest::Approx(4 * line_loss_db_per_mm(line, 1)));
  const double copper = line_loss_db_per_mm(line, 1);
  line.loss_tangent = 0.02;
  const double dielectric = line_loss_db_per_mm(line, 1) - copper;
  line.resistivity_ohm_m = 0;
  CHECK(line_loss_db_per_mm(line, 1) == doctest::Approx(dielectric));
  CHECK(line_loss_db_per_mm(line, 16) == doctest::Approx(16 * dielectric));
}
