// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

using Symbols = std::vector<std::uint8_t>;

/// The rank of a permutation among all permutations of its symbols, ordered by the last symbol, then by the last but
/// one, and so on. The digits of the rank in the factorial system, from the highest, belong to the symbols from the
/// last: each counts the smaller symbols before its symbol.
std::uint32_t number_of(const Symbols& symbols) {
  std::uint32_t number = 0;
  for (std::size_t last = symbols.size() - 1; last > 0; --last) {
    const auto smaller = std::count_if(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(last),
                                       [&](std::uint8_t symbol) { return symbol < symbols[last]; });
    number = number * static_cast<std::uint32_t>(last + 1) + static_cast<std::uint32_t>(smaller);
  }
  return number;
}

/// The links that exchange the first symbol with the one at `position`. An exchange changes no symbol after that
/// position, so the links are the same for every value of the higher digits.
LinkClass exchanges(std::uint32_t position) {
  LinkClass links{.name = fmt::format("position {}", position + 1), .digits = numbers_below<std::uint8_t>(position)};
  Symbols symbols = numbers_below<std::uint8_t>(position + 1);
  do {
    if (symbols[0] > symbols[position]) continue;
    Symbols other = symbols;
    std::swap(other[0], other[position]);
    links.links.push_back({number_of(symbols), number_of(other)});
  } while (std::next_permutation(symbols.begin(), symbols.end()));
  std::ranges::sort(links.links, {}, &LocalLink::a);
  return links;
}

/// The digits of a node's number in the factorial system give its permutation: digit 0 has 2 values, digit 1 has 3 ...
Topology build_star(const Parameters& parameters) {
  expect_bidirectional(parameters, "an exchange of symbols leads back as well");
  const std::uint32_t symbols = whole_of(parameters, "symbols");
  Topology star{.theorems = {.vertex_transitive = true}};
  double harmonic = 1;
  for (std::uint32_t position = 1; position < symbols; ++position) {
    star.digits.push_back(position + 1);
    star.classes.push_back(exchanges(position));
    harmonic += 1.0 / (position + 1);
  }
  const auto nodes = static_cast<double>(star.node_count());
  star.theorems.distance = {3 * (symbols - 1) / 2, (symbols - 4.0 + 2.0 / symbols + harmonic) * nodes / (nodes - 1),
                            "floor(3(n-1)/2), and n - 4 + 2/n + 1 + 1/2 + ... + 1/n with the node itself [Akers 1989]"};
  return star;
}

std::optional<PublishedArea> star_area(const Topology& star) {
  const auto nodes = static_cast<double>(star.node_count());
  return PublishedArea{nodes * nodes / 16, "N^2 / 16: [Yeh 2001]"};
}

}  // namespace

Family star_family() {
  return {.name = "star",
          .summary = "star graph: permutations of n symbols, linked where the first and another symbol change places",
          .source = "[Akers 1989]",
          .fields = {needed_number("symbols", "number of symbols, n; n! nodes", 3, 10)},
          .build = build_star,
          .published_area = star_area,
          .sizes = {.networks = networks_by("symbols", 3, [](double n) { return std::tgamma(n + 1); })},
          .examples = {{{"symbols", 3}}, {{"symbols", 4}}}};
}

}  // namespace cutline
