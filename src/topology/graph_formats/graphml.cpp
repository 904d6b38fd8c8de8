// SPDX-License-Identifier: Apache-2.0
// The only file that includes expat.
#include <expat.h>

#include <exception>

#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMaxXmlDepth = 64;
constexpr std::size_t kMaxKeys = 1024;

using Attributes = const XML_Char**;

std::optional<std::string_view> attribute(Attributes attributes, std::string_view name) {
  for (; *attributes != nullptr; attributes += 2) {
    if (attributes[0] == name) return attributes[1];
  }
  return std::nullopt;
}

std::string_view without_prefix(std::string_view name) { return name.substr(name.find(':') + 1); }

/// A `key` element: the name of an attribute of nodes, links or the graph, and its meaning to Cutline.
struct AttributeKey {
  std::string name;
  GraphAttribute of_nodes = GraphAttribute::none;
  bool of_links = false;  ///< something is read from it
  bool for_nodes = false, for_links = false, for_graph = false;
  AttributeKind kind = AttributeKind::text;  ///< of values that are what their type says
  std::optional<std::string> fallback;       ///< the value for nodes or links that give none
};

/// The kind of values of an `attr.type`.
AttributeKind kind_of_type(std::string_view type) {
  if (type == "boolean") return AttributeKind::truth;
  return type == "int" || type == "long" || type == "float" || type == "double" ? AttributeKind::number
                                                                                : AttributeKind::text;
}

/// The kind of an open element.
enum class Element : std::uint8_t { file, graphml, key, fallback, graph, node, edge, data, skipped };

/// A link whose ends may be declared later in the file.
struct Edge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  LinkSays says;
  bool directed = false;
  std::size_t at = 0;
};

/// An end of a link whose node was not yet declared when the link was read.
struct OpenEnd {
  std::size_t edge = 0;
  bool is_b = false;
  std::string name;
};

