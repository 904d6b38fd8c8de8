// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr std::string_view kGmlHint = "as in `graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]`";
constexpr std::string_view kGmlBlanks = " \t\r\n\f\v";

struct GmlToken {
  enum class Kind : std::uint8_t { word, text, open, close, end };
  Kind kind = Kind::end;
  std::string text;  ///< of a word, or what a text in quotes stands for
  std::size_t at = 0;
};
using GmlKind = GmlToken::Kind;

/// The character that an entity of HTML without its & and ; stands for: `amp`, `#233`, `#xE9`. False for others.
bool append_entity(std::string& out, std::string_view entity) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"quot", '"'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
  for (const auto& [name, letter] : kNamed) {
    if (entity == name) return out += letter, true;
  }
  if (!entity.starts_with('#')) return false;
  entity.remove_prefix(1);
  const bool hexadecimal = entity.starts_with('x') || entity.starts_with('X');
  if (hexadecimal) entity.remove_prefix(1);
  std::uint32_t code = 0;
  const char* const last = entity.data() + entity.size();
  const auto [stop, trouble] = std::from_chars(entity.data(), last, code, hexadecimal ? 16 : 10);
  if (trouble != std::errc() || stop != last || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  append_character(out, code);
  return true;
}

/// What a text in quotes stands for; lines and tabs that stand in it themselves are blanks.
std::string gml_text(std::string_view quoted) {
  constexpr std::size_t kLongestEntity = 12;
  std::string text;
  for (std::size_t at = 0; at < quoted.size(); ++at) {
    const std::size_t length = quoted[at] == '&' ? quoted.substr(at + 1, kLongestEntity).find(';') : std::string::npos;
    if (length != std::string_view::npos && append_entity(text, quoted.substr(at + 1, length))) {
      at += length + 1;
    } else {
      text += kGmlBlanks.find(quoted[at]) == std::string_view::npos ? quoted[at] : ' ';
    }
  }
  return text;
}

class GmlTokens {
 public:
  explicit GmlTokens(const GraphText& file) : file_(file), text_(file.text) {}

  GmlToken next() {
    while (at_ < text_.size() && (text_[at_] == '#' || kGmlBlanks.find(text_[at_]) != std::string_view::npos))
      at_ = text_[at_] == '#' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
    const std::size_t begin = at_;
    if (at_ == text_.size()) return {GmlKind::end, "", begin};
    const char first = text_[at_++];
    if (first == '[') return {GmlKind::open, "[", begin};
    if (first == ']') return {GmlKind::close, "]", begin};
    if (first == '"') {
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos) file_.fail(begin, "this text is not closed", "a text ends with a \"");
      at_ = end + 1;
      return {GmlKind::text, gml_text(text_.substr(begin + 1, end - begin - 1)), begin};
    }
    at_ = std::min(text_.find_first_of(" \t\r\n\f\v[]\"#", at_), text_.size());
    return {GmlKind::word, std::string(text_.substr(begin, at_ - begin)), begin};
  }
  /// Where the next token is looked for: behind the last one.
  std::size_t at() const { return at_; }

 private:
  const GraphText& file_;
  std::string_view text_;
  std::size_t at_ = 0;
};

class GmlReader : FormatReader {
 public:
  GmlReader(const GraphText& file, const GraphReading& reading)
      : FormatReader(file, reading, kGmlHint), tokens_(file), links_(file) {}

  GraphFile read() {
    bool has_graph = false;
    read_pairs(GmlKind::end, 0, [&](const std::string& key, const GmlToken& value) {
      if (key != "graph" || value.kind != GmlKind::open) return false;
      if (has_graph) fail(value.at, "a second graph in one file", "a network is one graph");
      has_graph = true;
      read_graph(value.at);
      return true;
    });
    if (!has_graph) fail(0, "the file holds no graph");
    links_.join(builder_, [&](std::string_view id) { return builder_.graph.names.find(id); });
    if (labels_differ_) {
      if (!ids_count_) keep_names("id", builder_.graph.names);
      builder_.graph.names = std::move(labels_);
    } else if (has_labels_) {
      builder_.note("not every node has a label of its own: nodes are named by their ids");
    }
    return builder_.finish();
  }

