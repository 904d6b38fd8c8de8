// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "cutline/detail/delay/delay_model.hpp"
#include "cutline/detail/delay/wire_formulas.hpp"
#include "cutline/spec/spec.hpp"
#include "support/csv.hpp"
#include "support/errors.hpp"

using namespace cutline;

namespace {

std::string wire_models_text(const char* word) { return word; }
WireMedium medium(const char* technology, const char* layer = "") {
  return wire_medium(load_technology(technology), layer);
}
double wire_models_ps(const ChosenDelay& model, double mm) { return in_ns(model(wire_of(millimetres(mm)))) * 1e3; }

/// The delay models whose wires are in metres.
std::vector<const DelayModel*> wire_models() {
  std::vector<const DelayModel*> models;
  for (const DelayModel& model : delay_models()) {
    if (model.counts_metres()) models.push_back(&model);
  }
  return models;
}

std::string refusal(const char* model, const WireMedium& in, const Parameters& parameters = {}) {
  return test::error_text([&] { choose_delay(model, parameters, in); });
}

}  // namespace

TEST_CASE("a repeated wire of the library takes no larger cell than there is") {
  for (const test::Row& row : test::golden("wires_of_real_cells.csv")) {
    std::string technology = row.text("tech_layer");
    const std::string layer = technology.substr(technology.find(' ') + 1);
    technology.resize(technology.find(' '));
    const WireMedium in = wire_medium(load_technology(technology), layer);
    if (row.text("cell").find(in.largest_driver.cell) == std::string::npos) continue;
    // If the best size is below the largest cell, it is used; the table uses the cell for every layer.
    const double best = best_repeater_size(*in.driver, in.r_ohm_per_mm(), in.c_ff_per_mm());
    const bool clipped = best * in.driver->input_ff > in.largest_driver.input_ff;
    CAPTURE(row.text("tech_layer"));
    CAPTURE(row.text("length_mm"));
    const ChosenDelay repeated = choose_delay("repeated", {{"size", 1e5}, {"vias", wire_models_text("ignored")}}, in);
    CHECK(fmt::format("{:.1f}", wire_models_ps(repeated, row.number("length_mm"))) == row.text("d2m_ps"));
    if (!clipped) continue;
    const ChosenDelay by_itself = choose_delay("repeated", {{"vias", wire_models_text("ignored")}}, in);
    CHECK(wire_models_ps(by_itself, row.number("length_mm")) == wire_models_ps(repeated, row.number("length_mm")));
  }
}

TEST_CASE("every model of wires takes its closed form on the medium's wire, driver and vias") {
  const WireMedium in = medium("nangate45", "metal6");
  const double mm = 2;
  const Driver driver = sized(*in.driver, 3);
  const DrivenWire wire{in.r_ohm_per_mm() * mm + 2 * in.via_ohm, in.c_ff_per_mm() * mm, driver.r_chain_ohm,
                        driver.parasitic_ff, driver.input_ff};
  CHECK(in.via_ohm == 5 + 5 + 5 + 3 + 3);
  const Parameters three = {{"size", 3}};
  CHECK(wire_models_ps(choose_delay("elmore", three, in), mm) == in_ns(elmore_delay(wire)) * 1e3);
  CHECK(wire_models_ps(choose_delay("sakurai", three, in), mm) == in_ns(sakurai_delay(wire)) * 1e3);
  CHECK(wire_models_ps(choose_delay("d2m", three, in), mm) == in_ns(d2m_delay(wire)) * 1e3);
  CHECK(wire_models_ps(choose_delay("transmission_line", three, in), mm) == in_ns(sakurai_delay(wire)) * 1e3);
  CHECK(wire_models_ps(choose_delay("time_of_flight", {}, in), mm) == doctest::Approx(2 * flight_ps_per_mm(3.9)));
  CHECK(wire_models_ps(choose_delay("distributed", {}, in), mm) == doctest::Approx(0.377 * 3000 * 228.336 * 1e-3));
  CHECK(wire_models_ps(choose_delay("d2m", {{"size", 3.0}, {"vias", wire_models_text("ignored")}}, in), mm) <
        in_ns(d2m_delay(wire)) * 1e3);
}

