// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "spec/reading.hpp"

using namespace cutline;
using reading::mistakes;
using reading::outcome;
using reading::read;

namespace {

std::string swept(const std::string& sweep) {
  return "cutline: 1\ncandidates:\n- {name: t, topology: {family: torus, radix: 4, dimensions: 2}, sweep: " + sweep +
         "}\n";
}

std::vector<std::string> sweep_names(const std::string& sweep) {
  std::vector<std::string> all;
  for (const Design& design : read(swept(sweep)).designs) all.push_back(design.name);
  return all;
}

using Names = std::vector<std::string>;

std::string said(int column, const std::string& sweep, const std::string& message, const std::string& hint) {
  return fmt::format("a.yaml:3:{}: error: {}\n  {}\n  {}^{}", column + 72, message,
                     "- {name: t, topology: {family: torus, radix: 4, dimensions: 2}, sweep: " + sweep + "}",
                     std::string(static_cast<std::size_t>(column) + 71, ' '), hint.empty() ? "" : "\nhint: " + hint);
}

}  // namespace

TEST_CASE("a sweep makes one candidate of every value, the last name fastest") {
  CHECK(sweep_names("{topology.radix: [2, 3]}") == Names{"t radix=2", "t radix=3"});
  CHECK(sweep_names("{topology.radix: [2, 3], topology.dimensions: [1, 2]}") ==
        Names{"t radix=2 dimensions=1", "t radix=2 dimensions=2", "t radix=3 dimensions=1", "t radix=3 dimensions=2"});
  const Study study = read(swept("{topology.radix: [2, 3], channel.width: [8 bits]}"));
  CHECK(study.designs[1].parameters.integer("radix") == 3);
  CHECK(study.designs[1].channel.width_bits == 8.0);
  CHECK(study.designs[1].name == "t radix=3 width=8 bits");
}

TEST_CASE("a range runs from its first to its last value") {
  CHECK(sweep_names("{topology.radix: {from: 2, to: 4}}") == Names{"t radix=2", "t radix=3", "t radix=4"});
  CHECK(sweep_names("{topology.radix: {from: 2, to: 9, step: 3}}") == Names{"t radix=2", "t radix=5", "t radix=8"});
  CHECK(sweep_names("{topology.radix: {from: 2, to: 2.3, step: 0.1}}") ==
        Names{"t radix=2", "t radix=2.1", "t radix=2.2", "t radix=2.3"});
  CHECK(sweep_names("{topology.radix: {from: 7, to: 7}}") == Names{"t radix=7"});
}

TEST_CASE("a range has units, and a number of steps at equal distances or at equal ratios") {
  CHECK(sweep_names("{channel.width: {from: 8 bits, to: 16 bits, step: 4 bits}}") ==
        Names{"t width=8 bits", "t width=12 bits", "t width=16 bits"});
  CHECK(sweep_names("{topology.radix: {from: 2, to: 5, steps: 3}}") == Names{"t radix=2", "t radix=3.5", "t radix=5"});
  CHECK(sweep_names("{router.delay: {from: 1 ns, to: 8 ns, steps: 4, scale: log}}") ==
        Names{"t delay=1 ns", "t delay=2 ns", "t delay=4 ns", "t delay=8 ns"});
  // 4 (2^(2/3))^i: 4, 6.35, 10.08, 16.
  CHECK(sweep_names("{channel.width: {from: 4 bits, to: 16 bits, steps: 4, scale: log}}") ==
        Names{"t width=4 bits", "t width=6 bits", "t width=10 bits", "t width=16 bits"});
  CHECK(sweep_names("{channel.width: {from: 1 bit, to: 3 bits, steps: 9, scale: log}}") ==
        Names{"t width=1 bits", "t width=2 bits", "t width=3 bits"});
  // 8 128^(i/3): 8, 40.3, 203.2, 1024, and bytes by either name are whole.
  CHECK(sweep_names("{message: {from: 8 B, to: 1024 B, steps: 4, scale: log}}") ==
        Names{"t message=8 B", "t message=40 B", "t message=203 B", "t message=1024 B"});
}

