// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_builder.hpp"

#include "base/utf8.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxTerminals = 4096;

/// Reads a whole number from 0 to `most`; other programs may write it as 3.0.
std::optional<std::uint64_t> whole_value(std::string_view text, std::uint64_t most) {
  const auto value = read_as_finite(text);
  if (!value || !(*value >= 0 && *value <= static_cast<double>(most)) || *value != std::floor(*value))
    return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

constexpr std::pair<std::string_view, GraphAttribute> kNodeAttributes[] = {
    {"x", GraphAttribute::x},
    {"y", GraphAttribute::y},
    {"z", GraphAttribute::z},
    {"kind", GraphAttribute::kind},
    {"terminals", GraphAttribute::terminals},
    {"x_mm", GraphAttribute::x_mm},
    {"y_mm", GraphAttribute::y_mm},
    {"tile_width_mm", GraphAttribute::tile_width_mm},
    {"tile_height_mm", GraphAttribute::tile_height_mm}};

std::string_view attribute_word(GraphAttribute meaning) {
  const auto found = std::ranges::find_if(kNodeAttributes, [&](const auto& each) { return each.second == meaning; });
  return found->first;
}

}  // namespace

std::pair<std::uint32_t, bool> GraphBuilder::add_node(std::string_view name) {
  const auto added = graph.names.insert(name);
  if (added.second) check_names(added.first);
  return added;
}

void GraphBuilder::add_nodes(std::span<const std::string_view> names, std::span<std::uint32_t> nodes) {
  const std::uint32_t known = graph.names.size();
  graph.names.insert_all(names, nodes);
  check_names(known);
}

/// Checks the names of new nodes, and the number of nodes.
void GraphBuilder::check_names(std::uint32_t from) {
  for (std::uint32_t node = from; node < graph.names.size(); ++node) {
    if (const auto steering = steering_character(graph.names[node]))
      file_.fail(file_.text.find(graph.names[node]),
                 fmt::format("the name of a node holds the control character {}", *steering),
                 "a name is one line of letters that can be seen");
  }
  graph.nodes = graph.names.size();
  if (graph.nodes > kMaxGraphNodes)
    throw_limit_error(fmt::format("'{}' has more than 2^26 nodes, the limit", file_.path));
}

bool GraphBuilder::add_link(std::size_t at, std::uint64_t a, std::uint64_t b, const LinkSays& says) {
  if (a == b) {
    ++self_links_;
    if (reading_.self_links == SelfLinks::skip) return false;
    const std::string name =
        graph.names.empty() ? std::to_string(a) : quoted_name(graph.names[static_cast<std::uint32_t>(a)]);
    file_.fail(at, fmt::format("node {} is linked to itself", name), "a link joins two nodes: leave this one out");
  }
  if (graph.links.size() == kMaxLinksOfAClass)
    throw_limit_error(fmt::format("'{}' has more than 2^27 links, the limit", file_.path));
  if (!says.width && without_width_++ == 0) without_width_at_ = at;
  with_width_ += says.width ? 1 : 0;
  const double width = says.width.value_or(1);
  if (width != std::floor(width) && real_widths_.empty()) {
    graph.widths.resize(graph.links.size(), 1);
    real_widths_.assign(graph.widths.begin(), graph.widths.end());
  }
  // A list stays empty until a link differs from those that say nothing.
  const auto put = [&](auto& list, auto value, auto none) {
    if (value != none) list.resize(graph.links.size(), none);
    if (value != none || !list.empty()) list.push_back(value);
  };
  if (width != std::floor(width) || !real_widths_.empty()) {
    real_widths_.push_back(width);
  } else {
    put(graph.widths, static_cast<std::uint32_t>(width), 1U);
  }
  put(graph.given, says.given, 0U);
  put(graph.classes, says.link_class, std::uint16_t{0});
  count_figures(says);
  graph.links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  return true;
}

void GraphBuilder::pick_links(const std::vector<std::uint32_t>& from) {
  if (graph.attributes.links.empty()) return;
  graph.attributes.links.finish();
  graph.attributes.links.pick(from);
}

