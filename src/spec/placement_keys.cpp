// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "placement/order.hpp"
#include "spec/study_keys.hpp"
#include "topology/graph_text.hpp"

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

Form<WholeRange> range_form() {
  return {text_shape("number or range"), [](Reader& reader, YamlId id, std::string_view what) {
            const auto text = read_text(reader, id, what);
            const auto range = text ? find_range(*text) : std::nullopt;
            if (text && !range)
              reader.report(id, fmt::format("'{}' cannot be {}", what, in_words(reader[id])), kRangeHint);
            return range;
          }};
}

const Form<TilePlaces::Cells>& cell_range_form() {
  static const Form<TilePlaces::Cells> form = map_form<TilePlaces::Cells>(
      "a range of cells", {required(field("x", &TilePlaces::Cells::x, range_form(), "", "columns, counted from 0")),
                           required(field("y", &TilePlaces::Cells::y, range_form(), "", "rows, counted from 0"))});
  return form;
}

void read_place(Reader& reader, YamlId id, TilePlaces& at) {
  if (reader[id].kind == YamlKind::map) {
    if (const auto cells = cell_range_form().read(reader, id, "at")) at.cells.push_back(*cells);
    return;
  }
  if (reader[id].kind != YamlKind::scalar) {
    const auto items = read_list(reader, id, "at", {2, 2, "a cell has 2 coordinates", kAtHint});
    if (!items) return;
    const auto x = range_form().read(reader, (*items)[0], "at");
    const auto y = range_form().read(reader, (*items)[1], "at");
    return at.cells.push_back({x.value_or(WholeRange{}), y.value_or(WholeRange{})});
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
    at.nodes.push_back(said_nodes(word));
  }
}

const Keys<TileKind>& tile_kind_keys() {
  const Form<double> length = quantity_form(Measured::length), area = quantity_form(Measured::area),
                     energy = quantity_form(Measured::energy_per_bit);
  static const Keys<TileKind> keys = {
      required(field("name", &TileKind::name, text_form(), "", "what it is called: core, cache ...")),
      {"at",
       any_shape({text_shape("names or numbers, edge or corner"),
                  list_shape(any_shape({text_shape("name, number, range, edge, corner"),
                                        list_shape(integer_shape("cell", 0)), cell_range_form().shape}))}),
       "all nodes that no other kind takes",
       "where it stands: names or numbers of nodes, after which switches are numbered, cells, ranges of both, corner, "
       "edge; what is listed comes before corners, corners before the edge",
       [](Reader& reader, YamlId id, TileKind& kind) {
         for (const YamlId item : read_one_or_list(reader, id)) read_place(reader, item, kind.at);
       }},
      submap<TileKind>(
          "node",
          {field("width", &TileKind::node_width, length, "as of all nodes", "least width of its boxes"),
           field("height", &TileKind::node_height, length, "as of all nodes", "least height of its boxes")},
          "as of all nodes", "its box"),
      submap<TileKind>(
          "router",
          {field("delay", &TileKind::router_delay, duration_form(), "as of all routers", "of its router, per hop"),
           field("area", &TileKind::router_area, area, "as of all routers", "of its router"),
           field("energy", &TileKind::router_pj_per_bit, energy, "as of all routers", "of a bit, per hop")},
          "as of all nodes",
          "its router: what messages pay at hops that end at such a node; all switches have that of `interchange`"),
      field("terminals", &TileKind::terminals, whole_form(0, kMostTerminalsOfTile), "the topology's `concentration`",
            "that send and take messages at such a node; 0: messages only pass"),
      field("area", &TileKind::area, area, "not known", "of its own logic, without the router"),
      field("energy", &TileKind::pj_per_bit, energy, "not counted",
            "of each bit that begins in such a tile, and of each that ends there")};
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

void read_empty(Reader& reader, YamlId id, Design& design) {
  for (const YamlId item : read_one_or_list(reader, id, "empty", kEmptyHint)) {
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
      design.placement.empty.push_back(
          {{whole(cells.x.first), whole(cells.y.first)}, {whole(cells.x.last), whole(cells.y.last)}});
    }
  }
}

