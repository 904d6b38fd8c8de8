// SPDX-License-Identifier: Apache-2.0
#include "delay/delay_curves.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/detail/delay/wire_formulas.hpp"
#include "cutline/spec/spec.hpp"

using namespace cutline;

namespace {

DelayCurves curves_of(const char* technology, const char* layer, double from_mm, double to_mm, Time cycle = {}) {
  return delay_curves(wire_medium(load_technology(technology), layer),
                      lengths_between(millimetres(from_mm), millimetres(to_mm), {}), cycle);
}

std::string_view name(const DelayCurves& curves, std::size_t model) { return curves.models[model].model->name; }

std::vector<std::string_view> names(const DelayCurves& curves) {
  std::vector<std::string_view> all;
  for (std::size_t i = 0; i < curves.models.size(); ++i) all.push_back(name(curves, i));
  return all;
}

}  // namespace

TEST_CASE("lengths are 1, 2 and 5 times powers of ten between the ends, or at equal ratios") {
  const auto in = [](const std::vector<Length>& lengths) {
    std::vector<double> mm;
    for (const Length length : lengths) mm.push_back(std::round(in_mm(length) * 1e9) / 1e9);
    return mm;
  };
  using Lengths = std::vector<double>;
  CHECK(in(lengths_between(millimetres(0.5), millimetres(10), {})) == Lengths{0.5, 1, 2, 5, 10});
  CHECK(in(lengths_between(millimetres(0.3), millimetres(0.7), {})) == Lengths{0.3, 0.5, 0.7});
  CHECK(in(lengths_between(millimetres(1), millimetres(16), 5)) == Lengths{1, 2, 4, 8, 16});
  CHECK(in(lengths_between(millimetres(3), millimetres(3), 5)) == Lengths{3});
}

TEST_CASE("the models of a medium are those that it has the figures for") {
  using Names = std::vector<std::string_view>;
  CHECK(names(curves_of("paper-line-card", "", 10, 100)) == Names{"time_of_flight"});
  CHECK(names(curves_of("silicon-interposer", "", 1, 10)) == Names{"distributed", "time_of_flight"});
  CHECK(names(curves_of("paper-line-card", "", 10, 100, nanoseconds(1))) == Names{"time_of_flight", "pipelined"});
  CHECK(names(curves_of("nangate45", "", 1, 10)).size() == 8);
  CHECK_THROWS_AS(curves_of("paper-pcb", "", 10, 100), Error);
  CHECK_THROWS_AS(curves_of("unit", "", 10, 100), Error);
}

TEST_CASE("where a model overtakes another both take the same time, and the order changes") {
  for (const char* technology : {"sky130", "nangate45", "asap7"}) {
    const DelayCurves curves = curves_of(technology, "", 0.01, 20);
    const std::vector<Overtaking> found = overtakings(curves);
    CHECK(found.size() > 3);
    for (const Overtaking& at : found) {
      CAPTURE(technology);
      CAPTURE(name(curves, at.slower_above));
      CAPTURE(name(curves, at.slower_below));
      const ChosenDelay& above = curves.models[at.slower_above];
      const ChosenDelay& below = curves.models[at.slower_below];
      CHECK(above(wire_of(at.length * 1.002)) > below(wire_of(at.length * 1.002)));
      CHECK(above(wire_of(at.length * 0.998)) < below(wire_of(at.length * 0.998)));
    }
  }
}

TEST_CASE("sakurai is above ln 2 Elmore at every length, and neither overtakes") {
  // They differ only by the wire's own term: 0.377 R C against ln 2 / 2 R C.
  const DelayCurves curves = curves_of("nangate45", "", 0.01, 20);
  for (const Overtaking& at : overtakings(curves)) {
    const bool both = (name(curves, at.slower_above) == "sakurai" && name(curves, at.slower_below) == "elmore") ||
                      (name(curves, at.slower_above) == "elmore" && name(curves, at.slower_below) == "sakurai");
    CHECK_FALSE(both);
  }
}

TEST_CASE("the wire's own delay passes its time of flight at Z / (0.377 r)") {
  const DelayCurves curves = curves_of("silicon-interposer", "", 0.1, 100);
  const std::vector<Overtaking> found = overtakings(curves);
  const auto own = std::find_if(found.begin(), found.end(), [&](const Overtaking& at) {
    return name(curves, at.slower_above) == "distributed" && name(curves, at.slower_below) == "time_of_flight";
  });
  REQUIRE(own != found.end());
  CHECK(in_mm(own->length) ==
        doctest::Approx(curves.medium.impedance_ohm() / (kDistributed * curves.medium.r_ohm_per_mm())));
}

TEST_CASE("the longest wire of a cycle fills it, and a longer one takes another") {
  const DelayCurves curves = curves_of("nangate45", "metal8", 0.1, 100, nanoseconds(0.5));
  const std::size_t advised = advised_model(curves);
  CHECK(name(curves, advised) == "repeated");
  const auto reach = longest_within(curves, advised, nanoseconds(0.5));
  REQUIRE(reach);
  CHECK(cycles_of(curves.models[advised](wire_of(*reach * 0.9999)), nanoseconds(0.5)) == 1);
  CHECK(cycles_of(curves.models[advised](wire_of(*reach * 1.0001)), nanoseconds(0.5)) == 2);
  CHECK_FALSE(longest_within(curves, advised, nanoseconds(1e6)));
}
