// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

bool has_guest(const Study& study) { return study.guest.has_value(); }

const Emulation* emulation_of(const UnderDelay& a) {
  const auto& all = a.candidate.emulations;
  return a.delay < all.size() && all[a.delay] ? &*all[a.delay] : nullptr;
}

template <auto of>
Data from(const UnderDelay& a) {
  const Emulation* emulation = emulation_of(a);
  return emulation != nullptr ? to_data(of(*emulation)) : Data();
}

/// A value of an emulated butterfly; null for other guests.
template <auto of>
Data from_butterfly(const UnderDelay& a) {
  const Emulation* emulation = emulation_of(a);
  const bool butterfly = emulation != nullptr && emulation->task.guest == Guest::butterfly;
  return butterfly ? to_data(of(*emulation)) : Data();
}

HostMeasures printed(const Emulation& e) { return printed_measures(e.wafer, e.host); }

/// A value of the printed times; null if the paper's tables do not cover the delay model.
template <auto of>
Data as_printed(const UnderDelay& a) {
  const Emulation* emulation = emulation_of(a);
  const auto* times = emulation != nullptr ? std::get_if<PrintedTimes>(&emulation->printed) : nullptr;
  return times != nullptr ? to_data(of(*times)) : Data();
}

/// The time by another reading of the printed formulas; null if there is no such time.
template <class Reading>
Data also_printed(const PrintedTimes& times) {
  const auto* found = std::get_if<Reading>(&times.also);
  return found != nullptr ? Data(found->ns) : Data();
}

std::vector<Note> notes(const UnderDelay& a) {
  return emulation_of(a) != nullptr ? emulation_of(a)->notes() : std::vector<Note>{};
}

using E = Emulation;
using P = PrintedTimes;

Quantities host_rows() {
  return {
      {"emulation.host", Unit::none, "the host", from<[](const E& e) { return name_of(e.host); }>},
      {"emulation.per_processor", Unit::none, "rows of the guest's side at a processor",
       from<[](const E& e) { return e.task.side; }>},
      {"emulation.printed_width", Unit::wires, "wires of a channel, as printed",
       from<[](const E& e) { return printed(e).width; }>, called("", "width")},
      {"emulation.exact_width", Unit::wires, "wires of a channel, by the routed layout's tracks",
       from<[](const E& e) { return e.exact.width; }>, called("", "width")},
      {"emulation.bound_width", Unit::wires, "wires of a channel, by the paper's bound on tracks",
       from<[](const E& e) { return bound_measures(e.wafer, e.host).width; }>},
      {"emulation.printed_longest", Unit::node_pitches, "longest wire, as printed",
       from<[](const E& e) { return printed(e).longest; }>, called("", "longest")},
      {"emulation.exact_longest", Unit::node_pitches, "longest wire of the routed layout",
       from<[](const E& e) { return e.exact.longest; }>, called("", "longest")},
      derived({"emulation.printed_side_pitches", Unit::wire_pitches,
               "side of the square that the paper's layout of a host takes",
               from<[](const E& e) { return printed_side(e.wafer, e.host); }>, called("emulation_side")},
              {{"mesh P (s + 2 w_g); hypercube P (s + 2 P w_h); cycles P s + 2 P w_c + P^2 w_c / p'",
                "[Ranade 1987, sec. 2.1 and 2.2]",
                {{"host", "emulation.host", ""},
                 {"w", "emulation.printed_width", "wires of a channel, as Table 1 prints"},
                 {"tracks", "emulation.printed_tracks",
                  "channels side by side above a row of processors or cycles, both ways"}}}}),
      {"emulation.printed_tracks", Unit::none, "channels side by side above a row, as printed",
       from<[](const E& e) { return printed_tracks(e.wafer, e.host); }>},
  };
}

