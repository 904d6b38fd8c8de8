// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_butterfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "all levels of a butterfly are nodes here, which send and receive");
  return butterfly(whole_of(parameters, "dimensions"), false);
}

/// A butterfly of R = 2^n rows has n + 1 levels.
std::optional<PublishedArea> butterfly_area(const Topology& network) {
  const double rows = std::exp2(network.digits[0].radix - 1.0);
  return PublishedArea{rows * rows, "R^2 of R rows: [Avior 1998]"};
}

}  // namespace

Family butterfly_family() {
  return {.name = "butterfly",
          .summary = "butterfly: n + 1 levels of 2^n nodes, linked straight and across one bit of the row",
          .source = "[Leighton 1992]",
          .fields = {needed_number("dimensions", "dimensions, n; (n + 1) 2^n nodes", 1, 42)},
          .build = build_butterfly,
          .published_area = butterfly_area,
          .sizes = {.networks = networks_by("dimensions", 1, [](double n) { return (n + 1) * std::exp2(n); })},
          .examples = {{{"dimensions", 2}}}};
}

}  // namespace cutline