TEST_CASE("a transmission line is sakurai where resistance rules, and the time of flight where it does not") {
  WireMedium thick = medium("ihp-sg13g2", "TopMetal2");
  thick.figures.set(TechnologyFigure::flight_ps_per_mm, 20);
  const Parameters strong = {{"size", 40.0}, {"cells", wire_models_text("any")}, {"vias", wire_models_text("ignored")}};
  const ChosenDelay line = choose_delay("transmission_line", strong, thick);
  CHECK(wire_models_ps(line, 10) == wire_models_ps(choose_delay("time_of_flight", {}, thick), 10));
  CHECK(wire_models_ps(line, 100) == wire_models_ps(choose_delay("sakurai", strong, thick), 100));
}

TEST_CASE("no repeated wire is faster than light in its medium") {
  WireMedium in = medium("ihp-sg13g2", "TopMetal2");
  in.figures.set(TechnologyFigure::flight_ps_per_mm, 20);
  const ChosenDelay repeated =
      choose_delay("repeated", {{"cells", wire_models_text("any")}, {"vias", wire_models_text("ignored")}}, in);
  CHECK(wire_models_ps(repeated, 50) == doctest::Approx(1000));
}

TEST_CASE("pipelined wires take whole cycles, at least one") {
  const WireMedium in = medium("nangate45");
  const ChosenDelay wire = choose_delay("repeated", {}, in);
  for (const double mm : {0.1, 1.0, 5.0, 20.0, 77.0}) {
    const ChosenDelay clocked = choose_delay("pipelined", {{"cycle", 0.5}, {"overhead", 0.05}}, in);
    CHECK(wire_models_ps(clocked, mm) == 500 * std::max(1.0, std::ceil(wire_models_ps(wire, mm) / 450)));
  }
  // A wire that fills its cycle exactly takes one cycle.
  const double exact = wire_models_ps(wire, 10) * 1e-3;
  CHECK(wire_models_ps(choose_delay("pipelined", {{"cycle", exact}}, in), 10) == doctest::Approx(exact * 1e3));
  CHECK(refusal("pipelined", in, {{"cycle", 1.0}, {"overhead", 1.0}}).find("overhead leaves nothing") !=
        std::string::npos);
}

TEST_CASE("a board's line takes its time an inch, or the one given") {
  const WireMedium card = medium("paper-line-card");
  CHECK(wire_models_ps(choose_delay("per_inch", {}, card), 25.4 * 12) == doctest::Approx(254 * 12));
  CHECK(wire_models_ps(choose_delay("per_inch", {{"time", 0.18}}, card), 25.4) == doctest::Approx(180));
  CHECK(refusal("per_inch", medium("paper-pcb")).find("needs the time of an inch") != std::string::npos);
  CHECK(wire_models_ps(choose_delay("per_inch", {{"time", 0.18}}, medium("paper-pcb")), 254) == doctest::Approx(1800));
}

TEST_CASE("cables and edges of dies take their ends' time beside the flight") {
  // 3 m of copper with error correction: 198 ns and 13.8 ns; 20 mm of package: 2 ns and 0.12 ns.
  CHECK(wire_models_ps(choose_delay("time_of_flight", {}, medium("copper-cable")), 3000) ==
        doctest::Approx((198 + 13.8) * 1e3));
  CHECK(wire_models_ps(choose_delay("time_of_flight", {}, medium("ucie-standard")), 20) ==
        doctest::Approx(2121.2).epsilon(1e-4));
  Technology slack = load_technology("copper-cable");
  slack.cable->slack = millimetres(500);
  CHECK(wire_models_ps(choose_delay("time_of_flight", {}, wire_medium(slack)), 2000) ==
        doctest::Approx((198 + 2.5 * 4.6) * 1e3));
  const ChosenDelay optics = choose_delay("time_of_flight", {}, medium("optical-cable"));
  CHECK_FALSE(length_warning(optics, millimetres(100e3)));
  CHECK(length_warning(optics, millimetres(101e3)).value_or("").find("beyond the reach") != std::string::npos);
}