 private:
  /// Reads keys with values up to the end of the list that begins at `begin`. take(key, value) says whether it has read
  /// the list that a value opens; a list that it leaves is skipped.
  template <class Take>
  void read_pairs(GmlKind last, std::size_t begin, Take take) {
    for (GmlToken key = tokens_.next(); key.kind != last; key = tokens_.next()) {
      if (key.kind == GmlKind::end) fail(begin, "this list has no end", "every [ has its ]");
      if (key.kind != GmlKind::word)
        fail(key.at, fmt::format("{} stands in the place of a key", quoted_name(key.text)));
      const GmlToken value = tokens_.next();
      if (value.kind == GmlKind::close || value.kind == GmlKind::end)
        fail(key.at, fmt::format("the key {} has no value", quoted_name(key.text)));
      if (!take(key.text, value) && value.kind == GmlKind::open) skip_list(value.at);
    }
  }

  void skip_list(std::size_t begin) {
    for (std::size_t depth = 1; depth > 0;) {
      const GmlKind kind = tokens_.next().kind;
      if (kind == GmlKind::end) fail(begin, "this list has no end", "every [ has its ]");
      if (kind == GmlKind::open) ++depth;
      if (kind == GmlKind::close) --depth;
    }
  }

  /// An attribute of a node or an edge, and where its value stands in the file.
  struct Kept : ReadAttribute {
    std::size_t begin = 0, end = 0;
  };

  /// Remembers an attribute, and reads the list that it opens. A key that comes again makes a list: its values stay as
  /// they stand in the file.
  void remember(const std::string& key, const GmlToken& value, std::vector<Kept>& all) {
    if (value.kind == GmlKind::open) skip_list(value.at);
    if (all.size() == kMostAttributeKeys) return;
    const auto raw = [&](std::size_t begin, std::size_t end) { return file_.text.substr(begin, end - begin); };
    Kept kept{{key, value.text}, value.at, tokens_.at()};
    const auto before = std::ranges::find_if(all, [&](const Kept& each) { return each.key == key; });
    if (value.kind == GmlKind::open) {
      kept.text = raw(kept.begin, kept.end);
      kept.kind = AttributeKind::gml;
    } else if (std::string number = value.kind == GmlKind::word ? as_json_number(value.text) : ""; !number.empty()) {
      kept.text = std::move(number);
      kept.kind = AttributeKind::number;
    }
    if (before == all.end()) return all.push_back(std::move(kept));
    if (before->kind != AttributeKind::gml) before->text = raw(before->begin, before->end);
    before->kind = AttributeKind::gml;
    before->text += fmt::format(" {} {}", key, raw(kept.begin, kept.end));
  }

  void keep_all(AttributeOf of, std::uint64_t item, const std::vector<Kept>& all) {
    for (const Kept& each : all) builder_.keep(of, item, each.key, each.text, each.kind);
  }

  void read_graph(std::size_t begin) {
    read_pairs(GmlKind::close, begin, [&](const std::string& key, const GmlToken& value) {
      const bool is_list = value.kind == GmlKind::open;
      if (is_list && key == "node") return read_node(value.at), true;
      if (is_list && key == "edge") return read_edge(value.at), true;
      if (key == "directed") builder_.graph.directed = value.text == "1";
      if (!is_list) builder_.set_grid(key, value.text);
      return false;
    });
  }

