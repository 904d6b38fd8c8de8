// SPDX-License-Identifier: Apache-2.0
// Links that are longer than their ends are apart: what a candidate says of them, and that none is over the nodes.
#include <doctest/doctest.h>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/study.hpp"
#include "support/notes.hpp"

namespace {

using namespace cutline;
using test::noted;

/// A link from the right end of the lower row to the left end of the upper one, in which another link makes a track
/// that the first one may share, so that by the upper row it takes fewer new tracks.
Candidate two_rows(const std::string& placement) {
  const Study study = parse_study(
      "cutline: 1\ncandidates:\n  - {name: rows, topology: {family: graph, nodes: 10, links: [[2, 5], [8, 9]]}, "
      "channel: {width: 4 bits}, placement: {columns: 5" +
          placement + "}}\n",
      "a.yaml", "");
  return evaluate(study, {}, Layouts::kept).at(0);
}

}  // namespace

TEST_CASE("a link that turns at its longer corner is told, and over the nodes none does") {
  // Eight wires a link: in row 1 and in column 2 the last one goes 8 tracks out and back, where two channels are 16.
  const Candidate beside = two_rows("");
  CHECK(noted(beside.notes, NoteKind::links_go_round, 1, "5", "2", 35.0, 3.0));
  const Candidate over = two_rows(", wiring: over");
  CHECK_FALSE(noted(over.notes, NoteKind::links_go_round));
  CHECK(over.laid_out()->measures.length.longest_pitches < beside.laid_out()->measures.length.longest_pitches);
}
