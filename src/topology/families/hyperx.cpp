// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

Topology build_hyperx(const Parameters& parameters) {
  expect_bidirectional(parameters, "the complete graphs of a hyperx link every pair both ways");
  return complete_product(whole_radices(parameters, "hyperx"));
}

}  // namespace

Family hyperx_family() {
  return {.name = "hyperx",
          .summary = "hyperx or generalized hypercube: nodes whose addresses differ in one digit are linked",
          .source = "[Bhuyan 1984]; [Ahn 2009]",
          .fields = cube_fields(),
          .build = build_hyperx,
          .sizes = {.networks = [](const SizeRange& range) { return cubes_in(range, 2); }, .dimensions = radices_given},
          .examples = {{{"radix", 4}, {"dimensions", 2}}, {{"radices", IntegerList{4, 3, 2}}}}};
}

}  // namespace cutline
