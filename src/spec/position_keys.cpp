// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/placement/floorplan_file.hpp"
#include "spec/candidate_keys.hpp"
#include "spec/wafer_keys.hpp"

namespace cutline {
namespace {

constexpr double kFarthestNm = 1e12;

ValueShape metres_shape() { return quantity_shape({Measured::length}); }

void read_metres(Reader& reader, YamlId id, std::string_view what, double least, Length& length) {
  const auto quantity = read_quantity(reader, id, what, {Measured::length}, least);
  if (!quantity) return;
  if (quantity->value > kFarthestNm) return reader.report(id, fmt::format("'{}' is more than 1 km, the limit", what));
  length = {quantity->value};
}

/// Reads a pair of lengths: [1.2 mm, 0.8 mm].
bool read_two_lengths(Reader& reader, YamlId id, std::string_view what, Length& first, Length& second,
                      double least = 0) {
  const auto items = read_list(reader, id, what);
  if (!items) return false;
  if (items->size() != 2) {
    reader.report(id, fmt::format("'{}' has 2 lengths, not {}", what, items->size()), "for example [1.2 mm, 0.8 mm]");
    return false;
  }
  read_metres(reader, (*items)[0], what, least, first);
  read_metres(reader, (*items)[1], what, least, second);
  return true;
}

/// Reads the corners of a polygon: [[0 mm, 0 mm], [2 mm, 0 mm], [0 mm, 1 mm]]. `what` is the key, `owner` begins the
/// sentences about faults: "the shape of 'a'".
Polygon read_polygon(Reader& reader, YamlId id, std::string_view what, const std::string& owner) {
  const std::size_t before = reader.document.diagnostics.size();
  std::vector<Polygon::Corner> corners;
  for (const YamlId item : read_list(reader, id, what).value_or(std::vector<YamlId>{})) {
    Polygon::Corner& corner = corners.emplace_back();
    if (!read_two_lengths(reader, item, what, corner.x, corner.y, -kFarthestNm)) break;
  }
  if (reader.document.diagnostics.size() > before) return {};
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
  std::optional<std::array<Length, 2>> router;
  std::string name, kind;
};

struct BlockageDraft : PlacedDraft {
  Blockage blockage;
};

ValueShape corners_shape() { return list_shape(list_shape(metres_shape())); }

/// The keys of the corner, the sides and the shape of a T.
template <class T>
std::vector<Key<T>> corner_keys(std::string shape_help, void (*read_shape)(Reader&, YamlId, T&)) {
  constexpr const char* kNeeded = "required without `shape`";
  return {{"x", metres_shape(), "", "of its lower left corner",
           [](Reader& r, YamlId id, T& t) { read_metres(r, id, "x", -kFarthestNm, t.box.x); }, true},
          {"y", metres_shape(), "", "of its lower left corner",
           [](Reader& r, YamlId id, T& t) { read_metres(r, id, "y", -kFarthestNm, t.box.y); }, true},
          {"width", metres_shape(), kNeeded, "along x; of a tile, before it is turned",
           [](Reader& r, YamlId id, T& t) { t.has_width = true, read_metres(r, id, "width", 0, t.box.width); }},
          {"height", metres_shape(), kNeeded, "along y; of a tile, before it is turned",
           [](Reader& r, YamlId id, T& t) { t.has_height = true, read_metres(r, id, "height", 0, t.box.height); }},
          {"shape", corners_shape(), "a rectangle", std::move(shape_help), read_shape}};
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
  std::array<Length, 2> point;
  if (read_two_lengths(reader, id, "router", point[0], point[1])) tile.router = point;
}

const std::vector<Key<TileDraft>>& tile_keys() {
  static const std::vector<Key<TileDraft>> keys = [] {
    std::vector<Key<TileDraft>> all = {
        {"node", text_shape("name of a node"), "", "as the graph's file names it, or its number",
         [](Reader& r, YamlId id, TileDraft& t) { t.name = read_text(r, id, "node").value_or(""); }, true}};
    const char* help = "a polygon: its corners from the tile's lower left corner, before it is turned";
    for (auto& key : corner_keys<TileDraft>(help, read_tile_shape)) all.push_back(std::move(key));
    all.push_back({"rotation", any_shape({integer_shape("0, 90, 180 or 270", 0), text_shape("N, W, S, E, FN ...")}),
                   "0", "degrees against the clock, or an orientation of DEF", read_rotation});
    all.push_back({"router", list_shape(metres_shape()), "its middle",
                   "where in the tile its wires begin: x and y from its lower left corner, before it is turned",
                   read_router_point});
    all.push_back({"kind", text_shape(), "", "of the tile, for drawings: core, cache ...",
                   [](Reader& r, YamlId id, TileDraft& t) { t.kind = read_text(r, id, "kind").value_or(""); }});
    return all;
  }();
  return keys;
}

const std::vector<Key<BlockageDraft>>& blockage_keys() {
  static const std::vector<Key<BlockageDraft>> keys = [] {
    std::vector<Key<BlockageDraft>> all =
        corner_keys<BlockageDraft>("a polygon: its corners from `x` and `y`", read_blocked_shape);
    all.push_back({"layers", list_shape(text_shape("name of a layer")), "all", "that carry no wires there",
                   [](Reader& r, YamlId id, BlockageDraft& b) {
                     for (const YamlId item : read_one_or_list(r, id))
                       b.blockage.layers.push_back(read_text(r, item, "layers").value_or(""));
                   }});
    all.push_back(
        {"solid", flag_shape(), "false", "true: no tile of the network stands there either",
         [](Reader& r, YamlId id, BlockageDraft& b) { b.blockage.solid = read_flag(r, id, "solid").value_or(false); }});
    return all;
  }();
  return keys;
}

/// The place of a tile's router, before it is turned; absent, with a mistake, where that lies outside of the tile.
std::optional<std::array<Length, 2>> router_of(Reader& reader, YamlId id, const TileDraft& draft) {
  const Rectangle& box = draft.box;
  if (!draft.router && draft.shape.empty()) return std::array{box.width * 0.5, box.height * 0.5};
  if (!draft.router) {
    const Polygon::Corner middle = middle_of(draft.shape);
    return std::array{middle.x, middle.y};
  }
  const auto& [x, y] = *draft.router;
  const bool inside = draft.shape.empty() ? x <= box.width && y <= box.height : contains(draft.shape, {x, y});
  if (inside) return draft.router;
  reader.report(id, "the router lies outside its tile", "its place counts from the tile's lower left corner");
  return std::nullopt;
}

void read_tile(Reader& reader, YamlId id, TilePlan& floorplan) {
  TileDraft draft;
  const std::size_t before = reader.document.diagnostics.size();
  if (!read_map(reader, id, "a tile", tile_keys(), draft) || reader.document.diagnostics.size() > before) return;
  if (!has_sides(reader, id, "a tile", draft)) return;
  const auto router = router_of(reader, id, draft);
  if (!router) return;
  for (const Tile& other : floorplan.tiles) {
    if (other.name == draft.name)
      return reader.report(id, fmt::format("'{}' has a place already", draft.name), "a tile stands in one place");
  }
  Tile tile = turned_tile(draft.box, draft.orientation, (*router)[0], (*router)[1], draft.shape);
  tile.name = draft.name;
  tile.kind = draft.kind;
  floorplan.tiles.push_back(std::move(tile));
}

struct PositionFiles {
  std::string file;
  std::vector<std::string> lef;
};
const std::vector<Key<PositionFiles>>& position_file_keys() {
  static const std::vector<Key<PositionFiles>> keys = {
      {"file", path_shape(), "", "CSV, .flp or .def",
       [](Reader& r, YamlId id, PositionFiles& f) { f.file = read_path(r, id, "file").value_or(""); }, true},
      {"lef", any_shape({path_shape(), list_shape(path_shape())}), "",
       "LEF files with the sizes of a DEF file's components", [](Reader& r, YamlId id, PositionFiles& f) {
         for (const YamlId item : read_one_or_list(r, id)) {
           if (auto path = read_path(r, item, "lef")) f.lef.push_back(*std::move(path));
         }
       }}};
  return keys;
}

TilePlan& floorplan_of(CandidateDraft& draft) {
  auto& floorplan = draft.design.placement.plan;
  return floorplan ? *floorplan : floorplan.emplace();
}

void read_position_files(Reader& reader, YamlId id, CandidateDraft& draft) {
  PositionFiles files;
  if (reader[id].kind == YamlKind::map) {
    if (!read_map(reader, id, "positions", position_file_keys(), files)) return;
  } else {
    files.file = read_path(reader, id, "positions").value_or("");
  }
  if (files.file.empty()) return;
  try {
    floorplan_of(draft) = read_floorplan_file(files.file, files.lef);
  } catch (const Error& error) {
    reader.take(error, id);
  }
}

}  // namespace

void read_positions(Reader& reader, YamlId id, CandidateDraft& draft) {
  if (reader[id].kind != YamlKind::list) return read_position_files(reader, id, draft);
  const std::vector<YamlId> items = reader[id].items;
  if (items.empty()) reader.report(id, "'positions' is an empty list", "list a tile for every node");
  for (const YamlId item : items) {
    TilePlan& floorplan = floorplan_of(draft);
    draft.design.places["placement." + key_of_tile(floorplan.tiles.size())] = reader.place(item);
    read_tile(reader, item, floorplan);
  }
}

void read_outline(Reader& reader, YamlId id, CandidateDraft& draft) {
  TilePlan& floorplan = floorplan_of(draft);
  const YamlNode& node = reader[id];
  const bool is_wafer = node.kind == YamlKind::map;
  if (is_wafer ||
      (node.kind == YamlKind::list && !node.items.empty() && reader[node.items[0]].kind == YamlKind::list)) {
    Polygon shape =
        is_wafer ? read_wafer(reader, id).value_or(Polygon{}) : read_polygon(reader, id, "outline", "the outline");
    if (shape.empty()) return;
    floorplan.outline = bounding_box(shape);
    floorplan.outline_shape = is_rectangle(shape) ? Polygon{} : std::move(shape);
    return;
  }
  Rectangle outline;
  if (!read_two_lengths(reader, id, "outline", outline.width, outline.height)) return;
  floorplan.outline = outline;
}

void read_blocked(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto items = read_list(reader, id, "blocked");
  if (!items) return;
  for (const YamlId item : *items) {
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
    floorplan_of(draft).blockages.push_back(std::move(blockage));
  }
}

void read_snap(Reader& reader, YamlId id, CandidateDraft& draft) {
  read_metres(reader, id, "snap", 0, floorplan_of(draft).snap);
}

ValueShape positions_shape() {
  return any_shape({path_shape(), map_shape(position_file_keys()), list_shape(map_shape(tile_keys()))});
}
ValueShape outline_shape() { return any_shape({list_shape(metres_shape()), corners_shape(), wafer_shape()}); }
ValueShape blocked_shape() { return list_shape(map_shape(blockage_keys())); }

}  // namespace cutline
