// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "topology/cube.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxGlobalLinks = std::uint64_t{1} << 27;  // both ends counted

/// a, h and g of the user, or by the rules a = 2 h and g = a h + 1.
struct DragonflyShape {
  std::uint32_t routers = 0, global = 0, groups = 0;
};

DragonflyShape dragonfly_shape(const Parameters& parameters) {
  const auto global = static_cast<std::uint32_t>(parameters.integer("global_links"));
  const auto given = [&](const char* name, std::uint32_t rule) {
    return parameters.has(name) ? static_cast<std::uint32_t>(parameters.integer(name)) : rule;
  };
  const std::uint32_t routers = given("routers", 2 * global);
  const std::uint32_t most = routers * global + 1;
  const std::uint32_t groups = given("groups", most);
  if (groups > most) {
    throw_input_error(fmt::format("groups of {} routers with {} global links each reach {} others, not {}", routers,
                                  global, most - 1, groups - 1),
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
    throw_limit_error("this dragonfly has more than 2^26 global links, the limit", {}, "global_links");
  return {routers, global, groups};
}

/// A group's global links go to the other groups in turn, from its first router on; once more from the start where
/// there are fewer groups than links.
LinkClass global_links(const DragonflyShape& shape) {
  LinkClass links{.name = "global", .digits = {0, 1}};
  const std::uint32_t rounds = shape.routers * shape.global / (shape.groups - 1);
  for (std::uint32_t one = 0; one < shape.groups; ++one) {
    for (std::uint32_t other = one + 1; other < shape.groups; ++other) {
      for (std::uint32_t round = 0; round < rounds; ++round) {
        const std::uint32_t there = round * (shape.groups - 1) + other - 1;  // counted without group `one` itself
        const std::uint32_t back = round * (shape.groups - 1) + one;
        links.links.push_back(
            {one * shape.routers + there / shape.global, other * shape.routers + back / shape.global});
      }
    }
  }
  return links;
}

Topology build_dragonfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a dragonfly lead both ways");
  const DragonflyShape shape = dragonfly_shape(parameters);
  Topology network{.digits = {shape.routers, shape.groups},
                   .concentration = static_cast<std::uint32_t>(parameters.integer("global_links"))};
  network.classes = {complete_class(0, shape.routers), global_links(shape)};
  network.classes[0].name = "local";
  return network;
}

}  // namespace

Family dragonfly_family() {
  return {
      .name = "dragonfly",
      .summary = "dragonfly: groups of a routers, all linked, and h global links a router to the other groups",
      .source = "[Kim 2008]",
      .fields = {{.name = "global_links", .help = "global links of a router, h", .required = true, .min = 1, .max = 64},
                 {.name = "routers", .help = "routers of a group, a; 2 h if not given", .min = 2, .max = 512},
                 {.name = "groups", .help = "groups, g; a h + 1, the most, if not given", .min = 2, .max = 32769},
                 {.name = "concentration", .help = "terminals per router, p; h if not given", .min = 1, .max = 4096}},
      .build = build_dragonfly,
      .examples = {{{"global_links", 1}}, {{"global_links", 2}, {"routers", 3}, {"groups", 4}}}};
}

}  // namespace cutline
