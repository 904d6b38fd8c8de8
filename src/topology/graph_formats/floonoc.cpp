// SPDX-License-Identifier: Apache-2.0
#include "base/document.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kFloonocHint =
    "`routers` and `endpoints` have a name and perhaps an array; `connections` have src and dst, perhaps with _range, "
    "_idx or _lvl";
constexpr std::uint64_t kMostFloonocNodes = std::uint64_t{1} << 16;  // so that a few letters do not make millions

using FlooNumbers = std::vector<std::uint64_t>;

/// A router or an endpoint.
struct FlooNode {
  std::uint32_t group = 0;
  std::uint64_t level = 0;  ///< in a tree
  FlooNumbers index;        ///< in an array
  std::uint32_t links = 0;
};

/// An entry of `routers` or of `endpoints`.
struct FlooGroup {
  std::uint32_t first = 0, count = 0;  ///< its nodes
  bool is_router = false;
};

enum class FlooSide : std::uint8_t { north, east, south, west, eject, unsaid };

struct FlooLink {
  std::uint32_t a = 0, b = 0;
  FlooSide side_of_a = FlooSide::unsaid, side_of_b = FlooSide::unsaid;  ///< where it leaves each
  std::size_t at = 0;
};

class FloonocReader : FormatReader {
 public:
  FloonocReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kFloonocHint), document_(yaml_of(file, kFloonocHint)) {}

  GraphFile read() {
    for (const YamlId entry : entries("routers")) add_group(entry, true);
    for (const YamlId entry : entries("endpoints")) add_group(entry, false);
    for (const YamlId entry : entries("connections")) connect(entry);
    add_to_graph();
    set_places();
    builder_.note("routing, protocols and addresses of FlooGen are not read");
    return builder_.finish();
  }

 private:
  [[noreturn]] void fail(YamlId id, std::string message) const {
    FormatReader::fail(document_[id].mark.offset, std::move(message));
  }

  std::vector<YamlId> entries(std::string_view key) const {
    const auto list = find_value(document_, document_.root, key);
    if (!list || document_[*list].kind != YamlKind::list)
      fail(list.value_or(document_.root), fmt::format("the file has no list of {}", key));
    return document_[*list].items;
  }

  std::string text(YamlId map, std::string_view key) const {
    const auto value = find_value(document_, map, key);
    if (!value || document_[*value].kind != YamlKind::scalar)
      fail(value.value_or(map), fmt::format("here `{}` is due", key));
    return document_[*value].text;
  }

  /// The value of a key, unless it is left out or null.
  std::optional<YamlId> given(YamlId map, std::string_view key) const {
    const auto value = find_value(document_, map, key);
    return value && document_[*value].kind != YamlKind::null ? value : std::nullopt;
  }

  bool is_true(YamlId map, std::string_view key, bool fallback) const {
    const auto value = given(map, key);
    if (!value) return fallback;
    const std::string& word = document_[*value].text;
    return word == "true" || word == "True" || word == "yes" || word == "on";
  }

  /// A number, or a list of up to `most`.
  FlooNumbers numbers(YamlId id, std::size_t most) const {
    const YamlNode& node = document_[id];
    if (node.kind == YamlKind::list && node.items.size() <= most) {
      FlooNumbers all;
      for (const YamlId item : node.items) all.push_back(numbers(item, 0).front());
      if (!all.empty()) return all;
    }
    std::uint64_t value = 0;
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, trouble] = std::from_chars(node.text.data(), end, value);
    if (node.kind != YamlKind::scalar || trouble != std::errc() || stop != end || value > kMostFloonocNodes)
      fail(id, most > 0 ? fmt::format("here 1 to {} whole numbers up to 2^16 are due", most)
                        : std::string("here a whole number up to 2^16 is due"));
    return {value};
  }

  std::uint32_t add_node(const std::string& name, FlooNode node, YamlId at) {
    const auto [number, is_new] = names_.insert(name);
    if (!is_new) fail(at, fmt::format("there are two nodes {}", quoted_name(name)));
    if (nodes_.size() == kMostFloonocNodes) fail(at, "the network has more than 2^16 nodes");
    nodes_.push_back(std::move(node));
    return number;
  }

  void add_link(std::uint32_t a, std::uint32_t b, YamlId at, FlooSide of_a = FlooSide::unsaid,
                FlooSide of_b = FlooSide::unsaid) {
    if (links_.size() == kMostLinks) fail(at, "the network has more than 2^20 links");
    ++nodes_[a].links;
    ++nodes_[b].links;
    links_.push_back({a, b, of_a, of_b, document_[at].mark.offset});
  }

  void add_group(YamlId entry, bool is_router) {
    const std::string name = text(entry, "name");
    const auto array = given(entry, "array"), tree = given(entry, "tree");
    if (is_router && array && tree) fail(entry, "routers are an array or a tree");
    constexpr std::size_t kLongestName = 256;
    if (name.size() > kLongestName) fail(entry, "a name has up to 256 letters");
    const bool join = is_router && is_true(entry, "auto_connect", true);
    const auto group = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({static_cast<std::uint32_t>(nodes_.size()), 0, is_router});
    if (array) {
      add_array(name, numbers(*array, 2), group, join, *array);
    } else if (is_router && tree) {
      constexpr std::size_t kMostLevels = 16;
      add_tree(name, numbers(*tree, kMostLevels), {.group = group}, std::nullopt, join, *tree);
    } else {
      add_node(name, {.group = group}, entry);
    }
    groups_[group].count = static_cast<std::uint32_t>(nodes_.size()) - groups_[group].first;
    if (!by_name_.try_emplace(name, group).second) fail(entry, fmt::format("{} is named twice", quoted_name(name)));
  }

  /// FlooGen calls them NAME_X_Y; routers have links to the west and to the south.
  void add_array(const std::string& name, FlooNumbers size, std::uint32_t group, bool join, YamlId at) {
    const std::uint64_t rows = size.size() > 1 ? size[1] : 1;
    for (std::uint64_t x = 0; x < size[0]; ++x) {
      for (std::uint64_t y = 0; y < rows; ++y) {
        FlooNode node{.group = group, .index = {x}};
        if (size.size() > 1) node.index.push_back(y);
        const std::string own = size.size() > 1 ? fmt::format("{}_{}_{}", name, x, y) : fmt::format("{}_{}", name, x);
        const std::uint32_t number = add_node(own, node, at);
        if (join && x > 0) add_link(number - static_cast<std::uint32_t>(rows), number, at);
        if (join && y > 0) add_link(number - 1, number, at);
      }
    }
  }

  void add_tree(const std::string& parent_name, const FlooNumbers& tree, const FlooNode& node,
                std::optional<std::uint32_t> parent, bool join, YamlId at) {
    if (node.level == tree.size()) return;
    for (std::uint64_t i = 0; i < tree[node.level]; ++i) {
      const std::string name = fmt::format("{}_{}", parent_name, i);
      const std::uint32_t number = add_node(name, node, at);
      if (join && parent) add_link(*parent, number, at);
      FlooNode below = node;
      ++below.level;
      add_tree(name, tree, below, number, join, at);
    }
  }

  std::uint32_t node_of(const std::string& name, YamlId at) const {
    if (const auto node = names_.find(name)) return *node;
    if (by_name_.count(name) > 0)
      fail(at, fmt::format("{} is several nodes: _range, _idx or _lvl says which", quoted_name(name)));
    fail(at, fmt::format("there is no node {}", quoted_name(name)));
  }

  void pick_range(const std::string& name, const std::vector<FlooNumbers>& ranges, std::size_t i, YamlId at,
                  std::vector<std::uint32_t>& picked) const {
    if (i == ranges.size()) {
      if (picked.size() == kMostFloonocNodes) fail(at, "this range has more than 2^16 nodes");
      return picked.push_back(node_of(name, at));
    }
    const std::uint64_t first = ranges[i][0], last = ranges[i][1];
    for (std::uint64_t n = first;; first < last ? ++n : --n) {
      pick_range(fmt::format("{}_{}", name, n), ranges, i + 1, at, picked);
      if (n == last) return;
    }
  }

  /// The nodes at one side of a connection, `src` or `dst`.
  std::vector<std::uint32_t> pick(YamlId entry, const std::string& side) const {
    std::string name = text(entry, side);
    const auto range = given(entry, side + "_range"), index = given(entry, side + "_idx"),
               level = given(entry, side + "_lvl");
    if ((range ? 1 : 0) + (index ? 1 : 0) + (level ? 1 : 0) > 1)
      fail(entry, fmt::format("only one of {0}_range, {0}_idx and {0}_lvl says which nodes", side));
    std::vector<std::uint32_t> picked;
    if (range) {
      std::vector<FlooNumbers> ranges;
      for (const YamlId item : document_[*range].items) ranges.push_back(numbers(item, 2));
      const auto is_pair = [](const FlooNumbers& pair) { return pair.size() == 2; };
      if (ranges.empty() || ranges.size() > 2 || !std::ranges::all_of(ranges, is_pair))
        fail(*range, "a range is a list of one or two [first, last]");
      pick_range(name, ranges, 0, *range, picked);
    } else if (level) {
      const auto group = by_name_.find(name);
      if (group == by_name_.end()) fail(*level, fmt::format("there are no routers {}", quoted_name(name)));
      const FlooGroup& all = groups_[group->second];
      const std::uint64_t wanted = numbers(*level, 0).front();
      for (std::uint32_t node = all.first; node < all.first + all.count; ++node) {
        if (nodes_[node].level == wanted) picked.push_back(node);
      }
      if (picked.empty()) fail(*level, fmt::format("the tree {} has no level {}", quoted_name(name), wanted));
    } else {
      constexpr std::size_t kMostLevels = 16;
      for (const std::uint64_t n : index ? numbers(*index, kMostLevels) : FlooNumbers{}) name += fmt::format("_{}", n);
      picked.push_back(node_of(name, index.value_or(entry)));
    }
    return picked;
  }

  FlooSide side(YamlId entry, std::string_view key) const {
    constexpr std::array<std::string_view, 5> kNames = {"north", "east", "south", "west", "eject"};
    const auto value = given(entry, key);
    if (!value) return FlooSide::unsaid;
    const std::string name = lower_case(document_[*value].text);
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (name == kNames[i] || name == std::to_string(i)) return static_cast<FlooSide>(i);
    }
    return FlooSide::unsaid;
  }

  void connect(YamlId entry) {
    std::vector<std::uint32_t> from = pick(entry, "src"), to = pick(entry, "dst");
    if (!is_true(entry, "bidirectional", true)) fail(entry, "FlooGen has no one-way connections");
    const std::size_t links = std::max(from.size(), to.size()), least = std::min(from.size(), to.size());
    if (links % least != 0 || (links != least && !is_true(entry, "allow_multi", false)))
      fail(entry, fmt::format("{} nodes are joined to {}: as many, or a multiple with `allow_multi: true`", from.size(),
                              to.size()));
    const FlooSide of_from = side(entry, "src_dir"), of_to = side(entry, "dst_dir");
    for (std::size_t i = 0; i < links; ++i)
      add_link(from[i / (links / from.size())], to[i / (links / to.size())], entry, of_from, of_to);
  }

  bool is_router(std::uint32_t node) const { return groups_[nodes_[node].group].is_router; }

  /// Calls visit(end, other end, the other's side) for both ends of every link.
  template <class Visit>
  void for_each_end(const Visit& visit) const {
    for (const FlooLink& link : links_) {
      visit(link.a, link.b, link.side_of_b);
      visit(link.b, link.a, link.side_of_a);
    }
  }

  /// An endpoint at the local port of a router, and nowhere else, is a terminal of the router, which has one at most.
  /// Other endpoints are nodes, and other routers switches.
  void add_to_graph() {
    std::vector<bool> has_terminal(nodes_.size()), is_terminal(nodes_.size());
    for_each_end([&](std::uint32_t end, std::uint32_t router, FlooSide side) {
      if (side != FlooSide::eject || is_router(end) || !is_router(router)) return;
      if (nodes_[end].links == 1 && !has_terminal[router]) has_terminal[router] = is_terminal[end] = true;
    });
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      number_.push_back(is_terminal[node] ? std::nullopt : std::optional(builder_.add_node(names_[node]).first));
      if (number_[node]) builder_.set_terminals(*number_[node], is_router(node) && !has_terminal[node] ? 0 : 1);
    }
    for (const FlooLink& link : links_) {
      if (number_[link.a] && number_[link.b]) builder_.add_link(link.at, *number_[link.a], *number_[link.b]);
    }
  }

  /// In a mesh of routers each stands in the cell of its index, and an endpoint beside its router. In a file with other
  /// nodes, none has a place.
  void set_places() {
    constexpr std::array<std::array<int, 2>, 6> kBeside = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 0}, {0, 0}}};
    std::map<std::uint32_t, std::array<std::int64_t, 2>> places;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (is_router(node) && nodes_[node].group == 0 && nodes_[node].index.size() == 2)
        places[node] = {static_cast<std::int64_t>(nodes_[node].index[0]),
                        static_cast<std::int64_t>(nodes_[node].index[1])};
    }
    for_each_end([&](std::uint32_t end, std::uint32_t router, FlooSide side) {
      if (is_router(end) || !number_[end] || side >= FlooSide::eject || places.count(router) == 0) return;
      const auto& [x, y] = kBeside[static_cast<std::size_t>(side)];
      places[end] = {places[router][0] + x, places[router][1] + y};
    });
    if (places.size() != builder_.graph.nodes) return;
    std::array<std::int64_t, 2> least = {0, 0};
    for (const auto& [node, place] : places) least = {std::min(least[0], place[0]), std::min(least[1], place[1])};
    for (const auto& [node, place] : places) {
      builder_.set(*number_[node], GraphAttribute::x, 0, std::to_string(place[0] - least[0]));
      builder_.set(*number_[node], GraphAttribute::y, 0, std::to_string(place[1] - least[1]));
    }
  }

  static constexpr std::size_t kMostLinks = std::size_t{1} << 20;
  const Document document_;
  NodeNames names_;
  std::vector<FlooNode> nodes_;
  std::vector<FlooGroup> groups_;
  std::map<std::string, std::uint32_t, std::less<>> by_name_;  ///< of groups
  std::vector<FlooLink> links_;
  std::vector<std::optional<std::uint32_t>> number_;  ///< of each node in the graph; none: a terminal
};

bool begins_as_floonoc(std::string_view text) {
  constexpr std::size_t kLooked = std::size_t{1} << 16;
  const auto has = [&](std::string_view key) {
    const std::string_view begin = text.substr(0, kLooked);
    return begin.starts_with(key.substr(1)) || begin.find(key) != std::string_view::npos;
  };
  return has("\nendpoints:") && has("\nrouters:") && has("\nconnections:");
}

}  // namespace

GraphFormat floonoc_graph_format() {
  return {.name = "floonoc",
          .summary = "a network of FlooGen: arrays and trees of routers; endpoints at local ports are their terminals",
          .source = "FlooNoC, floogen, ETH Zurich",
          .endings = {".yml", ".yaml"},
          .begins = begins_as_floonoc,
          .read = read_by<FloonocReader>};
}

}  // namespace cutline
