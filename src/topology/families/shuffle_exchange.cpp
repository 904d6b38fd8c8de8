// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The exchange flips bit 0; the shuffle rotates all bits left by one. Both directions of a shuffle are one link. The
/// shuffles from 0101... to 1010... and back are one link too.
Topology build_shuffle_exchange(const Parameters& parameters) {
  expect_bidirectional(parameters, "the exchanges of this network go both ways");
  const std::uint32_t dimensions = whole_of(parameters, "dimensions");
  Topology network{.digits = std::vector<Digit>(dimensions, 2)};
  LinkClass exchange = path_class(0, 2);
  exchange.name = "exchange";
  LinkClass shuffle{.name = "shuffle", .digits = numbers_below<std::uint8_t>(dimensions)};
  const std::uint32_t nodes = 1u << dimensions;
  const auto turned = [&](std::uint32_t a) { return (a << 1 & (nodes - 1)) | a >> (dimensions - 1); };
  for (std::uint32_t a = 0; a < nodes; ++a) {
    const std::uint32_t b = turned(a);
    if (a != b && (a < b || turned(b) != a)) shuffle.links.push_back({a, b});
  }
  network.classes = {std::move(exchange), std::move(shuffle)};
  return network;
}

}  // namespace

Family shuffle_exchange_family() {
  return {.name = "shuffle_exchange",
          .summary = "shuffle-exchange network: links flip the last bit of an address or turn all bits by one",
          .source = "[Stone 1971]; [Leighton 1992]",
          .fields = {needed_number("dimensions", "bits of an address, n; 2^n nodes", 2, 24)},
          .build = build_shuffle_exchange,
          .sizes = {.networks = networks_by("dimensions", 2, [](double n) { return std::exp2(n); })},
          .examples = {{{"dimensions", 2}}, {{"dimensions", 3}}}};
}

}  // namespace cutline
