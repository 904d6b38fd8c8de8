// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "board/measures.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/ranking.hpp"
#include "evaluate/board_of.hpp"
#include "support/notes.hpp"

using namespace cutline;
using cutline::test::noted;

namespace {

/// Candidates on a board of one 2 mm connector a slot, tracks of 5 mil, and their study.
struct OnBoard {
  Study study;
  std::vector<Candidate> candidates;
  Data operator()(std::size_t candidate, std::string_view key) const {
    return quantity_value(under_delay(study, candidates.at(candidate), 0), key);
  }
};

OnBoard on_board(const std::string& networks, const std::string& more = "", const std::string& board = "") {
  OnBoard made{parse_study("cutline: 1\ntechnology: fr4-stripline\npopulation: any\nrouter: {delay: 1 ns}\n"
                           "channel: {width: 3 bits}\nboard: {slot_pitch: 20 mm, connectors: cpci-2mm-hm, tracks: "
                           "{width: 5 mil, space: 5 mil}, material: fr-4, nyquist: 7 GHz" +
                               board + "}\n" + more + "candidates:\n" + networks,
                           "a.yaml", ""),
               {}};
  made.candidates = evaluate(made.study, {}, Layouts::kept);
  return made;
}

const std::string kRingOfCards = "  - {name: ring, topology: {family: ring, nodes: 16}}\n";
const std::string kCards =
    kRingOfCards +
    "  - {name: folded, topology: {family: ring, nodes: 16}, placement: {order: folded}}\n"
    "  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}, placement: {axes: [x, x]}}\n"
    "  - {name: cube, topology: {family: hypercube, dimensions: 4}, placement: {axes: [x, x, x, x]}}\n"
    "  - {name: mesh, topology: {family: complete, nodes: 16}, placement: {columns: 16}}\n"
    "  - {name: ccc, topology: {family: ccc, dimensions: 3}, placement: {columns: 24}}\n"
    "  - {name: star, topology: {family: graph, nodes: 6, links: [[0, 4], [1, 4], [2, 4], [3, 4], [0, 5], [1, 5], [2, "
    "5], [3, 5]]}, placement: {columns: 6}}\n"
    "  - {name: one way, topology: {family: torus, radices: [7], channels: unidirectional}}\n";

/// Counts of a candidate's board, link by link.
struct CountedBoard {
  std::vector<std::uint64_t> cuts, pins;
  std::uint64_t longest = 0;
};

CountedBoard counted(const Candidate& candidate) {
  const Topology& topology = candidate.network()->topology;
  const Placement& placement = candidate.network()->placement;
  const std::uint32_t columns = placement.grid()[Axis::x];
  CountedBoard all{std::vector<std::uint64_t>(columns - 1), std::vector<std::uint64_t>(columns), 0};
  for_each_link(topology, [&](std::size_t number, std::size_t, std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = cell_of(topology, placement, a)[Axis::x], y = cell_of(topology, placement, b)[Axis::x];
    if (x > y) std::swap(x, y);
    const auto wires = static_cast<std::uint64_t>(topology.classes[number].channels * 3);
    for (std::uint64_t cut = x; cut < y; ++cut) all.cuts[cut] += wires;
    all.pins[x] += wires;
    all.pins[y] += wires;
    all.longest = std::max(all.longest, y - x);
  });
  return all;
}

}  // namespace

