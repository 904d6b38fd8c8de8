// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "cutline/topology/said_names.hpp"
#include "spec/candidate_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostTerminalsOfTile = 4096;
constexpr std::int64_t kMostCell = std::int64_t{1} << 40;
constexpr std::uint64_t kMostEmptyCell = (std::uint64_t{1} << 26) - 1;
constexpr const char* kRangeHint = "a whole number, or a range such as 4-7";
constexpr const char* kAtHint =
    "names or numbers of nodes (gpu, 12, 17-20), cells ([3, 4], {x: 0-3, y: 5}), or the words edge and corner";

/// Reads "12" or "17-20".
std::optional<WholeRange> find_range(std::string_view text) {
  WholeRange range;
  const char* end = text.data() + text.size();
  auto [next, error] = std::from_chars(text.data(), end, range.first);
  range.last = range.first;
  if (error == std::errc() && next != end && *next == '-') {
    const auto second = std::from_chars(next + 1, end, range.last);
    next = second.ptr;
    error = second.ec;
  }
  if (error != std::errc() || next != end || range.last < range.first) return std::nullopt;
  return range.last <= static_cast<std::uint64_t>(kMostCell) ? std::optional(range) : std::nullopt;
}

void read_range(Reader& reader, YamlId id, std::string_view what, WholeRange& range) {
  const auto text = read_text(reader, id, what);
  if (!text) return;
  if (const auto found = find_range(*text)) {
    range = *found;
  } else {
    reader.report(id, fmt::format("'{}' cannot be {}", what, in_words(reader[id])), kRangeHint);
  }
}

const std::vector<Key<TilePlaces::Cells>>& cell_range_keys() {
  static const std::vector<Key<TilePlaces::Cells>> keys = {
      {"x", text_shape("number or range"), "", "columns, counted from 0",
       [](Reader& r, YamlId id, TilePlaces::Cells& cells) { read_range(r, id, "x", cells.x); }, true},
      {"y", text_shape("number or range"), "", "rows, counted from 0",
       [](Reader& r, YamlId id, TilePlaces::Cells& cells) { read_range(r, id, "y", cells.y); }, true}};
  return keys;
}

void read_place(Reader& reader, YamlId id, TilePlaces& at) {
  if (reader[id].kind == YamlKind::map) {
    TilePlaces::Cells cells;
    if (read_map(reader, id, "a range of cells", cell_range_keys(), cells)) at.cells.push_back(cells);
    return;
  }
  if (reader[id].kind != YamlKind::scalar) {
    const auto items = read_list(reader, id, "at");
    if (!items) return;
    if (items->size() != 2) return reader.report(id, "a cell has 2 coordinates", kAtHint);
    TilePlaces::Cells cells;
    read_range(reader, (*items)[0], "at", cells.x);
    read_range(reader, (*items)[1], "at", cells.y);
    return at.cells.push_back(cells);
  }
  const std::string& word = reader[id].text;
  if (const auto name = name_in_quotes(word)) return at.nodes.push_back({*name, {}});
  if (word == "corner") {
    at.corner = true;
  } else if (word == "edge") {
    at.edge = true;
  } else if (word.empty() || (!find_range(word) && word.find_first_not_of("0123456789-") == std::string::npos)) {
    reader.report(id, fmt::format("'at' cannot be {}", in_words(reader[id])), kAtHint);
  } else {
    SaidNodes nodes{word, {}};
    if (const auto range = find_range(word)) nodes.numbers = {range->first, range->last};
    at.nodes.push_back(std::move(nodes));
  }
}

const std::vector<Key<TileKind>>& kind_box_keys() {
  static const ValueShape shape = quantity_shape({Measured::length});
  static const std::vector<Key<TileKind>> keys = {
      {"width", shape, "as of all nodes", "least width of its boxes",
       [](Reader& r, YamlId id, TileKind& kind) {
         if (const auto width = read_quantity(r, id, "width", {Measured::length})) kind.node_width = {width->value};
       }},
      {"height", shape, "as of all nodes", "least height of its boxes", [](Reader& r, YamlId id, TileKind& kind) {
         if (const auto height = read_quantity(r, id, "height", {Measured::length})) kind.node_height = {height->value};
       }}};
  return keys;
}

void read_tile_area(Reader& reader, YamlId id, std::optional<Area>& area) {
  if (const auto read = read_quantity(reader, id, "area", {Measured::area})) area = square_millimetres(read->value);
}

void read_tile_energy(Reader& reader, YamlId id, std::optional<double>& pj_per_bit) {
  if (const auto read = read_quantity(reader, id, "energy", {Measured::energy_per_bit})) pj_per_bit = read->value;
}

const std::vector<Key<TileKind>>& kind_router_keys() {
  static const std::vector<Key<TileKind>> keys = {
      {"delay", quantity_shape({Measured::cycles, Measured::time}), "as of all routers", "of its router, per hop",
       [](Reader& r, YamlId id, TileKind& kind) { read_duration(r, id, "delay", kind.router_delay.emplace()); }},
      {"area", quantity_shape({Measured::area}), "as of all routers", "of its router",
       [](Reader& r, YamlId id, TileKind& kind) { read_tile_area(r, id, kind.router_area); }},
      {"energy", quantity_shape({Measured::energy_per_bit}), "as of all routers", "of a bit, per hop",
       [](Reader& r, YamlId id, TileKind& kind) { read_tile_energy(r, id, kind.router_pj_per_bit); }}};
  return keys;
}