void read_tiles(Reader& reader, YamlId id, Design& design) {
  for (const YamlId item : items_of(reader, id, "tiles")) {
    TileKind kind;
    if (!read_map(reader, item, "a kind of tile", tile_kind_keys(), kind)) continue;
    expect_new(reader, item, design.tiles, kind);
    note_places(reader, item, design);
    design.tiles.push_back(std::move(kind));
  }
}

constexpr std::int64_t kMostColumns = std::int64_t{1} << 26;
constexpr std::int64_t kMostBoxSide = 4096;
constexpr std::int64_t kMostSeed = (std::int64_t{1} << 53) - 1;
constexpr std::int64_t kMostMoves = std::int64_t{1} << 44;

void read_axes(Reader& reader, YamlId id, PlacementChoice& choice) {
  const auto items = read_list(reader, id, "axes",
                               {1, SIZE_MAX, "'axes' is an empty list", "one axis a dimension, dimension 0 first"});
  if (!items) return;
  for (const YamlId item : *items) {
    if (const auto axis = read_choice(reader, item, "axes", {"x", "y", "z"})) choice.axes.push_back(kAxes[*axis]);
  }
}

void read_box(Reader& reader, YamlId id, PlacementChoice& choice) {
  const auto items = read_list(reader, id, "box", {2, 2, "a box has 2 sides, not {1}", "columns and rows: [3, 4]"});
  if (!items) return;
  const auto columns = read_whole(reader, (*items)[0], "box", 1, kMostBoxSide);
  const auto rows = read_whole(reader, (*items)[1], "box", 1, kMostBoxSide);
  if (!columns || !rows) return;
  choice.box = {static_cast<std::uint32_t>(*columns), static_cast<std::uint32_t>(*rows)};
}

/// Of a line of nodes. The technology `unit` has no metres for it.
Form<double> line_length_form() {
  Form<double> form = above_0(quantity_form(Measured::length));
  form.read = [read = form.read](Reader& reader, YamlId id, std::string_view what) -> std::optional<double> {
    if (!reader.unit_technology || !reader.technology_known) return read(reader, id, what);
    reader.report(id, "the technology 'unit' has no metres", "name a technology, or leave out `length`");
    return std::nullopt;
  };
  return form;
}

ArrangeChoice& arrange_of(Design& design) {
  auto& arrange = design.placement.arrange;
  return arrange ? *arrange : arrange.emplace();
}

/// A key of the orders that search, as one of candidates.
Key<Design> arranging(const Key<ArrangeChoice>& key) {
  return {key.name, key.shape, key.default_text, key.help,
          [read = key.read](Reader& reader, YamlId id, Design& design) { read(reader, id, arrange_of(design)); }};
}

void read_fixed(Reader& reader, YamlId id, Design& design) {
  for (const YamlId item : read_one_or_list(reader, id)) {
    if (auto name = read_text(reader, item, "fixed")) arrange_of(design).fixed.push_back(std::move(*name));
  }
}

/// Where nodes stand.
Keys<Design> cell_keys() {
  return {order_key(),
          within(&Design::placement, {"axes", list_shape(choice_shape({"x", "y", "z"})),
                                      "the first half of the dimensions on x, the rest on y",
                                      "the axis of each dimension, dimension 0 first", read_axes}),
          within(&Design::placement, field("columns", &PlacementChoice::columns, whole_form(1, kMostColumns),
                                           "as square as it can be", "columns of a grid filled node by node")),
          cells_key(),
          empty_key(),
          positions_key(),
          outline_key(),
          blocked_key(),
          snap_key()};
}

