// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/detail/delay/delay_model.hpp"

using cutline::choose_delay;
using cutline::ChosenDelay;
using cutline::Parameters;
using cutline::WireLength;

namespace {

/// A wire of `span` node pitches, each of which is 4 wire pitches of 100 nm.
WireLength wire(double span) {
  return {.span = span,
          .routed_pitches = 4 * span,
          .routed = cutline::nanometres(400 * span),
          .node_pitch_pitches = 4,
          .node_pitch = cutline::nanometres(400)};
}

double ns(const ChosenDelay& model, double span) { return cutline::in_ns(model(wire(span))); }
std::string text(const char* word) { return word; }

struct FormulaCase {
  const char* model;
  Parameters parameters;
  double span;
  double expected_ns;
  const char* label;
};

}  // namespace

TEST_CASE("each delay model is the formula of its paper, every parameter set") {
  const double e = std::exp(1.0);
  const FormulaCase cases[] = {
      {"constant", {}, 7, 1, "constant"},
      {"constant", {{"constant", 2.5}}, 7, 2.5, "constant (constant=2.5)"},
      {"linear", {}, 7, 7, "linear"},
      {"linear", {{"coefficient", 0.5}, {"constant", 3.0}}, 8, 7, "linear (coefficient=0.5, constant=3)"},
      {"linear", {{"per", text("wire_pitch")}}, 3, 12, "linear (per=wire_pitch)"},
      {"linear", {{"per", text("mm")}, {"length", text("routed")}}, 5000, 2, "linear (length=routed, per=mm)"},
      {"linear", {{"per", text("mm")}}, 5000, 2, "linear (per=mm)"},
      {"linear", {{"per", text("mm")}, {"length", text("span")}}, 5000, 2, "linear (length=span, per=mm)"},
      {"linear", {{"per", text("inch")}, {"coefficient", 254.0}}, 5000, 20, "linear (coefficient=254, per=inch)"},
      {"quadratic", {}, 7, 49, "quadratic"},
      {"quadratic", {{"coefficient", 2.0}, {"constant", 1.0}}, 3, 19, "quadratic (coefficient=2, constant=1)"},
      {"logarithmic", {}, 1, 1, "logarithmic"},
      {"logarithmic", {}, e * e, 3, "logarithmic"},
      {"logarithmic", {{"base", 2}}, 8, 4, "logarithmic (base=2)"},
      {"logarithmic",
       {{"base", 10}, {"constant", 5.0}, {"coefficient", 2.0}},
       1000,
       11,
       "logarithmic (base=10, coefficient=2, constant=5)"},
      {"logarithmic", {{"per", text("wire_pitch")}}, e / 4, 2, "logarithmic (per=wire_pitch)"},
      {"logarithmic", {{"length", text("routed")}}, e, 2, "logarithmic (length=routed)"},
      {"logarithmic_rj", {}, 8, 4, "logarithmic_rj"},
      {"logarithmic_rj", {{"t2", 10.0}, {"c2", 3.0}}, 16, 22, "logarithmic_rj (c2=3, t2=10)"},
  };
  for (const FormulaCase& c : cases) {
    CAPTURE(c.label);
    const ChosenDelay model = choose_delay(c.model, c.parameters);
    CHECK(ns(model, c.span) == doctest::Approx(c.expected_ns).epsilon(1e-12));
    CHECK(model.label == c.label);
  }
}

TEST_CASE("a delay model is found by its label, and by its name where no label is that") {
  const std::vector<ChosenDelay> delays = {choose_delay("linear", {}),
                                           choose_delay("logarithmic", {{"length", std::string("routed")}}),
                                           choose_delay("logarithmic", {})};
  CHECK(cutline::find_delay(delays, "logarithmic") == 2);
  CHECK(cutline::find_delay(delays, delays[1].label) == 1);
  CHECK(cutline::find_delay({delays.begin(), delays.begin() + 2}, "logarithmic") == 1);
  CHECK(cutline::find_delay(delays, "constant") == std::nullopt);
}

