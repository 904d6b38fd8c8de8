// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxArranged = std::uint64_t{1} << 26;  // links

/// The words of `places` different symbols, out of `symbols`, as mixed-radix numbers. The highest digit is the first
/// symbol. Each lower digit belongs to the next symbol of the word: it counts the smaller symbols that do not stand
/// before it.
struct Arrangements {
  std::uint32_t symbols = 0, places = 0;

  std::vector<std::uint32_t> word(std::uint64_t number) const {
    std::vector<std::uint32_t> digits;
    for (std::uint32_t place = places; place-- > 0; number /= symbols - place)
      digits.push_back(static_cast<std::uint32_t>(number % (symbols - place)));
    std::vector<std::uint32_t> left = numbers_below<std::uint32_t>(symbols), word;
    std::for_each(digits.rbegin(), digits.rend(), [&](std::uint32_t digit) {
      word.push_back(left[digit]);
      left.erase(left.begin() + digit);
    });
    return word;
  }

  std::uint64_t number(const std::vector<std::uint32_t>& word) const {
    std::uint64_t number = 0;
    for (std::uint32_t place = 0; place < places; ++place) {
      const auto before =
          std::count_if(word.begin(), word.begin() + place, [&](std::uint32_t symbol) { return symbol < word[place]; });
      number = number * (symbols - place) + word[place] - static_cast<std::uint64_t>(before);
    }
    return number;
  }

  std::uint64_t count() const {
    std::uint64_t count = 1;
    for (std::uint32_t place = 0; place < places; ++place)
      count = checked_product(count, symbols - place).value_or(std::uint64_t{1} << 63);
    return count;
  }
};

/// Links between words that differ in their first symbol only. The end of a longer word is such a word over the symbols
/// that its beginning leaves. So the links are the same for every value of the higher digits.
LinkClass first_symbols(const Arrangements& words, std::uint32_t place) {
  LinkClass links{.name = fmt::format("place {}", place), .digits = numbers_below<std::uint8_t>(words.places)};
  const std::uint64_t count = words.count();
  for (std::uint64_t number = 0; number < count; ++number) {
    std::vector<std::uint32_t> word = words.word(number);
    const std::vector<std::uint32_t> used = word;
    for (word[0] = used[0] + 1; word[0] < words.symbols; ++word[0]) {
      if (std::ranges::find(used, word[0]) != used.end()) continue;
      links.links.push_back({static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(words.number(word))});
    }
  }
  return links;
}

Topology build_arrangement(const Parameters& parameters) {
  expect_bidirectional(parameters, "a change of a symbol leads back as well");
  const Arrangements words{whole_of(parameters, "symbols"), whole_of(parameters, "places")};
  if (words.places >= words.symbols) {
    throw_input_error(fmt::format("{} places leave none of {} symbols to change to", words.places, words.symbols),
                      fmt::format("at most {} places", words.symbols - 1), "places");
  }
  if (words.count() > kMaxArranged / (words.symbols - words.places) / words.places)
    throw_limit_error("this arrangement graph has more than 2^25 links, the limit", {}, "places");
  Topology graph;
  for (std::uint32_t place = 1; place <= words.places; ++place) {
    const Arrangements last{words.symbols - words.places + place, place};
    graph.digits.push_back(last.symbols);
    graph.classes.push_back(first_symbols(last, words.places - place + 1));
  }
  graph.theorems.vertex_transitive = true;
  return graph;
}

/// All sizes but words of one symbol, which are complete graphs, and words of all symbols but one, which are star
/// graphs.
std::vector<Parameters> arranged_words(const SizeRange& range) {
  std::vector<Parameters> all;
  for (std::uint32_t places = 2; Arrangements{places + 2, places}.count() <= range.most; ++places) {
    for (std::uint32_t symbols = places + 2; Arrangements{symbols, places}.count() <= range.most; ++symbols) {
      if (Arrangements{symbols, places}.count() >= range.least)
        all.push_back({{"symbols", symbols}, {"places", places}});
    }
  }
  return all;
}

}  // namespace

Family arrangement_family() {
  return {
      .name = "arrangement",
      .summary = "arrangement graph: words of k different symbols of n, linked where they differ in one place",
      .source = "[Day 1992]",
      .fields = {needed_number("symbols", "number of symbols, n", 3, 4096),
                 needed_number("places",
                               "symbols of a word, k; n! / (n-k)! nodes; the star graph of n symbols for k = n - 1", 1,
                               10)},
      .build = build_arrangement,
      .sizes = {.networks = arranged_words,
                .leaves_out = "words of one symbol, and of all symbols but one: complete and star graphs"},
      .examples = {{{"symbols", 4}, {"places", 2}}, {{"symbols", 5}, {"places", 1}}, {{"symbols", 4}, {"places", 3}}}};
}

}  // namespace cutline
