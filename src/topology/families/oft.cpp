// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

/// Each point of a projective plane has two nodes, and each line has a switch, which is linked to both nodes of all
/// points on the line. The nodes are numbered first: one node of every point, then the other node of every point.
Topology build_oft(const Parameters& parameters) {
  expect_bidirectional(parameters, "messages climb a fat tree and come down on the same links");
  const std::uint32_t q = whole_of(parameters, "q");
  const ProjectivePlane plane(q, "orthogonal fat tree");
  const std::uint32_t points = plane.points();
  Topology tree{.digits = {switches_last(2 * points, points)}, .concentration = q + 1, .inner = InnerSites::switches};
  tree.has_dimensions = false;
  LinkClass links{.name = "links", .digits = {0}};
  for (std::uint32_t line = 0; line < points; ++line) {
    plane.for_each_on_line(line, [&](std::uint32_t point) {
      for (const std::uint32_t node : {point, points + point}) links.links.push_back({node, 2 * points + line});
    });
  }
  tree.classes = {std::move(links)};
  tree.theorems.distance = {2, 2, "any two points share a line [Kathareios 2015]"};
  return tree;
}

}  // namespace

Family oft_family() {
  return {
      .name = "oft",
      .summary = "orthogonal fat tree: two levels of leaves about switches, which are a projective plane's lines",
      .source = "[Kathareios 2015]",
      .fields = {needed_number(
                     "q", "a power of a prime, q; q + 1 links of a leaf; 2 (q^2 + q + 1) leaves, half as many switches",
                     2, 256),
                 terminals_field("terminals per leaf; q + 1 if not given")},
      .build = build_oft,
      .sizes = {.networks = networks_by("q", 2, [](double q) { return 2 * (q * q + q + 1) * (q + 1); }),
                .of_terminals = true,
                .leaves_out = "other concentrations than q + 1"},
      .examples = {{{"q", 2}}, {{"q", 3}}}};
}

}  // namespace cutline
