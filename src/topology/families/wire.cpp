// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_wire(const Parameters& parameters) {
  expect_bidirectional(parameters, "a wire of one channel cannot send anything back");
  const std::uint32_t distance = whole_of(parameters, "distance");
  Topology wire{.digits = {distance + 1}, .theorems = {.vertex_transitive = true}};
  wire.classes.push_back({.name = "wire", .digits = {0}, .links = {{0, distance}}});
  if (distance > 1) {
    std::vector<std::uint8_t> levels(distance + 1, kNothing);
    levels.front() = levels.back() = 0;
    wire.digits[0].levels = std::move(levels);
  }
  wire.theorems.bisection = {1, 2, "the only link"};
  wire.theorems.distance = {1, 1.0, "the two nodes are linked"};
  return wire;
}

}  // namespace

Family wire_family() {
  return {
      .name = "wire",
      .summary =
          "dedicated wire: two nodes D node pitches apart, linked, with nothing between; what express cubes "
          "come near to",
      .source = "[Dally 1991, fig. 4]",
      .fields = {needed_number("distance", "node pitches from one node to the other, D; the places between stay empty",
                               1, (1u << 26) - 1)},
      .build = build_wire,
      .sizes = {.leaves_out = "it has two nodes, as far apart as one likes"},
      .examples = {{{"distance", 1}}, {{"distance", 5}}}};
}

}  // namespace cutline
