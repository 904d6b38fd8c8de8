// SPDX-License-Identifier: Apache-2.0
// Checks that the sums and products in explanations agree with the numbers that they print.
#include <doctest/doctest.h>

#include <map>

#include "cutline/output/explain/explain.hpp"
#include "cutline/study/candidate.hpp"
#include "output/figures.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

double number_of(const Explanation& explanation, const std::string& symbol) {
  for (const FormulaNumber& number : explanation.numbers) {
    if (number.symbol == symbol) return std::stod(number.value);
  }
  FAIL("no symbol " << symbol << " in " << explanation.formula);
  return 0;
}

}  // namespace

TEST_CASE("the sides of a layout are the sum of the boxes, channels and gaps that are told") {
  std::size_t with_gaps = 0;
  for (const char* name : {"chiplets", "hpc-4096", "first", "noc-256"}) {
    const Study study = gallery(name);
    for (const Candidate& candidate : evaluate(study, {}, Layouts::kept)) {
      if (!candidate.laid_out()) continue;
      CAPTURE(candidate.design->name);
      for (const std::string side : {"width", "height"}) {
        const Explanation told = explain(study, candidate, 0, "layout_" + side);
        if (told.formula.find("channels") == std::string::npos) continue;
        const bool gaps = told.formula.find("gaps") != std::string::npos;
        with_gaps += gaps ? 1 : 0;
        CHECK(number_of(told, side) ==
              number_of(told, "boxes") + number_of(told, "channels") + (gaps ? number_of(told, "gaps") : 0));
      }
    }
  }
  CHECK(with_gaps >= 4);
}

TEST_CASE("pins of links that differ in width are those of their lanes, and of the control wires of each channel") {
  const Study study = parse_study(
      "cutline: 1\ntechnology: nangate45\nchannel: {width: 32 bits, control: 3 wires}\ncandidates:\n  - {name: a, "
      "topology: {family: "
      "graph, nodes: 5, channels: unidirectional, links: [[0,1,2],[1,2],[2,3],[3,4,3],[4,0]]}}\n",
      "a.yaml", ".");
  const std::vector<Candidate> candidates = evaluate(study);
  const Explanation told = explain(study, candidates.front(), 0, "pins");
  CHECK(number_of(told, "l") == 4);  // a link of one lane into node 3, and one of three out of it
  CHECK(number_of(told, "c") == 2);
  CHECK(number_of(told, "N_p") == 4 * 32 + 2 * 3);
}

TEST_CASE("the budget over the channels that share it gives the width before rounding") {
  const Study study = gallery("first");
  for (const Candidate& candidate : evaluate(study)) {
    const Explanation told = explain(study, candidate, 0, "width_before_rounding");
    CHECK(number_of(told, "W_0") * number_of(told, "n") * number_of(told, "b") ==
          doctest::Approx(number_of(told, "B")));
  }
}

TEST_CASE("the law of a router's energy gives pJ from volts and fF") {
  const Study study = parse_study(
      "cutline: 1\ntechnology: nangate45\nchannel: {width: 32 bits}\ncandidates:\n"
      "  - {name: a, topology: {family: torus, radix: 4, dimensions: 2}}\n",
      "a.yaml", ".");
  const std::vector<Candidate> candidates = evaluate(study);
  const Explanation told = explain(study, candidates.front(), 0, "router_hop_energy");
  const auto n = [&](const char* symbol) { return number_of(told, symbol); };
  const double wires = n("p") * n("W") * (n("g_v") * n("c_h") + n("g_h") * n("c_v"));
  const double buffers = (n("p") + 2 * n("v") * n("d") + 1) * (n("C0") + n("Cp")) / n("z");
  const double femto = n("V") * n("V") / 4 * (wires + buffers);
  CHECK(n("e_r") == doctest::Approx(femto / 1000));
  CHECK(told.formula.ends_with("/ 1000"));
}
