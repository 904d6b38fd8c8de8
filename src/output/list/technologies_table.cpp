// SPDX-License-Identifier: Apache-2.0
#include "output/list/technologies_table.hpp"

#include "cutline/delay/wire_medium.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/technology/technology.hpp"
#include "output/text/number.hpp"

namespace cutline::list {

namespace {

/// A number: with three digits for people, else in full.
TableCell number_cell(std::optional<double> value, bool people) {
  if (!value) return {};
  return people ? TableCell(text::short_text(*value, 3)) : TableCell(*value);
}

/// The main figures of a technology, for the layer that delays use by default.
std::vector<TableCell> technology_cells(const Technology& technology, bool people) {
  const WireMedium medium = wire_medium(technology);
  const Layer* layer = technology.unit ? nullptr : find_layer(technology);
  const auto& ends = medium.ends;
  const auto given = [&](TechnologyFigure figure) {
    const double* value = medium.figures.find(figure);
    return number_cell(value != nullptr ? std::optional(*value) : std::nullopt, people);
  };
  return {technology.name,
          std::string(word(technology.medium)),
          static_cast<std::int64_t>(technology.layers.size()),
          layer == nullptr ? TableCell() : TableCell(layer->name),
          number_cell(layer == nullptr ? std::nullopt : std::optional(1 / in_mm(layer->pitch)), people),
          given(TechnologyFigure::r_ohm_per_mm),
          given(TechnologyFigure::c_ff_per_mm),
          given(TechnologyFigure::flight_ps_per_mm),
          given(TechnologyFigure::vdd_v),
          ends ? TableCell(in_ns(ends->latency)) : TableCell(),
          ends ? TableCell(in_mm(ends->reach)) : TableCell(),
          technology.grade.empty() ? TableCell() : TableCell(technology.grade),
          technology.summary,
          technology.source};
}

}  // namespace

Table technologies_table(bool people) {
  Table table{{{"name", "technology", "", true},
               {"medium", "medium", "", true},
               {"layers", "layers", ""},
               {"layer", "layer", "", true},
               {"wires_per_mm", "wires", "/mm"},
               {"r_ohm_per_mm", "r", "ohm/mm"},
               {"c_ff_per_mm", "c", "fF/mm"},
               {"flight_ps_per_mm", "flight", "ps/mm"},
               {"vdd_v", "vdd", "V"},
               {"ends_ns", "ends", "ns"},
               {"reach_mm", "reach", "mm"},
               {"grade", "grade", "", true},
               {"summary", "meaning", "", true, true},
               {"source", "source", "", true, true}},
              {}};
  // Paths of files do not fit into narrow columns; the formats for programs have them.
  if (people) table.columns.pop_back();
  for (const Technology& each : technologies()) {
    table.rows.push_back(technology_cells(each, people));
    table.rows.back().resize(table.columns.size());
  }
  return table;
}

}  // namespace cutline::list