TEST_CASE("a wire one node pitch long takes tau under every model in pitches as it comes") {
  for (const cutline::DelayModel& model : cutline::delay_models()) {
    if (model.counts_metres()) continue;
    CAPTURE(model.name);
    CHECK(ns(choose_delay(model.name, {}), 1) == 1.0);
  }
}

TEST_CASE("a wire twice as long takes no less time, and every wire takes some") {
  for (const cutline::DelayModel& model : cutline::delay_models()) {
    if (model.counts_metres()) continue;
    for (const char* length : {"span", "routed"}) {
      for (const char* per : {"node_pitch", "wire_pitch"}) {
        Parameters parameters;
        if (model.name != "constant") parameters = {{"length", text(length)}, {"per", text(per)}};
        const ChosenDelay chosen = choose_delay(model.name, parameters);
        CAPTURE(chosen.label);
        double before = 0;
        for (double span = 1.0 / 64; span < 1e6; span *= 2) {
          const double now = ns(chosen, span);
          CHECK(now > 0);
          CHECK(now >= before);
          before = now;
        }
      }
    }
  }
}

TEST_CASE("the logarithmic models count at least one pitch") {
  for (const char* name : {"logarithmic", "logarithmic_rj"}) {
    const ChosenDelay model = choose_delay(name, {});
    for (const double span : {0.0, 0.01, 0.5, 0.999}) CHECK(ns(model, span) == ns(model, 1));
    CHECK(ns(model, 1.001) > ns(model, 1));
  }
}

TEST_CASE("a routed length in node pitches is measured against the node pitch") {
  const ChosenDelay model = choose_delay("linear", {{"length", text("routed")}});
  const WireLength detour{.span = 1, .routed_pitches = 10, .routed = {}, .node_pitch_pitches = 4};
  CHECK(cutline::in_ns(model(detour)) == 2.5);
}

TEST_CASE("a delay model that cannot be meant is refused") {
  struct Case {
    const char* model;
    Parameters parameters;
    const char* parameter;
  };
  const Case cases[] = {
      {"logaritmic", {}, "model"},
      {"repeated-no-such", {}, "model"},
      {"linear", {{"slope", 1.0}}, "slope"},
      {"linear", {{"coefficient", -1.0}}, "coefficient"},
      {"linear", {{"coefficient", std::nan("")}}, "coefficient"},
      {"linear", {{"coefficient", 0.0}}, "delay"},
      {"constant", {{"constant", 0.0}}, "delay"},
      {"logarithmic", {{"constant", 0.0}}, "delay"},
      {"logarithmic_rj", {{"t2", 0.0}}, "delay"},
      {"logarithmic", {{"base", 1}}, "base"},
      {"quadratic", {{"per", text("mile")}}, "per"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.model);
    CAPTURE(c.parameter);
    try {
      choose_delay(c.model, c.parameters);
      FAIL_CHECK("accepted");
    } catch (const cutline::Error& error) {
      CHECK(error.code() == cutline::ExitCode::bad_input);
      CHECK(error.diagnostics().at(0).parameter == c.parameter);
    }
  }
}

TEST_CASE("a delay per mm is refused where a wire has no metres") {
  const ChosenDelay model = choose_delay("linear", {{"per", text("mm")}, {"length", text("routed")}});
  const WireLength unit{.span = 3, .routed_pitches = 12, .routed = {}, .node_pitch_pitches = 4};
  CHECK_THROWS_AS(model(unit), cutline::Error);
  CHECK_THROWS_AS(choose_delay("linear", {{"per", text("inch")}})(unit), cutline::Error);
}

TEST_CASE("every delay model says what it is and where it comes from") {
  for (const cutline::DelayModel& model : cutline::delay_models()) {
    CAPTURE(model.name);
    CHECK(cutline::find_delay_model(model.name) == &model);
    CHECK(!model.summary.empty());
    CHECK((model.source.substr(0, 1) == "[" || model.source.substr(0, 8) == "derived:"));
    for (const cutline::Field& field : model.fields) CHECK(!field.help.empty());
  }
  CHECK(cutline::find_delay_model("none") == nullptr);
}
