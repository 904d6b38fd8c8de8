// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <set>

#include "cutline/detail/layout/shapes.hpp"
#include "cutline/study/laid_out.hpp"
#include "evaluate/link_costs.hpp"
#include "output/tables/layout_lists.hpp"

namespace cutline {

namespace {

/// Unit cells that all links together run along each layer, with the stubs of taps on the layer of their strand.
std::vector<double> cells_on_layers(const Candidate& candidate) {
  std::vector<double> cells(2 * std::size_t{candidate.laid_out()->layout.rules.layer_pairs});
  const LinkKinds kinds(candidate);
  for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
    for (const Strand& strand : kinds.geometry(kind).strands) {
      const double wires = static_cast<double>(kinds.links(kind)) * strand.wires;
      cells[static_cast<std::size_t>(horizontal_layer(strand.pair))] += wires * strand.mean_x;
      cells[static_cast<std::size_t>(vertical_layer(strand.pair))] += wires * strand.mean_y;
    }
  }
  return cells;
}

/// The tracks of a pattern in use on a layer pair. Wires between facing neighbours take none: their lanes are places in
/// the zone of the boxes.
std::uint64_t tracks_on_pair(const Pattern& pattern, std::uint32_t pair) {
  std::set<std::uint32_t> places;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    const std::size_t end = part + 1 < pattern.size() ? pattern.first_unit(part + 1) : pattern.lane.size();
    for (std::size_t unit = pattern.first_unit(part); unit < end; ++unit) {
      if (pattern.lane[unit] % pattern.pairs == pair) places.insert(pattern.lane[unit]);
    }
  }
  return places.size() * pattern.wires_per_unit;
}

/// The row or column with most tracks in use on a layer, the first of equal ones.
struct Busiest {
  std::size_t line = 0;
  std::uint64_t tracks = 0;
};
Busiest busiest_line(const Lines& lines, std::uint32_t pair) {
  std::vector<std::uint64_t> tracks;
  for (const Pattern& pattern : lines.patterns) tracks.push_back(tracks_on_pair(pattern, pair));
  Busiest most;
  for (std::size_t line = 0; line < lines.pattern_of_line.size(); ++line) {
    const std::uint64_t own = tracks[lines.pattern_of_line[line]];
    if (own > most.tracks) most = {line, own};
  }
  return most;
}

/// The tracks of a layer that a row or column has room for: those of its routing channel or, with wires over the nodes,
/// of its whole pitch.
std::int64_t room_of_line(const Layout& layout, Axis across, std::size_t line) {
  const AxisPositions& slots = layout.positions[index(across)];
  const auto slot = static_cast<std::uint32_t>(line % slots.channel.size());  // planes have the same slots
  const bool over = layout.rules.over_nodes && layout.rules.given == nullptr;
  return over ? slots.pitch(slot) : slots.channel[slot];
}

}  // namespace

Table layer_table(const UnderDelay& asked) {
  const Layout& layout = asked.candidate.laid_out()->layout;
  const LayoutSize& size = asked.candidate.laid_out()->measures.size;
  const std::vector<double> cells = cells_on_layers(asked.candidate);
  const double all = static_cast<double>(size.width_pitches) * static_cast<double>(size.height_pitches);
  const bool unit = layout.rules.unit;
  Table table{{{"layer", "layer", "", true},
               {"direction", "direction", "", true},
               {"wires", "wires", ""},
               unit ? TableColumn{"length_pitches", "wire", "wire pitches"} : TableColumn{"length_mm", "wire", "mm"},
               {"area_mm2", "tracks", "mm2"},
               {"tracks_fraction", "of all tracks", ""},
               {"busiest", "busiest", "", true},
               {"busiest_tracks", "tracks in it", ""},
               {"busiest_room", "of", ""}},
              {}};
  const Data wires = quantity_value(asked, "layout.wires_on_layers");
  for (std::size_t layer = 0; layer < cells.size(); ++layer) {
    const Data& told = wires.list().at(layer);
    const bool along_x = layer % 2 == 0;
    const double cell_mm = (along_x ? layout.rules.cell_width_nm : layout.rules.cell_height_nm) * 1e-6;
    const double length = unit ? cells[layer] : cells[layer] * cell_mm;
    const Busiest busiest =
        busiest_line(layout.lines(along_x ? Axis::x : Axis::y), static_cast<std::uint32_t>(layer / 2));
    table.rows.push_back(
        {told.at("layer").text(), along_x ? "horizontal" : "vertical",
         static_cast<std::int64_t>(told.at("wires").number()), length,
         unit ? TableCell() : TableCell(length * told.at("own_track_pitch_nm").number() * 1e-6), cells[layer] / all,
         busiest.tracks == 0 ? TableCell() : TableCell(fmt::format("{} {}", along_x ? "row" : "column", busiest.line)),
         static_cast<std::int64_t>(busiest.tracks),
         busiest.tracks == 0 ? TableCell()
                             : TableCell(room_of_line(layout, along_x ? Axis::y : Axis::x, busiest.line))});
  }
  if (unit) table.columns.at(4).if_room = true;
  return table;
}

}  // namespace cutline
