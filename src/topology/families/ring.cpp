// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/cube.hpp"

namespace cutline {

namespace {

Topology build_ring(const Parameters& parameters) {
  const auto nodes = static_cast<std::uint32_t>(parameters.integer("nodes"));
  Topology ring{.radices = {nodes}, .vertex_transitive = true};
  ring.classes.push_back(ring_class(0, nodes, is_unidirectional(parameters) ? 1 : 2));
  const std::uint64_t links = nodes == 2 ? 1 : 2;
  ring.bisection = {links, links * static_cast<std::uint64_t>(ring.classes[0].channels), "two links of a ring"};
  return ring;
}

}  // namespace

Family ring_family() {
  return {.name = "ring",
          .summary = "ring of N nodes, the one-dimensional torus",
          .source = "[Dally 1990, sec. 2]",
          .fields = {{.name = "nodes", .help = "number of nodes", .required = true, .min = 2, .max = 1u << 26}},
          .build = build_ring,
          .errata = {"WE-eq6", "WE-eq9"},
          .examples = {{{"nodes", std::int64_t{2}}},
                       {{"nodes", std::int64_t{9}}},
                       {{"nodes", std::int64_t{8}}, {"channels", std::string("unidirectional")}}}};
}

}  // namespace cutline
