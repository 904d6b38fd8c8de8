// SPDX-License-Identifier: Apache-2.0
#include "topology/butterfly.hpp"

#include <cmath>

#include "topology/cube.hpp"
#include "topology/published_areas.hpp"
#include "topology/sizes.hpp"

namespace cutline {

namespace {

Topology build_butterfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "all levels of a butterfly are nodes here, which send and receive");
  return butterfly(static_cast<std::uint32_t>(parameters.integer("dimensions")), false);
}

}  // namespace

Family butterfly_family() {
  return {
      .name = "butterfly",
      .summary = "butterfly: n + 1 levels of 2^n nodes, linked straight and across one bit of the row",
      .source = "[Leighton 1992]",
      .fields =
          {{.name = "dimensions", .help = "dimensions, n; (n + 1) 2^n nodes", .required = true, .min = 1, .max = 42}},
      .build = build_butterfly,
      .published_area = butterfly_area,
      .sizes = {.networks =
                    [](const SizeRange& range) {
                      return sized_by(range, "dimensions", 1, [](double n) { return (n + 1) * std::exp2(n); });
                    }},
      .examples = {{{"dimensions", 2}}}};
}

}  // namespace cutline
