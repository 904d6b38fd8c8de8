// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "topology/families.hpp"

namespace cutline {

namespace {

/// The words of a Kautz network as numbers. The highest digit of a word is its first symbol. Each lower digit is the
/// difference of the next symbol from the one before it, modulo k + 1, less 1. Successive symbols differ, so k of the k
/// + 1 values are left for it.
struct KautzWords {
  std::uint32_t degree = 0;
  std::uint32_t rest = 0;  ///< number of values of all digits but the first together
  std::uint32_t count() const { return (degree + 1) * rest; }
  /// The number of the word without its first symbol and with one more digit, `last`, at its end.
  std::uint32_t after(std::uint32_t word, std::uint32_t last) const {
    const std::uint32_t steps = word % rest;
    const std::uint32_t first = (word / rest + 1 + steps / (rest / degree)) % (degree + 1);
    return first * rest + steps % (rest / degree) * degree + last;
  }
  bool follows(std::uint32_t word, std::uint32_t other) const {
    for (std::uint32_t last = 0; last < degree; ++last) {
      if (after(word, last) == other) return true;
    }
    return false;
  }
};

/// Links every word to its successors. Two words that are successors of each other share one bidirectional link.
Topology build_kautz(const Parameters& parameters) {
  const std::uint32_t degree = whole_of(parameters, "degree"), dimensions = whole_of(parameters, "dimensions");
  std::uint64_t links = std::uint64_t{degree} * (degree + 1);
  for (std::uint32_t i = 1; i < dimensions; ++i) {
    links *= degree;
    expect_few_links(links, "Kautz network", "dimensions");
  }
  const KautzWords words{degree, static_cast<std::uint32_t>(links / degree / (degree + 1))};
  const bool one_way = is_unidirectional(parameters);
  Topology network{.digits = std::vector<Digit>(dimensions, degree)};
  network.digits.back() = degree + 1;
  LinkClass shifts{.name = "shifts", .digits = numbers_below<std::uint8_t>(dimensions), .channels = one_way ? 1 : 2};
  for (std::uint32_t word = 0; word < words.count(); ++word) {
    for (std::uint32_t last = 0; last < degree; ++last) {
      const std::uint32_t next = words.after(word, last);
      if (one_way || word < next || !words.follows(next, word)) shifts.links.push_back({word, next});
    }
  }
  network.classes.push_back(std::move(shifts));
  // A permutation of the symbols takes any word of two symbols to any other.
  network.theorems.vertex_transitive = dimensions == 2;
  return network;
}

}  // namespace

Family kautz_family() {
  return {.name = "kautz",
          .summary = "Kautz network: words whose neighbouring symbols differ, linked to those that follow by a shift",
          .source = "[Kautz 1968]",
          .fields = {whole_number("degree", "words that follow a word, k; k + 1 symbols", 2, 4096, 2),
                     needed_number("dimensions", "symbols of a word, n; (k + 1) k^(n-1) nodes", 2, 25)},
          .build = build_kautz,
          .sizes = {.networks = networks_by({"dimensions", "degree"}, {2, 2},
                                            [](double n, double k) { return (k + 1) * std::pow(k, n - 1); })},
          .examples = {{{"degree", 3}, {"dimensions", 2}}, {{"dimensions", 3}, {"channels", "unidirectional"}}}};
}

}  // namespace cutline
