// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>

#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Unidirectional tori of N nodes at the bisection of a binary cube, by closed forms [Dally 1990].
std::string crossover_spec(const std::string& crossover) {
  return "cutline: 1\n"
         "hold: {bisection: of n=8}\n"
         "delay: [constant, logarithmic, linear]\n"
         "router: {delay: 2 tau}\n"
         "message: 150 bits\n"
         "crossover: " +
         crossover +
         "\n"
         "defaults: {ideal: true, topology: {family: torus, nodes: 256, channels: unidirectional}}\n"
         "candidates:\n"
         "  - {name: n=2, topology: {dimensions: 2}}\n"
         "  - {name: n=3, topology: {dimensions: 3}}\n"
         "  - {name: n=4, topology: {dimensions: 4}}\n"
         "  - {name: n=5, topology: {dimensions: 5}}\n"
         "  - {name: n=8, topology: {dimensions: 8}}\n";
}

struct Setting {
  std::string text;
  Study study;
  explicit Setting(const std::string& crossover)
      : text(crossover_spec(crossover)), study(parse_study(text, "a.yaml", "")) {}
  Study at(const std::string& value) const { return parse_study(text, "a.yaml", "", {{study.crossover->over, value}}); }
  std::string winner_at(const std::string& value, std::size_t delay) const {
    const Study own = at(value);
    const std::vector<Candidate> candidates = evaluated(own);
    return winner(rank(own, candidates)[delay], candidates);
  }
  std::vector<Crossovers> found() const {
    return find_crossovers(*study.crossover, [&](const std::string& value) { return at(value); }, {});
  }
};

/// Every value at which the winner changes, found by trying all values.
std::vector<std::pair<int, std::string>> by_fine_sweep(const Setting& setting, std::size_t delay, int from, int to,
                                                       const std::string& unit) {
  std::vector<std::pair<int, std::string>> changes;
  for (int value = from; value <= to; ++value) {
    const std::string name = setting.winner_at(fmt::format("{}{}", value, unit), delay);
    if (changes.empty() || changes.back().second != name) changes.emplace_back(value, name);
  }
  return changes;
}

std::vector<std::pair<int, std::string>> beginnings(const Crossovers& found) {
  std::vector<std::pair<int, std::string>> changes;
  for (const Reign& reign : found.reigns) changes.emplace_back(static_cast<int>(reign.from), reign.winner);
  return changes;
}

}  // namespace

TEST_CASE("a crossover over N found by search is that of a fine sweep, under every delay model") {
  const Setting setting("{over: defaults.topology.nodes, from: 16, to: 700}");
  const std::vector<Crossovers> found = setting.found();
  REQUIRE(found.size() == 3);
  std::size_t changes = 0;
  for (std::size_t delay = 0; delay < 3; ++delay) {
    CAPTURE(found[delay].delay_label);
    CHECK(beginnings(found[delay]) == by_fine_sweep(setting, delay, 16, 700, ""));
    changes += found[delay].reigns.size() - 1;
  }
  CHECK(changes >= 1);
}

TEST_CASE("a crossover over the message found by search is that of a fine sweep") {
  const Setting setting("{over: message, from: 1 bits, to: 400 bits}");
  const std::vector<Crossovers> found = setting.found();
  for (std::size_t delay = 0; delay < 3; ++delay) {
    CAPTURE(found[delay].delay_label);
    CHECK(beginnings(found[delay]) == by_fine_sweep(setting, delay, 1, 400, " bits"));
  }
}

TEST_CASE("a crossover over the message in bytes is between whole ones, by either name of the unit") {
  for (const std::string unit : {" B", " bytes"}) {
    CAPTURE(unit);
    const Setting setting("{over: message, from: 1" + unit + ", to: 100" + unit + "}");
    const std::vector<Crossovers> found = setting.found();
    for (std::size_t delay = 0; delay < 3; ++delay)
      CHECK(beginnings(found[delay]) == by_fine_sweep(setting, delay, 1, 100, unit));
  }
}

TEST_CASE("a real crossover is found to a millionth, and both sides of it are true") {
  const Setting setting("{over: router.delay, from: 0.01 tau, to: 100.5 tau}");
  std::size_t changes = 0;
  for (const Crossovers& found : setting.found()) {
    for (std::size_t i = 1; i < found.reigns.size(); ++i) {
      const Reign& before = found.reigns[i - 1];
      const Reign& after = found.reigns[i];
      CHECK(after.from / before.to - 1 <= 1e-6);
      CHECK(after.from > before.to);
      CHECK(before.winner != after.winner);
      ++changes;
    }
  }
  CHECK(changes >= 3);
}

TEST_CASE("a list of values is tried value by value") {
  const Setting setting("{over: message, values: [8 bits, 64 bits, 4096 bits]}");
  const std::vector<Crossovers> found = setting.found();
  CHECK(found[0].reigns.front().from == 0);
  CHECK(found[0].reigns.back().to == 2);
  CHECK(value_text(*setting.study.crossover, 1) == "64 bits");
}
