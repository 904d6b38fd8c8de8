// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/base/error.hpp"
#include "families.hpp"
#include "topology/families.hpp"
#include "topology/joined_sites.hpp"

namespace cutline {

Topology butterfly(std::uint32_t dimensions, bool wrapped) {
  const std::uint32_t levels = wrapped ? dimensions : dimensions + 1;
  Topology network{.digits = std::vector<Digit>(dimensions + 1, 2)};
  network.digits[0].radix = levels;
  network.digits[0].boxed = true;
  network.classes.push_back(wrapped ? ring_class(0, levels, 2) : path_class(0, levels));
  network.classes.back().name = "straight";
  for (std::uint32_t level = 0; level < dimensions; ++level) {
    const std::uint32_t next = (level + 1) % levels;
    network.classes.push_back({.name = fmt::format("cross {}", level),
                               .digits = {0, static_cast<std::uint8_t>(level + 1)},
                               .links = {{level, levels + next}, {next, levels + level}}});
  }
  return network;
}

namespace {

constexpr std::uint64_t kMaxGlobalLinks = std::uint64_t{1} << 27;  // both ends counted

constexpr int kDrawings = 1000;

bool connected(std::uint32_t nodes, const LocalLinks& links) {
  JoinedSites joined(nodes);
  std::uint32_t parts = nodes;
  for (const LocalLink& link : links) parts -= joined.join(link.a, link.b) ? 1 : 0;
  return parts == 1;
}

}  // namespace

GroupShape group_shape(const Parameters& parameters, const char* routers_field, std::uint32_t routers) {
  const std::uint32_t global = whole_of(parameters, "global_links");
  const std::uint32_t most = routers * global + 1;
  const std::uint32_t groups = whole_of(parameters, "groups", most);
  if (groups > most) {
    throw_input_error(fmt::format("groups of {} {} with {} global links each reach {} others, not {}", routers,
                                  routers_field, global, most - 1, groups - 1),
                      fmt::format("at most {} groups", most), "groups");
  }
  if (std::uint64_t{groups} * (most - 1) > kMaxGlobalLinks)
    throw_limit_error("there are more than 2^26 global links, the limit", {}, "global_links");
  return {routers, global, groups};
}

std::vector<LocalLink> global_links(const GroupShape& shape) {
  std::vector<LocalLink> links;
  const std::uint32_t ports = shape.routers * shape.global, others = shape.groups - 1;
  const auto router = [&](std::uint32_t group, std::uint32_t port) {
    return group * shape.routers + port / shape.global;
  };
  const std::uint32_t rounds = ports / others;
  for (std::uint32_t one = 0; one < shape.groups; ++one) {
    for (std::uint32_t other = one + 1; other < shape.groups; ++other) {
      for (std::uint32_t round = 0; round < rounds; ++round)  // `other - 1`: counted without group `one` itself
        links.push_back({router(one, round * others + other - 1), router(other, round * others + one)});
    }
  }
  std::vector<std::uint32_t> next(shape.groups, rounds * others);  // the first free port of each group
  const std::uint32_t left = ports % others;
  const auto join = [&](std::uint32_t one, std::uint32_t other) {
    const auto [low, high] = std::minmax(one, other);
    links.push_back({router(low, next[low]), router(high, next[high])});
    ++next[low], ++next[high];
  };
  for (std::uint32_t step = 1; step <= left / 2; ++step) {
    for (std::uint32_t group = 0; group < shape.groups; ++group) join(group, (group + step) % shape.groups);
  }
  if (left % 2 == 1 && shape.groups % 2 == 0) {
    for (std::uint32_t group = 0; group < shape.groups / 2; ++group) join(group, group + shape.groups / 2);
  }
  return links;
}

LocalLinks connected_draw(std::uint32_t nodes, std::uint64_t seed, FunctionRef<LocalLinks(Random&)> draw) {
  Random random(seed);
  for (int i = 0; i < kDrawings; ++i) {
    LocalLinks links = draw(random);
    if (connected(nodes, links)) return links;
  }
  throw_limit_error(fmt::format("{} drawings of random links left some of the {} nodes apart", kDrawings, nodes),
                    "give another `seed`, or a higher degree", "seed");
}

void shuffle(std::vector<std::uint32_t>& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[random.below(left)]);
}

}  // namespace cutline
