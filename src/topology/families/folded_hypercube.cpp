// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

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
  const std::uint32_t dimensions = whole_of(parameters, "dimensions");
  Topology cube{.digits = std::vector<Digit>(dimensions, 2), .theorems = {.vertex_transitive = true}};
  LinkClass complements{.name = "complements", .digits = numbers_below<std::uint8_t>(dimensions)};
  for (const std::uint8_t digit : complements.digits) cube.classes.push_back(path_class(digit, 2));
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

/// If the nodes are laid out on one line, no order has a lower peak density than the natural order: floor(13 N / 12)
/// links.
std::optional<PublishedArea> folded_cube_area(const Topology& cube) {
  const double side = 13 * static_cast<double>(cube.node_count()) / 12;
  return PublishedArea{side * side, "(13 N / 12)^2, the product of collinear layouts: [Fernandez 1997]"};
}

}  // namespace

Family folded_hypercube_family() {
  return {.name = "folded_hypercube",
          .summary = "folded hypercube: a binary n-cube whose opposite nodes are linked too",
          .source = "[El-Amawy 1991]",
          .fields = {needed_number("dimensions", "number of dimensions, n; 2^n nodes", 2, 24)},
          .build = build_folded_hypercube,
          .published_area = folded_cube_area,
          .sizes = {.networks = networks_by("dimensions", 2, [](double n) { return std::exp2(n); })},
          .examples = {{{"dimensions", 2}}, {{"dimensions", 3}}}};
}

}  // namespace cutline
