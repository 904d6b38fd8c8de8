// SPDX-License-Identifier: Apache-2.0
// A network of your own beside the built-in ones: a chordal ring joins the catalogue of families, a spec names it, and
// the ranking is printed as `cutline compare` prints it. Any of the library's functions takes the family from then on.
#include <fmt/core.h>

#include <cstdio>

#include "cutline/base/error.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

namespace {

using namespace cutline;

/// A ring in which every node with an even number has a chord to the node `chord` further on. One digit, one class:
/// its links are listed once, and the library finds what repeats.
/// Source: B. W. Arden, H. Lee, "Analysis of chordal ring network", IEEE Trans. Computers 30(4), 1981.
Topology build_chordal_ring(const Parameters& parameters) {
  const auto nodes = static_cast<std::uint32_t>(parameters.integer("nodes"));
  const auto chord = static_cast<std::uint32_t>(parameters.integer("chord"));
  // The third argument names the parameter at fault: in a spec the error then has its line and column.
  if (nodes % 2 != 0) throw_input_error("a chordal ring has an even number of nodes", {}, "nodes");
  if (chord % 2 == 0 || chord >= nodes - 1)
    throw_input_error("a chord leads an odd number of nodes on, and not all the way round", {}, "chord");
  Topology ring{.digits = {nodes}};
  LinkClass around{.name = "ring", .digits = {0}};
  LinkClass chords{.name = "chords", .digits = {0}};
  for (std::uint32_t node = 0; node < nodes; ++node) {
    around.links.push_back({node, (node + 1) % nodes});
    if (node % 2 == 0) chords.links.push_back({node, (node + chord) % nodes});
  }
  ring.classes = {around, chords};
  return ring;
}

Family chordal_ring() {
  return {.name = "chordal_ring",
          .summary = "ring of N nodes with a chord from every even node w nodes on",
          .source = "Arden and Lee 1981",
          .fields = {{.name = "nodes", .help = "number of nodes, even", .required = true, .min = 6, .max = 65536},
                     {.name = "chord", .help = "nodes that a chord leads on, odd", .required = true, .min = 3}},
          .build = build_chordal_ring,
          .examples = {{{"nodes", 12}, {"chord", 5}}}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: own_family SPEC.yaml\n");
    return 2;
  }
  try {
    add_family(chordal_ring());
    const Study study = read_study(argv[1]);
    const std::vector<Candidate> candidates = evaluate(study);
    const std::vector<Ranking> rankings = rank(study, candidates);
    fmt::print("{}", comparison_text({study, candidates, rankings, {}}, ReportStyle{}));
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  }
}
