// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/placement/order.hpp"
#include "spec/candidate_keys.hpp"
#include "spec/files.hpp"
#include "spec/technology_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostPlaces = (std::int64_t{1} << 26) - 1;
constexpr std::int64_t kMostBoxSide = 4096;
constexpr std::int64_t kMostSeed = (std::int64_t{1} << 53) - 1;
constexpr std::int64_t kMostMoves = std::int64_t{1} << 44;
using Permutation = std::vector<std::uint32_t>;

std::vector<std::string_view> order_names() { return names_of(orders()); }

std::vector<std::string_view> minimised_names() { return {std::begin(kMinimised), std::end(kMinimised)}; }

bool is_path(const YamlNode& node) {
  return node.kind == YamlKind::scalar && node.text.find_first_of("/.") != std::string::npos;
}

std::optional<Permutation> read_permutation_file(Reader& reader, YamlId id) {
  const auto path = read_path(reader, id, "order");
  if (!path) return std::nullopt;
  Permutation permutation;
  try {
    for_each_row(*path, 1, 1, [&](const NumberRow& row) {
      if (row.numbers[0] < 0 || row.numbers[0] > kMostPlaces) {
        throw_input_error(fmt::format("'{}' names the place {}; places are 0 to 2^26 - 1", *path, row.numbers[0]));
      }
      permutation.push_back(static_cast<std::uint32_t>(row.numbers[0]));
    });
  } catch (const Error& error) {
    reader.take(error, id);
    return std::nullopt;
  }
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
  } else if (const auto index = read_choice(reader, id, "order", order_names())) {
    name = order_names()[*index];
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

void read_order(Reader& reader, YamlId id, CandidateDraft& draft) {
  PlacementChoice& choice = draft.design.placement;
  if (reader[id].kind != YamlKind::list || lists_numbers(reader, id)) return read_axis_order(reader, id, choice);
  const std::vector<YamlId> items = reader[id].items;
  if (items.empty() || items.size() > kAxes.size()) {
    reader.report(id, fmt::format("'order' lists {} orders", items.size()),
                  "one for each of the axes x, y, z, or one for all");
    return;
  }
  for (const YamlId item : items) read_axis_order(reader, item, choice);
}

void read_axes(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto items = read_list(reader, id, "axes");
  if (!items) return;
  if (items->empty()) reader.report(id, "'axes' is an empty list", "one axis a dimension, dimension 0 first");
  for (const YamlId item : *items) {
    if (const auto axis = read_choice(reader, item, "axes", {"x", "y", "z"})) {
      draft.design.placement.axes.push_back(kAxes[*axis]);
    }
  }
}

void read_columns(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto columns = read_whole(reader, id, "columns", 1, kMostPlaces + 1);
  if (columns) draft.design.placement.columns = static_cast<std::uint32_t>(*columns);
}

void read_box(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto items = read_list(reader, id, "box");
  if (!items) return;
  if (items->size() != 2) {
    reader.report(id, fmt::format("a box has 2 sides, not {}", items->size()), "columns and rows: [3, 4]");
    return;
  }
  const auto columns = read_whole(reader, (*items)[0], "box", 1, kMostBoxSide);
  const auto rows = read_whole(reader, (*items)[1], "box", 1, kMostBoxSide);
  if (!columns || !rows) return;
  draft.design.placement.box = {static_cast<std::uint32_t>(*columns), static_cast<std::uint32_t>(*rows)};
}

void read_length(Reader& reader, YamlId id, CandidateDraft& draft) {
  if (reader.unit_technology && reader.technology_known) {
    reader.report(id, "the technology 'unit' has no metres", "name a technology, or leave out `length`");
    return;
  }
  const auto length = read_quantity(reader, id, "length", {Measured::length});
  if (!length) return;
  if (length->value > 0) {
    draft.design.line_length = {length->value};
  } else {
    reader.report(id, "'length' must be more than 0");
  }
}

void read_interchange_pitch(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto pitch = read_whole(reader, id, "interchange_pitch", 0, 1);
  if (pitch) draft.design.placement.interchange_pitch = static_cast<std::uint32_t>(*pitch);
}

ArrangeChoice& arrange_of(CandidateDraft& draft) {
  auto& arrange = draft.design.placement.arrange;
  return arrange ? *arrange : arrange.emplace();
}

void read_minimise(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto index = read_choice(reader, id, "minimise", minimised_names());
  if (index) arrange_of(draft).minimised = static_cast<Minimised>(*index);
}

void read_weight(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto index = read_choice(reader, id, "weight", {std::begin(kWeights), std::end(kWeights)});
  if (index) arrange_of(draft).weight = static_cast<Weight>(*index);
}

void read_seed(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto seed = read_whole(reader, id, "seed", 0, kMostSeed);
  if (seed) arrange_of(draft).seed = static_cast<std::uint64_t>(*seed);
}

void read_moves(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto moves = read_whole(reader, id, "moves", 0, kMostMoves);
  if (moves) arrange_of(draft).moves = static_cast<std::uint64_t>(*moves);
}

void read_start(Reader& reader, YamlId id, CandidateDraft& draft) {
  if (const auto index = read_choice(reader, id, "start", order_names()))
    arrange_of(draft).start = order_names()[*index];
}

void read_fixed(Reader& reader, YamlId id, CandidateDraft& draft) {
  for (const YamlId item : read_one_or_list(reader, id)) {
    if (auto name = read_text(reader, item, "fixed")) arrange_of(draft).fixed.push_back(std::move(*name));
  }
}

void read_wiring(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto wiring = read_choice(reader, id, "wiring", {"beside", "over"});
  if (wiring) draft.design.wires_over_nodes = *wiring == 1;
}

void read_terminals(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto side = read_choice(reader, id, "terminals", kTerminalSides);
  if (side) draft.design.neighbours_face = *side == kFacing ? FacingNeighbours::yes : FacingNeighbours::no;
}

void read_layer_rule(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto layers = read_choice(reader, id, "layers", {"shared", "one_a_link"});
  if (layers) draft.design.link_on_one_pair = *layers == 1;
}

/// Where nodes stand.
std::vector<Key<CandidateDraft>> cell_keys() {
  const ValueShape whole = integer_shape("whole numbers", 0);
  const ValueShape order = any_shape({choice_shape(order_names()), list_shape(whole), path_beside_names_shape()});
  return {
      {"order", any_shape({order, list_shape(order)}), "natural",
       "how nodes follow along the axes: one for all, or a list of one per axis; a list of whole numbers, or a file of "
       "one "
       "a line, is the order along x, the nodes from the first place to the last",
       read_order},
      {"axes", list_shape(choice_shape({"x", "y", "z"})), "the first half of the dimensions on x, the rest on y",
       "the axis of each dimension, dimension 0 first", read_axes},
      {"columns", integer_shape("whole number", 1), "as square as it can be", "columns of a grid filled node by node",
       read_columns},
      {"cells", cells_shape(), "",
       "the cell of each node: [x, y] or [x, y, z], node 0 first, switches last; or by name, {gpu: [0, 1]} or [gpu, 0, "
       "1]; "
       "in a file one a line, `x,y` or `name,x,y`",
       read_cells},
      {"empty", empty_shape(), "none",
       "cells of the grid that no node takes: cells [x, y], or ranges {x: 0-3, y: 5}; nodes take the others in the "
       "order's sequence",
       read_empty},
      {"positions", positions_shape(), "",
       "places in metres: a CSV, .flp or .def file, or a list of tiles, by the names of nodes; wires run over the "
       "tiles, and the die does not grow to suit them",
       read_positions},
      {"outline", outline_shape(), "as large as the tiles",
       "width and height of the die of given places, or the corners of a polygon, past which no wires run",
       read_outline},
      {"blocked", blocked_shape(), "", "rectangles and polygons of given places in which layers carry no wires",
       read_blocked},
      {"snap", quantity_shape({Measured::length}), "0 mm",
       "routers of given places that are no farther apart along an axis share a line of the grid", read_snap}};
}

/// How orders search.
std::vector<Key<CandidateDraft>> order_keys() {
  return {
      {"minimise", choice_shape(minimised_names()), "total",
       "what the orders bisection, spectral, annealed, tabu (the total alone) and exact make as small as they can: "
       "the sum of all links' spans, "
       "the longest of them, the links over the densest cut, or an estimate of the area, in which every routing "
       "channel "
       "is as high as its own densest cut; where no order is named it chooses tabu or annealed",
       read_minimise},
      {"weight", choice_shape({std::begin(kWeights), std::end(kWeights)}), "width",
       "what a link counts for in what is minimised: its width, or one; traffic: every pair of nodes counts for its "
       "messages under `traffic`, in place of the links (application mapping)",
       read_weight},
      {"seed", integer_shape("whole number", 0), "the run's (--seed)", "of the same orders: same seed, same result",
       read_seed},
      {"moves", integer_shape("whole number", 0), "by the graph, up to some ten seconds",
       "that the orders spectral (in its descent), annealed and tabu make", read_moves},
      {"start", choice_shape(order_names()), "bisection",
       "what the order annealed begins with: natural, hilbert, folded, gray, bisection or spectral", read_start},
      {"fixed", any_shape({text_shape("node"), list_shape(text_shape("node"))}), "none",
       "nodes that stay where natural order puts them, by name or number, while the order spectral, annealed or tabu "
       "moves the "
       "others",
       read_fixed}};
}

/// How large cells are, and where wires run.
std::vector<Key<CandidateDraft>> room_keys() {
  return {
      {"length", quantity_shape({Measured::length}), "what node boxes and terminals take",
       "of a line of nodes along x, from the first to the last; it sets the width of the node boxes", read_length},
      {"box", list_shape(integer_shape("whole numbers", 1)), "as square as it can be without empty cells",
       "columns and rows of the boxes that hold the cycles of cube-connected cycles", read_box},
      {"interchange_pitch", integer_shape("0 or 1", 0), "1",
       "node pitches that an interchange takes; 0: it stands half way between nodes, which changes spans only",
       read_interchange_pitch},
      {"wiring", choice_shape({"beside", "over"}), "beside",
       "where tracks run: in routing channels beside the nodes, or on upper layers over them; over: the node pitch is "
       "the larger of the node box and what terminals and tracks need",
       read_wiring},
      {"terminals", choice_shape(kTerminalSides), "the technology's; top where wires run over the nodes",
       "where wires leave their node: all at its top and right; or, facing, those between neighbours straight from "
       "side "
       "to side, without a track",
       read_terminals},
      {"layers", choice_shape({"shared", "one_a_link"}), "shared",
       "shared: the wires of a link share out the layer pairs, and long links prefer the fast ones; one_a_link: all "
       "its wires keep to one pair, so that they arrive together",
       read_layer_rule}};
}

}  // namespace

const std::vector<Key<CandidateDraft>>& placement_keys() {
  static const std::vector<Key<CandidateDraft>> keys = joined({cell_keys(), order_keys(), room_keys()});
  return keys;
}

}  // namespace cutline
