// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/format.hpp"
#include "cutline/topology/family.hpp"
#include "topology/graph_builder.hpp"
#include "topology/graph_formats/dot_tokens.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMostKeptDefaults = 64;  // every pair of braces copies them

enum class Way : std::uint8_t { forward, back, both };

/// The default attributes of nodes and links within a pair of braces.
struct Defaults {
  std::map<GraphAttribute, std::string> node;
  std::vector<ReadAttribute> kept_of_nodes, kept_of_links;
  LinkSays link;
  Way way = Way::forward;
};

using Nodes = std::vector<std::uint32_t>;

/// The state of a graph or subgraph while it is read.
struct Braces {
  Defaults defaults;
  Nodes nodes;
};

class DotReader : FormatReader {
 public:
  DotReader(const GraphText& file, const GraphReading& reading) : FormatReader(file, reading, ""), tokens_(file) {
    token_ = tokens_.next();
  }

  GraphFile read() {
    const bool strict = take_word("strict");
    builder_.graph.directed = is_word("digraph");
    if (!take_word("digraph") && !take_word("graph"))
      fail("this is no graph", "a DOT file begins with `graph {` or `digraph {`");
    take(token_.kind == DotToken::kName);
    braces_.emplace_back();
    read_braces();
    if (token_.kind != DotToken::kEnd) fail("something follows the graph", "a network is one graph");
    note_unstated_nodes();
    if (const auto dropped = strict ? keep_first_links(builder_.graph, builder_.graph.directed).dropped : 0;
        dropped > 0)
      builder_.note(fmt::format("{} links repeat others and fall away: the graph is strict", dropped));
    return builder_.finish();
  }

 private:
  [[noreturn]] void fail(std::string message, std::string hint) const {
    file_.fail(token_.at, std::move(message), std::move(hint));
  }
  bool take(bool is_here) {
    if (is_here) token_ = tokens_.next();
    return is_here;
  }
  bool take_mark(char mark) { return take(token_.kind == mark); }
  bool is_line() const { return token_.kind == '-' || token_.kind == '>'; }
  /// Whether the token is this keyword; case does not matter.
  bool is_word(std::string_view word) const { return token_.plain && same_but_case(token_.text, word); }
  bool take_word(std::string_view word) { return take(is_word(word)); }
  std::string name(std::string_view what) {
    if (token_.kind != DotToken::kName)
      fail(fmt::format("here {} is due", what), "a name, a number, or a text in quotes");
    std::string text = std::move(token_.text);
    token_ = tokens_.next();
    return text;
  }

  void read_braces() {
    if (!take_mark('{')) fail("here { is due", "nodes and links stand in braces");
    while (!take_mark('}')) {
      if (token_.kind == DotToken::kEnd) fail("the graph has no end", "every { has its }");
      if (!take_mark(';')) read_statement();
    }
  }

  void read_statement() {
    if (is_word("node") || is_word("edge") || is_word("graph")) return read_defaults();
    const bool is_group = begins_group();
    const std::size_t stated = stated_.size();
    const std::size_t at = token_.at;
    std::vector<Nodes> ends;
    if (is_group) {
      ends.push_back(read_group());
    } else {
      std::string first = name("a node");
      if (take_mark('=')) return void(name("a value"));
      ends.push_back(read_nodes(first, at));
    }
    if (is_line()) {
      stated_.resize(stated);  // nodes in braces at an end of a link do not count as stated
      return read_links(at, std::move(ends));
    }
    if (is_group) return;
    stated_.insert(stated_.end(), ends[0].begin(), ends[0].end());
    read_attributes([&](const std::string& key, const std::string& value, std::size_t value_at) {
      const GraphAttribute meaning = builder_.node_attribute(key);
      if (meaning == GraphAttribute::none) builder_.ignore(key, AttributeOf::nodes);
      for (const std::uint32_t node : ends[0]) {
        if (meaning != GraphAttribute::none) {
          builder_.set(node, meaning, value_at, value);
        } else {
          builder_.keep(AttributeOf::nodes, node, key, value, kind_by_looks(value));
        }
      }
    });
  }

