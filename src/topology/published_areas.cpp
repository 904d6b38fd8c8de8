// SPDX-License-Identifier: Apache-2.0
#include "topology/published_areas.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

double nodes_of(const Topology& topology) { return static_cast<double>(topology.node_count()); }

}  // namespace

std::optional<PublishedArea> cube_area(const Topology& topology) {
  const double nodes = nodes_of(topology);
  return PublishedArea{4 * nodes * nodes / 9, "4 N^2 / 9, the least there is: [Even 2003]"};
}

std::optional<PublishedArea> torus_area(const Topology& topology) {
  std::vector<Digit> digits = topology.digits;
  std::erase_if(digits, [](const Digit& digit) { return digit.radix == 1; });
  const double radix = digits[0].radix;
  const bool alike = std::count(digits.begin(), digits.end(), digits[0]) == std::ssize(digits);
  const bool one_way = std::any_of(topology.classes.begin(), topology.classes.end(),
                                   [](const LinkClass& links) { return links.channels == 1; });
  if (!alike || radix < 3 || one_way || digits.size() < 2) return std::nullopt;
  const double side = 2 * nodes_of(topology) / (radix - 1);
  return PublishedArea{side * side, "4 N^2 / (k - 1)^2, the product of collinear layouts: [Fernandez 1997]"};
}

std::optional<PublishedArea> complete_area(const Topology& topology) {
  return PublishedArea{std::pow(nodes_of(topology), 4) / 16, "N^4 / 16: [Yeh 1999]"};
}

std::optional<PublishedArea> cycles_area(const Topology& topology) {
  const auto cycle = topology.boxed_digit();
  if (!cycle) return std::nullopt;
  const double cycles = nodes_of(topology) / topology.digits[*cycle].radix;
  return PublishedArea{4 * cycles * cycles / 9, "4 4^d / 9: [Yeh 1999]"};
}

std::optional<PublishedArea> butterfly_area(const Topology& topology) {
  // A butterfly of R = 2^n rows has (n + 1) 2^n nodes; this finds R.
  double rows = 1, levels = 1;
  while (levels * rows < nodes_of(topology)) {
    rows *= 2;
    levels += 1;
  }
  return PublishedArea{rows * rows, "R^2 of R rows: [Avior 1998]"};
}

std::optional<PublishedArea> folded_cube_area(const Topology& topology) {
  const double side = 13 * nodes_of(topology) / 12;
  return PublishedArea{side * side, "(13 N / 12)^2, the product of collinear layouts: [Fernandez 1997]"};
}

std::optional<PublishedArea> star_area(const Topology& topology) {
  const double nodes = nodes_of(topology);
  return PublishedArea{nodes * nodes / 16, "N^2 / 16: [Yeh 2001]"};
}

std::optional<PublishedArea> tree_area(const Topology& topology) {
  const double root = std::sqrt(nodes_of(topology));
  if (root != std::floor(root) || !topology.classes[0].widths.empty()) return std::nullopt;
  return PublishedArea{(2 * root - 1) * (2 * root - 1), "(2 sqrt(N) - 1)^2 of N leaves: [Leiserson 1980]"};
}

}  // namespace cutline
