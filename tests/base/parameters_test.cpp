// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/base/values.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "cutline/base/error.hpp"

using namespace cutline;

namespace {

const std::vector<Field>& fields() {
  static const std::vector<Field> all = {
      {.name = "radix",
       .kind = FieldKind::number,
       .help = "nodes along a dimension",
       .required = true,
       .min = 2,
       .max = 1024},
      {.name = "dimensions", .kind = FieldKind::integer, .help = "how many", .default_value = 2, .min = 1},
      {.name = "style",
       .kind = FieldKind::choice,
       .help = "how",
       .default_value = "plain",
       .choices = {"plain", "express"}},
      {.name = "spacings", .kind = FieldKind::integer_list, .help = "one a level", .min = 2},
      {.name = "links", .kind = FieldKind::integer_table, .help = "pairs"},
      {.name = "coefficient", .kind = FieldKind::time, .help = "per pitch", .default_value = 1.0, .min = 0}};
  return all;
}

std::string trouble(Parameters parameters) {
  try {
    complete(parameters, fields(), "torus");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::bad_input);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("completing sets every default that is missing and nothing else") {
  Parameters parameters = {{"radix", 8}, {"dimensions", 3}};
  complete(parameters, fields(), "torus");
  CHECK(parameters.integer("radix") == 8);
  CHECK(parameters.integer("dimensions") == 3);
  CHECK(parameters.text("style") == "plain");
  CHECK(parameters.number("coefficient") == 1.0);
  CHECK_FALSE(parameters.has("links"));
  Parameters again = parameters;
  complete(again, fields(), "torus");
  CHECK(again == parameters);
}

TEST_CASE("a number stays real unless it is whole; a time is always real") {
  Parameters parameters = {{"radix", 2.5}, {"coefficient", 3}};
  complete(parameters, fields(), "torus");
  CHECK(parameters.number("radix") == 2.5);
  CHECK(std::get<double>(parameters.values().find("coefficient")->second) == 3.0);
  parameters.set("radix", 16.0);
  complete(parameters, fields(), "torus");
  CHECK(parameters.integer("radix") == 16);
}

TEST_CASE("what is wrong with parameters is said in full") {
  const Value eight = std::int64_t{8};
  CHECK(trouble({}) == "error: torus needs the parameter 'radix'\nhint: nodes along a dimension");
  CHECK(trouble({{"radix", 1}}) == "error: torus: 'radix' is 1, must be at least 2\nhint: nodes along a dimension");
  CHECK(trouble({{"radix", 5000}}) ==
        "error: torus: 'radix' is 5000, must be at most 1024\nhint: nodes along a dimension");
  CHECK(trouble({{"radix", "eight"}}) ==
        "error: torus: 'radix' must be a number, not eight\nhint: nodes along a dimension");
  CHECK(trouble({{"radix", std::numeric_limits<double>::quiet_NaN()}}) ==
        "error: torus: 'radix' must be a number, not nan\nhint: nodes along a dimension");
  CHECK(trouble({{"radix", eight}, {"dimensions", 2.5}}) ==
        "error: torus: 'dimensions' must be a whole number, not 2.5\nhint: how many");
  CHECK(trouble({{"radix", IntegerList{8, 8}}}) ==
        "error: torus: 'radix' must be a number, not [8, 8]\nhint: nodes along a dimension");
  CHECK(trouble({{"radix", eight}, {"style", "expres"}}) ==
        "error: torus: 'style' is 'expres', which is no choice\nhint: did you mean 'express'? one of: plain, express");
  CHECK(trouble({{"radix", eight}, {"spacings", IntegerList{4, 1}}}) ==
        "error: torus: 'spacings' is 1, must be at least 2\nhint: one a level");
  CHECK(trouble({{"radix", eight}, {"coefficient", -1.0}}) ==
        "error: torus: 'coefficient' is -1, must be at least 0\nhint: per pitch");
  CHECK(trouble({{"radix", eight}, {"dimensoins", eight}}) ==
        "error: torus has no parameter 'dimensoins'\n"
        "hint: did you mean 'dimensions'? it takes: radix, dimensions, style, spacings, links, coefficient");
  CHECK(trouble({{"radix", eight}, {"q", eight}}) ==
        "error: torus has no parameter 'q'\n"
        "hint: it takes: radix, dimensions, style, spacings, links, coefficient");
}

TEST_CASE("all mistakes are found at once, each naming its parameter") {
  Parameters parameters = {{"radix", 1}, {"dimensions", 0}};
  try {
    complete(parameters, fields(), "torus");
    FAIL("nothing was thrown");
  } catch (const Error& error) {
    REQUIRE(error.diagnostics().size() == 2);
    CHECK(error.diagnostics()[0].parameter == "dimensions");
    CHECK(error.diagnostics()[1].parameter == "radix");
  }
}

TEST_CASE("reading a parameter as what it is not breaks a contract") {
  const Parameters parameters = {{"radix", 8}, {"style", "plain"}};
  CHECK_THROWS_AS(parameters.integer("style"), BrokenContract);
  CHECK_THROWS_AS(parameters.text("radix"), BrokenContract);
  CHECK_THROWS_AS(parameters.number("absent"), BrokenContract);
  CHECK(parameters.number("radix") == 8.0);
}

TEST_CASE("parameters in words") {
  CHECK(to_string(Parameters{}) == "");
  CHECK(to_string(Parameters{{"radix", 8},
                             {"dimensions", 2},
                             {"coefficient", 0.1},
                             {"links", IntegerTable{{0, 1}, {1, 2}}},
                             {"spacings", IntegerList{4, 2}},
                             {"style", "plain"}}) ==
        "coefficient=0.1, dimensions=2, links=2 rows, radix=8, spacings=[4, 2], style=plain");
}

TEST_CASE("the nearest word is at most a slip of the hand away") {
  const std::vector<std::string_view> words = {"radix", "radices", "dimensions", "concentration", "a"};
  const std::pair<std::string_view, std::string_view> cases[] = {{"radix", "radix"},
                                                                 {"raidx", "radix"},
                                                                 {"radx", "radix"},
                                                                 {"Radix", "radix"},
                                                                 {"radixes", "radices"},
                                                                 {"dimension", "dimensions"},
                                                                 {"dimensoins", "dimensions"},
                                                                 {"density", ""},
                                                                 {"concntraton", "concentration"},
                                                                 {"q", ""},
                                                                 {"", ""},
                                                                 {"xyzzy", ""}};
  for (const auto& [word, expected] : cases) {
    CAPTURE(word);
    CHECK(nearest(word, words) == expected);
  }
  CHECK(nearest("radix", {}) == "");
  CHECK(nearest(std::string(100'000, 'r'), words) == "");
}

TEST_CASE("a swap of neighbours is one slip, so it beats two changes") {
  CHECK(nearest("ab", {"ba", "xy"}) == "ba");
  CHECK(nearest("folded", {"fodled", "folder"}) == "fodled");
}
