// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// Links every address to its successors, which result from shifting a digit in. Addresses of equal digits get no link
/// to themselves. Two nodes that are successors of each other share one bidirectional link.
Topology build_de_bruijn(const Parameters& parameters) {
  const std::uint32_t radix = whole_of(parameters, "radix"), dimensions = whole_of(parameters, "dimensions");
  std::uint64_t nodes = 1;
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    nodes *= radix;
    expect_few_links(nodes * radix, "de Bruijn network", "dimensions");
  }
  const bool one_way = is_unidirectional(parameters);
  Topology network{.digits = std::vector<Digit>(dimensions, radix)};
  LinkClass shifts{.name = "shifts", .digits = numbers_below<std::uint8_t>(dimensions), .channels = one_way ? 1 : 2};
  const auto count = static_cast<std::uint32_t>(nodes);
  const auto follows = [&](std::uint32_t a, std::uint32_t b) { return a % (count / radix) == b / radix; };
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t digit = 0; digit < radix; ++digit) {
      const std::uint32_t b = a % (count / radix) * radix + digit;
      if (a == b || (!one_way && b < a && follows(b, a))) continue;
      shifts.links.push_back({a, b});
    }
  }
  network.classes.push_back(std::move(shifts));
  return network;
}

}  // namespace

Family de_bruijn_family() {
  return {.name = "de_bruijn",
          .summary = "de Bruijn network: from every address to those that follow it by a digit shifted in",
          .source = "[de Bruijn 1946]; [Leighton 1992]",
          .fields = {whole_number("radix", "values of a digit, k", 2, 4096, 2),
                     needed_number("dimensions", "digits of an address, n; k^n nodes", 2, 25)},
          .build = build_de_bruijn,
          .sizes = {.networks = networks_by({"dimensions", "radix"}, {2, 2},
                                            [](double n, double k) { return std::pow(k, n); })},
          .examples = {{{"radix", 3}, {"dimensions", 2}}, {{"dimensions", 3}, {"channels", "unidirectional"}}}};
}

}  // namespace cutline
