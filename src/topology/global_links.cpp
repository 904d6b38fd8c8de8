// SPDX-License-Identifier: Apache-2.0
#include "topology/global_links.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxGlobalLinks = std::uint64_t{1} << 27;  // both ends counted

}  // namespace

GroupShape group_shape(const Parameters& parameters, const char* routers_field, std::uint32_t routers) {
  const auto global = static_cast<std::uint32_t>(parameters.integer("global_links"));
  const std::uint32_t most = routers * global + 1;
  const auto groups = parameters.has("groups") ? static_cast<std::uint32_t>(parameters.integer("groups")) : most;
  if (groups > most) {
    throw_input_error(fmt::format("groups of {} {} with {} global links each reach {} others, not {}", routers,
                                  routers_field, global, most - 1, groups - 1),
                      fmt::format("at most {} groups", most), "groups");
  }
  if ((most - 1) % (groups - 1) != 0) {
    throw_input_error(
        fmt::format("the {} global links of a group cannot be shared evenly by {} others", most - 1, groups - 1),
        fmt::format("groups - 1 divides {}", most - 1), "groups");
  }
  if (groups <= global) {
    throw_input_error(fmt::format("{} groups leave a router of {} global links two to the same router", groups, global),
                      fmt::format("at least {} groups", global + 1), "groups");
  }
  if (std::uint64_t{groups} * (most - 1) > kMaxGlobalLinks)
    throw_limit_error("there are more than 2^26 global links, the limit", {}, "global_links");
  return {routers, global, groups};
}

std::vector<LocalLink> global_links(const GroupShape& shape) {
  std::vector<LocalLink> links;
  const std::uint32_t rounds = shape.routers * shape.global / (shape.groups - 1);
  for (std::uint32_t one = 0; one < shape.groups; ++one) {
    for (std::uint32_t other = one + 1; other < shape.groups; ++other) {
      for (std::uint32_t round = 0; round < rounds; ++round) {
        const std::uint32_t there = round * (shape.groups - 1) + other - 1;  // counted without group `one` itself
        const std::uint32_t back = round * (shape.groups - 1) + one;
        links.push_back({one * shape.routers + there / shape.global, other * shape.routers + back / shape.global});
      }
    }
  }
  return links;
}

}  // namespace cutline