Quantities time_rows() {
  return {
      {"emulation.printed_longest_ns", Unit::time, "delay of the longest wire, as printed",
       as_printed<[](const P& p) { return p.longest_ns; }>},
      {"emulation.exact_longest_ns", Unit::time, "delay of the longest wire of the routed layout",
       from<[](const E& e) { return e.exact_longest_ns; }>},
      {"emulation.printed_time_ns", Unit::time, "communication of the guest, as printed",
       as_printed<[](const P& p) { return p.time_ns; }>, called("", "printed", "emulation_printed_ns")},
      {"emulation.floored_time_ns", Unit::time, "the same with the floor brackets of Table 3",
       as_printed<also_printed<FlooredTime>>},
      {"emulation.printed_over_mesh", Unit::none, "the printed time over the mesh's",
       as_printed<[](const P& p) { return p.time_ns / p.mesh_ns; }>},
      {"emulation.corrected_time_ns", Unit::time, "communication of the guest, by the corrected formulas",
       as_printed<also_printed<CorrectedTime>>, called("", "corrected")},
      derived(with_loss({"emulation.exact_time_ns", Unit::time, "communication of the guest, by the exact layout",
                         from<[](const E& e) { return std::get_if<double>(&e.exact_ns); }>,
                         called("emulation", "exact", "emulation_exact_ns", "emulation")},
                        emulation_loss),
              {{"sum over legs of transmissions * delay of a wire of the leg's length",
                "[Ranade 1987, sec. 3 to 5], from widths at which the routed layouts take one area",
                {{"host", "emulation.host", ""},
                 {"printed", "emulation.printed_time_ns", "the table's cell as printed"},
                 {"floored", "emulation.floored_time_ns", "the cell of Table 3 with floor brackets, as it stands"},
                 {"over mesh", "emulation.printed_over_mesh", "as printed, over the mesh's"},
                 {"corrected", "emulation.corrected_time_ns", "the cell of Table 4 with the width of Table 1"},
                 {"W", "emulation.exact_width", "wires of a channel, by the tracks of the routed layout"},
                 {"bound", "emulation.bound_width", "wires of a channel, by the paper's bound on tracks"},
                 {"notes", "emulation.notes", ""}}}}),
      derived({"emulation.evaluations", Unit::none, "nodes of a butterfly that a processor computes",
               from_butterfly<[](const E& e) { return butterfly_evaluations(e.wafer, e.host, e.task); }>,
               called("evaluations")},
              {{"K^2 (2k + 2p), for cycles K^2 (2k + 4p), k = log2 K",
                "[Ranade 1987, table 3], corrected",
                {{"K", "emulation.per_processor", "rows of the guest's side at a processor"},
                 {"printed", "emulation.printed_evaluations", "with L, m read as log2 K"},
                 {"pipelined", "emulation.pipelining_gain", "times faster at most, 2p [Ranade 1987, sec. 4.2]"},
                 {"radix 2k", "emulation.radix_gain", "times faster at most, 2k [Ranade 1987, sec. 4.2]"}},
                {{"RJ-tab3: printed K^2 L (2m + 2p), m for k and a factor L too many"}}}}),
      {"emulation.printed_evaluations", Unit::none, "the same, as printed",
       from_butterfly<[](const E& e) { return printed_evaluations(e.wafer, e.host, e.task); }>},
      {"emulation.pipelining_gain", Unit::none, "times faster with pipelining, at most",
       from_butterfly<[](const E& e) { return butterfly_gains(e.wafer, e.task).pipelining; }>},
      {"emulation.radix_gain", Unit::none, "times faster with higher radix, at most",
       from_butterfly<[](const E& e) { return butterfly_gains(e.wafer, e.task).radix; }>},
      in_words("emulation.notes", "what a reader must know of the emulation", notes, NoteForm::list),
  };
}

}  // namespace

Quantities emulation_quantities() {
  Quantities rows = joined({host_rows(), time_rows()});
  for (Quantity& row : rows) row.wanted = has_guest;
  return rows;
}

}  // namespace cutline