TEST_CASE("pins, cuts, layers, lengths and loss of a board are those of a count link by link") {
  const OnBoard made = on_board(kCards);
  for (std::size_t c = 0; c < made.candidates.size(); ++c) {
    CAPTURE(made.candidates[c].design->name);
    const CountedBoard own = counted(made.candidates[c]);
    const std::uint64_t most = *std::max_element(own.cuts.begin(), own.cuts.end());
    std::uint64_t missing = 0;
    for (const std::uint64_t pins : own.pins) missing += pins > 220 ? pins - 220 : 0;
    CHECK(made(c, "board.densest_cut_wires").number() == static_cast<double>(most));
    CHECK(made(c, "board.signal_layers_by_cut").number() == std::ceil(static_cast<double>(most) / 144));
    CHECK(made(c, "board.pins_short").number() == static_cast<double>(missing));
    CHECK(made(c, "board.pins_of_slot_max").number() ==
          static_cast<double>(*std::max_element(own.pins.begin(), own.pins.end())));
    CHECK(made(c, "board.longest_mm").number() == static_cast<double>(20 * own.longest));
    // Flight and loss are those of the track as drawn: it goes to a channel and back, and pins lie a row or so aside.
    const double drawn_mm = made(c, "board.longest_track_mm").number();
    CHECK(std::abs(drawn_mm - static_cast<double>(20 * own.longest)) < 16);
    const double inches = drawn_mm / 25.4;
    CHECK(made(c, "board.loss_db").number() == doctest::Approx(0.668 * inches).epsilon(1e-3));
    CHECK(made(c, "board.delay_ns").number() == doctest::Approx(6.917e-3 * drawn_mm).epsilon(1e-3));
    CHECK(made(c, "board.width_mm").number() == static_cast<double>(20 * own.pins.size()));
    CHECK(made(c, "board.copper_layers").number() == 2 * made(c, "board.signal_layers").number() + 1);
  }
}

TEST_CASE("links over the densest cut: 2 of a ring, 10 of torus and 4-cube, 64 of a full mesh") {
  const OnBoard made = on_board(kCards);
  const double wires = 6;
  for (const auto& [candidate, links] : std::map<std::size_t, double>{{0, 2}, {1, 2}, {2, 10}, {3, 10}, {4, 64}})
    CHECK(made(candidate, "board.densest_cut_wires").number() == links * wires);
}

TEST_CASE("slots keep their pitch whatever the channel's width, and what does not fit is noted") {
  const OnBoard made = on_board(
      "  - {name: a, channel: {width: 4 bits}, topology: &c {family: complete, nodes: 16}, placement: {columns: 16}}\n"
      "  - {name: b, channel: {width: 8 bits}, topology: *c, placement: {columns: 16}}\n",
      "", ", signal_layers: 4");
  CHECK(made(0, "board.width_mm").number() == 320);
  CHECK(made(1, "board.width_mm").number() == 320);
  CHECK_FALSE(noted(made.candidates[0].notes, NoteKind::pins_short));
  CHECK_FALSE(noted(made.candidates[0].notes, NoteKind::layers_short));
  CHECK(noted(made.candidates[1].notes, NoteKind::pins_short, 16, 16));
  CHECK(noted(made.candidates[1].notes, NoteKind::layers_short, 8, 4));
}

TEST_CASE("without a board a row grows with its wires and is noted; on a board its columns keep the pitch") {
  const std::string network =
      "candidates:\n  - {name: wide, channel: {width: 9 bits}, topology: &m {family: complete, nodes: 9}, placement: "
      "{columns: 9}}\n  - {name: narrow, channel: {width: 1 bit}, topology: *m, placement: {columns: 9, wiring: "
      "over}}\n";
  const std::string board = "board: {slot_pitch: 20 mm, connectors: vpx-16, tracks: {width: 5 mil, space: 5 mil}}\n";
  for (const std::string& slots : {std::string("node: {width: 20 mm}\n"), board}) {
    const Study study =
        parse_study("cutline: 1\ntechnology: fr4-stripline\nrouter: {delay: 1 ns}\n" + slots + network, "a.yaml", "");
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
    CHECK(noted(candidates[0].notes, NoteKind::slots_stretched) == (slots != board));
    CHECK_FALSE(noted(candidates[1].notes, NoteKind::slots_stretched));
    CHECK(candidates[1].laid_out()->measures.size.mm.width == doctest::Approx(9 * 20).epsilon(0.02));
    if (slots == board)
      CHECK(candidates[0].laid_out()->measures.size.mm.width == doctest::Approx(9 * 20).epsilon(0.001));
  }
}

