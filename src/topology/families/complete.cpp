// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_complete(const Parameters& parameters) {
  expect_bidirectional(parameters, "a complete network links every pair both ways");
  const std::uint32_t nodes = whole_of(parameters, "nodes");
  Topology complete{.digits = {nodes}, .theorems = {.vertex_transitive = true}};
  complete.classes.push_back(complete_class(0, nodes));
  complete.classes.back().name = "links";
  const std::uint64_t links = std::uint64_t{nodes} * nodes / 4;
  complete.theorems.bisection = {links, 2 * links, "floor(N^2/4), every balanced cut"};
  complete.theorems.distance = {1, 1.0, "every pair is linked"};
  return complete;
}

std::optional<PublishedArea> complete_area(const Topology& complete) {
  return PublishedArea{std::pow(static_cast<double>(complete.node_count()), 4) / 16, "N^4 / 16: [Yeh 1999]"};
}

}  // namespace

Family complete_family() {
  return {.name = "complete",
          .summary = "complete network: every pair of nodes is linked",
          .source = "[Leighton 1992]",
          .fields = {needed_number("nodes", "number of nodes", 2, 8192)},
          .build = build_complete,
          .published_area = complete_area,
          .sizes = {.networks = networks_by("nodes", 3, [](double n) { return n; }), .dimensions = one_line},
          .examples = {{{"nodes", 2}}, {{"nodes", 7}}}};
}

}  // namespace cutline
