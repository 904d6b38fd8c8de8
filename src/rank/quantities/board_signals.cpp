// SPDX-License-Identifier: Apache-2.0
#include "study/board_signals.hpp"

#include "rank/quantities/board_signal_rows.hpp"

namespace cutline {

namespace {

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
      derived({"board.reach_cm", Unit::none, "about: length at which a link has lost the budget, in cm",
               of_signals<&BoardSignals::reach_cm>, called("reach", "reach cm")},
              {{"(budget - fixed) / a",
                "derived: losses in dB add up",
                {{"budget", of_choice<&BoardChoice::loss_budget_db>, "dB"},
                 kFixed,
                 {"a", db_per_cm, "dB/cm of dielectric and copper"}}}}),
  };
}

}  // namespace

Quantities signals_of_board() {
  Quantities all = joined({drawn_board(), timing_of_board(), lines_of_board(), losses_of_board()});
  for (Quantity& row : all) row.of_board_tracks = true;
  return all;
}

}  // namespace cutline