TEST_CASE("a longer wire takes no less time and no less energy") {
  for (const char* name : {"sky130", "nangate45", "asap7", "gf180", "ihp-sg13g2", "gt2n"}) {
    const WireMedium in = medium(name);
    for (const DelayModel* model : wire_models()) {
      const ChosenDelay chosen = choose_delay(model->name, {}, in);
      CAPTURE(name);
      CAPTURE(model->name);
      double before = 0;
      double energy_before = 0;
      for (double mm = 0.001; mm < 1000; mm *= 1.07) {
        const double now = wire_models_ps(chosen, mm);
        const double energy = energy_pj_per_bit(chosen, millimetres(mm)).value_or(-1);
        CHECK(now > 0);
        CHECK(now >= before * (1 - 1e-12));
        CHECK(energy > 0);
        if (model->name != "horn") CHECK(energy >= energy_before);
        before = now;
        energy_before = energy;
      }
    }
  }
}

TEST_CASE("the energy of a bit is a quarter of C V^2 of the wire and what drives it") {
  const WireMedium in = medium("nangate45", "metal8");
  const double wire = 0.25 * 94.5346 * 1.1 * 1.1 * 1e-3;
  CHECK(*energy_pj_per_bit(choose_delay("distributed", {}, in), millimetres(1)) == doctest::Approx(wire));
  CHECK(*energy_pj_per_bit(choose_delay("linear", {}, in), millimetres(3)) == doctest::Approx(3 * wire));
  const ChosenDelay d2m = choose_delay("d2m", {{"size", 2.0}}, in);
  CHECK(*energy_pj_per_bit(d2m, millimetres(1)) == doctest::Approx(wire + 0.25 * 2 * (6.258 + 6.618) * 1.21 * 1e-3));
  CHECK(*energy_pj_per_bit(choose_delay("time_of_flight", {}, medium("ucie-advanced")), millimetres(1)) == 0.25);
  CHECK_FALSE(energy_pj_per_bit(choose_delay("time_of_flight", {}, medium("fr4-stripline")), millimetres(1)));
  CHECK_FALSE(energy_pj_per_bit(choose_delay("linear", {}), millimetres(1)));
}

TEST_CASE("what a medium does not say is missed by name, and the unit technology has no metres") {
  CHECK(refusal("d2m", {}) ==
        "error: d2m counts in metres, and the unit technology has none\n"
        "hint: name a technology such as nangate45, or take linear or logarithmic");
  CHECK(refusal("repeated", medium("paper-cmos-1um"))
            .find("needs the resistance and capacitance of a wire, and paper-cmos-1um metal2 gives none") !=
        std::string::npos);
  CHECK(refusal("d2m", medium("silicon-interposer")).find("needs a driver, and silicon-interposer rdl2 gives none") !=
        std::string::npos);
  CHECK(refusal("time_of_flight", medium("paper-pcb")).find("needs a permittivity or time of flight") !=
        std::string::npos);
  CHECK(refusal("pipelined", medium("paper-line-card")).find("repeated needs the resistance") != std::string::npos);
  CHECK(refusal("pipelined", medium("paper-line-card"), {{"wire", wire_models_text("time_of_flight")}}) == "no error");
  for (const DelayModel* model : wire_models()) CHECK(refusal(std::string(model->name).c_str(), {}) != "no error");
}

TEST_CASE("outside its range every model says so, inside none does") {
  for (const char* name : {"sky130", "nangate45", "asap7", "ihp-sg13g2", "fr4-stripline"}) {
    for (const Layer& layer : load_technology(name).all_layers) {
      const WireMedium in = medium(name, layer.name.c_str());
      for (const DelayModel* model : wire_models()) {
        if (!what_is_missing(*model, in).empty() || (model->name == "pipelined" && !in.driver)) continue;
        const ChosenDelay chosen = choose_delay(model->name, {}, in);
        const LengthRange range = length_range(chosen);
        CAPTURE(in.name);
        CAPTURE(model->name);
        if (range.least.base > 0 && std::isfinite(range.least.base)) {
          CHECK(length_warning(chosen, range.least * 0.99).value_or("").find("holds from") != std::string::npos);
          CHECK_FALSE(length_warning(chosen, range.least));
        }
        if (std::isfinite(range.most.base)) {
          CHECK(length_warning(chosen, range.most * 1.01).value_or("").find("holds up to") != std::string::npos);
          CHECK_FALSE(length_warning(chosen, range.most));
        }
      }
    }
  }
  for (const DelayModel& model : delay_models()) {
    if (!model.counts_metres()) CHECK_FALSE(length_warning(choose_delay(model.name, {}), millimetres(1e6)));
  }
}