TEST_CASE("the note on stretched slots names the key that decides their width") {
  const std::string board = "board: {slot_pitch: 20 mm, connectors: vpx-16, tracks: {width: 5 mil, space: 5 mil}}\n";
  const auto notes_of = [](const std::string& keys, const std::string& placement) {
    return evaluate(parse_study("cutline: 1\ntechnology: fr4-stripline\nrouter: {delay: 1 ns}\n" + keys +
                                    "candidates:\n  - {name: wide, channel: {width: 9 bits}, topology: {family: "
                                    "complete, nodes: 9}, placement: {columns: 9" +
                                    placement + "}}\n",
                                "a.yaml", ""),
                    {}, Layouts::kept)
        .front()
        .notes;
  };
  for (const std::string& both : {std::string(), board}) {
    const std::vector<Note> notes = notes_of(both + "node: {width: 20 mm}\n", "");
    const auto found = std::ranges::find(notes, NoteKind::slots_stretched, &Note::kind);
    REQUIRE(found != notes.end());
    CHECK(std::get<std::string>(found->arguments.back()) == "node.width");
  }
  CHECK_FALSE(noted(notes_of(board, ""), NoteKind::slots_stretched));
}

TEST_CASE("the delay of a link on a board is that of the distance of its slots, whatever its width") {
  for (const char* width : {"1 bit", "30 bits"}) {
    CAPTURE(width);
    const OnBoard made = on_board(std::string("  - {name: m, channel: {width: ") + width +
                                      "}, topology: {family: complete, nodes: 16}, placement: {columns: 16}}\n",
                                  "delay: time_of_flight\nclock: {rule: longest_wire}\n");
    CHECK(made(0, "delay.longest_wire_ns").number() == doctest::Approx(300 * std::sqrt(4.3) / 299.792458));
  }
}

TEST_CASE("each row of nodes is a board, links between rows are cables, and equal boards are one") {
  const OnBoard made = on_board(
      "  - {name: torus, topology: {family: torus, radix: 8, dimensions: 2}}\n"
      "  - {name: cube, topology: {family: hypercube, dimensions: 6}, placement: {axes: [x, x, x, x, y, y]}}\n"
      "  - {name: graph, topology: {family: graph, nodes: 5, links: [[0, 1], [2, 3], [0, 2], [1, 4], [3, 4]]}, "
      "placement: {columns: 2}}\n");
  CHECK(made(0, "board.count").number() == 8);
  CHECK(made(0, "board.cables").number() == 64);
  CHECK(
      noted(made.candidates[0].notes, NoteKind::sentence,
            "cables between its boards, 64 in all, count as tracks of the layout: `packages` say what cables are, and "
            "give their lengths and delays"));
  CHECK(made(0, "board.densest_cut_wires").number() == 2 * 6);
  CHECK(made(0, "board.longest_mm").number() == 140);
  CHECK(made(0, "board.pins_of_slots").list().size() == 64);
  CHECK(boards_of_candidate(made.candidates[0]).value().boards.size() == 1);
  CHECK(made(1, "board.count").number() == 4);
  CHECK(made(1, "board.cables").number() == 2 * 32);
  CHECK(made(1, "board.densest_cut_wires").number() == 10 * 6);
  const BoardsOfRows graph = boards_of_candidate(made.candidates[2]).value();
  CHECK(graph.kind == std::vector<std::uint32_t>{0, 0, 1});
  CHECK(graph.cables == 3);
  CHECK(graph.boards[1].slots.size() == 1);
}

TEST_CASE("the board that needs most layers is named, and pins short are a sum over all") {
  const OnBoard made = on_board(
      "  - {name: g, channel: {width: 40 bits}, topology: {family: graph, nodes: 6, links: [[0, 1], [3, 4, 2], [4, 5, "
      "2]]}, placement: {columns: 3}}\n");
  CHECK(made(0, "board.worst").number() == 2);
  CHECK(made(0, "board.signal_layers_by_cut").number() == 2);  // 160 wires on 144 tracks
  CHECK(made(0, "board.pins_short").number() == 320 - 220);
}

