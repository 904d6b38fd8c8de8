// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kJsonHint =
    R"(as in {"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]})";

/// The bytes of a text for nlohmann's parser. Tells how many it has read, for its events have no places.
struct ReadBytes {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char& operator*() const { return text->text[at]; }
  ReadBytes& operator++() {
    *read = ++at;
    return *this;
  }
  bool operator==(const ReadBytes& other) const { return at == other.at; }
  bool operator!=(const ReadBytes& other) const { return at != other.at; }

  const GraphText* text;
  std::size_t at;
  std::size_t* read;
};

/// Reads node-link JSON by its events, so that deep nesting takes no stack. Depth 1 is the outermost object, 2 a list
/// of nodes or links, 3 a node or a link, 4 an end of a link that is an object, or a name that is a list.
class JsonReader : FormatReader, public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kJsonHint), links_(file) {}

  GraphFile read() {
    nlohmann::json::sax_parse(ReadBytes{&file_, 0, &read_}, ReadBytes{&file_, file_.text.size(), &read_}, this);
    if (!has_nodes_ || !has_links_)
      FormatReader::fail(0, fmt::format("the file has no list {}", has_nodes_ ? "`links` or `edges`" : "`nodes`"));
    if (!has_ids_ && labels_differ_ && labels_.size() == nodes_) builder_.graph.names = std::move(labels_);
    if (builder_.graph.names.empty() && nodes_ > 0)
      builder_.note("nodes have no ids, nor names that all differ: their places are their numbers");
    join_links();
    return builder_.finish();
  }

  bool null() override {
    if (depth_ == 3) keep("null", AttributeKind::json);
    return done();
  }
  bool boolean(bool value) override { return scalar(value ? "true" : "false", AttributeKind::truth); }
  bool number_integer(number_integer_t value) override { return scalar(std::to_string(value), AttributeKind::number); }
  bool number_unsigned(number_unsigned_t value) override {
    return scalar(std::to_string(value), AttributeKind::number);
  }
  bool number_float(number_float_t, const string_t& text) override { return scalar(text, AttributeKind::number); }
  bool string(string_t& text) override { return scalar(text, AttributeKind::text); }
  bool binary(binary_t&) override { return done(); }
  bool start_object(std::size_t) override { return open(true); }
  bool start_array(std::size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (depth_ < keys_.size()) keys_[depth_] = name;
    return done();
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    // The message goes on with the text up to the mistake, however long.
    const std::string_view says = error.what();
    const std::size_t from = says.find("syntax error");
    const std::string_view why = from == std::string_view::npos ? "" : says.substr(from, says.find(';', from) - from);
    FormatReader::fail(read_ - std::min<std::size_t>(read_, 1),
                       fmt::format("this is no JSON{}{}", why.empty() ? "" : ": ", why));
  }

 private:
  enum class List : std::uint8_t { other, graph, nodes, links };

  /// A node or a link while it is read.
  struct Item {
    std::size_t at = 0;
    std::optional<std::string> id, name, source, target;
    std::string name_key;  ///< `name` or `label`
    LinkSays says;
    struct Said {
      GraphAttribute meaning;
      std::size_t at;
      std::string text;
    };
    std::vector<Said> said;
    std::vector<ReadAttribute> kept;
    /// Empties the item, and keeps the memory that it has.
    void begin(std::size_t where) {
      at = where;
      for (auto* each : {&id, &name, &source, &target}) each->reset();
      says = {};
      said.clear();
      kept.clear();
    }
  };

  /// Where the token of this event begins: behind the last one, and what stands between tokens.
  std::size_t at() const { return std::min(file_.text.find_first_not_of(" \t\r\n:,", last_), file_.text.size()); }
  bool done() {
    last_ = read_;
    return true;
  }
  [[noreturn]] void fail(std::string message) const { FormatReader::fail(at(), std::move(message)); }

  bool open(bool is_object) {
    const std::string& key = keys_[1];
    if (depth_ == 0 && !is_object) fail("a list is no graph");
    if (depth_ == 1) {
      list_ = is_object ? (key == "graph" ? List::graph : List::other)
                        : (key == "nodes"                     ? List::nodes
                           : key == "links" || key == "edges" ? List::links
                                                              : List::other);
      has_nodes_ = has_nodes_ || list_ == List::nodes;
      has_links_ = has_links_ || list_ == List::links;
    }
    if (depth_ == 2 && list_ >= List::nodes && !is_object) fail("a list stands in the place of a node or a link");
    if (depth_ == 2) item_.begin(at());
    if (depth_ == 3) list_at_ = at();
    if (depth_ == 3 && list_ >= List::nodes && end_text() == nullptr)
      builder_.ignore(keys_[3], list_ == List::nodes ? AttributeOf::nodes : AttributeOf::links);
    ++depth_;
    if (depth_ < keys_.size()) keys_[depth_].clear();
    return done();
  }

  bool close() {
    --depth_;
    if (depth_ == 2 && list_ == List::nodes) add_node();
    if (depth_ == 2 && list_ == List::links) add_link();
    if (depth_ == 3 && file_.text[list_at_] == '[') name_by_list();
    if (depth_ == 3) keep(std::string_view(file_.text).substr(list_at_, read_ - list_at_), AttributeKind::json);
    return done();
  }

  /// Keeps an attribute of the node or the link that is read, unless it names a node.
  void keep(std::string_view text, AttributeKind kind) {
    if (list_ < List::nodes || end_text() != nullptr || item_.kept.size() == kMostAttributeKeys) return;
    item_.kept.push_back({keys_[3], std::string(text), kind});
  }

  /// What the key of depth 3 names: the id of a node or an end of a link; else null.
  std::optional<std::string>* end_text() {
    if (list_ == List::nodes) return keys_[3] == "id" ? &item_.id : nullptr;
    if (list_ != List::links) return nullptr;
    return keys_[3] == "source" ? &item_.source : keys_[3] == "target" ? &item_.target : nullptr;
  }

  /// Names that NetworkX has as tuples are lists; without blanks they are alike wherever they stand.
  void name_by_list() {
    if (end_text() == nullptr) return;
    std::string name = file_.text.substr(list_at_, read_ - list_at_);
    name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return c <= ' ' && c >= '\0'; }), name.end());
    *end_text() = std::move(name);
  }

  bool scalar(const std::string& text, AttributeKind kind) {
    if (depth_ == 0) fail("this is no graph");
    if (depth_ == 1 && keys_[1] == "directed") builder_.graph.directed = text == "true";
    if (depth_ == 2) {
      if (list_ == List::links) fail("a link is an object with `source` and `target`");
      if (list_ == List::graph) builder_.set_grid(keys_[2], text);
      if (list_ == List::nodes) {
        item_ = {at(), text};
        add_node();
      }
    }
    if (depth_ == 3 && list_ >= List::nodes) attribute(text, kind);
    // An end of a link as D3 leaves it: the node itself, which has an `id` or an `index`.
    if (depth_ == 4 && end_text() != nullptr && (keys_[4] == "id" || (keys_[4] == "index" && !*end_text())))
      *end_text() = text;
    return done();
  }

  void attribute(const std::string& text, AttributeKind kind) {
    const std::string& key = keys_[3];
    if (end_text() != nullptr) {
      *end_text() = text;
      return;
    }
    const bool is_meant = list_ == List::nodes && builder_.node_attribute(key) != GraphAttribute::none;
    if (!is_meant) keep(text, kind);
    if (list_ == List::links) {
      if (!builder_.take(item_.says, key, at(), text)) builder_.ignore(key, AttributeOf::links);
    } else if (key == "name" || (key == "label" && !item_.name)) {
      item_.name = text;
      item_.name_key = key;
    } else if (const GraphAttribute meaning = builder_.node_attribute(key); meaning != GraphAttribute::none) {
      item_.said.push_back({meaning, at(), text});
    } else {
      builder_.ignore(key, AttributeOf::nodes);
    }
  }

  void add_node() {
    if (nodes_ > 0 && item_.id.has_value() != has_ids_)
      FormatReader::fail(item_.at, has_ids_ ? "this node has no `id`" : "this node has an `id`, and none before it has",
                         "all nodes have one, or none has, and links name them by their places in the list, from 0");
    has_ids_ = item_.id.has_value();
    auto node = static_cast<std::uint32_t>(nodes_++);
    if (nodes_ > kMaxGraphNodes) throw_limit_error(fmt::format("'{}' has more than 2^26 nodes, the limit", file_.path));
    if (has_ids_ && !builder_.add_node(*item_.id).second)
      FormatReader::fail(item_.at, fmt::format("the id {} stands at two nodes", quoted_name(*item_.id)),
                         "every node has an `id` of its own");
    builder_.graph.nodes = nodes_;
    if (has_ids_ && item_.name) builder_.ignore(item_.name_key, AttributeOf::nodes);
    for (const Item::Said& each : item_.said) builder_.set(node, each.meaning, each.at, each.text);
    if (!has_ids_) take_label();
    builder_.keep_all(AttributeOf::nodes, node, item_.kept);
  }

  /// Labels of nodes without ids are their names while they differ, and attributes as soon as they do not.
  void take_label() {
    if (!labels_differ_) return;
    labels_differ_ = item_.name && !steering_character(*item_.name) && labels_.insert(*item_.name).second;
    if (labels_differ_) {
      label_key_ = item_.name_key;
      const auto names_it = [&](const ReadAttribute& each) { return each.key == label_key_; };
      item_.kept.erase(std::remove_if(item_.kept.begin(), item_.kept.end(), names_it), item_.kept.end());
      return;
    }
    for (std::uint32_t i = 0; i < labels_.size(); ++i)
      builder_.keep(AttributeOf::nodes, i, label_key_, labels_[i], AttributeKind::text);
  }

  void add_link() {
    if (!item_.source || !item_.target)
      FormatReader::fail(item_.at, fmt::format("this link has no `{}`", item_.source ? "target" : "source"));
    builder_.keep_all(AttributeOf::links, links_.size(), item_.kept);
    links_.add(item_.at, *item_.source, *item_.target, item_.says);
  }

  /// Links name nodes, or else all of them count the nodes from 0, as D3 and old versions of NetworkX do.
  void join_links() {
    const auto named = [&](std::string_view end) -> std::optional<std::uint64_t> {
      return builder_.graph.names.find(end);
    };
    const auto counted = [&](std::string_view end) {
      const auto number = node_number(end);
      return number && *number < nodes_ ? number : std::nullopt;
    };
    const auto all = [&](auto node_of) {
      for (std::uint32_t end = 0; end < links_.ends().size(); ++end) {
        if (!node_of(links_.ends()[end])) return false;
      }
      return true;
    };
    if (!all(named) && all(counted)) {
      links_.join(builder_, counted);
    } else {
      links_.join(builder_, named);
    }
  }

  LateLinks links_;
  std::size_t read_ = 0;             ///< bytes that the parser has taken
  std::size_t last_ = 0;             ///< how many these were at the last event
  std::size_t depth_ = 0;            ///< of open objects and lists
  std::array<std::string, 5> keys_;  ///< the last one at each depth
  List list_ = List::other;          ///< the one of depth 2 that is open
  Item item_;
  std::size_t list_at_ = 0;  ///< where the last list or object in a node or a link begins
  bool has_nodes_ = false, has_links_ = false, has_ids_ = false;
  std::uint64_t nodes_ = 0;
  NodeNames labels_;       ///< of nodes without ids, while they differ
  std::string label_key_;  ///< of the last one
  bool labels_differ_ = true;
};

/// Whether the text is an object that soon names one of the members that say so.
bool begins_as_node_link(std::string_view text) {
  constexpr std::size_t kFirst = 4096;
  text = text.substr(0, kFirst);
  if (const std::size_t first = text.find_first_not_of(" \t\r\n"); first == text.npos || text[first] != '{')
    return false;
  constexpr std::string_view kMembers[] = {"\"nodes\"", "\"links\"", "\"edges\"", "\"multigraph\""};
  return std::ranges::any_of(kMembers,
                             [&](std::string_view member) { return text.find(member) != std::string_view::npos; });
}

}  // namespace

GraphFormat json_graph_format() {
  return {.name = "json",
          .summary = "node-link JSON of NetworkX and D3: nodes by id or place in the list; directed links are channels",
          .source = "NetworkX, node_link_data; D3, d3-force",
          .endings = {".json"},
          .has_attributes = true,
          .begins = begins_as_node_link,
          .read = read_by<JsonReader>};
}

}  // namespace cutline
