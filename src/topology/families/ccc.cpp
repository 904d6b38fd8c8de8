// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/cube.hpp"

namespace cutline {

namespace {

/// The most dimensions with no more than kMaxNodes nodes.
constexpr std::uint32_t kMaxDimensions = 42;

/// Node (x, l) of cycle x and level l has the number x d + l: digit 0 is the level, digit 1 + i is bit i of x.
Topology build(const Parameters& parameters) {
  if (is_unidirectional(parameters)) {
    throw_input_error("the cubes of cube-connected cycles link their nodes both ways", "use bidirectional channels",
                      "channels");
  }
  const auto dimensions = static_cast<std::uint32_t>(parameters.integer("dimensions"));
  Topology ccc{.radices = std::vector<std::uint32_t>(dimensions + 1, 2), .boxed_digit = 0, .vertex_transitive = true};
  ccc.radices[0] = dimensions;
  ccc.classes.push_back(ring_class(0, dimensions, 2));
  ccc.classes.back().name = "cycle";
  for (std::uint32_t level = 0; level < dimensions; ++level) {
    LinkClass cube = path_class(static_cast<std::uint8_t>(level + 1), 2);
    cube.name = fmt::format("cube {}", level);
    cube.only = {{0, {level}}};
    ccc.classes.push_back(std::move(cube));
  }
  const std::uint64_t cut = std::uint64_t{1} << (dimensions - 1);
  ccc.bisection = {cut, 2 * cut, "2^(d-1) [Manabe 1984]"};
  return ccc;
}

}  // namespace

Family ccc_family() {
  return {.name = "ccc",
          .summary = "cube-connected cycles: every node of a binary d-cube is a cycle of d nodes, one a dimension",
          .source = "[Preparata 1981]",
          .fields = {{.name = "dimensions",
                      .help = "dimensions of the cube and nodes of a cycle, d; d 2^d nodes",
                      .required = true,
                      .min = 2,
                      .max = kMaxDimensions}},
          .build = build,
          .examples = {
              {{"dimensions", std::int64_t{2}}}, {{"dimensions", std::int64_t{3}}}, {{"dimensions", std::int64_t{6}}}}};
}

}  // namespace cutline