TEST_CASE("a sweep, the defaults and a candidate may give keys of the top level, which then hold for them alone") {
  const Study study = read(
      "cutline: 1\nmessage: 100 bits\nclock: {rule: fixed, frequency: 1 GHz}\ndefaults: {switching: "
      "store_and_forward}\n"
      "candidates:\n- {name: a, topology: {family: ring, nodes: 4}}\n"
      "- {name: b, topology: {family: ring, nodes: 4}, message: 7 bits, hold: {pins: 12 wires}}\n"
      "- {name: t, topology: {family: ring, nodes: 4}, sweep: {message: [1 bits, 2 bits], clock.frequency: [2 "
      "GHz]}}\n");
  REQUIRE(study.designs.size() == 4);
  CHECK(study.mean_message_bits() == 100);
  CHECK(study.switching == Switching::wormhole);
  const auto asked = [&](std::size_t i) -> const Study& { return study_of(study, study.designs[i]); };
  CHECK(asked(0).mean_message_bits() == 100);
  CHECK(asked(0).switching == Switching::store_and_forward);
  CHECK(asked(1).mean_message_bits() == 7);
  CHECK(asked(1).hold.amount == 12);
  CHECK(study.hold.resource == Resource::none);
  CHECK(asked(2).mean_message_bits() == 1);
  CHECK(asked(3).mean_message_bits() == 2);
  CHECK(asked(3).clock.rule == ClockRule::fixed);
  CHECK(in_ns(asked(3).fixed_cycle()) == 0.5);
  CHECK(study.designs[3].name == "t message=2 bits frequency=2 GHz");
  CHECK(study.designs[3].sweep == decltype(Design::sweep){{"message", "2 bits"}, {"clock.frequency", "2 GHz"}});
}

TEST_CASE("candidates that are asked the same share it") {
  const Study study = read(swept("{topology.radix: [2, 3, 4], message: [1 bits, 2 bits]}"));
  CHECK(study.designs[0].asked == study.designs[2].asked);
  CHECK(study.designs[1].asked == study.designs[5].asked);
  CHECK(!(study.designs[0].asked == study.designs[1].asked));
}

TEST_CASE("delay models are called what candidates ask, and expectations may name these") {
  const std::string tree = "cutline: 1\ndelay: [linear, constant]\nexpect: [{winner: b, delay: logarithmic}]\n"
                           "candidates:\n- {name: a, topology: {family: ring, nodes: 4}}\n"
                           "- {name: b, topology: {family: ring, nodes: 4}, delay: [logarithmic, constant]}\n";
  const Study study = read(tree);
  CHECK(delay_labels(study, 0) == std::vector<std::string>{"linear", "logarithmic"});
  CHECK(delay_labels(study, 1) == std::vector<std::string>{"constant"});
  std::string other = tree;
  other.replace(other.find("delay: logarithmic}"), 18, "delay: logarithm");
  CHECK(mistakes(other).find("no delay model of this spec is called 'logarithm'") != std::string::npos);
}

TEST_CASE("mistakes in what a candidate is asked stand at its own keys, and what ranks all is not its own") {
  const std::string mistake = mistakes(swept("{message: [8 bits, 0 bits]}"));
  CHECK(mistake.find("a.yaml:3:") == 0);
  CHECK(mistakes(swept("{rank: [area]}")).find("a question about all candidates together") != std::string::npos);
  CHECK(mistakes(swept("{delay: [[linear, constant]]}")).find("all candidates have as many") != std::string::npos);
  CHECK(mistakes(swept("{hold.bisection: [of nobody]}")).find("no candidate is called 'nobody'") != std::string::npos);
}

TEST_CASE("a sweep over lists names them whole") {
  CHECK(sweep_names("{placement.axes: [[x, y], [x, x]]}") == Names{"t axes=[x,y]", "t axes=[x,x]"});
}

