// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/topology/cube.hpp"

namespace cutline {

namespace {

/// The q - 1 powers of the least primitive root of the odd prime q, from 1 on; empty where q is no such prime.
std::vector<std::uint32_t> powers_of_root(std::uint32_t q) {
  for (std::uint32_t root = 2; root < q; ++root) {
    std::vector<std::uint32_t> powers = {1};
    while (powers.size() < q && powers.back() * root % q > 1) powers.push_back(powers.back() * root % q);
    if (powers.size() == q - 1) return powers;
  }
  return {};
}

/// The differences at which the nodes of a column are linked, where `part` is 0 or 1: even or odd powers of the root
/// for q = 4 w + 1; for q = 4 w - 1 those up to the middle, and their negatives.
std::vector<std::uint32_t> differences(const std::vector<std::uint32_t>& powers, std::uint32_t q, std::uint32_t part) {
  std::vector<bool> taken(q, false);
  const std::size_t end = q % 4 == 1 ? powers.size() : (q + 1) / 2;
  for (std::size_t i = part; i < end; i += 2) taken[powers[i]] = taken[q - powers[i]] = true;
  std::vector<std::uint32_t> found;
  for (std::uint32_t d = 1; d <= q / 2; ++d) {
    if (taken[d]) found.push_back(d);
  }
  return found;
}

/// Within the columns of one half: y and y' are linked where y' - y is one of the differences or its negative.
LinkClass column_links(std::uint32_t q, std::uint32_t half, const std::vector<std::uint32_t>& differences) {
  LinkClass links{.name = fmt::format("columns {}", half), .digits = {0}, .only = {{2, {half}}}};
  for (const std::uint32_t d : differences) {
    for (std::uint32_t y = 0; y < q; ++y) links.links.push_back({y, (y + d) % q});
  }
  return links;
}

/// Node (0, x, y) is linked to (1, m, c) where y = m x + c, so that two columns of different halves share one link a
/// node.
LinkClass across(std::uint32_t q) {
  LinkClass links{.name = "across", .digits = {0, 1, 2}};
  links.links.reserve(std::size_t{q} * q * q);
  for (std::uint32_t x = 0; x < q; ++x) {
    for (std::uint32_t m = 0; m < q; ++m) {
      for (std::uint32_t c = 0; c < q; ++c) links.links.push_back({(m * x + c) % q + q * x, c + q * (m + q)});
    }
  }
  return links;
}

/// Digits: y or c, x or m, the half.
Topology build(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a slim fly lead both ways");
  const auto q = static_cast<std::uint32_t>(parameters.integer("q"));
  const std::vector<std::uint32_t> powers = powers_of_root(q);
  if (powers.empty())
    throw_input_error(fmt::format("no slim fly is built of {}", q), "q is an odd prime: 3, 5, 7, 11, 13 ...", "q");
  Topology network{.radices = {q, q, 2}};
  for (const std::uint32_t half : {0u, 1u})
    network.classes.push_back(column_links(q, half, differences(powers, q, half)));
  network.classes.push_back(across(q));
  const std::uint32_t degree = (q % 4 == 1 ? 3 * q - 1 : 3 * q + 1) / 2;
  const double others = 2.0 * q * q - 1;
  network.concentration = (degree + 1) / 2;
  network.distance = {2, (degree + 2 * (others - degree)) / others,
                      "diameter 2 [McKay 1998]; all but the neighbours at 2"};
  return network;
}

}  // namespace

Family slim_fly_family() {
  return {.name = "slim_fly",
          .summary = "slim fly: McKay, Miller and Siran's graphs of diameter 2, of 2 q^2 routers, q an odd prime",
          .source = "[McKay 1998]; [Besta 2014]",
          .fields = {{.name = "q",
                      .help = "an odd prime, q; 2 q^2 routers of (3 q +- 1) / 2 links",
                      .required = true,
                      .min = 3,
                      .max = 251},
                     {.name = "concentration",
                      .help = "terminals per router; half its links, rounded up, if not given",
                      .min = 1,
                      .max = 4096}},
          .build = build,
          .examples = {{{"q", std::int64_t{3}}}}};
}

}  // namespace cutline
