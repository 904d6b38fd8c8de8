// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "base/files.hpp"
#include "placement/order.hpp"
#include "spec/study_keys.hpp"
#include "topology/graph_text.hpp"

namespace cutline {
namespace {

struct NumberRow {
  std::array<std::int64_t, 3> numbers{};
  std::size_t count = 0;
};

constexpr std::size_t kMaxRowsBytes = std::size_t{1} << 30;

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == ','; }

[[noreturn]] void throw_row(const std::string& path, int line, std::size_t column, std::string_view text,
                            std::string message) {
  throw Error(ExitCode::bad_input,
              {Diagnostic{std::move(message), "a line holds whole numbers with blanks between them; # begins a comment",
                          Place{path, line, static_cast<int>(column) + 1, std::string(text.substr(0, 200))}}});
}

NumberRow read_row(const std::string& path, int line, std::string_view text, std::size_t most) {
  NumberRow row;
  for (std::size_t at = 0; at < text.size() && text[at] != '#';) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    if (row.count == most) throw_row(path, line, at, text, fmt::format("the line holds more than {} numbers", most));
    const auto [end, trouble] = std::from_chars(text.data() + at, text.data() + text.size(), row.numbers[row.count]);
    const auto next = static_cast<std::size_t>(end - text.data());
    const bool ends = next == text.size() || is_blank(text[next]) || text[next] == '#';
    if (trouble != std::errc() || !ends) throw_row(path, line, at, text, "this is not a whole number");
    ++row.count;
    at = next;
  }
  return row;
}

/// Calls visit for every line of a file that holds numbers. Blanks or commas separate the whole numbers; # begins a
/// comment. Throws an input error with file, line and column if a line does not hold `least` to `most` numbers; `most`
/// is at most 3.
void for_each_row(const std::string& path, std::size_t least, std::size_t most,
                  FunctionRef<void(const NumberRow&)> visit) {
  const std::string all = read_text_file(path, kMaxRowsBytes);
  int line = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const std::string_view text = std::string_view(all).substr(begin, end - begin);
    const NumberRow row = read_row(path, ++line, text, most);
    if (row.count > 0 && row.count < least)
      throw_row(path, line, 0, text, fmt::format("the line holds fewer than {} numbers", least));
    if (row.count > 0) visit(row);
    begin = end + 1;
  }
}

constexpr std::int64_t kMostPlaces = (std::int64_t{1} << 26) - 1;
using Permutation = std::vector<std::uint32_t>;

bool is_path(const YamlNode& node) {
  return node.kind == YamlKind::scalar && node.text.find_first_of("/.") != std::string::npos;
}

std::optional<Permutation> read_permutation_file(Reader& reader, YamlId id) {
  const auto path = read_path(reader, id, "order");
  if (!path) return std::nullopt;
  Permutation permutation;
  const bool known = reader.tries(id, [&] {
    for_each_row(*path, 1, 1, [&](const NumberRow& row) {
      if (row.numbers[0] < 0 || row.numbers[0] > kMostPlaces)
        throw_input_error(fmt::format("'{}' names the place {}; places are 0 to 2^26 - 1", *path, row.numbers[0]));
      permutation.push_back(static_cast<std::uint32_t>(row.numbers[0]));
    });
  });
  if (!known) return std::nullopt;
  if (!permutation.empty()) return permutation;
  reader.report(id, fmt::format("'{}' lists no places", *path));
  return std::nullopt;
}

std::optional<Permutation> read_permutation(Reader& reader, YamlId id) {
  Permutation permutation;
  for (const YamlId item : reader[id].items) {
    const auto place = read_whole(reader, item, "order", 0, kMostPlaces);
    if (!place) return std::nullopt;
    permutation.push_back(static_cast<std::uint32_t>(*place));
  }
  if (!permutation.empty()) return permutation;
  reader.report(id, "'order' is an empty list", "list the nodes of the line from its first place to its last");
  return std::nullopt;
}

/// Reads the order along one axis: a name, a list of whole numbers or a file of whole numbers.
void read_axis_order(Reader& reader, YamlId id, PlacementChoice& choice) {
  std::string name = "natural";
  Permutation permutation;
  if (reader[id].kind == YamlKind::list) {
    permutation = read_permutation(reader, id).value_or(Permutation{});
  } else if (is_path(reader[id])) {
    permutation = read_permutation_file(reader, id).value_or(Permutation{});
  } else if (const auto index = read_choice(reader, id, "order", names_of(orders()))) {
    name = names_of(orders())[*index];
  }
  if (!permutation.empty()) {
    choice.permutations.resize(choice.orders.size());
    choice.permutations.push_back(std::move(permutation));
  }
  choice.orders.push_back(std::move(name));
}

bool lists_numbers(const Reader& reader, YamlId id) {
  const auto is_number = [&](YamlId item) {
    const YamlNode& node = reader[item];
    return node.kind == YamlKind::scalar && parse_number(node.text).has_value();
  };
  const std::vector<YamlId>& items = reader[id].items;
  return std::any_of(items.begin(), items.end(), is_number);
}

void read_order(Reader& reader, YamlId id, PlacementChoice& choice) {
  if (reader[id].kind != YamlKind::list || lists_numbers(reader, id)) return read_axis_order(reader, id, choice);
  const std::vector<YamlId> items = reader[id].items;
  if (items.empty() || items.size() > kAxes.size()) {
    return reader.report(id, fmt::format("'order' lists {} orders", items.size()),
                         "one for each of the axes x, y, z, or one for all");
  }
  for (const YamlId item : items) read_axis_order(reader, item, choice);
}

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
    cell[axis] = read_whole(reader, items[axis], "cells", 0, kMostPlaces).value_or(0);
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
      const double at = lines.number(field, "the cell", 0, static_cast<double>(kMostPlaces));
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
  reader.tries(id, [&] {
    const GraphText file{*path, read_text_file(*path, kMostBytesOfCells)};
    if (has_names_of_nodes(file)) {
      read_named_rows(file, choice);
    } else {
      for_each_row(*path, 2, 3, [&](const NumberRow& row) { choice.cells.push_back(row.numbers); });
    }
    if (choice.cells.empty()) reader.report(id, fmt::format("'{}' lists no cells", *path));
  });
}

void read_cells(Reader& reader, YamlId id, PlacementChoice& choice) {
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

}  // namespace

Key<Design> order_key() {
  const ValueShape whole = integer_shape("whole numbers", 0);
  const ValueShape order = any_shape({choice_shape(names_of(orders())), list_shape(whole), path_beside_names_shape()});
  return within(&Design::placement,
                {"order", any_shape({order, list_shape(order)}), "natural",
                 "how nodes follow along the axes: one for all, or a list of one per axis; a list of whole numbers, or "
                 "a file of one a line, is the order along x, the nodes from the first place to the last",
                 read_order});
}

Key<Design> cells_key() {
  const ValueShape coordinate = integer_shape("whole numbers", 0);
  const ValueShape by_name{"map of names to cells",
                           R"({"type": "object", "additionalProperties": )" + list_shape(coordinate).schema + "}"};
  return within(
      &Design::placement,
      {"cells", any_shape({list_shape(list_shape(any_shape({coordinate, text_shape("name")}))), by_name, path_shape()}),
       "",
       "the cell of each node: [x, y] or [x, y, z], node 0 first, switches last; or by name, {gpu: [0, 1]} or [gpu, 0, "
       "1]; in a file one a line, `x,y` or `name,x,y`",
       read_cells});
}

}  // namespace cutline
