// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <chrono>

#include "spec/reading.hpp"
#include "support/mutated.hpp"

using namespace cutline;

namespace {

const std::string kSpec = R"(cutline: 1
title: "a [title], with 'quotes'"
technology: {name: nangate45, use: [metal3, metal4]}
hold: {bisection: 4 x of mesh, count: middle_cut}
limits: {pins_per_node: 512, area: 20 mm2}
population: {terminals: 16, tolerance: 5 %}
channel: &channel {width: 9 bits, control: 6 wires, round: down}
router: {delay: 3 cycles, injection: 50 ns}
clock: {rule: fixed, frequency: 2 GHz, floor: 0.5 ns}
delay: [linear, {model: logarithmic, base: 2}]
message: [{size: 72 bits, share: 0.6}, {size: 64 bytes, share: 40 %}]
rank: [{latency: 0.7}, {area: 0.3}]
defaults: {placement: {order: natural}}
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}, channel: {<<: *channel}}
  - name: own
    topology: {family: graph, nodes: 16, links: [[0, 1], [1, 2, 4]]}
    placement: {cells: [[0, 0], [1, 0, 2]]}
  - {topology: {family: torus, dimensions: 2}, sweep: {topology.radix: {from: 2, to: 4}}}
expect: [{candidate: mesh, key: nodes, value: 16, origin: counted}]
)";

const std::vector<std::string> kPieces = {"[",     "]",      "{",
                                          "}",     ": ",     ", ",
                                          "\n",    "- ",     "&a ",
                                          "*a",    "\"",     "'",
                                          "|\n",   "#",      "<<: *channel",
                                          "\t",    "!!str ", "---\n",
                                          "1e400", "-1",     "999999999999999999999",
                                          ".nan",  "\xC3",   "%",
                                          "\\",    "null",   "~",
                                          "? ",    "\r",     "0x",
                                          "of ",   " x of ", "\xEF\xBB\xBF"};

}  // namespace

TEST_CASE("the spec that is mutated is right to begin with") { CHECK(reading::outcome(kSpec).text == "fine"); }

TEST_CASE("whatever is done to a spec, it is read or refused with an error that has a place") {
  Random random(20240607);
  const auto begin = std::chrono::steady_clock::now();
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    if (std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(1500)) break;
    const std::string text = test::mutated(kSpec, kPieces, random);
    CAPTURE(text);
    try {
      parse_study(text, "a.yaml", "");
    } catch (const Error& error) {
      ++refused;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        CHECK_FALSE(diagnostic.message.empty());
        const bool rest = diagnostic.message.rfind("and ", 0) == 0;
        CHECK((diagnostic.place.known() || rest));
      }
    }
  }
  CHECK(refused > 20);
}
