// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_ring(const Parameters& parameters) {
  const std::uint32_t nodes = whole_of(parameters, "nodes");
  Topology ring{.digits = {nodes}, .theorems = {.vertex_transitive = true}};
  ring.classes.push_back(ring_class(0, nodes, is_unidirectional(parameters) ? 1 : 2));
  const std::uint64_t links = nodes == 2 ? 1 : 2;
  ring.theorems.bisection = {links, links * static_cast<std::uint64_t>(ring.classes[0].channels),
                             "two links of a ring"};
  return ring;
}

}  // namespace

Family ring_family() {
  return {
      .name = "ring",
      .summary = "ring of N nodes, the one-dimensional torus",
      .source = "[Dally 1990, sec. 2]",
      .fields = {needed_number("nodes", "number of nodes", 2, 1u << 26)},
      .build = build_ring,
      .errata = {"WE-eq6", "WE-eq9"},
      .sizes = {.networks = networks_by("nodes", 3, [](double n) { return n; }), .rings = true, .dimensions = one_line},
      .examples = {{{"nodes", 2}}, {{"nodes", 9}}, {{"nodes", 8}, {"channels", "unidirectional"}}}};
}

}  // namespace cutline
