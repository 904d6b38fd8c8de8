// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "placement/floorplan_file.hpp"
#include "spec/study_keys.hpp"

namespace cutline {

namespace {

constexpr double kFarthestNm = 1e12;

/// A place or a side, at least `least` in the unit in which it is given.
Form<double> metres_form(double least = 0) {
  Form<double> form = quantity_form(Measured::length);
  form.read = [least](Reader& reader, YamlId id, std::string_view what) -> std::optional<double> {
    const auto quantity = read_quantity(reader, id, what, {Measured::length}, least);
    if (!quantity || quantity->value <= kFarthestNm) return quantity ? std::optional(quantity->value) : std::nullopt;
    reader.report(id, fmt::format("'{}' is more than 1 km, the limit", what));
    return std::nullopt;
  };
  return form;
}

/// Reads a pair of lengths: [1.2 mm, 0.8 mm].
std::optional<Polygon::Corner> read_two_lengths(Reader& reader, YamlId id, std::string_view what, double least = 0) {
  const auto items =
      read_list(reader, id, what, {2, 2, "'{0}' has 2 lengths, not {1}", "for example [1.2 mm, 0.8 mm]"});
  if (!items) return std::nullopt;
  const Form<double> metres = metres_form(least);
  const auto length = [&](YamlId item) { return Length{metres.read(reader, item, what).value_or(0)}; };
  const Length first = length((*items)[0]);
  return Polygon::Corner{first, length((*items)[1])};
}

/// Reads the corners of a polygon: [[0 mm, 0 mm], [2 mm, 0 mm], [0 mm, 1 mm]]. `what` is the key, `owner` begins the
/// sentences about faults: "the shape of 'a'".
Polygon read_polygon(Reader& reader, YamlId id, std::string_view what, const std::string& owner) {
  const std::size_t before = reader.mistakes();
  std::vector<Polygon::Corner> corners;
  for (const YamlId item : items_of(reader, id, what)) {
    const auto corner = read_two_lengths(reader, item, what, -kFarthestNm);
    if (!corner) break;
    corners.push_back(*corner);
  }
  if (reader.mistakes() > before) return {};
  if (const auto fault = polygon_fault(corners)) {
    reader.report(id, fmt::format("{} {}", owner, fault_words(*fault)), std::string(fault_hint(*fault)));
    return {};
  }
  return counter_clockwise(std::move(corners));
}

/// What has a place on the die: its corner, and its sides or its shape.
struct PlacedDraft {
  Rectangle box;
  Polygon shape;  ///< its corners count from that of the box
  bool has_width = false, has_height = false, has_shape = false;
};

/// A tile as the spec gives it, before it is turned.
struct TileDraft : PlacedDraft {
  Orientation orientation;
  std::optional<Polygon::Corner> router;
  std::string name, kind;
};

struct BlockageDraft : PlacedDraft {
  Blockage blockage;
};

/// The keys of the corner, the sides and the shape of a T.
template <class T>
Keys<T> corner_keys(std::string shape_help, void (*read_shape)(Reader&, YamlId, T&)) {
  constexpr const char* kNeeded = "required without `shape`";
  const Form<double> anywhere = metres_form(-kFarthestNm);
  const auto of_box = [](Key<Rectangle> key) { return within<T>(&T::box, std::move(key)); };
  return {
      required(of_box(field("x", &Rectangle::x, anywhere, "", "of its lower left corner"))),
      required(of_box(field("y", &Rectangle::y, anywhere, "", "of its lower left corner"))),
      then(of_box(field("width", &Rectangle::width, metres_form(), kNeeded, "along x; of a tile, before it is turned")),
           [](T& placed) { placed.has_width = true; }),
      then(of_box(
               field("height", &Rectangle::height, metres_form(), kNeeded, "along y; of a tile, before it is turned")),
           [](T& placed) { placed.has_height = true; }),
      {"shape", list_shape(list_shape(metres_form().shape)), "a rectangle", std::move(shape_help), read_shape}};
}

/// What has a place has both sides or a shape. Takes the sides of the box from the shape.
bool has_sides(Reader& reader, YamlId id, std::string_view what, PlacedDraft& draft) {
  if (!draft.has_shape) {
    if (draft.has_width && draft.has_height) return true;
    reader.report(id, fmt::format("{} needs the key '{}'", what, draft.has_width ? "height" : "width"),
                  "give `width` and `height`, or a `shape`");
    return false;
  }
  if (draft.has_width || draft.has_height) {
    reader.report(id,
                  fmt::format("'{}' and 'shape' both say how large {} is", draft.has_width ? "width" : "height", what),
                  "leave out `width` and `height`");
    return false;
  }
  const Rectangle box = bounding_box(draft.shape);
  draft.box.width = box.width;
  draft.box.height = box.height;
  return true;
}

/// The corners of a tile's shape count from the tile's own corner, so that it is known what stays in place as it turns.
void read_tile_shape(Reader& reader, YamlId id, TileDraft& tile) {
  tile.has_shape = true;
  const std::string owner = fmt::format("the shape of '{}'", tile.name);
  tile.shape = read_polygon(reader, id, "shape", owner);
  if (tile.shape.empty()) return;
  const Rectangle box = bounding_box(tile.shape);
  if (box.x.base == 0 && box.y.base == 0) return;
  reader.report(id,
                fmt::format("{} begins at x {:g}, y {:g} mm, and not at the tile's lower left corner", owner,
                            in_mm(box.x), in_mm(box.y)),
                "corners count from `x` and `y` of the tile: the least x of all is 0, and so is the least y");
}

void read_blocked_shape(Reader& reader, YamlId id, BlockageDraft& draft) {
  draft.has_shape = true;
  draft.shape = read_polygon(reader, id, "shape", "the shape of what is blocked");
}

void read_rotation(Reader& reader, YamlId id, TileDraft& tile) {
  const auto word = read_text(reader, id, "rotation");
  if (!word) return;
  if (const auto orientation = find_orientation(*word)) {
    tile.orientation = *orientation;
  } else {
    reader.report(id, fmt::format("'rotation' cannot be {}", in_words(reader[id])), kOrientationHint);
  }
}

void read_router_point(Reader& reader, YamlId id, TileDraft& tile) {
  tile.router = read_two_lengths(reader, id, "router");
}

const Keys<TileDraft>& tile_keys() {
  static const Keys<TileDraft> keys = joined<TileDraft>(
      {{required(field("node", &TileDraft::name, text_form("name of a node"), "",
                       "as the graph's file names it, or its number"))},
       corner_keys<TileDraft>("a polygon: its corners from the tile's lower left corner, before it is turned",
                              read_tile_shape),
       {{"rotation", any_shape({integer_shape("0, 90, 180 or 270", 0), text_shape("N, W, S, E, FN ...")}), "0",
         "degrees against the clock, or an orientation of DEF", read_rotation},
        {"router", list_shape(metres_form().shape), "its middle",
         "where in the tile its wires begin: x and y from its lower left corner, before it is turned",
         read_router_point},
        field("kind", &TileDraft::kind, text_form(), "", "of the tile, for drawings: core, cache ...")}});
  return keys;
}

const Keys<BlockageDraft>& blockage_keys() {
  static const Keys<BlockageDraft> keys = joined<BlockageDraft>(
      {corner_keys<BlockageDraft>("a polygon: its corners from `x` and `y`", read_blocked_shape),
       {within(&BlockageDraft::blockage,
               field("layers", &Blockage::layers, several_form(text_form(), list_shape(text_shape("name of a layer"))),
                     "all", "that carry no wires there")),
        within(&BlockageDraft::blockage, field("solid", &Blockage::solid, flag_form(), "false",
                                               "true: no tile of the network stands there either"))}});
  return keys;
}

/// The place of a tile's router, before it is turned; absent, with a mistake, where that lies outside of the tile.
std::optional<Polygon::Corner> router_of(Reader& reader, YamlId id, const TileDraft& draft) {
  const Rectangle& box = draft.box;
  if (!draft.router && draft.shape.empty()) return Polygon::Corner{box.width * 0.5, box.height * 0.5};
  if (!draft.router) return middle_of(draft.shape);
  const Polygon::Corner& at = *draft.router;
  const bool inside = draft.shape.empty() ? at.x <= box.width && at.y <= box.height : contains(draft.shape, at);
  if (inside) return draft.router;
  reader.report(id, "the router lies outside its tile", "its place counts from the tile's lower left corner");
  return std::nullopt;
}

void read_tile(Reader& reader, YamlId id, TilePlan& floorplan) {
  TileDraft draft;
  if (!read_map_well(reader, id, "a tile", tile_keys(), draft) || !has_sides(reader, id, "a tile", draft)) return;
  const auto router = router_of(reader, id, draft);
  if (!router) return;
  for (const Tile& other : floorplan.tiles) {
    if (other.name == draft.name)
      return reader.report(id, fmt::format("'{}' has a place already", draft.name), "a tile stands in one place");
  }
  Tile tile = turned_tile(draft.box, draft.orientation, router->x, router->y, draft.shape);
  tile.name = draft.name;
  tile.kind = draft.kind;
  floorplan.tiles.push_back(std::move(tile));
}

struct PositionFiles {
  std::string file;
  std::vector<std::string> lef;
};

const Form<PositionFiles>& position_files_form() {
  static const Form<PositionFiles> form = map_form<PositionFiles>(
      "positions",
      {required(field("file", &PositionFiles::file, path_form(), "", "CSV, .flp or .def")),
       field("lef", &PositionFiles::lef, several_form(path_form(), any_shape({path_shape(), list_shape(path_shape())})),
             "", "LEF files with the sizes of a DEF file's components")});
  return form;
}

TilePlan& floorplan_of(Design& design) {
  auto& floorplan = design.placement.plan;
  return floorplan ? *floorplan : floorplan.emplace();
}

void read_position_files(Reader& reader, YamlId id, Design& design) {
  PositionFiles files;
  if (reader[id].kind == YamlKind::map) {
    files = *position_files_form().read(reader, id, "positions");
  } else {
    files.file = read_path(reader, id, "positions").value_or("");
  }
  if (files.file.empty()) return;
  reader.tries(id, [&] { floorplan_of(design) = read_floorplan_file(files.file, files.lef); });
}

void read_positions(Reader& reader, YamlId id, Design& design) {
  if (reader[id].kind != YamlKind::list) return read_position_files(reader, id, design);
  const std::vector<YamlId> items = reader[id].items;
  if (items.empty()) reader.report(id, "'positions' is an empty list", "list a tile for every node");
  for (const YamlId item : items) {
    TilePlan& floorplan = floorplan_of(design);
    design.places["placement." + key_of_tile(floorplan.tiles.size())] = reader.place(item);
    read_tile(reader, item, floorplan);
  }
}

constexpr int kCornersOfCircle = 120;  // 0.05 mm within the circle of a wafer of 300 mm
constexpr double kWidestWaferNm = 1e12;
constexpr double kWaferGrid = 1e3;  // corners stand at picometres, the same on every machine

struct WaferDraft {
  Length diameter, notch;
};

const Form<WaferDraft>& wafer_form() {
  static const Form<WaferDraft> form = [] {
    Form<double> diameter = quantity_form(Measured::length);
    diameter.read = [read = diameter.read](Reader& reader, YamlId id, std::string_view what) {
      const auto length = read(reader, id, what);
      if (length && (!(*length > 0) || *length > kWidestWaferNm))
        reader.report(id, "the diameter of a wafer is more than 0 and up to 1 km", "for example 300 mm");
      return length;
    };
    return map_form<WaferDraft>(
        "a round outline", {required(field("wafer", &WaferDraft::diameter, diameter, "",
                                           "diameter of a round wafer: a polygon of 120 corners on its circle")),
                            field("notch", &WaferDraft::notch, quantity_form(Measured::length), "0 mm",
                                  "depth of the notch in the middle of its lower edge, twice as wide as it is deep")});
  }();
  return form;
}

Polygon wafer_polygon(const WaferDraft& wafer) {
  const double radius = in_nm(wafer.diameter) / 2, notch = in_nm(wafer.notch);
  Polygon polygon;
  const auto add = [&](double x, double y) {
    polygon.corners.push_back({nanometres(std::round((radius + x) * kWaferGrid) / kWaferGrid),
                               nanometres(std::round((radius + y) * kWaferGrid) / kWaferGrid)});
  };
  const double side = -std::sqrt(radius * radius - notch * notch);  // where the notch meets the circle
  if (notch > 0) {
    add(-notch, side);
    add(0, -radius + notch);
    add(notch, side);
  }
  for (int i = 0; i < kCornersOfCircle; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCornersOfCircle - std::numbers::pi / 2;
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    if (notch == 0 || y > 0 || std::abs(x) > notch + 1 / kWaferGrid) add(x, y);
  }
  return polygon;
}

/// A round wafer as the polygon of 120 corners on its circle, in a box that begins at 0, 0, or a little above it where
/// the notch in the middle of the lower edge takes the lowest corners. Reports what is wrong, and is empty then.
Polygon read_wafer(Reader& reader, YamlId id) {
  const std::size_t before = reader.mistakes();
  const auto read = wafer_form().read(reader, id, "outline");
  if (!read || reader.mistakes() > before) return {};
  const WaferDraft& wafer = *read;
  if (in_nm(wafer.notch) > in_nm(wafer.diameter) / 4) {
    reader.report(id, "the notch is deeper than a quarter of the wafer", "the notch of a wafer of 300 mm is 1 mm deep");
    return {};
  }
  Polygon polygon = wafer_polygon(wafer);
  if (const auto fault = polygon_fault(polygon.corners)) {
    reader.report(id, fmt::format("the wafer {}", fault_words(*fault)), std::string(fault_hint(*fault)));
    return {};
  }
  return polygon;
}

void read_outline(Reader& reader, YamlId id, Design& design) {
  TilePlan& floorplan = floorplan_of(design);
  const YamlNode& node = reader[id];
  const bool is_wafer = node.kind == YamlKind::map;
  if (is_wafer ||
      (node.kind == YamlKind::list && !node.items.empty() && reader[node.items[0]].kind == YamlKind::list)) {
    Polygon shape = is_wafer ? read_wafer(reader, id) : read_polygon(reader, id, "outline", "the outline");
    if (shape.empty()) return;
    floorplan.outline = bounding_box(shape);
    floorplan.outline_shape = is_rectangle(shape) ? Polygon{} : std::move(shape);
    return;
  }
  if (const auto sides = read_two_lengths(reader, id, "outline"))
    floorplan.outline = Rectangle{{}, {}, sides->x, sides->y};
}

void read_blocked(Reader& reader, YamlId id, Design& design) {
  for (const YamlId item : items_of(reader, id, "blocked")) {
    BlockageDraft read;
    if (!read_map(reader, item, "what is blocked", blockage_keys(), read)) continue;
    if (read.has_shape && read.shape.empty()) continue;  // it has a fault, and was reported
    if (!has_sides(reader, item, "what is blocked", read)) continue;
    Blockage blockage = std::move(read.blockage);
    blockage.box = read.box;
    if (read.has_shape) {
      const Polygon shape = moved(read.shape, read.box.x, read.box.y);
      blockage.box = bounding_box(shape);
      if (!is_rectangle(shape)) blockage.shape = shape;
    }
    floorplan_of(design).blockages.push_back(std::move(blockage));
  }
}

}  // namespace

Key<Design> positions_key() {
  return {"positions", any_shape({path_shape(), position_files_form().shape, list_shape(map_shape(tile_keys()))}), "",
          "places in metres: a CSV, .flp or .def file, or a list of tiles, by the names of nodes; wires run over the "
          "tiles, and the die does not grow to suit them",
          read_positions};
}

Key<Design> outline_key() {
  const ValueShape pair = list_shape(metres_form().shape);
  return {"outline", any_shape({pair, list_shape(pair), wafer_form().shape}), "as large as the tiles",
          "width and height of the die of given places, or the corners of a polygon, past which no wires run",
          read_outline};
}

Key<Design> blocked_key() {
  return {"blocked", list_shape(map_shape(blockage_keys())), "",
          "rectangles and polygons of given places in which layers carry no wires", read_blocked};
}

Key<Design> snap_key() {
  return {"snap", metres_form().shape, "0 mm",
          "routers of given places that are no farther apart along an axis share a line of the grid",
          [](Reader& reader, YamlId id, Design& design) {
            Length& snap = floorplan_of(design).snap;
            snap = {metres_form().read(reader, id, "snap").value_or(0)};
          }};
}

}  // namespace cutline