TEST_CASE("a sweep does not change what an alias shares") {
  const Study study = read(
      "cutline: 1\ncandidates:\n- {name: a, topology: &t {family: ring, nodes: 8}, sweep: {topology.nodes: [4, 5]}}\n"
      "- {name: b, topology: *t}\n");
  REQUIRE(study.designs.size() == 3);
  CHECK(study.designs[0].parameters.integer("nodes") == 4);
  CHECK(study.designs[1].parameters.integer("nodes") == 5);
  CHECK(study.designs[2].parameters.integer("nodes") == 8);
}

TEST_CASE("mistakes of sweeps") {
  std::string keys = reading::keys_of("candidates[]") + "; for example `topology.radix`";
  keys.erase(keys.find(", sweep"), std::string(", sweep").size());
  const auto check = [](int column, const std::string& sweep, const std::string& message, const std::string& hint) {
    CAPTURE(sweep);
    CHECK(mistakes(swept(sweep)) == said(column, sweep, message, hint));
  };
  check(1, "{topologie.radix: [2]}", "'topologie.radix' names no key of a candidate", "did you mean 'topology'?");
  check(1, "{radix: [2]}", "'radix' names no key of a candidate", "did you mean 'topology.radix'?");
  check(1, "{sweep: [2]}", "'sweep' names no key of a candidate", keys);
  check(1, "{topology..radix: [2]}", "'topology..radix' names no key of a candidate", keys);
  const std::string values = "list the values, as [4, 8, 16], or give a range: {from: 4, to: 16, step: 4}";
  check(17, "{topology.radix: 3}", "'topology.radix' must be a list or a range, not '3'", values);
  check(17, "{topology.radix: []}", "'topology.radix' is an empty list", values);
  check(17, "{topology.radix: {from: 4, to: 2}}", "this range holds no values",
        "`from` is at most `to`, and `step` is more than 0");
  check(21, "{topology.radix: [2, 1]}", "torus: 'radix' is 1, must be at least 2", "nodes along a dimension, k");
  check(0, "[2]", "sweep must be a map, not a list",
        "a map is `key: value` on lines of their own, or {key: value, key: value}");
  check(16, "{topology.radix.x: [2]}", "'x' is no key here: there is '4'", "");
}

TEST_CASE("a range whose step leads nowhere is refused") {
  for (const char* step : {"0", "-1"}) {
    CHECK(mistakes(swept(fmt::format("{{topology.radix: {{from: 4, to: 8, step: {}}}}}", step)))
              .find("this range holds no values") != std::string::npos);
  }
}

TEST_CASE("sweeps that would fill the memory are refused before they are made, and the message tells how much") {
  for (const char* sweep :
       {"{topology.radix: {from: 2, to: 2000000}}", "{topology.radix: {from: 0, to: 1e15, step: 1e-9}}",
        "{topology.radix: {from: 2, to: 2001}, channel.width: {from: 1 bits, to: 1000 bits}}"}) {
    CAPTURE(sweep);
    const reading::Outcome result = outcome(swept(sweep));
    CHECK(result.code == 4);
    CHECK(result.text.find("GB as they are read, over the limit of 8 GB") != std::string::npos);
  }
}

TEST_CASE("a sweep may have more than ten thousand candidates") {
  CHECK(read(swept("{topology.radix: {from: 2, to: 20001}}")).designs.size() == 20'000);
}

TEST_CASE("a sweep over a large graph is refused before it fills the memory") {
  std::string links;
  for (int i = 0; i < 20'000; ++i) links += "[0, 1], ";
  const reading::Outcome result = outcome("cutline: 1\ncandidates:\n- topology: {family: graph, nodes: 2, links: [" +
                                          links + "]}\n  sweep: {placement.columns: {from: 1, to: 9000}}\n");
  CHECK(result.code == 4);
  CHECK(result.text.find("over the limit of 8 GB") != std::string::npos);
}
