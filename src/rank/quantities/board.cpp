// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/placed_network.hpp"
#include "rank/quantities/rows.hpp"
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

using board::DrawnMeasures;

BoardSignals signals_of(const UnderDelay& a) {
  return a.candidate.board ? board_signals(*a.candidate.design->board, *a.candidate.board) : BoardSignals();
}

template <auto member>
Data of_signals(const UnderDelay& a) {
  return a.candidate.board ? to_data(signals_of(a).*member) : Data();
}

const DrawnMeasures* drawn_of(const UnderDelay& a) {
  return a.candidate.board && a.candidate.board->drawn ? &*a.candidate.board->drawn : nullptr;
}
/// The slots of the link whose lines differ most.
Data skew_link(const UnderDelay& a) {
  const DrawnMeasures* drawn = drawn_of(a);
  return drawn != nullptr && !drawn->skew.link.empty() ? Data(drawn->skew.link) : Data();
}

/// What the design says of its board.
template <auto member>
Data of_choice(const UnderDelay& a) {
  return a.candidate.board ? to_data((*a.candidate.design->board).*member) : Data();
}
const board::Material* material_of(const UnderDelay& a) {
  const bool has = a.candidate.board && a.candidate.design->board->material;
  return has ? &*a.candidate.design->board->material : nullptr;
}
/// A length of the track in mm.
template <auto member>
Data of_line(const UnderDelay& a) {
  const auto line = signals_of(a).line;
  return line ? Data(mm_of_nm((*line).*member)) : Data();
}
Data gap_mm(const UnderDelay& a) {
  return a.candidate.board ? Data(mm_of_nm(a.candidate.design->board->tracks.gap)) : Data();
}
Data longest_cm(const UnderDelay& a) { return a.candidate.board ? Data(signals_of(a).longest_mm / 10) : Data(); }
Data db_per_cm(const UnderDelay& a) {
  const BoardSignals signals = signals_of(a);
  return signals.dielectric_db_per_cm ? Data(signals.db_per_cm()) : Data();
}
Data copper_db_per_cm(const UnderDelay& a) {
  return a.candidate.board ? Data(signals_of(a).copper_db_per_cm.value_or(0)) : Data();
}
Data delay_ns(const UnderDelay& a) {
  const board::Material* material = material_of(a);
  return material != nullptr ? Data(flight_ps_per_mm(material->dk) * signals_of(a).longest_mm * 1e-3) : Data();
}
bool has_copper(const UnderDelay& a) { return signals_of(a).copper_db_per_cm.has_value(); }

constexpr Symbol kDk = {"Dk", member_of<material_of, &board::Material::dk>, "relative permittivity"};
constexpr Symbol kWave = {"v", member_of<material_of, &board::Material::dk, flight_ps_per_mm>,
                          "ps for a mm: sqrt(Dk) / c"};

Quantities drawn_board() {
  return {
      {"board.longest_track_mm", Unit::mm, "longest net of the board as drawn, without the height of vias",
       member_of<drawn_of, &DrawnMeasures::longest, mm_of_nm>, called("longest_track", "drawn track")},
      {"board.wires_left", Unit::wires, "wires of the board that found no pins or no track when it was drawn",
       member_of<drawn_of, &DrawnMeasures::wires_left>, called("wires_left", "wires left")},
      {"board.layers_drawn", Unit::none, "signal layers with tracks, as drawn",
       member_of<drawn_of, &DrawnMeasures::layers>, called("layers_drawn", "layers drawn")},
      {"board.layers_along_y", Unit::none, "those of them whose tracks run along y",
       member_of<drawn_of, &DrawnMeasures::layers_along_y>},
      {"board.vias", Unit::none, "vias of the board, without the holes of pins",
       member_of<drawn_of, &DrawnMeasures::vias>, called("vias", "vias")},
      {"board.serpentine_mm", Unit::mm, "length that was added to match the wires of links, of all nets together",
       member_of<drawn_of, &DrawnMeasures::serpentine, mm_of_nm>},
      {"board.skew_mm", Unit::mm, "how much the drawn lengths of the lines of one link differ, of the worst link",
       member_of<drawn_of, &DrawnMeasures::skew, [](const auto& skew) { return skew.most; }, mm_of_nm>},
      {"board.pair_skew_mm", Unit::mm, "the same of the two lines of a pair, of the worst pair",
       member_of<drawn_of, &DrawnMeasures::pair_skew, [](const auto& skew) { return skew.most; }, mm_of_nm>},
  };
}

