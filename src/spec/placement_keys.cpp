// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "base/named.hpp"
#include "placement/order.hpp"
#include "spec/candidate_keys.hpp"
#include "spec/technology_spec.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostColumns = std::int64_t{1} << 26;
constexpr std::int64_t kMostBoxSide = 4096;
constexpr std::int64_t kMostSeed = (std::int64_t{1} << 53) - 1;
constexpr std::int64_t kMostMoves = std::int64_t{1} << 44;

void read_axes(Reader& reader, YamlId id, PlacementChoice& choice) {
  const auto items = read_list(reader, id, "axes");
  if (!items) return;
  if (items->empty()) reader.report(id, "'axes' is an empty list", "one axis a dimension, dimension 0 first");
  for (const YamlId item : *items) {
    if (const auto axis = read_choice(reader, item, "axes", {"x", "y", "z"})) {
      choice.axes.push_back(kAxes[*axis]);
    }
  }
}

void read_box(Reader& reader, YamlId id, PlacementChoice& choice) {
  const auto items = read_list(reader, id, "box");
  if (!items) return;
  if (items->size() != 2) {
    reader.report(id, fmt::format("a box has 2 sides, not {}", items->size()), "columns and rows: [3, 4]");
    return;
  }
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
Key<Design> arranging(Key<ArrangeChoice> key) {
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
      arranging(field("minimise", &ArrangeChoice::minimised,
                      choice_form({std::begin(kMinimised), std::end(kMinimised)}), "total",
                      "what the orders bisection, spectral, annealed, tabu (the total alone) and exact make as small "
                      "as they can: the sum of all links' spans, the longest of them, the links over the densest cut, "
                      "or an estimate of the area, in which every routing channel is as high as its own densest cut; "
                      "where no order is named it chooses tabu or annealed")),
      arranging(field("weight", &ArrangeChoice::weight, choice_form({std::begin(kWeights), std::end(kWeights)}),
                      "width",
                      "what a link counts for in what is minimised: its width, or one; traffic: every pair of nodes "
                      "counts for its messages under `traffic`, in place of the links (application mapping)")),
      arranging(field("seed", &ArrangeChoice::seed, whole_form(0, kMostSeed), "the run's (--seed)",
                      "of the same orders: same seed, same result")),
      arranging(field("moves", &ArrangeChoice::moves, whole_form(0, kMostMoves), "by the graph, up to some ten seconds",
                      "that the orders spectral (in its descent), annealed and tabu make")),
      arranging(field("start", &ArrangeChoice::start, word_form(names), "bisection",
                      "what the order annealed begins with: natural, hilbert, folded, gray, bisection or spectral")),
      {"fixed", any_shape({text_shape("node"), list_shape(text_shape("node"))}), "none",
       "nodes that stay where natural order puts them, by name or number, while the order spectral, annealed or tabu "
       "moves the others",
       read_fixed}};
}

/// How large cells are, and where wires run.
Keys<Design> room_keys() {
  Form<std::int64_t> pitch = whole_form(0, 1);
  pitch.shape.words = "0 or 1";
  const auto side = made(choice_form(kTerminalSides), [](std::size_t index) {
    return index == kFacing ? FacingNeighbours::yes : FacingNeighbours::no;
  });
  return {field("length", &Design::line_length, line_length_form(), "what node boxes and terminals take",
                "of a line of nodes along x, from the first to the last; it sets the width of the node boxes"),
          within(&Design::placement,
                 {"box", list_shape(integer_shape("whole numbers", 1)), "as square as it can be without empty cells",
                  "columns and rows of the boxes that hold the cycles of cube-connected cycles", read_box}),
          within(&Design::placement,
                 field("interchange_pitch", &PlacementChoice::interchange_pitch, pitch, "1",
                       "node pitches that an interchange takes; 0: it stands half way between nodes, which changes "
                       "spans only")),
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

Key<Design> placement_key() {
  return submap("placement", joined({cell_keys(), order_keys(), room_keys()}), "", "which cell each node takes");
}

}  // namespace cutline
