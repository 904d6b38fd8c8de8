// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// Merges the n routers of each row of a k-ary n-fly into one router. It has k terminals and n - 1 dimensions.
Topology build_flattened_butterfly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the routers of a flattened butterfly are linked both ways");
  const Parameters product = {{"radix", parameters.integer("radix")}, {"dimensions", parameters.integer("stages") - 1}};
  Topology flat = complete_product(whole_radices(product, "flattened_butterfly"));
  flat.concentration = flat.digits[0].radix;
  return flat;
}

}  // namespace

Family flattened_butterfly_family() {
  return {
      .name = "flattened_butterfly",
      .summary = "k-ary n-flat: a k-ary n-fly with the routers of a row in one; a hyperx of n - 1 dimensions",
      .source = "[Kim 2007, sec. 2]",
      .fields = {needed_number("radix", "routers along a dimension, and terminals per router, k", 2, 4096),
                 needed_number("stages", "stages of the butterfly, n; k^(n-1) routers in n - 1 dimensions", 2, 49),
                 terminals_field("terminals per router; k if not given")},
      .build = build_flattened_butterfly,
      .sizes = {.networks = networks_by({"stages", "radix"}, {2, 2}, [](double n, double k) { return std::pow(k, n); }),
                .of_terminals = true,
                .leaves_out = "other concentrations than k"},
      .examples = {{{"radix", 3}, {"stages", 3}}, {{"radix", 3}, {"stages", 2}}}};
}

}  // namespace cutline
