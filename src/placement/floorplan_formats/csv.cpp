// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <array>
#include <sstream>

#include "placement/floorplan_file.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

namespace {

constexpr double kMostMillimetres = 1e6;

/// The columns of the table, in this order in the list of known ones.
enum class TileColumn { node, x, y, width, height, rotation, router_x, router_y, kind, shape };
const std::vector<CsvColumn> kTileColumns = {
    {"node", true}, {"x_mm", true},  {"y_mm", true},  {"width_mm", true}, {"height_mm", true},
    {"rotation"},   {"router_x_mm"}, {"router_y_mm"}, {"kind"},           {"shape_mm"}};

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
    const Polygon polygon = shape();
    Rectangle box{length(TileColumn::x, -kMostMillimetres), length(TileColumn::y, -kMostMillimetres), {}, {}};
    if (polygon.empty()) {
      box.width = length(TileColumn::width, 0);
      box.height = length(TileColumn::height, 0);
    } else {
      box.width = bounding_box(polygon).width;
      box.height = bounding_box(polygon).height;
    }
    const bool has_x = given(TileColumn::router_x), has_y = given(TileColumn::router_y);
    if (has_x != has_y) lines_.fail(at_, "a router has both an x and a y, or neither");
    const Polygon::Corner middle =
        polygon.empty() ? Polygon::Corner{box.width * 0.5, box.height * 0.5} : middle_of(polygon);
    const Length router_x = has_x ? length(TileColumn::router_x, 0) : middle.x;
    const Length router_y = has_y ? length(TileColumn::router_y, 0) : middle.y;
    if (router_x > box.width || router_y > box.height || (!polygon.empty() && !contains(polygon, {router_x, router_y})))
      lines_.fail(at_, "the router lies outside its tile", "its place counts from the tile's lower left corner");
    Orientation turned;
    if (given(TileColumn::rotation)) {
      const auto found = find_orientation(field(TileColumn::rotation)->text);
      if (!found) lines_.fail(field(TileColumn::rotation)->at, "no such rotation", kOrientationHint);
      turned = *found;
    }
    Tile made = turned_tile(box, turned, router_x, router_y, polygon);
    made.at = at_;
    made.name = field(TileColumn::node)->text;
    if (made.name.empty()) lines_.fail(at_, "a tile has a name");
    if (given(TileColumn::kind)) made.kind = field(TileColumn::kind)->text;
    return made;
  }

 private:
  /// The corners `x y x y x y ...` of a polygon, from the tile's lower left corner; empty where none are given.
  Polygon shape() const {
    if (!given(TileColumn::shape)) return {};
    const CsvField& field = *this->field(TileColumn::shape);
    if (given(TileColumn::width) || given(TileColumn::height))
      lines_.fail(field.at, "'shape_mm' and 'width_mm' or 'height_mm' both say how large the tile is",
                  "leave the fields of the sides empty");
    std::vector<double> numbers;
    std::istringstream words{field.text};
    for (std::string word; words >> word;)
      numbers.push_back(lines_.number({word, field.at}, "shape_mm", -kMostMillimetres, kMostMillimetres));
    if (numbers.size() % 2 != 0)
      lines_.fail(field.at, "a corner of a shape has an x and a y", "0 0 2 0 2 1 1 1 1 2 0 2");
    std::vector<Polygon::Corner> corners;
    for (std::size_t i = 0; i < numbers.size(); i += 2)
      corners.push_back({millimetres(numbers[i]), millimetres(numbers[i + 1])});
    if (const auto fault = polygon_fault(corners))
      lines_.fail(field.at, fmt::format("the shape {}", fault_words(*fault)), std::string(fault_hint(*fault)));
    Polygon polygon = counter_clockwise(std::move(corners));
    const Rectangle box = bounding_box(polygon);
    if (box.x.base != 0 || box.y.base != 0)
      lines_.fail(field.at, "the shape does not begin at the tile's lower left corner",
                  "corners count from `x_mm` and `y_mm`: the least x of all is 0, and so is the least y");
    return polygon;
  }

  const std::optional<CsvField>& field(TileColumn column) const { return by_column_[static_cast<std::size_t>(column)]; }
  bool given(TileColumn column) const { return field(column) && !field(column)->text.empty(); }
  Length length(TileColumn column, double least) const {
    const std::string_view name = kTileColumns[static_cast<std::size_t>(column)].name;
    return millimetres(lines_.number(*field(column), name, least, kMostMillimetres));
  }

  const CsvLines& lines_;
  std::size_t at_;
  std::array<std::optional<CsvField>, 10> by_column_;
};

TilePlan read_csv(const GraphText& file, const std::vector<GraphText>&) {
  CsvLines lines(file,
                 "the first line names columns: node, x_mm, y_mm, width_mm, height_mm and, where needed, rotation, "
                 "router_x_mm, router_y_mm, kind, shape_mm");
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
              "rotation,router_x_mm,router_y_mm,kind,shape_mm",
          .source = "Cutline",
          .endings = {".csv"},
          .read = read_csv};
}

}  // namespace cutline