const std::vector<Key<TileKind>>& tile_kind_keys() {
  static const std::vector<Key<TileKind>> keys = {
      {"name", text_shape(), "", "what it is called: core, cache ...",
       [](Reader& r, YamlId id, TileKind& kind) { kind.name = read_text(r, id, "name").value_or(""); }, true},
      {"at",
       any_shape({text_shape("names or numbers, edge or corner"),
                  list_shape(any_shape({text_shape("name, number, range, edge, corner"),
                                        list_shape(integer_shape("cell", 0)), map_shape(cell_range_keys())}))}),
       "all nodes that no other kind takes",
       "where it stands: names or numbers of nodes, after which switches are numbered, cells, ranges of both, corner, "
       "edge; "
       "what is listed comes before corners, corners before the edge",
       [](Reader& r, YamlId id, TileKind& kind) {
         for (const YamlId item : read_one_or_list(r, id)) read_place(r, item, kind.at);
       }},
      {"node", map_shape(kind_box_keys()), "as of all nodes", "its box",
       [](Reader& r, YamlId id, TileKind& kind) { read_map(r, id, "node", kind_box_keys(), kind); }},
      {"router", map_shape(kind_router_keys()), "as of all nodes",
       "its router: what messages pay at hops that end at such a node; all switches have that of `interchange`",
       [](Reader& r, YamlId id, TileKind& kind) { read_map(r, id, "router", kind_router_keys(), kind); }},
      {"terminals", integer_shape("whole number", 0), "the topology's `concentration`",
       "that send and take messages at such a node; 0: messages only pass",
       [](Reader& r, YamlId id, TileKind& kind) {
         if (const auto number = read_whole(r, id, "terminals", 0, kMostTerminalsOfTile))
           kind.terminals = static_cast<std::uint32_t>(*number);
       }},
      {"area", quantity_shape({Measured::area}), "not known", "of its own logic, without the router",
       [](Reader& r, YamlId id, TileKind& kind) { read_tile_area(r, id, kind.area); }},
      {"energy", quantity_shape({Measured::energy_per_bit}), "not counted",
       "of each bit that begins in such a tile, and of each that ends there",
       [](Reader& r, YamlId id, TileKind& kind) { read_tile_energy(r, id, kind.pj_per_bit); }}};
  return keys;
}

/// Reports a kind whose name or places repeat those of a kind before it.
void expect_new(Reader& reader, YamlId id, const std::vector<TileKind>& before, const TileKind& kind) {
  const auto some = [&](const auto& holds) { return std::any_of(before.begin(), before.end(), holds); };
  if (some([&](const TileKind& other) { return other.name == kind.name; }))
    reader.report(id, fmt::format("two kinds of tile are called '{}'", kind.name), "a kind may list many places");
  const bool same_rule = some([&](const TileKind& other) {
    return (other.at.corner && kind.at.corner) || (other.at.edge && kind.at.edge) ||
           (other.at.all_others() && kind.at.all_others());
  });
  if (same_rule)
    reader.report(id, "two kinds of tile take the same nodes", "one kind has the corners, the edge, the rest");
}

/// Remembers where each entry of a kind's `at` stands, in the order in which read_place() adds them.
void note_places(const Reader& reader, YamlId kind, Design& design) {
  const auto at = find_value(reader.document, kind, "at");
  if (!at) return;
  std::size_t nodes = 0, cells = 0;
  for (const YamlId item : read_one_or_list(reader, *at)) {
    const bool is_cell = reader[item].kind != YamlKind::scalar;
    if (!is_cell && (reader[item].text == "corner" || reader[item].text == "edge")) continue;
    const std::size_t entry = is_cell ? cells++ : nodes++;
    design.places["tiles." + tile_place_key(design.tiles.size(), entry, is_cell)] = reader.place(item);
  }
}

constexpr const char* kEmptyHint = "cells: [3, 4], {x: 0-3, y: 5}, counted from 0";

}  // namespace

void read_empty(Reader& reader, YamlId id, CandidateDraft& draft) {
  const std::vector<YamlId> items = read_one_or_list(reader, id);
  if (items.empty()) reader.report(id, "'empty' is an empty list", kEmptyHint);
  for (const YamlId item : items) {
    TilePlaces places;
    if (reader[item].kind == YamlKind::scalar) {
      reader.report(item, fmt::format("'empty' cannot be {}", in_words(reader[item])), kEmptyHint);
    } else {
      read_place(reader, item, places);
    }
    for (const TilePlaces::Cells& cells : places.cells) {
      if (cells.x.last > kMostEmptyCell || cells.y.last > kMostEmptyCell) {
        reader.report(item, "places count from 0 to 2^26 - 1", kEmptyHint);
        continue;
      }
      const auto whole = [](std::uint64_t at) { return static_cast<std::uint32_t>(at); };
      draft.design.placement.empty.push_back(
          {{whole(cells.x.first), whole(cells.y.first)}, {whole(cells.x.last), whole(cells.y.last)}});
    }
  }
}

ValueShape empty_shape() {
  return list_shape(any_shape({list_shape(integer_shape("cell", 0)), map_shape(cell_range_keys())}));
}

void read_tiles(Reader& reader, YamlId id, CandidateDraft& draft) {
  draft.design.places["tiles"] = reader.place(id);
  const auto items = read_list(reader, id, "tiles");
  if (!items) return;
  for (const YamlId item : *items) {
    TileKind kind;
    if (!read_map(reader, item, "a kind of tile", tile_kind_keys(), kind)) continue;
    expect_new(reader, item, draft.design.tiles, kind);
    note_places(reader, item, draft.design);
    draft.design.tiles.push_back(std::move(kind));
  }
}

ValueShape tiles_shape() { return list_shape(map_shape(tile_kind_keys())); }

}  // namespace cutline
