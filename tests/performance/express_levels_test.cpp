// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/emulation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

constexpr std::uint64_t kExpressLevelsEffort = 1'000'000'000;

ExpressRule powers(long long i, long long levels) {
  ExpressRule rule;
  std::uint32_t spacing = 1;
  for (long long level = 0; level < levels; ++level) rule.spacings.push_back(spacing *= static_cast<std::uint32_t>(i));
  return rule;
}

/// The least worst load over all ways to give `left` more channels to the levels from `level` on.
double least_load(const LevelShares& shares, std::vector<std::uint32_t>& channels, std::size_t level,
                  std::uint32_t left) {
  if (level + 1 == shares.size()) {
    channels[level] = 1 + left;
    return worst_load(shares, channels);
  }
  double best = 1e9;
  for (std::uint32_t given = 0; given <= left; ++given) {
    channels[level] = 1 + given;
    best = std::min(best, least_load(shares, channels, level + 1, left - given));
  }
  return best;
}

}  // namespace

TEST_CASE("level shares over the middle are the published counts; printed and example shares are theirs") {
  for (const Row& row : golden("seeds_ec_fractions.csv")) {
    const ExpressRule rule = powers(row.integer("i"), row.integer("l"));
    const auto nodes = static_cast<std::uint32_t>(row.integer("k"));
    const auto level = static_cast<std::size_t>(row.integer("level"));
    CHECK(counted_shares(rule, nodes, kExpressLevelsEffort)->at(level) == doctest::Approx(row.number("exact")));
    CHECK(example_shares(rule, nodes)->at(level) == doctest::Approx(row.number("example_rule")));
    const LevelShares printed = printed_shares(rule, nodes);
    CHECK((level < printed.size()) == row.has("printed_eq6"));
    if (level < printed.size()) CHECK(printed[level] == doctest::Approx(row.number("printed_eq6")));
  }
}

TEST_CASE("the closed form of the shares is what counting the pairs gives") {
  for (const auto& [i, levels, nodes] : std::vector<std::array<long long, 3>>{{2, 1, 8}, {2, 2, 32}, {4, 2, 64}}) {
    const ExpressRule rule = powers(i, levels);
    const auto middle = nodes / 2;
    std::vector<double> pairs(rule.spacings.size() + 1, 0);
    for (long long a = 0; a < middle; ++a) {
      for (long long b = middle; b < nodes; ++b) {
        for_each_leg(rule, a, b, [&](const ExpressLeg& leg) {
          if (leg.from <= 2 * middle - 1 && 2 * middle - 1 < leg.to) ++pairs[leg.level];
        });
      }
    }
    const auto shares = counted_shares(rule, static_cast<std::uint32_t>(nodes), kExpressLevelsEffort);
    for (std::size_t j = 0; j < pairs.size(); ++j)
      CHECK(shares->at(j) == doctest::Approx(pairs[j] / static_cast<double>(middle * middle)));
  }
}

TEST_CASE("shares add up to one wherever the middle is, and are absent past the effort") {
  for (std::uint32_t nodes = 2; nodes < 60; ++nodes) {
    for (const ExpressRule& rule : {powers(3, 1), powers(2, 3), ExpressRule{{3, 6, 12}}, ExpressRule{{5}, 3}}) {
      const auto shares = counted_shares(rule, nodes, kExpressLevelsEffort);
      CHECK(std::accumulate(shares->begin(), shares->end(), 0.0) == doctest::Approx(1));
    }
  }
  CHECK_FALSE(counted_shares(powers(3, 1), 1000, 1000).has_value());
}

TEST_CASE("7 spare channels of 64 nodes, 2 apart on 3 levels: 1, 1, 2, 4 by the example, 1, 1, 1, 5 counted") {
  const ExpressRule rule = powers(2, 3);
  const auto counted = *counted_shares(rule, 64, kExpressLevelsEffort);
  const auto example = *example_shares(rule, 64);
  CHECK(allocate_channels(example, 7) == std::vector<std::uint32_t>{1, 1, 2, 4});
  CHECK(allocate_channels(counted, 7) == std::vector<std::uint32_t>{1, 1, 1, 5});
  CHECK(worst_load(counted, {1, 1, 1, 5}) == doctest::Approx(0.15));
  CHECK(worst_load(counted, {1, 1, 2, 4}) == doctest::Approx(0.1875));
  for (const Row& row : golden("seeds_examples.csv")) {
    for (const char* way : {"example", "exact"}) {
      const std::string id = std::string("EC-alloc-") + way + "-m";
      if (row.text("id").rfind(id, 0) != 0) continue;
      const auto level = static_cast<std::size_t>(std::stoi(row.text("id").substr(id.size())));
      const auto& shares = std::string(way) == "exact" ? counted : example;
      CHECK(allocate_channels(shares, 7).at(level) == row.integer("value"));
    }
  }
}