class GraphmlReader : FormatReader {
 public:
  GraphmlReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, ""), parser_(XML_ParserCreate("UTF-8")) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), guarded<&GraphmlReader::start, const XML_Char*, Attributes>,
                          guarded<&GraphmlReader::end, const XML_Char*>);
    XML_SetCharacterDataHandler(parser_.get(), guarded<&GraphmlReader::text, const XML_Char*, int>);
    XML_SetEntityDeclHandler(parser_.get(), refuse_entity);
  }

  GraphFile read() {
    const auto status = XML_Parse(parser_.get(), file_.text.data(), static_cast<int>(file_.text.size()), XML_TRUE);
    if (trouble_) std::rethrow_exception(trouble_);
    if (status != XML_STATUS_OK) {
      fail(fmt::format("this is no XML: {}", XML_ErrorString(XML_GetErrorCode(parser_.get()))),
           "GraphML is an XML file in UTF-8: `<graphml><graph edgedefault=\"undirected\"> ... </graph></graphml>`");
    }
    if (!has_graph_) fail("the file holds no graph", "a `graph` element stands in `graphml`");
    finish_edges();
    return builder_.finish();
  }

 private:
  struct Freed {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  /// Calls a handler. Exceptions must not pass through expat, so they are stored until it has returned.
  template <auto handler, class... Arguments>
  static void guarded(void* user, Arguments... arguments) {
    auto* reader = static_cast<GraphmlReader*>(user);
    if (reader->trouble_) return;
    try {
      (reader->*handler)(arguments...);
    } catch (...) {
      reader->trouble_ = std::current_exception();
      XML_StopParser(reader->parser_.get(), XML_FALSE);
    }
  }

  void entity() {
    fail("the file declares an entity", "entities of its own are not read, for they can grow without bounds");
  }
  static void refuse_entity(void* user, const XML_Char*, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
                            const XML_Char*, const XML_Char*) {
    guarded<&GraphmlReader::entity>(user);
  }

  std::size_t at() const {
    return static_cast<std::size_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_.get())));
  }
  [[noreturn]] void fail(std::string message, std::string hint) const {
    file_.fail(at(), std::move(message), std::move(hint));
  }

  std::string_view needed(Attributes attributes, std::string_view name, std::string_view element) const {
    if (const auto value = attribute(attributes, name)) return *value;
    fail(fmt::format("this `{}` has no `{}`", element, name), fmt::format("every `{}` has one", element));
  }

  void start(const XML_Char* name, Attributes attributes) {
    if (open_.size() > kMaxXmlDepth)
      fail("elements are nested more than 64 deep, the limit",
           "a graph stands in `graphml`, its nodes and links in it");
    open_.push_back(open(without_prefix(name), attributes));
  }

  Element open(std::string_view name, Attributes attributes) {
    switch (open_.back()) {
      case Element::file:
        if (name != "graphml") fail("this is no GraphML", "the outermost element is `graphml`");
        return Element::graphml;
      case Element::graphml:
        if (name == "key") return start_key(attributes);
        return name == "graph" ? start_graph(attributes) : Element::skipped;
      case Element::key:
        text_.clear();
        return name == "default" ? Element::fallback : Element::skipped;
      case Element::graph:
        if (name == "node") return start_node(attributes);
        if (name == "edge") return start_edge(attributes);
        if (name == "hyperedge") fail("a hyperedge joins any number of nodes", "a link joins two: use `edge`");
        return name == "data" ? start_data(attributes) : Element::skipped;
      case Element::node:
      case Element::edge:
        if (name == "graph") fail("a graph within a node", "write its nodes and links into the outer graph");
        return name == "data" ? start_data(attributes) : Element::skipped;
      default:
        data_has_elements_ |= open_.back() == Element::data;
        return Element::skipped;
    }
  }

  Element start_key(Attributes attributes) {
    const std::string_view id = needed(attributes, "id", "key");
    const std::string_view of = attribute(attributes, "for").value_or("all");
    const std::string_view name = attribute(attributes, "attr.name").value_or(id);
    AttributeKey key{std::string(name)};
    key.for_nodes = of == "node" || of == "all";
    key.for_links = of == "edge" || of == "all";
    key.for_graph = of == "graph" || of == "all";
    key.kind = kind_of_type(attribute(attributes, "attr.type").value_or(""));
    if (key.for_nodes) key.of_nodes = builder_.node_attribute(name);
    if (key.for_links) key.of_links = builder_.reads_of_links(name);
    if (keys_.size() == kMaxKeys) fail("the file declares more than 1024 keys, the limit", "leave out some");
    const auto [added, is_new] = keys_.emplace(id, std::move(key));
    if (!is_new) fail(fmt::format("the key {} is declared twice", quoted_name(id)), "a key has an `id` of its own");
    key_ = &added->second;
    return Element::key;
  }

  Element start_graph(Attributes attributes) {
    if (has_graph_) fail("a second graph in one file", "a network is one graph: write the other to another file");
    has_graph_ = true;
    const std::string_view value = needed(attributes, "edgedefault", "graph");
    if (value != "directed" && value != "undirected")
      fail(fmt::format("`edgedefault` cannot be {}", quoted_name(value)), "it is directed or undirected");
    directed_ = value == "directed";
    return Element::graph;
  }

  Element start_node(Attributes attributes) {
    const std::string_view id = needed(attributes, "id", "node");
    const auto [node, is_new] = builder_.add_node(id);
    if (!is_new) fail(fmt::format("the node {} is declared twice", quoted_name(id)), "a node has an `id` of its own");
    node_ = node;
    for (const auto& [key_id, key] : keys_) {
      if (!key.for_nodes || !key.fallback) continue;
      if (key.of_nodes != GraphAttribute::none) {
        builder_.set(node, key.of_nodes, at(), *key.fallback);
      } else {
        keep(AttributeOf::nodes, node, key, *key.fallback);
      }
    }
    return Element::node;
  }

  /// The node at one end of the edge that is read. If the node is not yet declared, remembers the end and returns 0.
  std::uint32_t end_of(std::string_view name, bool is_b) {
    if (const auto node = builder_.graph.names.find(name)) return *node;
    open_ends_.push_back({edges_.size(), is_b, std::string(name)});
    return 0;
  }

  Element start_edge(Attributes attributes) {
    Edge edge{.directed = directed_, .at = at()};
    edge.a = end_of(needed(attributes, "source", "edge"), false);
    edge.b = end_of(needed(attributes, "target", "edge"), true);
    if (const auto own = attribute(attributes, "directed")) {
      if (*own != "true" && *own != "false")
        fail(fmt::format("`directed` cannot be {}", quoted_name(*own)), "it is true or false");
      edge.directed = *own == "true";
    }
    for (const auto& [id, key] : keys_) {
      if (!key.for_links || !key.fallback) continue;
      if (key.of_links) builder_.take(edge.says, key.name, edge.at, *key.fallback);
      keep(AttributeOf::links, edges_.size(), key, *key.fallback);
    }
    if (const auto id = attribute(attributes, "id"); id && *id != std::to_string(edges_.size()))
      builder_.keep(AttributeOf::links, edges_.size(), "id", *id, AttributeKind::text);
    edges_.push_back(edge);
    return Element::edge;
  }

  /// Keeps an attribute for exports. A value that its type does not allow is a text.
  void keep(AttributeOf of, std::uint64_t item, const AttributeKey& key, const std::string& text) {
    if (key.kind == AttributeKind::number) {
      const std::string number = as_json_number(text);
      if (!number.empty()) return builder_.keep(of, item, key.name, number, key.kind);
    }
    const bool yes = text == "true" || text == "True" || text == "1";
    if (key.kind == AttributeKind::truth && (yes || text == "false" || text == "False" || text == "0"))
      return builder_.keep(of, item, key.name, yes ? "true" : "false", key.kind);
    builder_.keep(of, item, key.name, text, AttributeKind::text);
  }

  Element start_data(Attributes attributes) {
    const std::string_view id = needed(attributes, "key", "data");
    const auto key = keys_.find(id);
    if (key == keys_.end())
      fail(fmt::format("no key {} is declared", quoted_name(id)), "a `key` element before the graph says what it is");
    data_key_ = &key->second;
    if (open_.back() == Element::graph && !data_key_->for_graph) return Element::skipped;
    if (open_.back() == Element::node && data_key_->of_nodes == GraphAttribute::none)
      builder_.ignore(data_key_->name, AttributeOf::nodes);
    if (open_.back() == Element::edge && !data_key_->of_links) builder_.ignore(data_key_->name, AttributeOf::links);
    data_has_elements_ = false;
    text_.clear();
    data_at_ = at();
    return Element::data;
  }

  void text(const XML_Char* letters, int count) {
    if (open_.back() == Element::data || open_.back() == Element::fallback)
      text_.append(letters, static_cast<std::size_t>(count));
  }

  void end(const XML_Char*) {
    const Element closed = open_.back();
    open_.pop_back();
    if (closed == Element::fallback) {
      LinkSays checked;
      if (key_->of_links) builder_.take(checked, key_->name, at(), text_);
      key_->fallback = text_;
    } else if (closed == Element::data && open_.back() == Element::graph) {
      builder_.set_grid(data_key_->name, text_);
    } else if (closed == Element::data) {
      end_data(open_.back() == Element::node);
    }
  }

  void end_data(bool of_node) {
    if (of_node && data_key_->of_nodes != GraphAttribute::none)
      return builder_.set(node_, data_key_->of_nodes, data_at_, text_);
    if (!of_node) builder_.take(edges_.back().says, data_key_->name, data_at_, text_);
    if (data_has_elements_) return;  // drawings of other programs
    if (of_node) return keep(AttributeOf::nodes, node_, *data_key_, text_);
    keep(AttributeOf::links, edges_.size() - 1, *data_key_, text_);
  }

  /// Resolves the open ends and adds the links. In a directed graph a link without direction becomes two channels.
  void finish_edges() {
    for (const OpenEnd& each : open_ends_) {
      Edge& edge = edges_[each.edge];
      const auto node = builder_.graph.names.find(each.name);
      if (!node)
        file_.fail(edge.at, fmt::format("the file declares no node {}", quoted_name(each.name)),
                   "every end of a link is the `id` of a `node` element");
      (each.is_b ? edge.b : edge.a) = *node;
    }
    builder_.graph.directed = std::ranges::any_of(edges_, [](const Edge& edge) { return edge.directed; });
    std::vector<std::uint32_t> from;  // of each link: its edge
    const bool keeps = !builder_.graph.attributes.links.empty();
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      const Edge& edge = edges_[i];
      if (builder_.add_link(edge.at, edge.a, edge.b, edge.says) && keeps) from.push_back(i);
      if (!builder_.graph.directed || edge.directed || builder_.two_way()) continue;
      if (builder_.add_link(edge.at, edge.b, edge.a, edge.says) && keeps) from.push_back(i);
    }
    if (keeps) builder_.pick_links(from);
  }

  std::unique_ptr<XML_ParserStruct, Freed> parser_;
  std::exception_ptr trouble_;
  std::vector<Element> open_ = {Element::file};
  std::map<std::string, AttributeKey, std::less<>> keys_;
  AttributeKey* key_ = nullptr;  ///< the one that is open
  std::vector<Edge> edges_;
  std::vector<OpenEnd> open_ends_;
  bool has_graph_ = false;
  bool directed_ = false;   ///< the default for edges
  std::uint32_t node_ = 0;  ///< the one that is open
  std::size_t data_at_ = 0;
  const AttributeKey* data_key_ = nullptr;  ///< of the open `data` element
  bool data_has_elements_ = false;
  std::string text_;
};

}  // namespace

GraphFormat graphml_graph_format() {
  return {
      .name = "graphml",
      .summary = "GraphML: nodes with cells x, y, z, links with a width; a directed edge is one channel",
      .source = "GraphML Project Group, graphml.graphdrawing.org, version 1.0",
      .endings = {".graphml", ".xml"},
      .has_attributes = true,
      .begins = [](std::string_view text) { return text.substr(0, 4096).find("<graphml") != std::string_view::npos; },
      .read = read_by<GraphmlReader>};
}

}  // namespace cutline