  /// Reads `node [...]`, `edge [...]` or `graph [...]`.
  void read_defaults() {
    const bool nodes = is_word("node");
    const bool edges = is_word("edge");
    const bool whole = is_word("graph") && braces_.size() == 1;
    token_ = tokens_.next();
    if (token_.kind != '[') fail("here [ is due", "as in `node [shape=box]`; a node of such a name stands in quotes");
    Defaults& defaults = braces_.back().defaults;
    read_attributes([&](const std::string& key, const std::string& value, std::size_t at) {
      const GraphAttribute meaning = builder_.node_attribute(key);
      if (edges) read_link_attribute(key, value, at, defaults);
      if (edges && key != "dir") remember(key, value, kMostKeptDefaults, defaults.kept_of_links);
      if (nodes && meaning != GraphAttribute::none) defaults.node[meaning] = value;
      if (nodes && meaning == GraphAttribute::none) remember(key, value, kMostKeptDefaults, defaults.kept_of_nodes);
      if (whole) builder_.set_grid(key, value);
    });
  }

  static void remember(const std::string& key, const std::string& value, std::size_t most,
                       std::vector<ReadAttribute>& kept) {
    if (kept.size() < most) kept.push_back({key, value, kind_by_looks(value)});
  }

  /// Reads an attribute of a link. Returns false if Cutline does not use it.
  bool read_link_attribute(const std::string& key, const std::string& value, std::size_t at, Defaults& link) {
    if (builder_.take(link.link, key, at, value)) return true;
    if (key != "dir") return false;
    if (value != "forward" && value != "back" && value != "both" && value != "none")
      file_.fail(at, fmt::format("`dir` cannot be {}", quoted_name(value)), "it is forward, back, both or none");
    link.way = value == "forward" ? Way::forward : value == "back" ? Way::back : Way::both;
    return true;
  }

  /// Reads any number of lists in brackets and calls visit(key, value, place of the value) for each attribute.
  template <class Visit>
  void read_attributes(Visit visit) {
    while (take_mark('[')) {
      while (!take_mark(']')) {
        if (token_.kind == DotToken::kEnd) fail("these attributes have no end", "every [ has its ]");
        const std::string key = name("an attribute");
        std::string value = "true";
        const std::size_t at = token_.at + 1;
        if (take_mark('=')) value = name("a value");
        visit(key, value, at);
        if (!take_mark(',')) take_mark(';');
      }
    }
  }

  std::uint32_t read_node(const std::string& text, std::size_t at) {
    while (take_mark(':')) name("a port");
    const auto [node, is_new] = builder_.add_node(text);
    if (is_new) {
      for (const auto& [meaning, value] : braces_.back().defaults.node) builder_.set(node, meaning, at, value);
      builder_.keep_all(AttributeOf::nodes, node, braces_.back().defaults.kept_of_nodes);
    }
    if (braces_.size() > 1) braces_.back().nodes.push_back(node);
    return node;
  }

  /// Reads the rest of a list such as `a, b`, which Graphviz takes for all of them.
  Nodes read_nodes(const std::string& first, std::size_t at) {
    Nodes nodes = {read_node(first, at)};
    while (take_mark(',')) {
      at = token_.at;
      nodes.push_back(read_node(name("a node"), at));
    }
    return nodes;
  }

  bool begins_group() const { return token_.kind == '{' || is_word("subgraph"); }

  /// Reads `subgraph NAME { ... }` or `{ ... }`. Returns the nodes in it, each once.
  Nodes read_group() {
    if (take_word("subgraph") && token_.kind == DotToken::kName) token_ = tokens_.next();
    if (braces_.size() == kMaxDepth) fail("braces are nested more than 64 deep, the limit", "leave some out");
    braces_.push_back({braces_.back().defaults, {}});
    read_braces();
    Nodes nodes = std::move(braces_.back().nodes);
    braces_.pop_back();
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    Nodes& outer = braces_.back().nodes;
    if (braces_.size() > 1) outer.insert(outer.end(), nodes.begin(), nodes.end());
    return nodes;
  }