bool GraphBuilder::take(LinkSays& link, std::string_view attribute, std::size_t at, std::string_view value) {
  const bool is_figure = take_figures(link, attribute, at, value);
  if (!is_width(attribute)) return is_figure;
  link.width = width(at, value);
  return true;
}

GraphAttribute GraphBuilder::node_attribute(std::string_view name) const {
  if (reading_.place_metres > 0) {  // x and y of the file itself, not what an export of Cutline adds
    if (name == "x" || name == "y") return name == "x" ? GraphAttribute::x : GraphAttribute::y;
    const std::string_view meant = kept_.meant(name);
    if (meant == "x" || meant == "y" || meant.ends_with("_mm")) return GraphAttribute::none;
  }
  name = kept_.meant(name);
  const auto found = std::ranges::find_if(kNodeAttributes, [&](const auto& each) { return each.first == name; });
  return found == std::end(kNodeAttributes) ? GraphAttribute::none : found->second;
}

bool GraphBuilder::is_width(std::string_view attribute) const {
  return (reading_.width.empty() ? kept_.meant(attribute) : attribute) == width_name();
}

void GraphBuilder::set_grid(std::string_view name, std::string_view value) {
  constexpr std::string_view kAxisNames[] = {"columns", "rows", "planes"};
  const auto axis = std::ranges::find(kAxisNames, name) - std::begin(kAxisNames);
  const auto cells = whole_value(trimmed(value), kMaxGraphNodes);
  if (axis < std::ssize(kAxisNames) && cells && *cells > 0)
    graph.least_grid.cells[static_cast<std::size_t>(axis)] = static_cast<std::uint32_t>(*cells);
}

void GraphBuilder::set(std::uint32_t node, GraphAttribute meaning, std::size_t at, std::string_view value) {
  const std::string_view text = trimmed(value);
  if (const std::string_view name = attribute_word(meaning); !kept_.is_covered(name) || reading_.place_metres > 0)
    keep(AttributeOf::nodes, node, name, text, kind_by_looks(text));
  if (meaning == GraphAttribute::kind) {
    if (text == "switch" || text == "interchange") return set_terminals(node, 0);
    if (text != "node") {
      ignore("kind", AttributeOf::nodes);
      kinds_are_known_ = false;
    }
  } else if (meaning == GraphAttribute::terminals) {
    const auto count = whole_value(text, kMaxTerminals);
    if (!count)
      file_.fail(at, fmt::format("the terminals {} are no whole number from 0 to 4096", quoted_name(value)),
                 "0 makes a switch");
    set_terminals(node, *count);
  } else if (meaning >= GraphAttribute::x_mm) {
    set_tile(node, meaning, at, text);
  } else if (reading_.place_metres > 0) {
    set_router(node, meaning, at, text);
  } else {
    set_place(node, meaning, text);
  }
}

/// A router whose place the file gives is a tile without a size.
void GraphBuilder::set_router(std::uint32_t node, GraphAttribute axis, std::size_t at, std::string_view value) {
  const auto place = read_as_finite(value);
  if (axis == GraphAttribute::z && place == 0.0) return;
  if (axis == GraphAttribute::z)
    file_.fail(at, "places with a unit are those on one plane: z has none", "leave out `position_unit`, or z");
  if (!place)
    file_.fail(at, fmt::format("the place {} is no number", quoted_name(value)), "x and y count `position_unit`");
  constexpr double kMillimetresOfMetre = 1000;
  const GraphAttribute own = axis == GraphAttribute::x ? GraphAttribute::x_mm : GraphAttribute::y_mm;
  set_tile(node, own, at, fmt::format("{}", *place * reading_.place_metres * kMillimetresOfMetre));
}

