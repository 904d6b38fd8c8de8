// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/detail/performance/emulation.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// For each level, the share of the crossing pairs that it carries just beside the boundary, by counting all pairs.
LevelShares count_pairs(const ExpressRule& rule, std::int64_t nodes, std::int64_t middle) {
  std::vector<std::uint64_t> pairs(rule.spacings.size() + 1, 0);
  const std::int64_t beside = 2 * middle - 1;  // the boundary itself; its higher side is meant
  const auto add = [&](std::int64_t source, std::int64_t destination) {
    for_each_leg(rule, source, destination, [&](const ExpressLeg& leg) {
      const auto [low, high] = std::minmax(leg.from, leg.to);
      if (low <= beside && beside < high) ++pairs[leg.level];
    });
  };
  for (std::int64_t low = 0; low < middle; ++low) {
    for (std::int64_t high = middle; high < nodes; ++high) {
      add(low, high);
      add(high, low);
    }
  }
  LevelShares shares;
  const auto all = static_cast<double>(2 * middle * (nodes - middle));
  for (const std::uint64_t count : pairs) shares.push_back(static_cast<double>(count) / all);
  return shares;
}

/// The spacing of a level; 1 for the local level.
double spacing(const ExpressRule& rule, std::size_t level) { return level == 0 ? 1 : rule.spacings[level - 1]; }

}  // namespace

std::optional<LevelShares> counted_shares(const ExpressRule& rule, std::uint32_t nodes, std::uint64_t effort) {
  if (nodes < 2) return std::nullopt;
  const std::uint32_t middle = nodes / 2;
  const std::uint32_t top = rule.spacings.empty() ? 1 : rule.spacings.back();
  if (nodes % 2 == 0 && rule.interleaved == 1 && !rule.spacings.empty() && middle % top == 0) {
    LevelShares shares;
    for (std::size_t j = 0; j < rule.spacings.size(); ++j) {
      const double below = j == 0 ? 0 : spacing(rule, j);
      shares.push_back(2 * (spacing(rule, j + 1) - below) / nodes);
    }
    shares.push_back(1 - 2 * static_cast<double>(top) / nodes);
    return shares;
  }
  if (std::uint64_t{nodes} * nodes > effort) return std::nullopt;
  return count_pairs(rule, nodes, middle);
}

LevelShares printed_shares(const ExpressRule& rule, std::uint32_t nodes) {
  LevelShares shares;
  for (std::size_t j = 0; j < rule.spacings.size(); ++j) shares.push_back(2 * spacing(rule, j) / nodes);
  return shares;
}

std::optional<double> printed_top_share(const ExpressRule& rule) {
  if (!has_one_factor(rule)) return std::nullopt;
  const double i = rule.spacings.front();
  return (rule.spacings.back() - i) / (1 - i);
}

std::optional<LevelShares> example_shares(const ExpressRule& rule, std::uint32_t nodes) {
  LevelShares shares;
  double rest = 1;
  for (std::size_t j = 0; j < rule.spacings.size(); ++j) {
    shares.push_back(2 * spacing(rule, j + 1) / nodes);
    rest -= shares.back();
  }
  if (rest <= 0) return std::nullopt;
  shares.push_back(rest);
  return shares;
}

std::vector<std::uint32_t> allocate_channels(const LevelShares& shares, std::uint32_t spare) {
  CUTLINE_EXPECT(!shares.empty() && spare + 1 >= shares.size());
  std::vector<std::uint32_t> channels(shares.size(), 1);
  for (std::size_t given = shares.size(); given < std::size_t{spare} + 1; ++given) {
    std::size_t busiest = 0;
    for (std::size_t j = 1; j < shares.size(); ++j) {
      if (shares[j] * channels[busiest] > shares[busiest] * channels[j]) busiest = j;
    }
    ++channels[busiest];
  }
  return channels;
}