TEST_CASE("slots at places, the back of a mid-plane, an outline and keep-outs") {
  const OnBoard made{
      parse_study("cutline: 1\ntechnology: fr4-stripline\nrouter: {delay: 1 ns}\ndelay: time_of_flight\n"
                  "board: {places: [40 mm, 60.32 mm, 101 mm], connectors: {name: f, columns: 4, rows: 3, "
                  "column_pitch: 2 mm, row_pitch: 2 mm, pad: 1.1 mm, drill: 0.7 mm}, tracks: {width: 5 mil, "
                  "space: 5 mil}, slots: [{nodes: 1, side: back}], outline: [[0 mm, 0 mm], [141 mm, 0 mm], "
                  "[141 mm, 30 mm], [0 mm, 30 mm]], keep_outs: [{x: [70 mm, 75 mm], y: [6 mm, 7 mm]}]}\n"
                  "candidates:\n  - {name: l, topology: {family: mesh, radices: [3]}}\n",
                  "a.yaml", ""),
      {}};
  const std::vector<Candidate> candidates = evaluate(made.study, {}, Layouts::kept);
  const BoardsOfRows all = boards_of_candidate(candidates[0]).value();
  const board::Board& board = all.boards.at(0);
  CHECK(board.slots[1].connectors[0].x == 58'320'000);
  CHECK(board.slots[1].back);
  CHECK_FALSE(board.slots[0].back);
  CHECK(candidates[0].board->longest == 40'680'000);
  CHECK(candidates[0].board->width == 141'000'000);
  // Three channels of 3 tracks, 3 below and 3 above; the keep-out closes the lowest channel of cut 2.
  CHECK(board::tracks_past(board, board.slots[0]) == 15);
  CHECK(board::tracks_past(board, board.slots[1], 60'320'000, 101'000'000) == 12);
}

TEST_CASE("limits on layers and pins of boards, and a ranking by layers") {
  const OnBoard made = on_board(kRingOfCards +
                                    "  - {name: mesh, channel: {width: 8 bits}, topology: {family: complete, nodes: "
                                    "16}, placement: {columns: 16}}\n",
                                "rank: board.signal_layers\nlimits: {board.signal_layers: 5, board.pins_short: 0}\n");
  const auto& over = made.candidates[1].infeasible;
  REQUIRE(over.size() == 2);
  CHECK(over[0].limit == "board.signal_layers");
  CHECK(over[0].needed == 8);
  CHECK(over[1].limit == "board.pins_short");
  CHECK(over[1].needed == 320);
  CHECK(rank(made.study, made.candidates).at(0).order == std::vector<std::size_t>{0});
}

TEST_CASE("by their short names too: `layers` are those that the board needs, `pins_of_slot` of its busiest slot") {
  const std::string mesh = "topology: {family: complete, nodes: 16}, placement: {columns: 16}}\n";
  const OnBoard made = on_board("  - {name: mesh, channel: {width: 7 bits}, " + mesh + kRingOfCards,
                                "rank: layers\nlimits: {layers: 6, pins_of_slot: 209}\n");
  // 64 x 14 wires over the middle on 144 tracks, and 15 x 14 pins; a ring has 2 x 6 wires over a cut and at a slot.
  const auto& over = made.candidates[0].infeasible;
  REQUIRE(over.size() == 2);
  CHECK(over[0].limit == "layers");
  CHECK(over[0].needed == 7);
  CHECK(over[1].limit == "board.pins_of_slot_max");
  CHECK(over[1].needed == 210);
  CHECK(made(1, "board.pins_of_slot_max").number() == 12);
  const OnBoard in_turn = on_board("  - {name: mesh, channel: {width: 7 bits}, " + mesh + kRingOfCards,
                                   "rank: layers\n", ", signal_layers: 8");
  CHECK(rank(in_turn.study, in_turn.candidates).at(0).order == std::vector<std::size_t>{1, 0});
  CHECK_FALSE(noted(in_turn.candidates[0].notes, NoteKind::limit_not_checked));
}

TEST_CASE("records have the keys of boards where some candidate has one, and null where another has none") {
  const OnBoard made = on_board(kRingOfCards + "  - {name: none, board: none, topology: {family: ring, nodes: 16}}\n",
                                "", ", thickness: 3 mm, loss_budget: 20 dB");
  for (const Quantity& row : quantities()) {
    if (!row.key.starts_with("board.")) continue;
    CAPTURE(row.key);
    CHECK(row.wanted(made.study));
    CHECK_FALSE(row.wanted(Study()));
    CHECK(made(0, row.key).is_null() == (row.key == "board.pair_skew_ps" || row.key == "board.pair_impedance_ohm"));
    CHECK(made(1, row.key).is_null());
  }
}

