// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/csv_text.hpp"
#include "cutline/topology/said_names.hpp"
#include "spec/candidate_keys.hpp"
#include "spec/files.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCellPlace = (std::int64_t{1} << 26) - 1;
constexpr std::size_t kMostBytesOfCells = std::size_t{1} << 30;
constexpr const char* kCellHint =
    "a cell is [x, y] or [x, y, z]; by the name of its node [name, x, y], or name: [x, y]";

using CellNumbers = std::array<std::int64_t, 3>;

bool is_whole_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The name that a text says: what stands in double quotes, else the text.
std::string said_name(const std::string& text) { return name_in_quotes(text).value_or(text); }

/// Adds a cell. Either all cells have names or none has.
void add_cell(Reader& reader, YamlId id, const CellNumbers& cell, const std::string& name, PlacementChoice& choice) {
  if (!choice.cells.empty() && choice.cell_names.empty() != name.empty())
    return reader.report(id, "some cells have the name of a node and others have none", kCellHint);
  choice.cells.push_back(cell);
  if (!name.empty()) choice.cell_names.push_back(name);
}

void read_coordinates(Reader& reader, YamlId id, const std::vector<YamlId>& items, const std::string& name,
                      PlacementChoice& choice) {
  if (items.size() < 2 || items.size() > 3)
    return reader.report(id, fmt::format("a cell has 2 or 3 numbers, not {}", items.size()),
                         "a cell is [x, y] or [x, y, z]");
  CellNumbers cell{};
  for (std::size_t axis = 0; axis < items.size(); ++axis)
    cell[axis] = read_whole(reader, items[axis], "cells", 0, kMostCellPlace).value_or(0);
  add_cell(reader, id, cell, name, choice);
}

void read_cell(Reader& reader, YamlId id, PlacementChoice& choice) {
  auto items = read_list(reader, id, "cells");
  if (!items) return;
  std::string name;
  if (items->size() > 2) {
    const YamlNode& first = reader[items->front()];
    const bool is_number = !first.quoted && first.text.find_first_not_of("-.0123456789") == std::string::npos;
    if (first.kind == YamlKind::scalar && !is_number) name = said_name(first.text);
  }
  if (!name.empty()) items->erase(items->begin());
  read_coordinates(reader, id, *items, name, choice);
}

/// Reads rows `name,x,y` or `name,x,y,z`, with a line of column names before them or without.
void read_named_rows(const GraphText& file, PlacementChoice& choice) {
  CsvLines lines(file,
                 "a line is `name,x,y` or `name,x,y,z`; a name with a comma, or one that begins with #, stands in "
                 "double quotes");
  std::vector<CsvField> fields;
  for (bool is_first = true; lines.next(fields); is_first = false) {
    if (fields.size() < 3 || fields.size() > 4)
      lines.fail(fields[0].at, fmt::format("this line has {} fields, not 3 or 4", fields.size()));
    const bool is_header = is_first && !is_whole_number(fields[1].text) && !is_whole_number(fields[2].text);
    if (is_header) continue;
    CellNumbers cell{};
    for (std::size_t axis = 0; axis + 1 < fields.size(); ++axis) {
      const CsvField& field = fields[axis + 1];
      const double at = lines.number(field, "the cell", 0, static_cast<double>(kMostCellPlace));
      if (!is_whole_number(field.text)) lines.fail(field.at, "cells are counted in whole numbers");
      cell[axis] = static_cast<std::int64_t>(at);
    }
    if (fields[0].text.empty()) lines.fail(fields[0].at, "this line names no node");
    choice.cells.push_back(cell);
    choice.cell_names.push_back(fields[0].text);
  }
}

/// Whether the first line of a file begins with a name: in quotes, or no number.
bool has_names_of_nodes(const GraphText& file) {
  const std::string_view line = first_line(file.text);
  const std::string_view first = line.substr(0, line.find_first_of(" \t,\r#"));
  return first.find_first_not_of("-.0123456789") != std::string_view::npos && line.find(',') != std::string_view::npos;
}

void read_cells_file(Reader& reader, YamlId id, PlacementChoice& choice) {
  const auto path = read_path(reader, id, "cells");
  if (!path) return;
  try {
    const GraphText file{*path, read_text_file(*path, kMostBytesOfCells)};
    if (has_names_of_nodes(file)) {
      read_named_rows(file, choice);
    } else {
      for_each_row(*path, 2, 3, [&](const NumberRow& row) { choice.cells.push_back(row.numbers); });
    }
    if (choice.cells.empty()) reader.report(id, fmt::format("'{}' lists no cells", *path));
  } catch (const Error& error) {
    reader.take(error, id);
  }
}

}  // namespace

void read_cells(Reader& reader, YamlId id, CandidateDraft& draft) {
  PlacementChoice& choice = draft.design.placement;
  choice.cells.clear();
  choice.cell_names.clear();
  const YamlNode& node = reader[id];
  if (node.kind == YamlKind::scalar) return read_cells_file(reader, id, choice);
  if (node.kind == YamlKind::map) {
    for (const YamlEntry& entry : node.entries) {
      if (const auto items = read_list(reader, entry.value, "cells"))
        read_coordinates(reader, entry.value, *items, said_name(entry.key), choice);
    }
    return;
  }
  const auto items = read_list(reader, id, "cells");
  if (!items) return;
  for (const YamlId item : *items) read_cell(reader, item, choice);
  if (items->empty()) reader.report(id, "'cells' is an empty list", "list one cell a node, node 0 first");
}

ValueShape cells_shape() {
  const ValueShape coordinate = integer_shape("whole numbers", 0);
  const ValueShape by_name{"map of names to cells",
                           R"({"type": "object", "additionalProperties": )" + list_shape(coordinate).schema + "}"};
  return any_shape(
      {list_shape(list_shape(any_shape({coordinate, text_shape("name")}))), by_name, text_shape("path of a file")});
}

}  // namespace cutline