void GraphBuilder::set_tile(std::uint32_t node, GraphAttribute what, std::size_t at, std::string_view value) {
  constexpr double kMostMillimetres = 1e6;
  const std::optional<double> mm = read_as_finite(value);
  const bool is_size = what == GraphAttribute::tile_width_mm || what == GraphAttribute::tile_height_mm;
  if (!mm || std::abs(*mm) > kMostMillimetres || (is_size && *mm < 0)) {
    file_.fail(at, fmt::format("{} is no place or size in millimetres", quoted_name(value)),
               "x_mm and y_mm are of a tile's lower left corner; sizes are 0 or more");
  }
  if (graph.tiles.size() <= node) {
    graph.tiles.resize(graph.nodes);
    tiles_given_.resize(graph.nodes);
  }
  Rectangle& tile = graph.tiles[node];
  if (what == GraphAttribute::x_mm) tile.x = millimetres(*mm);
  if (what == GraphAttribute::y_mm) tile.y = millimetres(*mm);
  if (what == GraphAttribute::tile_width_mm) tile.width = millimetres(*mm);
  if (what == GraphAttribute::tile_height_mm) tile.height = millimetres(*mm);
  const auto bit = static_cast<std::size_t>(what) - static_cast<std::size_t>(GraphAttribute::x_mm);
  tiles_given_[node] = static_cast<std::uint8_t>(tiles_given_[node] | (1U << bit));
}

/// Keeps the tiles only if every node has a place and a size, or a place with a unit.
void GraphBuilder::finish_tiles() {
  if (reading_.place_metres > 0) {
    tiles_given_.resize(graph.nodes);
    graph.tiles.resize(graph.nodes);
    const auto lacks = [](std::uint8_t given) { return (given & 3U) != 3U; };
    const auto first = std::ranges::find_if(tiles_given_, lacks) - tiles_given_.begin();
    if (static_cast<std::uint64_t>(first) == graph.nodes) return;
    const auto node = static_cast<std::uint32_t>(first);
    throw_input_error(
        fmt::format("node {} of '{}' has no x and y",
                    graph.names.empty() ? std::to_string(node) : quoted_name(graph.names[node]), file_.path),
        "with `position_unit` every node and switch has a place", "position_unit");
  }
  if (graph.tiles.empty()) return;
  tiles_given_.resize(graph.nodes);
  graph.tiles.resize(graph.nodes);
  if (std::ranges::all_of(tiles_given_, [](std::uint8_t given) { return given == 15; })) return;
  graph.tiles.clear();
  graph.notes.emplace_back(
      "places in millimetres are not taken: not every node has x_mm, y_mm, tile_width_mm and tile_height_mm");
}

void GraphBuilder::set_terminals(std::uint32_t node, std::uint64_t count) {
  if (terminals_.size() <= node) terminals_.resize(graph.nodes, kUnsaid);
  if (terminals_[node] == 0) return;  // the file has already said that it is a switch
  terminals_[node] = static_cast<std::uint32_t>(count);
}

void GraphBuilder::set_place(std::uint32_t node, GraphAttribute axis, std::string_view value) {
  const std::size_t i = static_cast<std::size_t>(axis) - static_cast<std::size_t>(GraphAttribute::x);
  const auto place = whole_value(value, kMaxGraphNodes - 1);
  if (!place) places_are_whole_ = false;
  if (!places_are_whole_) return;
  if (graph.positions.size() <= node) {
    graph.positions.resize(graph.nodes);
    axes_given_.resize(graph.nodes);
  }
  graph.positions[node].at[i] = static_cast<std::uint32_t>(*place);
  axes_given_[node] = static_cast<std::uint8_t>(axes_given_[node] | (1U << i));
}

double GraphBuilder::width(std::size_t at, std::string_view value) const {
  const auto width = read_as_finite(trimmed(value));
  if (!width || !(*width > 0 && *width <= static_cast<double>(kMaxLinkWidth))) {
    file_.fail(
        at, fmt::format("the {} {} is no number above 0, and up to 2^20", width_name(), quoted_name(value)),
        "it counts channel widths; leave it out, or name another attribute by `width_from` where the format has such");
  }
  return *width;
}

void GraphBuilder::ignore(std::string_view attribute, AttributeOf of) {
  auto& ignored = ignored_[static_cast<std::size_t>(of)];
  if (ignored.size() <= kMostIgnored && ignored.find(attribute) == ignored.end())
    ignored.insert(std::string(attribute));
}

}  // namespace cutline