TEST_CASE("a pair takes two pins and one place on a layer") {
  const OnBoard made = on_board(kRingOfCards, "", ", margin: 6 mm");
  OnBoard paired{parse_study("cutline: 1\ntechnology: fr4-stripline\nrouter: {delay: 1 ns}\nchannel: {width: 3 bits, "
                             "wires_per_bit: 2, control: 1 wire}\nboard: {slot_pitch: 20 mm, connectors: {name: "
                             "cpci-2mm-hm, pairs: 2}, tracks: {width: 5 mil, space: 5 mil, pairs: {gap: 5 mil, space: "
                             "15 mil}}}\ncandidates:\n" +
                                 kRingOfCards,
                             "a.yaml", ""),
                 {}};
  paired.candidates = evaluate(paired.study);
  // 2 channels of 7 wires: 7 pairs a link, 14 over each cut, on 46 channels of one pair.
  CHECK(paired(0, "board.densest_cut_wires").number() == 28);
  CHECK(paired(0, "board.cut_tracks").number() == 46);
  CHECK(paired.candidates[0].board->pins[3].needed == 28);
  CHECK(paired.candidates[0].board->pins[3].there == 176);
  CHECK(made(0, "board.width_mm").number() == 332);
}

TEST_CASE("the board of a candidate: slots by column, connectors stacked, links with their wires") {
  const OnBoard made = on_board(
      "  - {name: g, topology: {family: graph, nodes: 3, links: [[0, 2], [1, 2, 2]]}, placement: {cells: [[0, 0], [3, "
      "0], [1, 0]]}}\n",
      "", ", thickness: 4.4 mm, slots: [{nodes: 1, connectors: [cpci-2mm-hm, vpx-16]}]");
  CHECK(made(0, "board.drill_aspect").number() == doctest::Approx(8));
  const board::Board board = boards_of_candidate(made.candidates[0]).value().boards.at(0);
  REQUIRE(board.slots.size() == 3);
  CHECK(board.connectors.size() == 2);
  // Columns 0, 1 and 3: nodes 0, 2 and 1.
  CHECK(board.slots[1].node == 2);
  CHECK(board.slots[2].node == 1);
  const auto x_of = [&](std::size_t slot) { return board.slots[slot].connectors[0].x; };
  CHECK(x_of(1) - x_of(0) == 20'000'000);
  CHECK(x_of(2) - x_of(0) == 60'000'000);
  CHECK(x_of(0) == 10'000'000 - 4'000'000);
  REQUIRE(board.slots[2].connectors.size() == 2);
  CHECK(board.slots[2].connectors[1].y - board.slots[2].connectors[0].y == 46 * 2'000'000 + 2'000'000);
  REQUIRE(board.links.size() == 2);
  CHECK(board.links[0].slots == std::vector<std::uint32_t>{0, 1});
  CHECK(board.links[1].slots == std::vector<std::uint32_t>{2, 1});
  CHECK(board.links[0].wires == 6);
  CHECK(board.links[1].wires == 12);
  CHECK(board.outline[2] ==
        std::array<board::Nanometres, 2>{80'000'000, 5'550'000 + 94'000'000 + 27'000'000 + 450'000 + 5'000'000});
}

TEST_CASE("a bus joins all slots with one set of wires, and planes share a board") {
  const OnBoard made = on_board(
      "  - {name: bus, topology: {family: bus, nodes: 6}}\n"
      "  - {name: planes, planes: [{name: a, topology: &r {family: ring, nodes: 8}}, {name: b, width: 2, topology: "
      "*r}]}\n");
  const board::Board bus = boards_of_candidate(made.candidates[0]).value().boards.at(0);
  REQUIRE(bus.links.size() == 1);
  CHECK(bus.links[0].slots.size() == 6);
  CHECK(made(0, "board.densest_cut_wires").number() == 3);
  CHECK(made(1, "board.densest_cut_wires").number() == 2 * 6 + 2 * 12);
}
