// SPDX-License-Identifier: Apache-2.0
// Where wires leave their nodes: the technology decides, unless a candidate says otherwise.
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/study.hpp"

namespace {

using namespace cutline;

/// Whether the links between neighbours of a mesh face each other.
bool neighbours_face(const std::string& technology, const std::string& placement = "") {
  const Study study = parse_study("cutline: 1\ntechnology: " + technology +
                                      "\nrouter: {delay: 1 ns}\ncandidates:\n"
                                      "  - {name: mesh, topology: {family: mesh, radix: 3, dimensions: 2}, "
                                      "placement: {order: natural" +
                                      placement + "}}\n",
                                  "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study);
  return candidates.at(0).laid_out()->layout.rules.neighbours_face;
}

}  // namespace

TEST_CASE("neighbours face in all technologies but unit and the papers', and not where wires run over the nodes") {
  CHECK(neighbours_face("nangate45"));
  CHECK(neighbours_face("organic-substrate"));
  CHECK_FALSE(neighbours_face("unit"));
  CHECK_FALSE(neighbours_face("paper-pcb"));
  CHECK_FALSE(neighbours_face("paper-cmos-1um"));
  CHECK_FALSE(neighbours_face("nangate45", ", wiring: over"));
}

TEST_CASE("a technology and a candidate may say it otherwise; the candidate has the last word") {
  CHECK_FALSE(neighbours_face("{name: nangate45, terminals: top}"));
  CHECK(neighbours_face("{name: unit, pairs: 2, terminals: facing}"));
  CHECK(neighbours_face("unit", ", terminals: facing"));
  CHECK_FALSE(neighbours_face("nangate45", ", terminals: top"));
  CHECK(neighbours_face("{name: nangate45, terminals: top}", ", terminals: facing"));
  CHECK(neighbours_face("nangate45", ", wiring: over, terminals: facing"));
}

TEST_CASE("in given places no terminals face") {
  const std::string places =
      "positions: [{node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm}, {node: 1, x: 2 mm, y: 0 mm, width: 1 mm, "
      "height: 1 mm}]";
  const auto mesh_of_two = [&](const std::string& terminals) {
    const Study study = parse_study(
        "cutline: 1\ntechnology: nangate45\nrouter: {delay: 1 ns}\ncandidates:\n  - {name: two, topology: {family: "
        "graph, nodes: 2, links: [[0, 1]]}, placement: {" +
            places + terminals + "}}\n",
        "a.yaml", "");
    return evaluate(study).at(0).laid_out()->layout.rules.neighbours_face;
  };
  CHECK_FALSE(mesh_of_two(""));
  CHECK_FALSE(mesh_of_two(", terminals: top"));
  CHECK_THROWS_AS(mesh_of_two(", terminals: facing"), Error);
}
