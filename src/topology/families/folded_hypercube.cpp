// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "topology/cube.hpp"
#include "topology/published_areas.hpp"
#include "topology/sizes.hpp"

namespace cutline {

namespace {

/// Two nodes that differ in i of n bits are min(i, n + 1 - i) hops apart: the second way flips all bits at once, and
/// then flips back the n - i bits that agree.
double folded_mean_distance(std::uint32_t dimensions) {
  double addresses = 1;  // number of addresses that differ in i bits
  double sum = 0;
  double all = 0;
  for (std::uint32_t i = 1; i <= dimensions; ++i) {
    addresses = addresses * (dimensions + 1 - i) / i;
    sum += addresses * std::min(i, dimensions + 1 - i);
    all += addresses;
  }
  return sum / all;
}

Topology build_folded_hypercube(const Parameters& parameters) {
  expect_bidirectional(parameters, "a folded hypercube links its nodes both ways");
  const auto dimensions = static_cast<std::uint32_t>(parameters.integer("dimensions"));
  Topology cube{.digits = std::vector<Digit>(dimensions, 2), .theorems = {.vertex_transitive = true}};
  LinkClass complements{.name = "complements"};
  for (std::uint8_t digit = 0; digit < dimensions; ++digit) {
    cube.classes.push_back(path_class(digit, 2));
    complements.digits.push_back(digit);
  }
  const auto nodes = static_cast<std::uint32_t>(cube.node_count());
  complements.links.reserve(nodes / 2);
  for (std::uint32_t a = 0; a < nodes / 2; ++a) complements.links.push_back({a, nodes - 1 - a});
  cube.classes.push_back(std::move(complements));
  // The second least eigenvalue of the Laplacian is 4 for every n, so a balanced cut has at least 4 N / 4 links. The
  // cut that halves one dimension reaches this bound: it has N / 2 links of the dimension and all N / 2 complements.
  cube.theorems.bisection = {nodes, 2 * std::uint64_t{nodes}, "N (derived: second eigenvalue of the Laplacian, 4)"};
  cube.theorems.distance = {(dimensions + 1) / 2, folded_mean_distance(dimensions),
                            "min(i, n+1-i) where i bits differ [El-Amawy 1991]"};
  return cube;
}

}  // namespace

/// If the nodes are laid out on one line, no order has a lower peak density than the natural order: floor(13 N / 12)
/// links.
Family folded_hypercube_family() {
  return {
      .name = "folded_hypercube",
      .summary = "folded hypercube: a binary n-cube whose opposite nodes are linked too",
      .source = "[El-Amawy 1991]",
      .fields =
          {{.name = "dimensions", .help = "number of dimensions, n; 2^n nodes", .required = true, .min = 2, .max = 24}},
      .build = build_folded_hypercube,
      .published_area = folded_cube_area,
      .sizes = {.networks =
                    [](const SizeRange& range) {
                      return sized_by(range, "dimensions", 2, [](double n) { return std::exp2(n); });
                    }},
      .examples = {{{"dimensions", 2}}, {{"dimensions", 3}}}};
}

}  // namespace cutline