double worst_load(const LevelShares& shares, const std::vector<std::uint32_t>& channels) {
  CUTLINE_EXPECT(shares.size() == channels.size());
  double worst = 0;
  for (std::size_t j = 0; j < shares.size(); ++j) worst = std::max(worst, shares[j] / channels[j]);
  return worst;
}

std::vector<Construction> constructions(std::uint32_t level) {
  CUTLINE_EXPECT(level > 0);
  constexpr std::uint32_t kOfModule = 8;  // 2 x 2 each way
  return {{"one switch", 1, 4 * (level + 1)},
          {"level 1 modules", 2 * level - 1, kOfModule},
          {"without ascending ones", level, kOfModule},
          {"top only", 1, kOfModule}};
}

namespace {

/// The parallel channels of each level on one line of the digit, local first, in the order of the class names.
std::vector<ExpressLevel> levels_of(const Topology& topology, std::size_t digit, const ExpressRule& rule) {
  std::vector<ExpressLevel> levels(rule.spacings.size() + 1);
  for (std::size_t j = 0; j < levels.size(); ++j) levels[j].spacing = static_cast<std::uint32_t>(spacing(rule, j));
  std::vector<std::uint32_t> coordinate;  // nodes before each value
  std::uint32_t nodes = 0;
  for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
    coordinate.push_back(nodes);
    const std::uint8_t level = topology.level(digit, value);
    if (level == 0) ++nodes;
    if (level > 0 && level < levels.size()) ++levels[level].interchanges;
  }
  levels[0].channels = 1;
  for (const LinkClass& link_class : topology.classes) {
    if (link_class.digits[0] != digit || link_class.links.empty()) continue;
    const LocalLink& first = link_class.links.front();
    const std::uint32_t span = coordinate[first.b] - coordinate[first.a];
    for (std::size_t j = 1; j < levels.size(); ++j) {
      if (span != levels[j].spacing || topology.level(digit, first.a) == 0) continue;
      levels[j].channels = static_cast<std::uint64_t>(std::ranges::count(link_class.links, first));
      if (topology.express && topology.express->interleaved > 1) levels[j].channels = topology.express->interleaved;
    }
  }
  return levels;
}

ExpressDimension dimension(const Topology& topology, std::size_t digit, std::uint64_t effort) {
  const ExpressRule rule = express_rule(topology, digit);
  ExpressDimension result{
      .digits = {static_cast<std::uint8_t>(digit)}, .nodes = topology.node_value_count(digit), .rule = rule};
  result.levels = levels_of(topology, digit, rule);
  result.counted = counted_shares(rule, result.nodes, effort).value_or(LevelShares{});
  result.printed = printed_shares(rule, result.nodes);
  result.example = example_shares(rule, result.nodes).value_or(LevelShares{});
  std::uint32_t spare = 0;
  std::uint32_t highest = 0;
  for (std::size_t j = 1; j < result.levels.size(); ++j) {
    spare += static_cast<std::uint32_t>(result.levels[j].channels);
    if (result.levels[j].interchanges > 0) highest = static_cast<std::uint32_t>(j);
  }
  if (spare + 1 >= result.levels.size()) {
    if (!result.counted.empty()) result.best_channels = allocate_channels(result.counted, spare);
    if (!result.example.empty()) result.example_channels = allocate_channels(result.example, spare);
  }
  if (highest > 0) result.constructions = constructions(highest);
  return result;
}

}  // namespace

std::vector<ExpressDimension> express_dimensions(const Topology& topology, std::uint64_t effort) {
  std::vector<ExpressDimension> all;
  if (!has_express_rule(topology)) return all;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::uint32_t nodes = topology.node_value_count(digit);
    if (nodes == topology.digits[digit].radix) continue;
    const auto same = std::ranges::find_if(all, [&](const ExpressDimension& d) { return d.nodes == nodes; });
    if (same != all.end()) {
      same->digits.push_back(static_cast<std::uint8_t>(digit));
    } else {
      all.push_back(dimension(topology, digit, effort));
    }
  }
  return all;
}

}  // namespace cutline