TEST_CASE("no allocation has a lower worst load, and ties go to the lower level") {
  for (std::uint32_t spare = 3; spare < 11; ++spare) {
    for (const LevelShares& shares :
         {LevelShares{0.1, 0.2, 0.3, 0.4}, LevelShares{0.25, 0.25, 0.25, 0.25}, LevelShares{0.7, 0.1, 0.1, 0.1}}) {
      std::vector<std::uint32_t> channels(4, 1);
      const auto found = allocate_channels(shares, spare);
      CHECK(std::accumulate(found.begin(), found.end(), 0u) == spare + 1);
      CHECK(worst_load(shares, found) == doctest::Approx(least_load(shares, channels, 0, spare - 3)));
    }
  }
  CHECK(allocate_channels({0.5, 0.5}, 2) == std::vector<std::uint32_t>{2, 1});
}

TEST_CASE("a level j interchange is one switch of 4 (j + 1) channels, or 2 j - 1, j or 1 modules of 8") {
  for (std::uint32_t level = 1; level < 6; ++level) {
    const std::vector<Construction> ways = constructions(level);
    REQUIRE(ways.size() == 4);
    CHECK(ways[0].modules == 1);
    CHECK(ways[0].channels() == 4 * (level + 1));
    CHECK(ways[1].modules == 2 * level - 1);
    CHECK(ways[1].channels() == 8 * (2 * level - 1));
    CHECK(ways[2].channels() == 8 * level);
    CHECK(ways[3].channels() == 8);
  }
  // At level 1 all constructions are the same.
  for (const Construction& way : constructions(1)) CHECK(way.channels() == 8);
}

TEST_CASE("what a record tells of an express cube: levels, interchanges and channels of each kind of dimension") {
  const Topology topology = build_topology("express", {{"radices", IntegerList{64, 8, 64, 2}},
                                                       {"spacings", IntegerList{2, 2, 2}},
                                                       {"multiplicity", IntegerList{1, 2, 4}}});
  const std::vector<ExpressDimension> lines = express_dimensions(topology, kExpressLevelsEffort);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].digits == std::vector<std::uint8_t>{0, 2});
  CHECK(lines[1].digits == std::vector<std::uint8_t>{1});
  const std::vector<std::uint64_t> interchanges = {0, 16, 8, 7}, channels = {1, 1, 2, 4};
  for (std::size_t j = 0; j < 4; ++j) {
    CHECK(lines[0].levels[j].spacing == 1u << j);
    CHECK(lines[0].levels[j].interchanges == interchanges[j]);
    CHECK(lines[0].levels[j].channels == channels[j]);
  }
  CHECK(lines[0].best_channels == std::vector<std::uint32_t>{1, 1, 1, 5});
  CHECK(lines[0].example_channels == std::vector<std::uint32_t>{1, 1, 2, 4});
  CHECK(lines[0].constructions[1].modules == 5);
  // Along 8 nodes there is only one interchange of level 2 or more, so no channel of level 2 has two ends.
  CHECK(lines[1].levels[1].interchanges == 2);
  CHECK(lines[1].levels[2].interchanges == 1);
  CHECK(lines[1].levels[2].channels == 0);
}

TEST_CASE("the J-Machine: pins, spare channels and wires as published") {
  std::map<std::string, double> value;
  for (const Row& row : golden("seeds_examples.csv")) value[row.text("id")] = row.number("value");
  const int data = 9, control = 6, channels = 6, node_wires = 80;
  CHECK(channels * (data + control) == value.at("EC-jm-netpins"));
  CHECK(static_cast<double>(node_wires) / (data + control) == doctest::Approx(value.at("EC-jm-beta")));
  CHECK(std::floor(value.at("EC-jm-beta") - 1) == value.at("EC-jm-M"));
  // alpha, and the distance at which the latency of the hierarchical network of figure 4 comes near the wire's.
  CHECK(50 / value.at("EC-jm-Tw") == doctest::Approx(value.at("EC-jm-alpha")));
  const ExpressRule hierarchy = powers(4, 3);
  const double d = value.at("EC-Dcross-hi");
  CHECK((64 * mean_express_hops(hierarchy, 768) + d) / d == doctest::Approx(value.at("EC-ratio-at-Dcross")));
  const auto slope = [](const ExpressRule& rule) {
    return 64 * (mean_express_hops(rule, 4160) - mean_express_hops(rule, 4096)) / 64 + 1;
  };
  CHECK(slope(hierarchy) == doctest::Approx(value.at("EC-slope-hier")));
  CHECK(slope(powers(16, 1)) == doctest::Approx(value.at("EC-slope-flat16")));
}
