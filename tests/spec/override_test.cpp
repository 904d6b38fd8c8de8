// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "spec/reading.hpp"

using namespace cutline;
using reading::mistakes;
using reading::read;

namespace {

const std::string kText =
    "cutline: 1\ncandidates:\n- {name: mesh, topology: &m {family: mesh, radix: 4, dimensions: 2}}\n"
    "- {name: a.b, topology: *m}\n- {topology: {family: ring, nodes: 5}}\n";

}  // namespace

TEST_CASE("an override sets one value, by the candidate's name or its number") {
  const Study study = read(kText, {{"candidates[mesh].topology.radix", "8"}, {"candidates[2].topology.nodes", "6"}});
  CHECK(study.designs[0].parameters.integer("radix") == 8);
  CHECK(study.designs[1].parameters.integer("radix") == 4);
  CHECK(study.designs[2].parameters.integer("nodes") == 6);
  CHECK(read(kText, {{"candidates[a.b].topology.radix", "3"}}).designs[1].parameters.integer("radix") == 3);
}

TEST_CASE("an override makes the maps that are missing, and its value is YAML") {
  const Study study = read(kText, {{"message", "64 bytes"},
                                   {"clock.rule", "per_link"},
                                   {"delay", "[constant, {model: linear, coefficient: 3}]"},
                                   {"defaults.placement.order", "folded"}});
  CHECK(study.messages[0].size_bits == 512);
  CHECK(study.clock.rule == ClockRule::per_link);
  CHECK(study.delays.size() == 2);
  CHECK(study.designs[0].placement.orders == std::vector<std::string>{"folded"});
}

TEST_CASE("the last override wins") { CHECK(read(kText, {{"title", "a"}, {"title", "b"}}).title == "b"); }

TEST_CASE("a mistake in an override names the option that it came from") {
  const std::string said = mistakes(kText, {{"rank", "aera", "--by"}});
  CHECK_MESSAGE(said.starts_with("--by:1:6: error"), said);
  CHECK(said.find("did you mean 'area'?") != std::string::npos);
}

TEST_CASE("a spec with its overrides written into it reads as the spec with the overrides") {
  const cutline::Overrides overrides = {{"candidates[mesh].topology.radix", "5"},
                                        {"message", "[{size: 8 bits, share: 1}]"}};
  const std::string written = cutline::overridden_spec(kText, overrides);
  const cutline::Study one = read(kText, overrides), other = read(written);
  REQUIRE(one.designs.size() == other.designs.size());
  for (std::size_t i = 0; i < one.designs.size(); ++i) {
    CHECK(one.designs[i].name == other.designs[i].name);
    CHECK(one.designs[i].parameters == other.designs[i].parameters);
    CHECK(one.designs[i].placement == other.designs[i].placement);
  }
  CHECK(one.mean_message_bits() == other.mean_message_bits());
}

TEST_CASE("mistakes in overrides show the option") {
  CHECK(mistakes(kText, {{"candidates[mesh].topology.radix", "many"}}) ==
        "--set:1:33: error: 'radix' must be a number, not 'many'\n"
        "  candidates[mesh].topology.radix=many\n"
        "                                  ^\n"
        "hint: write it in digits, without a unit, as 4");
  CHECK(mistakes(kText, {{"candidates[mehs].topology.radix", "8"}}) ==
        "--set:1:11: error: no item is called 'mehs'\n"
        "  candidates[mehs].topology.radix=8\n"
        "            ^\n"
        "hint: did you mean 'mesh'?");
  CHECK(mistakes(kText, {{"candidates[7].topology.radix", "8"}}) ==
        "--set:1:11: error: no item is called '7'\n"
        "  candidates[7].topology.radix=8\n"
        "            ^\n"
        "hint: the items are numbered 0 to 2");
  CHECK(mistakes(kText, {{"candidates.topology", "8"}}) ==
        "--set:1:12: error: 'topology' is no key here: there is a list\n"
        "  candidates.topology=8\n"
        "             ^\n"
        "hint: choose an item: name[0], or name[NAME]");
  CHECK(mistakes(kText, {{"massage", "8 bits"}}).substr(0, 59) ==
        "--set:1:1: error: unknown key 'massage' in the spec\n  massa");
  // A name is not a file, so a byte order mark in it counts as part of the name.
  CHECK(mistakes(kText, {{"\xEF\xBB\xBFtitle", "^"}}).substr(0, 39) ==
        "--set:1:1: error: unknown key '\xEF\xBB\xBFtitle");
  CHECK(mistakes(kText, {{"a..b", "8"}}) ==
        "--set:1:1: error: 'a..b' is no dotted name\n"
        "  a..b=8\n"
        "  ^\n"
        "hint: for example candidates[mesh].topology.radix=8");
  CHECK(mistakes(kText, {{"title", "[1"}}) ==
        "--set:1:7: error: this list is never closed\n"
        "  title=[1\n"
        "        ^\n"
        "hint: add the ']', and commas between the items");
  CHECK(mistakes(kText, {{"title[0]", "x"}, {"tie", "3"}}) ==
        "--set:1:5: error: 'tie' has no unit\n"
        "  tie=3\n"
        "      ^\n"
        "hint: write `3 %`; the units are %\n"
        "--set:1:6: error: '[0]' needs a list, not nothing\n"
        "  title[0]=x\n"
        "       ^");
}
