// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const std::string kTiles = R"(cutline: 1
technology: nangate45
node: {width: 1 mm, height: 1 mm}
router: {delay: 3 cycles, energy: 0.1 pJ/bit}
clock: {rule: fixed, frequency: 2 GHz}
channel: {width: 8 bits}
candidates:
  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}}
  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}, placement: {order: folded}}
)";

struct Judged {
  Study study;
  std::vector<Candidate> candidates;
  std::vector<Ranking> rankings;
  explicit Judged(const std::string& more)
      : study(parse_study(kTiles + more, "a.yaml", "")),
        candidates(evaluate(study)),
        rankings(rank(study, candidates)) {}
  std::size_t said(const std::string& words, std::size_t ranking = 0) const {
    const auto all = remarks(study, candidates, rankings[ranking], ranking);
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.find(words) != std::string::npos; }));
  }
};

const std::string kCube = "  - {name: cube, topology: {family: hypercube, dimensions: 4}}\n";
const std::string kTree = "  - {name: all, topology: {family: complete, nodes: 16}, placement: {columns: 4}}\n";

}  // namespace

TEST_CASE("the layers of the slowest wire are said once for all candidates, where the delay depends on them") {
  const Judged judged(kCube + "delay: [repeated, d2m]\n");
  CHECK(judged.said("Layers of the slowest wire: metal3, metal4 of nangate45.") == 1);
  CHECK(judged.said("Layers of the slowest wire", 1) == 0);
  for (const Candidate& candidate : judged.candidates)
    CHECK(noted(candidate.notes, NoteKind::slowest_layers, "metal3, metal4", "nangate45"));
  CHECK(Judged("delay: time_of_flight\n").said("Layers of") == 0);
  CHECK(Judged("delay: {model: linear, per: mm, coefficient: 0.1 ns, length: routed}\n").said("Layers of") == 0);
}

TEST_CASE("a given energy of routers that differ in ports is named with the least and the most") {
  const std::string words = "Routers take the given 0.1 pJ/bit whatever their ports: 5 of mesh, 16 of all.";
  const Judged judged(kTree + "delay: repeated\n");
  CHECK(judged.said(words) == 1);
  CHECK(noted(judged.candidates[2].notes, NoteKind::given_router_energy, 0.1, 16));
  CHECK(Judged(kCube + "delay: repeated\n").said("whatever their ports") == 0);  // all nodes have four neighbours
}

TEST_CASE("links outside what a delay model holds for are said with the names of their candidates") {
  const Study study = read_study(cutline::test::source_folder() + "/layouts/gallery/stack.yaml");
  const std::vector<Candidate> candidates = evaluate(study);
  CHECK(noted(candidates[1].notes, NoteKind::links_too_short, 216, 648));
  const std::vector<std::string> all = remarks_of(study, candidates);
  CHECK(mentions(all, "Some links are longer or shorter than linear (coefficient=0.1, length=routed, per=mm) holds"));
  CHECK(mentions(all, "say which): stacked."));
}

TEST_CASE("what could change a verdict stands under the table, in text and in markdown, each once") {
  const Judged judged(kTree + "delay: repeated\n");
  const std::vector<ExpectationResult> none;
  const Comparison comparison{judged.study, judged.candidates, judged.rankings, none, nullptr};
  for (const std::string& text : {comparison_text(comparison, {}), comparison_markdown(comparison)}) {
    const std::size_t first = text.find("Layers of the slowest wire: ");
    REQUIRE(first != std::string::npos);
    CHECK(text.find("Layers of the slowest wire: ", first + 1) == std::string::npos);
    CHECK(text.find("whatever their ports") != std::string::npos);
    CHECK(first > text.find("mesh"));
  }
}
