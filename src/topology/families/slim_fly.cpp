// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The differences of the linked nodes of a column. They are the even powers of the generator for part 0, the odd
/// powers for part 1. For q = 4 w - 1 they are the powers up to the middle one, and their negatives. With each
/// difference its negative is in the set.
std::vector<std::uint32_t> differences(const GaloisField& field, std::uint32_t part) {
  const std::uint32_t q = field.size();
  const std::vector<std::uint32_t>& powers = field.powers();
  std::vector<std::uint32_t> found;
  if (q % 4 != 3) {
    // An even q has q - 1 powers, an odd number, so the last odd power is the power 0 again.
    for (std::size_t i = part; i < q - q % 2; i += 2) found.push_back(powers[i % powers.size()]);
    return found;
  }
  for (std::size_t i = part; i < (q + 1) / 2; i += 2) {
    found.push_back(powers[i]);
    found.push_back(powers[(i + powers.size() / 2) % powers.size()]);
  }
  return found;
}

/// Links within the columns of one half: y and y' are linked if y' - y is one of the differences.
LinkClass column_links(const GaloisField& field, std::uint32_t half) {
  LinkClass links{.name = fmt::format("columns {}", half), .digits = {0}, .only = {{2, {half}}}};
  const std::vector<std::uint32_t> steps = differences(field, half);
  for (std::uint32_t y = 0; y < field.size(); ++y) {
    for (const std::uint32_t d : steps) {
      const std::uint32_t other = field.sum(y, d);
      if (y < other) links.links.push_back({y, other});
    }
  }
  return links;
}

/// Node (0, x, y) is linked to (1, m, c) if y = m x + c. So between two columns of different halves every node has one
/// link.
LinkClass across(const GaloisField& field) {
  const std::uint32_t q = field.size();
  LinkClass links{.name = "across", .digits = {0, 1, 2}};
  links.links.reserve(std::size_t{q} * q * q);
  for (std::uint32_t x = 0; x < q; ++x) {
    for (std::uint32_t m = 0; m < q; ++m) {
      const std::uint32_t product = field.product(m, x);
      for (std::uint32_t c = 0; c < q; ++c) links.links.push_back({field.sum(product, c) + q * x, c + q * (m + q)});
    }
  }
  return links;
}

/// Number of links of a router: q to the other half and about q / 2 within its column, rounded up for q = 4 w - 1, else
/// down.
std::uint32_t degree_of(std::uint32_t q) { return q + (q % 4 == 3 ? q + 1 : q) / 2; }

/// The digits are y or c, x or m, and the half.
Topology build_slim_fly(const Parameters& parameters) {
  expect_bidirectional(parameters, "the links of a slim fly lead both ways");
  const std::uint32_t q = whole_of(parameters, "q");
  const std::optional<GaloisField> field = GaloisField::of(q);
  if (!field || q % 4 == 2)
    throw_input_error(fmt::format("no slim fly is built of {}", q),
                      "q is a power of a prime, but not 2: 3, 4, 5, 7, 8, 9, 11, 13, 16 ...", "q");
  Topology network{.digits = {q, q, 2}};
  network.classes = {column_links(*field, 0), column_links(*field, 1), across(*field)};
  const std::uint32_t degree = degree_of(q);
  const double others = 2.0 * q * q - 1;
  network.concentration = (degree + 1) / 2;
  network.theorems.distance = {2, (degree + 2 * (others - degree)) / others,
                               "diameter 2 [McKay 1998]; all but the neighbours at 2"};
  return network;
}

}  // namespace

Family slim_fly_family() {
  return {.name = "slim_fly",
          .summary = "slim fly: McKay, Miller and Siran's graphs of diameter 2, of 2 q^2 routers, q a power of a prime",
          .source = "[McKay 1998]; [Besta 2014]",
          .fields = {needed_number(
                         "q", "a power of a prime but 2, q; 2 q^2 routers of 3 q / 2 links, (3 q +- 1) / 2 of an odd q",
                         3, 256),
                     terminals_field("terminals per router; half its links, rounded up, if not given")},
          .build = build_slim_fly,
          .sizes = {.networks = networks_by("q", 3,
                                            [](double q) {
                                              const double links =
                                                  (3 * q - std::remainder(q, 4)) / 2;  // (3 q -+ 1) / 2 of an odd q
                                              return 2 * q * q * std::ceil(links / 2);
                                            }),
                    .of_terminals = true,
                    .leaves_out = "other concentrations than half the links"},
          .examples = {{{"q", 3}}, {{"q", 4}}}};
}

}  // namespace cutline
