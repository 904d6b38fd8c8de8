// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "board/measures.hpp"
#include "cutline/base/error.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"

namespace {

using namespace cutline;

/// Cards of a ring, with pins to spare; of a full mesh of 7 wires a link, nearly all of whose pins are taken; and of
/// one of 8, for which pins are short.
constexpr const char* kBoardSpec = R"(cutline: 1
technology: fr4-stripline
board:
  slot_pitch: 20 mm
  connectors: cpci-2mm-hm
  tracks: {width: 8 mil, space: 8 mil, clearance: 8 mil, edge: 0.5 mm}
candidates:
  - {name: ring, channel: {width: 8 bits}, topology: {family: ring, nodes: 16}}
  - {name: full, channel: {width: 7 bits}, topology: &mesh {family: complete, nodes: 16}, placement: {columns: 16}}
  - {name: short, channel: {width: 8 bits}, topology: *mesh, placement: {columns: 16}}
)";

bool one_note_has(const Exported& made, const std::string& text) {
  return std::any_of(made.notes.begin(), made.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("boards of specs are exported, and what has no track or takes more layers is noted") {
  const Study study = parse_study(kBoardSpec, "boards.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  for (const std::string name : {"kicad", "dsn", "ipc356", "netlist", "pins"}) {
    CAPTURE(name);
    const Export& target = find_export(name);
    ExportChoice choice;
    choice.file = "board" + std::string(target.extension);
    const auto made = [&](std::size_t c) { return export_candidate(target, study, candidates[c], choice, {}); };
    const Exported ring = made(0), full = made(1), lacking = made(2);
    REQUIRE(!ring.files.empty());
    CHECK(ring.files.front().content.size() > 1000);
    CHECK_FALSE(one_note_has(ring, "no tracks"));
    CHECK_FALSE(one_note_has(ring, "alone ask for"));
    CHECK(one_note_has(full, "cuts and escapes alone ask for 19"));  // 64 x 14 wires on 48 tracks
    CHECK(one_note_has(ring, "the planes of ground are empty layers"));
    CHECK(one_note_has(lacking, "slots have too few pins free"));
    for (const Exported* each : {&ring, &full, &lacking}) CHECK_FALSE(one_note_has(*each, "breaks its own rules"));
  }
}

TEST_CASE("notes count both wires of a pair without a track, as records do") {
  const Study study = parse_study(R"(cutline: 1
technology: fr4-stripline
channel: {width: 8 bits, wires_per_bit: 2}
board:
  slot_pitch: 25 mm
  connectors: hm-zd-4
  tracks: {width: 5 mil, space: 5 mil, pairs: {gap: 5 mil, space: 10 mil}}
candidates: [{name: full, topology: {family: complete, nodes: 9}, placement: {columns: 9}}]
)",
                                  "pairs.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  ExportChoice choice;
  choice.file = "board.csv";
  const Exported made = export_candidate(find_export("pins"), study, candidates[0], choice, {});
  std::uint64_t told = 0;
  for (const std::string& note : made.notes) {
    if (note.find(" wires of the board have no tracks") != std::string::npos) told += std::stoull(note);
  }
  CHECK(told > 0);
  CHECK(told == candidates[0].board->drawn->wires_left);
}

TEST_CASE("boards of a shelf that differ are a file each, and standard output holds no two") {
  const Study study = parse_study(
      "cutline: 1\ntechnology: fr4-stripline\nboard: {slot_pitch: 20 mm, connectors: cpci-2mm-hm, tracks: {width: 8 "
      "mil, "
      "space: 8 mil}}\ncandidates:\n  - {name: shelf, topology: {family: graph, nodes: 9, links: [[0, 1], [3, 4], [6, "
      "7], "
      "[7, 8], [0, 3]]}, placement: {columns: 3}}\n",
      "boards.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  ExportChoice choice;
  choice.file = "shelf.kicad_pcb";
  const Exported made = export_candidate(find_export("kicad"), study, candidates[0], choice, {});
  std::vector<std::string> endings;
  for (const ExportFile& file : made.files) endings.push_back(file.extension);
  CHECK(endings == std::vector<std::string>{"", ".kicad_pro", ".kicad_dru", ".board2.kicad_pcb", ".board2.kicad_pro",
                                            ".board2.kicad_dru"});
  CHECK(one_note_has(made, "board 1 stands for these of 3 boards: 1, 2"));
  CHECK(one_note_has(made, "board 2 stands for these of 3 boards: 3"));
  choice.file = "shelf.ipc";
  const Exported named = export_candidate(find_export("ipc356"), study, candidates[0], choice, {});
  REQUIRE(named.files.size() == 2);
  CHECK(named.files[1].extension == ".board2.ipc");
  choice.file = "-";
  CHECK_THROWS_AS(export_candidate(find_export("netlist"), study, candidates[0], choice, {}), Error);
}
