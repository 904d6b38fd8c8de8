// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "topology/graph_reading.hpp"
#include "topology/graph_text.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Names of 0 to 40 letters, of which many repeat and many differ in one letter alone.
std::vector<std::string> alike_names(std::size_t count) {
  Random random(3);
  std::vector<std::string> names;
  while (names.size() < count) {
    std::string name(static_cast<std::size_t>(random.below(41)), 'a');
    for (int changes = 0; changes < 2 && !name.empty(); ++changes)
      name[static_cast<std::size_t>(random.below(name.size()))] = static_cast<char>(1 + random.below(255));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

TEST_CASE("names that are added one by one and all at once have the numbers of their first places") {
  const std::vector<std::string> names = alike_names(20'000);
  const std::vector<std::string_view> views(names.begin(), names.end());
  std::map<std::string, std::uint32_t> expected;
  NodeNames one_by_one, at_once;
  std::vector<std::uint32_t> nodes(names.size());
  at_once.insert_all(views, nodes);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [place, is_new] = expected.try_emplace(names[i], static_cast<std::uint32_t>(expected.size()));
    const std::pair<std::uint32_t, bool> inserted = one_by_one.insert(names[i]);
    if (inserted != std::pair(place->second, is_new) || nodes[i] != place->second) FAIL("the name of place " << i);
  }
  CHECK(at_once.size() == expected.size());
  for (const auto& [name, node] : expected) {
    if (at_once.find(name) != node || one_by_one[node] != name || at_once[node] != name) FAIL("node " << node);
  }
  CHECK_FALSE(at_once.find("a name of no node"));
  CHECK_FALSE(NodeNames().find(""));
}

TEST_CASE("a word ends at the first gap behind it, whatever its length and its other letters") {
  const std::string gaps = " \t,;\r\n";
  std::string others;
  for (int letter = 1; letter < 256; ++letter) {
    if (gaps.find(static_cast<char>(letter)) == std::string::npos) others += static_cast<char>(letter);
  }
  Random random(4);
  for (int round = 0; round < 5'000; ++round) {
    std::string word = "w";
    while (random.below(12) != 0) word += others[static_cast<std::size_t>(random.below(others.size()))];
    const char gap = gaps[static_cast<std::size_t>(random.below(gaps.size()))];
    const bool ends_text = random.below(4) == 0;
    const GraphText file{"", ends_text ? word : word + gap + "next"};
    TableLines lines(file, "");
    std::vector<TextWord> words;
    REQUIRE(lines.next(words));
    if (words[0].text != word) FAIL("read '" << words[0].text << "' of '" << word << "'");
  }
}

TEST_CASE("of several mistakes in a list of named links the first one is told") {
  const auto line = [](const std::string& text) {
    try {
      read_graph("edges", text);
    } catch (const Error& error) {
      return error.diagnostics().front().place.line;
    }
    return 0;
  };
  std::string many;
  for (int i = 0; i < 700; ++i) many += "node" + std::to_string(i) + " hub\n";
  CHECK(line(many) == 0);
  CHECK(line(many + "a b wide\nc \"d\n") == 701);
  CHECK(line(many + "a\x01 b\nc \"d\n") == 701);
  CHECK(line(many + "a b\nc \"d\n") == 702);
  CHECK(line(many + "a b\nc\n") == 702);
}