/// How orders search.
Keys<Design> order_keys() {
  const std::vector<std::string_view> names = names_of(orders());
  return {
      arranging(field(
          "minimise", &ArrangeChoice::minimised, choice_form({std::begin(kMinimised), std::end(kMinimised)}), "total",
          "what the orders portfolio, bisection, spectral, annealed, tabu (the total alone) and exact make as small as "
          "they can: the sum of all links' spans, the longest of them (on one row the bandwidth), the links over the "
          "densest cut (on one row the cutwidth), or an estimate of the area, in which every routing channel is as "
          "high as its own densest cut; where no order is named it is portfolio, the best of them all")),
      arranging(field("weight", &ArrangeChoice::weight, choice_form({std::begin(kWeights), std::end(kWeights)}),
                      "width",
                      "what a link counts for in what is minimised: its width, or one; traffic: every pair of nodes "
                      "counts for its messages under `traffic`, in place of the links (application mapping)")),
      arranging(field("seed", &ArrangeChoice::seed, whole_form(0, kMostSeed), "the run's (--seed)",
                      "of the same orders: same seed, same result")),
      arranging(field("moves", &ArrangeChoice::moves, whole_form(0, kMostMoves), "by the graph, up to some ten seconds",
                      "that the orders portfolio, spectral (in its descent), annealed and tabu make")),
      arranging(field("effort", &ArrangeChoice::effort_s,
                      made(above_0(quantity_form(Measured::time)), [](double ns) { return ns * 1e-9; }), "none",
                      "chooses `moves` in its place: as many as take about so long, on any machine the same number")),
      arranging(field("start", &ArrangeChoice::start, word_form(names), "bisection",
                      "what the order annealed begins with: natural, hilbert, folded, gray, bisection or spectral")),
      {"fixed", any_shape({text_shape("node"), list_shape(text_shape("node"))}), "none",
       "nodes that stay where natural order puts them, by name or number, while the order portfolio, spectral, "
       "annealed or tabu moves the others",
       read_fixed}};
}

/// How large cells are, and where wires run.
Keys<Design> room_keys() {
  Form<std::int64_t> pitch = whole_form(0, 1);
  pitch.shape.words = "0 or 1";
  const auto side = made(choice_form(kTerminalSides), [](std::size_t index) {
    return index == kFacing ? FacingNeighbours::yes : FacingNeighbours::no;
  });
  return {
      field("length", &Design::line_length, line_length_form(), "what node boxes and terminals take",
            "of a line of nodes along x, from the first to the last; it sets the width of the node boxes"),
      within(&Design::placement,
             {"box", list_shape(integer_shape("whole numbers", 1)), "as square as it can be without empty cells",
              "columns and rows of the boxes that hold the cycles of cube-connected cycles", read_box}),
      within(&Design::placement,
             field("interchange_pitch", &PlacementChoice::interchange_pitch, pitch, "1",
                   "node pitches that an interchange takes; 0: it stands half a pitch past the node before it, which "
                   "changes spans only")),
      field("wiring", &Design::wires_over_nodes, choice_form({"beside", "over"}), "beside",
            "where tracks run: in routing channels beside the nodes, or on upper layers over them; over: the node "
            "pitch is the larger of the node box and what terminals and tracks need"),
      field("terminals", &Design::neighbours_face, side, "the technology's; top where wires run over the nodes",
            "where wires leave their node: all at its top and right; or, facing, those between neighbours straight "
            "from side to side, without a track"),
      field("layers", &Design::link_on_one_pair, choice_form({"shared", "one_a_link"}), "shared",
            "shared: the wires of a link share out the layer pairs, and long links prefer the fast ones; "
            "one_a_link: all its wires keep to one pair, so that they arrive together")};
}

}  // namespace

SaidNodes said_nodes(const std::string& text) {
  SaidNodes nodes{text, {}};
  if (const auto range = find_range(text)) nodes.numbers = {range->first, range->last};
  return nodes;
}

Key<Design> empty_key() {
  return {"empty", list_shape(any_shape({list_shape(integer_shape("cell", 0)), cell_range_form().shape})), "none",
          "cells of the grid that no node takes: cells [x, y], or ranges {x: 0-3, y: 5}; nodes take the others in the "
          "order's sequence",
          read_empty};
}

Key<Design> tiles_key() {
  return {"tiles", list_shape(map_shape(tile_kind_keys())), "all nodes alike",
          "kinds of tile with boxes of their own; a column is as wide as its widest tile, a row as high as its highest",
          read_tiles};
}

Key<Design> placement_key() {
  return submap("placement", joined({cell_keys(), order_keys(), room_keys()}), "", "which cell each node takes");
}

}  // namespace cutline
