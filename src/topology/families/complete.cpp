// SPDX-License-Identifier: Apache-2.0
#include "topology/cube.hpp"
#include "topology/published_areas.hpp"
#include "topology/sizes.hpp"

namespace cutline {

namespace {

Topology build_complete(const Parameters& parameters) {
  expect_bidirectional(parameters, "a complete network links every pair both ways");
  const auto nodes = static_cast<std::uint32_t>(parameters.integer("nodes"));
  Topology complete{.digits = {nodes}, .theorems = {.vertex_transitive = true}};
  complete.classes.push_back(complete_class(0, nodes));
  complete.classes.back().name = "links";
  const std::uint64_t links = std::uint64_t{nodes} * nodes / 4;
  complete.theorems.bisection = {links, 2 * links, "floor(N^2/4), every balanced cut"};
  complete.theorems.distance = {1, 1.0, "every pair is linked"};
  return complete;
}

}  // namespace

Family complete_family() {
  return {.name = "complete",
          .summary = "complete network: every pair of nodes is linked",
          .source = "[Leighton 1992]",
          .fields = {{.name = "nodes", .help = "number of nodes", .required = true, .min = 2, .max = 8192}},
          .build = build_complete,
          .published_area = complete_area,
          .sizes = {.networks =
                        [](const SizeRange& range) { return sized_by(range, "nodes", 3, [](double n) { return n; }); },
                    .dimensions = one_line},
          .examples = {{{"nodes", 2}}, {{"nodes", 7}}}};
}

}  // namespace cutline
