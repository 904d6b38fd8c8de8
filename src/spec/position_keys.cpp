// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/placement/floorplan_file.hpp"
#include "spec/candidate_keys.hpp"

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
bool read_two_lengths(Reader& reader, YamlId id, std::string_view what, Length& first, Length& second) {
  const auto items = read_list(reader, id, what);
  if (!items) return false;
  if (items->size() != 2) {
    reader.report(id, fmt::format("'{}' has 2 lengths, not {}", what, items->size()), "for example [1.2 mm, 0.8 mm]");
    return false;
  }
  read_metres(reader, (*items)[0], what, 0, first);
  read_metres(reader, (*items)[1], what, 0, second);
  return true;
}

/// A tile as the spec gives it, before it is turned.
struct TileDraft {
  Rectangle box;
  Orientation orientation;
  std::optional<std::array<Length, 2>> router;
  std::string name, kind;
};

/// The keys of the member `box`, a rectangle, of a T.
template <class T>
std::vector<Key<T>> corner_keys() {
  return {{"x", metres_shape(), "", "of its lower left corner",
           [](Reader& r, YamlId id, T& t) { read_metres(r, id, "x", -kFarthestNm, t.box.x); }, true},
          {"y", metres_shape(), "", "of its lower left corner",
           [](Reader& r, YamlId id, T& t) { read_metres(r, id, "y", -kFarthestNm, t.box.y); }, true},
          {"width", metres_shape(), "", "along x, before it is turned",
           [](Reader& r, YamlId id, T& t) { read_metres(r, id, "width", 0, t.box.width); }, true},
          {"height", metres_shape(), "", "along y, before it is turned",
           [](Reader& r, YamlId id, T& t) { read_metres(r, id, "height", 0, t.box.height); }, true}};
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
    for (auto& key : corner_keys<TileDraft>()) all.push_back(std::move(key));
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

const std::vector<Key<Blockage>>& blockage_keys() {
  static const std::vector<Key<Blockage>> keys = [] {
    std::vector<Key<Blockage>> all = corner_keys<Blockage>();
    all.push_back({"layers", list_shape(text_shape("name of a layer")), "all", "that carry no wires there",
                   [](Reader& r, YamlId id, Blockage& b) {
                     for (const YamlId item : read_one_or_list(r, id))
                       b.layers.push_back(read_text(r, item, "layers").value_or(""));
                   }});
    return all;
  }();
  return keys;
}

void read_tile(Reader& reader, YamlId id, TilePlan& floorplan) {
  TileDraft draft;
  const std::size_t before = reader.document.diagnostics.size();
  if (!read_map(reader, id, "a tile", tile_keys(), draft) || reader.document.diagnostics.size() > before) return;
  const auto router = draft.router.value_or(std::array{draft.box.width * 0.5, draft.box.height * 0.5});
  if (router[0] > draft.box.width || router[1] > draft.box.height)
    return reader.report(id, "the router lies outside its tile", "its place counts from the tile's lower left corner");
  for (const Tile& other : floorplan.tiles) {
    if (other.name == draft.name)
      return reader.report(id, fmt::format("'{}' has a place already", draft.name), "a tile stands in one place");
  }
  Tile tile = turned_tile(draft.box, draft.orientation, router[0], router[1]);
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
  for (const YamlId item : items) read_tile(reader, item, floorplan_of(draft));
}

void read_outline(Reader& reader, YamlId id, CandidateDraft& draft) {
  TilePlan& floorplan = floorplan_of(draft);
  Rectangle outline;
  if (!read_two_lengths(reader, id, "outline", outline.width, outline.height)) return;
  floorplan.outline = outline;
}

void read_blocked(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto items = read_list(reader, id, "blocked");
  if (!items) return;
  for (const YamlId item : *items) {
    Blockage blockage;
    if (read_map(reader, item, "a blocked rectangle", blockage_keys(), blockage))
      floorplan_of(draft).blockages.push_back(std::move(blockage));
  }
}

void read_snap(Reader& reader, YamlId id, CandidateDraft& draft) {
  read_metres(reader, id, "snap", 0, floorplan_of(draft).snap);
}

ValueShape positions_shape() {
  return any_shape({path_shape(), map_shape(position_file_keys()), list_shape(map_shape(tile_keys()))});
}
ValueShape outline_shape() { return list_shape(metres_shape()); }
ValueShape blocked_shape() { return list_shape(map_shape(blockage_keys())); }

}  // namespace cutline
