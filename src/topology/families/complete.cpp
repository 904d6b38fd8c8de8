// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "cutline/topology/cube.hpp"

namespace cutline {

namespace {

Topology build(const Parameters& parameters) {
  if (is_unidirectional(parameters)) {
    throw_input_error("a complete network links every pair both ways", "use bidirectional channels", "channels");
  }
  const auto nodes = static_cast<std::uint32_t>(parameters.integer("nodes"));
  Topology complete{.radices = {nodes}, .vertex_transitive = true};
  LinkClass all{.name = "links", .digits = {0}};
  all.links.reserve(std::size_t{nodes} * (nodes - 1) / 2);
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) all.links.push_back({a, b});
  }
  complete.classes.push_back(std::move(all));
  const std::uint64_t links = std::uint64_t{nodes} * nodes / 4;
  complete.bisection = {links, 2 * links, "floor(N^2/4), every balanced cut"};
  complete.distance = {1, 1.0, "every pair is linked"};
  return complete;
}

}  // namespace

Family complete_family() {
  return {.name = "complete",
          .summary = "complete network: every pair of nodes is linked",
          .source = "[Leighton 1992]",
          .fields = {{.name = "nodes", .help = "number of nodes", .required = true, .min = 2, .max = 8192}},
          .build = build,
          .examples = {{{"nodes", std::int64_t{2}}}, {{"nodes", std::int64_t{7}}}}};
}

}  // namespace cutline
