// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_wrapped_butterfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "all levels of a butterfly are nodes here, which send and receive");
  const std::uint32_t dimensions = whole_of(parameters, "dimensions");
  Topology network = butterfly(dimensions, true);
  network.theorems.vertex_transitive = true;
  const std::uint64_t cut = std::uint64_t{1} << dimensions;
  network.theorems.bisection = {cut, 2 * cut, "2^n [Bornstein 2001]"};
  return network;
}

}  // namespace

Family wrapped_butterfly_family() {
  return {.name = "wrapped_butterfly",
          .summary = "wrapped butterfly: a butterfly whose first and last levels are one; n 2^n nodes",
          .source = "[Leighton 1992]",
          .fields = {needed_number("dimensions", "dimensions, n; n 2^n nodes", 3, 42)},
          .build = build_wrapped_butterfly,
          .sizes = {.networks = networks_by("dimensions", 3, [](double n) { return n * std::exp2(n); })},
          .examples = {{{"dimensions", 3}}}};
}

}  // namespace cutline