Quantities timing_of_board() {
  return {
      derived({"board.skew_ps", Unit::none, "how much later the last wire of a link arrives than its first, in ps",
               of_signals<&BoardSignals::skew_ps>, called("skew", "skew ps")},
              {{"d v",
                "definition",
                {{"d", "board.skew_mm", "mm, of the worst link"}, kWave, {"link", skew_link, "its slots"}}}}),
      derived({"board.pair_skew_ps", Unit::none, "the same of the two lines of a pair, in ps",
               of_signals<&BoardSignals::pair_skew_ps>, called("pair_skew", "pair skew ps")},
              {{"d v", "definition", {{"d", "board.pair_skew_mm", "mm, of the worst pair"}, kWave}}}),
      derived({"board.delay_ns", Unit::time, "time of flight along the longest track", delay_ns,
               called("board_delay", "flight")},
              {{"sqrt(Dk) / c x longest", "definition", {kDk, {"longest", longest_cm, "cm, as drawn"}}}}),
      derived({"board.stub_mm", Unit::mm, "longest stub: of a hole past the last layer where its net leaves it",
               of_signals<&BoardSignals::stub_mm>, called("stub", "stub")},
              {{"T s",
                "derived: signal layer k of n is 2 k + 1 of 2 n gaps between copper layers deep, counted from 0",
                {{"T", "board.thickness_mm", "mm"},
                 {"s", member_of<drawn_of, &DrawnMeasures::stub>, "of the thickness, of the worst hole"}}}}),
  };
}

Quantities lines_of_board() {
  using board::Stripline;
  constexpr Symbol kWidth = {"w", of_line<&Stripline::width>, "mm, width of a track"};
  constexpr Symbol kCopper = {"t", of_line<&Stripline::copper>, "mm, its thickness"};
  constexpr Symbol kHeight = {"h", of_line<&Stripline::height>, "mm to each plane"};
  return {
      derived({"board.impedance_ohm", Unit::none, "about: impedance of a track between two planes, in ohms",
               of_signals<&BoardSignals::impedance_ohm>, called("impedance", "ohm")},
              {{"30 pi / sqrt(Dk) K(k) / K(k'), k = sech(pi u / 2), u = width over the distance of the planes, both as "
                "of thin copper",
                "[Cohn 1954], [Wheeler 1978]",
                {kDk, kWidth, kCopper, kHeight}}}),
      derived({"board.pair_impedance_ohm", Unit::none, "about: differential impedance of a pair, in ohms",
               of_signals<&BoardSignals::pair_impedance_ohm>, called("pair_impedance", "pair ohm")},
              {{"twice the impedance of the odd mode",
                "[Cohn 1955]",
                {kDk, kWidth, kCopper, kHeight, {"gap", gap_mm, "mm"}}}}),
      {"board.copper_db_per_cm", Unit::none, "about: loss of smooth copper of a track and of its planes, in dB/cm",
       of_signals<&BoardSignals::copper_db_per_cm>},
      derived({"board.dielectric_db_per_cm", Unit::none, "about: loss of the dielectric, in dB/cm",
               of_signals<&BoardSignals::dielectric_db_per_cm>, called("dielectric_db_per_cm", "dielectric")},
              {{"2.3 f sqrt(Dk) Df / 2.54",
                "[RF Essentials]",
                {{"f", of_choice<&BoardChoice::nyquist_ghz>, "GHz, the Nyquist frequency"},
                 kDk,
                 {"Df", member_of<material_of, &board::Material::df>, "loss tangent"}}}}),
  };
}

Quantities losses_of_board() {
  constexpr Symbol kDielectric = {"a_d", "board.dielectric_db_per_cm", "dB/cm of the dielectric"};
  constexpr Symbol kCopper = {"a_c", copper_db_per_cm, "dB/cm of the copper"};
  constexpr Symbol kLength = {"l", longest_cm, "cm, the longest track: as drawn, else straight"};
  constexpr Symbol kFixed = {"fixed", of_signals<&BoardSignals::fixed_db>, "dB of connectors and vias"};
  return {
      derived(
          {"board.loss_db", Unit::none, "about: loss along the longest track with connectors and vias, in dB",
           of_signals<&BoardSignals::loss_db>, called("board_loss", "loss")},
          {when(has_copper, {"(a_d + a_c) l + fixed",
                             "[RF Essentials], [Pozar 2012, eq. 3.181]; about: smooth copper",
                             {kDielectric, kCopper, kLength, kFixed}}),
           {"a_d l + fixed",
            "[RF Essentials]; about: without the copper's loss, because `tracks.plane_distance` and `thickness` are "
            "not given",
            {kDielectric, kLength, kFixed}}}),
      derived(best_high({"board.reach_cm", Unit::none, "about: length at which a link has lost the budget, in cm",
                         of_signals<&BoardSignals::reach_cm>, called("reach", "reach cm")}),
              {{"(budget - fixed) / a",
                "derived: losses in dB add up",
                {{"budget", of_choice<&BoardChoice::loss_budget_db>, "dB"},
                 kFixed,
                 {"a", db_per_cm, "dB/cm of dielectric and copper"}}}}),
  };
}

/// The rows of a board as it is drawn, and of its signals.
Quantities signals_of_board() {
  Quantities all = joined({drawn_board(), timing_of_board(), lines_of_board(), losses_of_board()});
  for (Quantity& row : all) row.of_board_tracks = true;
  return all;
}

}  // namespace

bool has_board(const UnderDelay& a) { return board_of_candidate(a) != nullptr; }

Quantities board_quantities() {
  Quantities all = joined({needs_of_board(), size_of_board(), shelf_of_boards(), signals_of_board()});
  for (Quantity& row : all) row.wanted = some_board;
  return all;
}

}  // namespace cutline
