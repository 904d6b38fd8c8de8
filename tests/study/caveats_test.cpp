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

TEST_CASE("where the model under load is not held to anything, candidates are told at the table") {
  const auto told = [](const std::string& more, NoteKind kind) {
    const Judged judged("delay: repeated\n" + more);
    std::vector<std::string> names;
    for (const Candidate& candidate : judged.candidates) {
      const auto is_kind = [&](const Note& note) { return note.kind == kind; };
      if (std::any_of(candidate.notes.begin(), candidate.notes.end(), is_kind)) names.push_back(candidate.design->name);
    }
    CHECK((names.empty() || !warnings(judged.candidates).empty()));
    return names;
  };
  using Names = std::vector<std::string>;
  const std::string some = "load: 50 % of capacity\n",
                    much =
                        "load: [0.4 of capacity, 0.45 of capacity, 0.5 of capacity, 0.55 of capacity, 0.6 of capacity, "
                        "0.65 of capacity, 0.7 of capacity, 0.75 of capacity, 0.8 of capacity]\n";
  // A torus has two classes, one of them past its dateline, and a mesh one.
  CHECK(told(some + "virtual_channels: 2\n", NoteKind::few_virtual_channels) == Names{"torus"});
  CHECK(told(some + "virtual_channels: 4\n", NoteKind::few_virtual_channels).empty());
  CHECK(told(some + "virtual_channels: 2\nmessage: 32 bits\n", NoteKind::few_virtual_channels).empty());
  CHECK(told("load: 10 % of capacity\n", NoteKind::load_past_model).empty());
  // Some load of each lies between 0.82 of saturation and saturation itself, which has no latency.
  CHECK(told(much, NoteKind::load_past_model) == Names{"mesh", "torus"});
}

TEST_CASE("candidates that differ by less than the model's error under load are told to be simulated") {
  const auto text = [](const Judged& judged) {
    std::string all = comparison_text({judged.study, judged.candidates, judged.rankings, {}}, {});
    std::replace(all.begin(), all.end(), '\n', ' ');
    return all;
  };
  const std::string words = "are within the error of the model",
                    load = "delay: repeated\nrank: {latency: {at: 20 % of capacity}}\n";
  const Judged two(load);
  CHECK(two.rankings[0].verdict.margins[1] > 1.1);  // less than two errors of 6 % could turn
  CHECK(text(two).find("torus and mesh " + words + ", 6 %") != std::string::npos);
  const std::string ring = "  - {name: ring, topology: {family: ring, nodes: 16}}\n";
  CHECK(text(Judged(ring + load)).find("torus and mesh " + words) != std::string::npos);
  // Whichever wins, its twin is as good.
  const Judged twins(
      "  - {name: mesh twin, topology: {family: mesh, radix: 4, dimensions: 2}}\n"
      "  - {name: torus twin, topology: {family: torus, radix: 4, dimensions: 2}, placement: {order: folded}}\n" +
      load);
  CHECK(text(twins).find(words) != std::string::npos);
  CHECK(text(twins).find("twin") < text(twins).find(words));
  const std::string full = "delay: repeated\nrank: saturation\n";
  CHECK(text(Judged(ring + full)).find("torus and mesh " + words + ", 20 % in saturation") != std::string::npos);
  const Judged same(
      "  - {name: twin, topology: {family: torus, radix: 4, dimensions: 2}, placement: {order: folded}}\n" + full);
  CHECK(text(same).find("torus, twin and mesh " + words) != std::string::npos);
}
