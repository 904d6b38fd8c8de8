// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "board/measures.hpp"
#include "cutline/study/placed_network.hpp"
#include "rank/quantities/board_signal_rows.hpp"
#include "study/board_choice.hpp"

namespace cutline {

namespace {

using board::BoardMeasures;
using board::LayersNeeded;

const BoardMeasures* board_of_candidate(const UnderDelay& a) {
  return a.candidate.board ? &*a.candidate.board : nullptr;
}

Data copper(const UnderDelay& a) {
  const auto layers = a.candidate.board ? a.candidate.board->signal_layers() : std::nullopt;
  return layers ? Data(2 * *layers + 1 + a.candidate.board->rails) : Data();
}

bool all_drawn(const UnderDelay& a) {
  return a.candidate.board && a.candidate.board->drawn && a.candidate.board->drawn->wires_left == 0;
}

Data thickness_mm(const UnderDelay& a) {
  if (!a.candidate.board || !a.candidate.design->board->thickness) return {};
  return mm_of_nm(*a.candidate.design->board->thickness);
}

/// The narrowest holes: of all connectors, and of vias where the maker drills them.
Data drill_mm(const UnderDelay& a) {
  if (!a.candidate.board) return {};
  const BoardChoice& choice = *a.candidate.design->board;
  board::Nanometres least = choice.connectors.front().drill;
  const auto take = [&](const std::vector<board::Connector>& connectors) {
    for (const board::Connector& each : connectors) least = std::min(least, each.drill);
  };
  take(choice.connectors);
  if (choice.tracks.via_drill > 0) least = std::min(least, choice.tracks.via_drill);
  for (const SlotConnectors& slots : choice.slots) take(slots.connectors);
  return mm_of_nm(least);
}

Data drill_aspect(const UnderDelay& a) {
  const Data thickness = thickness_mm(a);
  return thickness.is_null() ? Data() : Data(thickness.number() / drill_mm(a).number());
}

/// Signal pins of each slot: needed, there, short.
Data pins_of_slots(const UnderDelay& a) {
  if (!a.candidate.board) return {};
  const PlacedNetwork& placed = *a.candidate.network();
  std::vector<std::uint64_t> sites = nodes_by_cell(placed.topology, placed.placement);
  std::erase(sites, kEmptyCell);
  Data::List list;
  for (std::size_t slot = 0; slot < sites.size(); ++slot) {
    const board::PinBudget& pins = a.candidate.board->pins[slot];
    list.push_back(Data::Map{{"slot", site_name(placed.topology, sites[slot])},
                             {"needed", pins.needed},
                             {"there", pins.there},
                             {"short", pins.missing()}});
  }
  return list;
}

Data lines_of_track(const UnderDelay& a) {
  return a.candidate.board ? Data(a.candidate.design->board->tracks.pairs ? 2 : 1) : Data();
}

/// The row of a quantity that depends on the tracks of boards.
Quantity of_tracks(Quantity row) {
  row.of_board_tracks = true;
  return row;
}

Quantities needs_of_board() {
  constexpr auto cut = &BoardMeasures::cut;
  constexpr auto escape = &BoardMeasures::escape;
  return {
      derived({"board.pins_short", Unit::none, "signal pins that slots of the board lack for their wires, together",
               member_of<board_of_candidate, &BoardMeasures::pins_short>, called("pins_short", "pins short")},
              {{"sum over the slots of max(0, needed - there)",
                "definition",
                {{"by slot", "board.pins_of_slots", "pins needed, there and short"}}}}),
      derived(
          {"board.pins_of_slot_max", Unit::none, "signal pins that the slot needs whose wires need most",
           member_of<board_of_candidate, &BoardMeasures::pins_of_slot_max>, called("pins_of_slot", "pins of a slot")},
          {{"largest number of pins needed by a slot",
            "counted, link by link: each wire takes a pin at both ends",
            {{"by slot", "board.pins_of_slots", "pins needed, there and short"}}}}),
      {"board.pins_of_slots", Unit::none, "signal pins of every slot: needed by its wires, there, short",
       pins_of_slots},
      of_tracks(derived(
          {"board.signal_layers", Unit::none,
           "signal layers of the board: as drawn, else those that cuts and escapes ask for at least",
           member_of<board_of_candidate, &BoardMeasures::signal_layers>,
           called("signal_layers", "signal layers", {}, "layers")},
          {when(all_drawn,
                {"drawn", "derived: all wires have tracks on them", {{"drawn", "board.layers_drawn", "layers"}}}),
           {"max(by cut, by escape, drawn)",
            "definition; not all wires are drawn",
            {{"by cut", "board.signal_layers_by_cut", "layers"},
             {"by escape", "board.signal_layers_by_escape", "layers"},
             {"drawn", "board.layers_drawn", "layers; none: too many wires to draw"}}}})),
      derived(
          {"board.signal_layers_by_cut", Unit::none, "signal layers that the wires over a cut between slots need",
           member_of<board_of_candidate, cut, &LayersNeeded::layers>, called("signal_layers_by_cut", "layers by cut")},
          {{"ceil(W / (b * t)) at the cut that needs most",
            "derived: every wire over a cut takes a track of some layer, past the pins beside it",
            {{"W", "board.cut_wires", "wires over it"},
             {"b", lines_of_track, "wires of a track: 2 for a pair"},
             {"t", "board.cut_tracks", "tracks of one layer across it, past the pads of the fields beside it"},
             {"cut", "board.cut", "between slots cut - 1 and cut"}}}}),
      {"board.cut", Unit::none, "the cut that decides: between slots cut - 1 and cut",
       member_of<board_of_candidate, cut, &LayersNeeded::place>},
      {"board.cut_wires", Unit::wires, "wires over it", member_of<board_of_candidate, cut, &LayersNeeded::wires>},
      {"board.cut_tracks", Unit::none, "tracks, or pairs, of one layer across it",
       member_of<board_of_candidate, cut, &LayersNeeded::tracks>},
      derived({"board.signal_layers_by_escape", Unit::none, "signal layers that the wires of a slot need to leave it",
               member_of<board_of_candidate, escape, &LayersNeeded::layers>,
               called("signal_layers_by_escape", "layers by escape")},
              {{"ceil(d / n) at the slot that needs most, n = floor((pitch - pad - 2 clearance + space) / (width + "
                "space))",
                "derived: each pin of a column takes a track of the channel beside it",
                {{"d", "board.escape_depth", "pins (pairs) of a column whose wires leave to one side"},
                 {"n", "board.escape_tracks", "tracks (pairs) of one layer between two pads"},
                 {"slot", "board.escape_slot", "counted from 0"}}}}),
      {"board.escape_slot", Unit::none, "the slot that decides",
       member_of<board_of_candidate, escape, &LayersNeeded::place>},
      {"board.escape_depth", Unit::none, "pins, or pairs, of a column whose wires leave it to one side",
       member_of<board_of_candidate, escape, &LayersNeeded::wires>},
      {"board.escape_tracks", Unit::none, "tracks, or pairs, of one layer between two pads",
       member_of<board_of_candidate, escape, &LayersNeeded::tracks>},
      of_tracks(derived(
          {"board.copper_layers", Unit::none,
           "copper layers in all, assumed: each signal layer between two planes of ground, and a plane for each net of "
           "power",
           copper, called("copper_layers", "copper layers")},
          {{"2 n + 1 + p",
            "derived: assumed is a stripline on each signal layer: n + 1 planes of ground, since neighbours share one",
            {{"n", "board.signal_layers", "layers"},
             {"p", member_of<board_of_candidate, &BoardMeasures::rails>, "planes of power: one for each net"}}}})),
  };
}

Quantities size_of_board() {
  return {
      derived({"board.densest_cut_wires", Unit::wires, "wires over the densest cut between slots",
               member_of<board_of_candidate, &BoardMeasures::densest_cut_wires>,
               called("densest_cut_wires", "densest cut")},
              {{"largest count of wires over the cuts between slots", "counted, link by link"}}),
      {"board.width_mm", Unit::mm, "width of the widest board: its slots at their pitch, and margins",
       member_of<board_of_candidate, &BoardMeasures::width, mm_of_nm>},
      {"board.height_mm", Unit::mm, "height of the highest board: its tallest slot, and margins",
       member_of<board_of_candidate, &BoardMeasures::height, mm_of_nm>},
      {"board.thickness_mm", Unit::mm, "thickness of the board, as given", thickness_mm},
      derived({"board.drill_aspect", Unit::none, "thickness of the board over its narrowest holes", drill_aspect,
               called("drill_aspect", "aspect")},
              {{"thickness / drill",
                "definition",
                {{"thickness", "board.thickness_mm", "mm"}, {"drill", drill_mm, "mm, of the narrowest holes"}}}}),
      derived(
          {"board.longest_mm", Unit::mm, "longest link on the board, as a straight track from slot to slot",
           member_of<board_of_candidate, &BoardMeasures::longest, mm_of_nm>, called("board_longest", "longest track")},
          {{"largest distance of two slots of a board that a link joins", "definition"}}),
  };
}

/// What several boards, one for each row of nodes, come to.
Quantities shelf_of_boards() {
  return {
      {"board.count", Unit::none, "boards: each row of nodes is one",
       member_of<board_of_candidate, &BoardMeasures::count>},
      {"board.cables", Unit::none, "links from board to board, between the fronts of cards",
       member_of<board_of_candidate, &BoardMeasures::cables>},
      {"board.worst", Unit::none, "the board that needs most signal layers, counted from 1",
       member_of<board_of_candidate, [](const BoardMeasures& board) { return board.worst() + 1; }>},
  };
}

bool some_board(const Study& study) { return study.some_board; }

}  // namespace

bool has_board(const UnderDelay& a) { return board_of_candidate(a) != nullptr; }

Quantities board_quantities() {
  Quantities all = joined({needs_of_board(), size_of_board(), shelf_of_boards(), signals_of_board()});
  for (Quantity& row : all) row.wanted = some_board;
  return all;
}

}  // namespace cutline