  void read_links(std::size_t at, std::vector<Nodes> ends) {
    while (is_line()) {
      if ((token_.kind == '>') != builder_.graph.directed)
        fail(builder_.graph.directed ? "-- in a digraph" : "-> in a graph without directions",
             "links of a `graph` are --, of a `digraph` ->");
      token_ = tokens_.next();
      const std::size_t stated = stated_.size(), end_at = token_.at;
      ends.push_back(begins_group() ? read_group() : read_nodes(name("a node"), end_at));
      stated_.resize(stated);
    }
    Defaults link = braces_.back().defaults;
    read_attributes([&](const std::string& key, const std::string& value, std::size_t value_at) {
      if (!read_link_attribute(key, value, value_at, link)) builder_.ignore(key, AttributeOf::links);
      if (key != "dir") remember(key, value, kMostAttributeKeys, link.kept_of_links);
    });
    for (std::size_t i = 1; i < ends.size(); ++i) add_links(at, ends[i - 1], ends[i], link);
  }

  /// Links every node of one side to every node of the other.
  void add_links(std::size_t at, const Nodes& from, const Nodes& to, const Defaults& link) {
    if (!from.empty() && to.size() > kMaxLinksOfAClass / from.size())
      throw_limit_error(fmt::format("'{}' has more than 2^27 links, the limit", file_.path));
    const bool directed = builder_.graph.directed, both = link.way == Way::both;
    const auto add = [&](std::uint32_t a, std::uint32_t b) {
      if (builder_.add_link(at, a, b, link.link))
        builder_.keep_all(AttributeOf::links, builder_.graph.links.size() - 1, link.kept_of_links);
    };
    for (const std::uint32_t a : from) {
      for (const std::uint32_t b : to) {
        if (!directed || link.way != Way::back) add(a, b);
        if (directed && (both ? !builder_.two_way() : link.way == Way::back)) add(b, a);
      }
    }
  }

  /// Notes that links alone name some nodes: if no node has a statement of its own, they define the nodes; if some
  /// have, a name that is nearly a stated one may be a slip.
  void note_unstated_nodes() {
    if (stated_.empty()) {
      builder_.note("no node is stated by itself: the nodes are those that links name");
      return;
    }
    std::vector<bool> is_stated(builder_.graph.nodes, false);
    for (const std::uint32_t node : stated_) is_stated[node] = true;
    const auto unstated = std::ranges::count(is_stated, false);
    if (unstated == 0) return;
    constexpr std::size_t kShown = 5, kMostCompared = 4096;
    std::vector<std::string_view> known;
    for (std::uint32_t node = 0; node < is_stated.size() && known.size() < kMostCompared; ++node) {
      if (is_stated[node]) known.push_back(builder_.graph.names[node]);
    }
    std::vector<std::string> shown;
    for (std::uint32_t node = 0; node < is_stated.size() && shown.size() < kShown; ++node) {
      if (is_stated[node]) continue;
      const std::string_view name = builder_.graph.names[node], near = nearest(name, known);
      shown.push_back(quoted_name(name) + (near.empty() ? "" : fmt::format(" (is it {}?)", quoted_name(near))));
    }
    builder_.note(fmt::format("links alone name {} of the {} nodes: {}{}", unstated, is_stated.size(),
                              join(shown, ", "), static_cast<std::size_t>(unstated) > kShown ? " ..." : ""));
  }

  DotTokens tokens_;
  DotToken token_;
  std::vector<Braces> braces_;
  Nodes stated_;  ///< nodes with a statement of their own
};

/// `graph`, `digraph` or `strict`, and the brace before any bracket, which GML has there.
bool begins_dot(std::string_view text) {
  text.remove_prefix(past_dot_comments(text, 0));
  const std::size_t opening = text.find_first_of("{[");
  return (text.starts_with("graph") || text.starts_with("digraph") || text.starts_with("strict")) &&
         opening != std::string_view::npos && text[opening] == '{';
}

}  // namespace

GraphFormat dot_graph_format() {
  return {.name = "dot",
          .summary = "Graphviz: nodes with cells x, y, z, links with a width; an edge of a digraph is one channel",
          .source = "Graphviz, The DOT Language",
          .endings = {".dot", ".gv"},
          .has_attributes = true,
          .begins = begins_dot,
          .read = read_by<DotReader>};
}

}  // namespace cutline