  void read_node(std::size_t begin) {
    std::optional<std::string> id, label;
    std::vector<std::pair<GraphAttribute, GmlToken>> said;
    std::vector<Kept> kept;
    read_pairs(GmlKind::close, begin, [&](const std::string& key, const GmlToken& value) {
      const bool is_list = value.kind == GmlKind::open;
      const GraphAttribute meaning = is_list ? GraphAttribute::none : builder_.node_attribute(key);
      if (meaning != GraphAttribute::none) return said.emplace_back(meaning, value), true;
      if (key == "id" && !is_list) return id = value.text, true;
      if (key == "label" && !is_list) return label = value.text, true;
      builder_.ignore(key, AttributeOf::nodes);
      return remember(key, value, kept), true;
    });
    if (!id) fail(begin, "this node has no `id`");
    const auto [node, is_new] = builder_.add_node(*id);
    if (!is_new) {
      const auto first = file_.text.begin() + static_cast<std::ptrdiff_t>(node_at_[node]);
      fail(begin,
           fmt::format("the id {} stands at two nodes, first in line {}", quoted_name(*id),
                       std::count(file_.text.begin(), first, '\n') + 1),
           "every node has an `id` of its own");
    }
    node_at_.push_back(begin);
    ids_count_ = ids_count_ && *id == std::to_string(node);
    for (const auto& [meaning, value] : said) builder_.set(node, meaning, value.at, value.text);
    keep_all(AttributeOf::nodes, node, kept);
    take_label(node, label);
  }

  /// Labels are the names of nodes while they differ, and attributes as soon as they do not.
  void take_label(std::uint32_t node, const std::optional<std::string>& label) {
    has_labels_ = has_labels_ || label;
    if (labels_differ_) {
      labels_differ_ = label && !label->empty() && !steering_character(*label) && labels_.insert(*label).second;
      if (labels_differ_) return;
      keep_names("label", labels_);
    }
    if (label) builder_.keep(AttributeOf::nodes, node, "label", *label, AttributeKind::text);
  }

  /// Keeps a name of each of the first nodes as an attribute.
  void keep_names(std::string_view key, const NodeNames& names) {
    for (std::uint32_t node = 0; node < names.size(); ++node)
      builder_.keep(AttributeOf::nodes, node, key, names[node], kind_by_looks(names[node]));
  }

  void read_edge(std::size_t begin) {
    std::optional<std::string> source, target;
    LinkSays says;
    std::vector<Kept> kept;
    read_pairs(GmlKind::close, begin, [&](const std::string& key, const GmlToken& value) {
      const bool is_list = value.kind == GmlKind::open;
      if (key == "source" && !is_list) return source = value.text, true;
      if (key == "target" && !is_list) return target = value.text, true;
      if (is_list || !builder_.take(says, key, value.at, value.text)) {
        builder_.ignore(key, AttributeOf::links);
      }
      return remember(key, value, kept), true;
    });
    if (!source || !target) fail(begin, fmt::format("this edge has no `{}`", source ? "target" : "source"));
    keep_all(AttributeOf::links, links_.size(), kept);
    links_.add(begin, *source, *target, says);
  }

  GmlTokens tokens_;
  LateLinks links_;
  NodeNames labels_;  ///< of the nodes so far, while they differ
  bool labels_differ_ = true, has_labels_ = false;
  bool ids_count_ = true;  ///< the ids are 0, 1, 2 ...
  std::vector<std::size_t> node_at_;
};

/// Whether a list called `graph` comes before any mark that GML has none of, such as the braces of DOT and JSON.
bool begins_as_gml(std::string_view text) {
  constexpr std::size_t kFirst = 4096;
  const GraphText first{"", std::string(text.substr(0, kFirst))};
  GmlTokens tokens(first);
  try {
    bool after_graph = false;
    for (GmlToken token = tokens.next(); token.kind != GmlKind::end; token = tokens.next()) {
      if (after_graph && token.kind == GmlKind::open) return true;
      if (token.kind == GmlKind::word && token.text.find_first_of("{}<") != std::string::npos) return false;
      after_graph = token.kind == GmlKind::word && token.text == "graph";
    }
  } catch (const Error&) {  // a text that does not end in what was looked at
  }
  return false;
}

}  // namespace

GraphFormat gml_graph_format() {
  return {
      .name = "gml",
      .summary = "GML: nodes by their labels if all differ, else by ids; an edge of a directed graph is one channel",
      .source = "M. Himsolt, GML: A portable Graph File Format, University of Passau, 1997",
      .endings = {".gml"},
      .has_attributes = true,
      .begins = begins_as_gml,
      .read = read_by<GmlReader>};
}

}  // namespace cutline
