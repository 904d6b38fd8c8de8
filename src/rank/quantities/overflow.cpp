// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const Overflow* overflow_of(const UnderDelay& a) {
  const Measures* measures = measures_of(a);
  return measures != nullptr ? measures->overflow() : nullptr;
}

constexpr auto fullest_of = part_within<overflow_of, &Overflow::fullest>;

template <NoRoom cause>
std::uint64_t by_cause(const Overflow& overflow) {
  return overflow.by_cause[static_cast<std::size_t>(cause)];
}

/// "x" for a cut between columns, "y" for one between rows.
std::string axis_of_cut(const CutRoom& cut) { return std::string(1, letter(cut.axis)); }

const char* line_word(Axis axis) { return axis == Axis::x ? "row" : "column"; }

/// The rows and columns that have wires without room, and the edges over which these wires run.
Data overflowing_lines(const Overflow& overflow) {
  return each_of<Data>(overflow.lines, [&](const LineOverflow& line) {
    return Data::Map{{line_word(line.axis), std::uint64_t{line.line}}, {"wires", line.wires}};
  });
}

Data overflowing_edges(const Overflow& overflow) {
  return each_of<Data>(overflow.edges, [&](const EdgeOverflow& edge) {
    return Data::Map{
        {line_word(edge.axis), std::uint64_t{edge.line}}, {"cut", std::uint64_t{edge.cut}}, {"wires", edge.wires}};
  });
}

}  // namespace

Quantities overflow_quantities() {
  return {
      {"overflow.wires", Unit::wires, "wires that find no room in the given places",
       member_of<overflow_of, &Overflow::wires>, called("overflow", "overflow", "overflow")},
      {"overflow.links", Unit::none, "links that have such a wire", member_of<overflow_of, &Overflow::links>},
      {"overflow.no_track", Unit::wires, "of these wires, those without a track in their routing channel",
       member_of<overflow_of, by_cause<NoRoom::track>>},
      {"overflow.no_terminal", Unit::wires, "those without room for a terminal at their router",
       member_of<overflow_of, by_cause<NoRoom::terminal>>},
      {"overflow.blocked", Unit::wires, "those that meet blocked cells",
       member_of<overflow_of, by_cause<NoRoom::blocked>>},
      {"overflow.cut_wires", Unit::wires,
       "wires over the fullest cut of the die beyond all its tracks: 0, or no layout exists in these places",
       member_of<overflow_of, &Overflow::over_cut>, called("cut_overflow")},
      {"overflow.fullest_cut.axis", Unit::none, "x: the fullest cut lies between columns; y: between rows",
       member_of<fullest_of, axis_of_cut>},
      {"overflow.fullest_cut.cut", Unit::none, "which cut it is: between positions cut - 1 and cut",
       member_of<fullest_of, &CutRoom::cut>},
      {"overflow.fullest_cut.wires", Unit::wires, "wires over it", member_of<fullest_of, &CutRoom::wires>},
      {"overflow.fullest_cut.tracks", Unit::wires, "tracks over it on all layers, blocked ones left out",
       member_of<fullest_of, &CutRoom::tracks>},
      {"overflow.share_with_room", Unit::none, "part of the tracks of the fullest routing channel that it has room for",
       member_of<overflow_of, &Overflow::share_with_room>},
      {"overflow.lines", Unit::none, "rows and columns with wires without room",
       member_of<overflow_of, overflowing_lines>},
      {"overflow.edges", Unit::none, "edges between neighbouring positions of a line over which such wires run",
       member_of<overflow_of, overflowing_edges>}};
}

}  // namespace cutline
