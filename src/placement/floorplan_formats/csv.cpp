// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <array>
#include <optional>

#include "cutline/placement/floorplan_file.hpp"
#include "cutline/topology/csv_text.hpp"

namespace cutline {

namespace {

constexpr double kMostMillimetres = 1e6;

/// The columns of the table, in this order in the list of known ones.
enum class TileColumn { node, x, y, width, height, rotation, router_x, router_y, kind };
const std::vector<CsvColumn> kTileColumns = {{"node", true},     {"x_mm", true},      {"y_mm", true},
                                             {"width_mm", true}, {"height_mm", true}, {"rotation"},
                                             {"router_x_mm"},    {"router_y_mm"},     {"kind"}};

/// One line of the table: its fields by TileColumn.
class TileRow {
 public:
  TileRow(const CsvLines& lines, const std::vector<std::size_t>& columns, const std::vector<CsvField>& fields)
      : lines_(lines), at_(fields[0].at) {
    if (fields.size() != columns.size())
      lines.fail(at_, fmt::format("this line has {} fields, and the first line {}", fields.size(), columns.size()));
    for (std::size_t i = 0; i < fields.size(); ++i) by_column_[columns[i]] = fields[i];
  }

  Tile tile() const {
    Rectangle box{length(TileColumn::x, -kMostMillimetres), length(TileColumn::y, -kMostMillimetres),
                  length(TileColumn::width, 0), length(TileColumn::height, 0)};
    const bool has_x = given(TileColumn::router_x), has_y = given(TileColumn::router_y);
    if (has_x != has_y) lines_.fail(at_, "a router has both an x and a y, or neither");
    const Length router_x = has_x ? length(TileColumn::router_x, 0) : box.width * 0.5;
    const Length router_y = has_y ? length(TileColumn::router_y, 0) : box.height * 0.5;
    if (router_x > box.width || router_y > box.height)
      lines_.fail(at_, "the router lies outside its tile", "its place counts from the tile's lower left corner");
    Orientation turned;
    if (given(TileColumn::rotation)) {
      const auto found = find_orientation(field(TileColumn::rotation)->text);
      if (!found) lines_.fail(field(TileColumn::rotation)->at, "no such rotation", kOrientationHint);
      turned = *found;
    }
    Tile made = turned_tile(box, turned, router_x, router_y);
    made.at = at_;
    made.name = field(TileColumn::node)->text;
    if (made.name.empty()) lines_.fail(at_, "a tile has a name");
    if (given(TileColumn::kind)) made.kind = field(TileColumn::kind)->text;
    return made;
  }

 private:
  const std::optional<CsvField>& field(TileColumn column) const { return by_column_[static_cast<std::size_t>(column)]; }
  bool given(TileColumn column) const { return field(column) && !field(column)->text.empty(); }
  Length length(TileColumn column, double least) const {
    const std::string_view name = kTileColumns[static_cast<std::size_t>(column)].name;
    return millimetres(lines_.number(*field(column), name, least, kMostMillimetres));
  }

  const CsvLines& lines_;
  std::size_t at_;
  std::array<std::optional<CsvField>, 9> by_column_;
};

TilePlan read_csv(const GraphText& file, const std::vector<GraphText>&) {
  CsvLines lines(file,
                 "the first line names columns: node, x_mm, y_mm, width_mm, height_mm and, where needed, rotation, "
                 "router_x_mm, router_y_mm, kind");
  std::vector<CsvField> fields;
  if (!lines.next(fields)) lines.fail(0, "the file is empty");
  const std::vector<std::size_t> columns = csv_columns(lines, fields, kTileColumns);
  TilePlan floorplan;
  while (lines.next(fields)) floorplan.tiles.push_back(TileRow(lines, columns, fields).tile());
  return floorplan;
}

}  // namespace

FloorplanFormat csv_floorplan_format() {
  return {.name = "csv",
          .summary =
              "a line a tile: node,x_mm,y_mm,width_mm,height_mm and, where needed, "
              "rotation,router_x_mm,router_y_mm,kind",
          .source = "Cutline",
          .endings = {".csv"},
          .read = read_csv};
}

}  // namespace cutline
