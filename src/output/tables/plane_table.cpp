// SPDX-License-Identifier: Apache-2.0
#include "output/tables/plane_table.hpp"

#include "cutline/study/planes.hpp"
#include "output/tables/cells.hpp"

namespace cutline::tables {

Table plane_table(const Asked& asked) {
  Table table;
  table.columns = {{"plane", "plane", "", true, true},
                   {"share", "messages", "%"},
                   {"width", "width", "bits"},
                   {"links", "links", ""},
                   {"total_mm", "all wires", "mm"},
                   {"total", "all wires", "pitches"},
                   {"longest_mm", "longest", "mm"},
                   {"longest", "longest", "pitches"},
                   {"hops", "hops", "mean"},
                   {"load", "busiest", "load"},
                   {"saturation", "saturation bound", "bits/cycle"},
                   {"latency", "latency", std::string(unit_text(Unit::time, asked.study.technology.unit).heading)}};
  if (!asked.candidate.planes) return table;
  for (const PlaneResult& plane : asked.candidate.planes->all) {
    const Asked own = ask(*plane.study, plane.candidate, asked.delay);
    const auto cell = [&](const char* key) { return cell_of(quantity_value(own, key)); };
    const bool metres = !quantity_value(own, "length.total_mm").is_null();
    table.rows.push_back({plane.name, 100 * plane.message_share, cell("channel.width_bits"), cell("links"),
                          cell("length.total_mm"), metres ? TableCell() : cell("length.total_pitches"),
                          cell("length.longest_mm"), metres ? TableCell() : cell("length.longest_pitches"),
                          cell("performance.mean_hops"), cell("performance.peak_channel_load"),
                          cell("performance.saturation_bits_per_cycle_per_terminal"), cell("performance.latency_ns")});
  }
  drop_empty_columns(table);
  return table;
}

}  // namespace cutline::tables
