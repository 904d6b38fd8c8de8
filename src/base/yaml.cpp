// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>

#include "base/document.hpp"
#include "base/utf8.hpp"

namespace cutline {
namespace {

[[noreturn]] void throw_at(ExitCode code, Document& document, Mark mark, std::string message, std::string hint = {}) {
  std::vector<Diagnostic> all = std::move(document.diagnostics);
  all.push_back({std::move(message), std::move(hint), place_of(document, mark)});
  throw Error(code, std::move(all));
}

/// Where a scalar itself begins, after its anchor and tag.
std::size_t behind_properties(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
    at = std::min(text.find_first_of(" \t\n", at), text.size());
    at = std::min(text.find_first_not_of(" \t\n", at), text.size());
  }
  return at;
}

/// One past the closing quote of the text that opens at `at`; absent if it never closes.
std::optional<std::size_t> closing_quote(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != '\'') return i + 1;
      ++i;
    }
  }
  return std::nullopt;
}

bool brackets_match(std::string_view text) {
  std::string open;
  for (const char letter : text) {
    if (letter == '[' || letter == '{') open += letter == '[' ? ']' : '}';
    if (letter != ']' && letter != '}') continue;
    if (open.empty() || open.back() != letter) return false;
    open.pop_back();
  }
  return true;
}

/// Builds the nodes of one document from the parser's events.
class Builder : public YAML::EventHandler {
 public:
  Builder(Document& document, std::uint32_t source, std::size_t skip)
      : document_(document), source_(source), skip_(skip) {}

  std::optional<YamlId> root() const { return root_; }
  /// The innermost list or map that is still open.
  const YamlNode* innermost() const { return open_.empty() ? nullptr : &document_[open_.back().id]; }
  /// The place of the first quoted text of several lines. If a closing quote is missing, the text includes the lines
  /// after it.
  std::optional<Mark> long_quote() const { return long_quote_; }
  Mark mark_of(const YAML::Mark& mark) const {
    return {source_, static_cast<std::uint32_t>(skip_ + static_cast<std::size_t>(std::max(mark.pos, 0)))};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (!root_) return;
    const std::string_view rest = std::string_view(document_.sources[source_].text).substr(mark_of(mark).offset);
    if (rest.substr(0, 3) == "---") {
      throw_at(ExitCode::bad_input, document_, mark_of(mark), "a second document begins here",
               "a file holds one document; remove what follows `---`");
    }
    throw_at(ExitCode::bad_input, document_, mark_of(mark), "this is not YAML: the document ended before this",
             "check the indentation and the brackets");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { finish(add({.mark = mark_of(mark)}), anchor); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node{.kind = YamlKind::scalar, .quoted = tag != "?", .mark = mark_of(mark), .text = value};
    check_tag(tag, node.mark);
    if (node.quoted) {
      check_quotes(node.mark);
    } else if (!brackets_match(value)) {
      report(node.mark, "a bracket has no partner", "remove it, or put the text into quotes");
    }
    finish(add(std::move(node)), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      throw_at(ExitCode::bad_input, document_, mark_of(mark), "this alias stands inside of what it stands for",
               "an alias may only repeat what is complete above it");
    }
    expect_depth(mark_of(mark), document_[found->second].height);
    attach(found->second, mark_of(mark));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(YamlKind::list, mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(YamlKind::map, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapEnd() override {
    YamlNode& map = document_.nodes[open_.back().id];
    drop_repeated_keys(map);
    apply_merge(map);
    end();
  }

 private:
  struct Open {
    YamlId id = 0;
    YAML::anchor_t anchor = 0;
    std::optional<YamlEntry> key;  // of a map: the key whose value comes next
  };

  void report(Mark mark, std::string message, std::string hint) {
    if (document_.diagnostics.size() < 50)
      document_.diagnostics.push_back({std::move(message), std::move(hint), place_of(document_, mark)});
  }

  void check_tag(const std::string& tag, Mark mark) {
    if (tag == "?" || tag == "!" || tag.empty()) return;
    report(mark, "tags are not read", "remove the `!...`");
  }

  void check_quotes(Mark mark) {
    const std::string_view text = document_.sources[source_].text;
    const std::size_t at = behind_properties(text, mark.offset);
    if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return;
    const std::optional<std::size_t> close = closing_quote(text, at);
    if (!close) throw_at(ExitCode::bad_input, document_, mark, "this quote is never closed", "add the closing quote");
    if (!long_quote_ && text.substr(at, *close - at).find('\n') != std::string_view::npos) long_quote_ = mark;
  }

  void expect_depth(Mark mark, std::uint32_t levels) {
    if (open_.size() + levels <= kMaxYamlDepth) return;
    throw_at(ExitCode::over_limit, document_, mark,
             fmt::format("lists and maps are nested more than {} deep, the limit", kMaxYamlDepth));
  }

  void expect_keys(const YamlNode& map, Mark mark) {
    if (map.entries.size() <= kMaxYamlKeys) return;
    throw_at(ExitCode::over_limit, document_, mark,
             fmt::format("a map holds more than {} keys, the limit", kMaxYamlKeys));
  }

  void spend(Mark mark, std::size_t nodes) {
    spent_ += nodes;
    if (spent_ <= kMaxYamlNodes) return;
    throw_at(ExitCode::over_limit, document_, mark,
             fmt::format("the file holds more than {} values, aliases counted as often as they are used, the limit",
                         kMaxYamlNodes),
             "keep the links of a large graph in a file of their own: `topology: {family: graph, file: F}`");
  }

  YamlId add(YamlNode node) {
    spend(node.mark, 1);
    return add_node(document_, std::move(node));
  }

  void begin(YamlKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    expect_depth(mark_of(mark), 1);
    check_tag(tag, mark_of(mark));
    open_.push_back({add({.kind = kind, .mark = mark_of(mark)}), anchor, std::nullopt});
  }

  void end() {
    const Open closed = open_.back();
    open_.pop_back();
    measure_node(document_, document_.nodes[closed.id]);
    if (document_[closed.id].expanded > kMaxYamlNodes) spend(document_[closed.id].mark, kMaxYamlNodes);
    finish(closed.id, closed.anchor);
  }

  void finish(YamlId id, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = id;
    attach(id, document_[id].mark);
  }

  void attach(YamlId id, Mark mark) {
    if (open_.empty()) {
      root_ = id;
      return;
    }
    Open& parent = open_.back();
    YamlNode& container = document_.nodes[parent.id];
    if (container.kind == YamlKind::list) {
      container.items.push_back(id);
    } else if (parent.key) {
      parent.key->value = id;
      container.entries.push_back(*std::move(parent.key));
      parent.key.reset();
      expect_keys(container, mark);
    } else if (document_[id].kind == YamlKind::scalar) {
      parent.key = YamlEntry{document_[id].text, mark, 0};
    } else {
      throw_at(ExitCode::bad_input, document_, mark,
               document_[id].kind == YamlKind::null ? "a key is missing here" : "a key must be a word");
    }
  }

  void drop_repeated_keys(YamlNode& map) {
    std::map<std::string, Mark> first;
    std::erase_if(map.entries, [&](const YamlEntry& entry) {
      const auto [known, is_new] = first.emplace(entry.key, entry.mark);
      if (is_new) return false;
      const Place place = place_of(document_, known->second);
      report(entry.mark, fmt::format("the key '{}' is given twice", entry.key),
             fmt::format("it stands first at {}:{}:{}", place.file, place.line, place.column));
      return true;
    });
  }

  void apply_merge(YamlNode& map) {
    const auto merge = std::ranges::find_if(map.entries, [](const YamlEntry& e) { return e.key == "<<"; });
    if (merge == map.entries.end()) return;
    const YamlEntry entry = *merge;
    map.entries.erase(merge);
    const YamlNode& value = document_[entry.value];
    const std::vector<YamlId> sources = value.kind == YamlKind::list ? value.items : std::vector<YamlId>{entry.value};
    for (const YamlId source : sources) {
      if (document_[source].kind != YamlKind::map) {
        report(entry.mark, "`<<` merges maps only", "write `<<: *name` of a map that carries `&name`");
        continue;
      }
      spend(entry.mark, document_[source].entries.size());
      for (const YamlEntry& offered : document_[source].entries) {
        const auto same = [&](const YamlEntry& known) { return known.key == offered.key; };
        if (std::none_of(map.entries.begin(), map.entries.end(), same)) map.entries.push_back(offered);
      }
    }
    expect_keys(map, entry.mark);
  }

  Document& document_;
  std::uint32_t source_;
  std::size_t skip_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, YamlId> anchors_;
  std::optional<YamlId> root_;
  std::optional<Mark> long_quote_;
  std::size_t spent_ = 0;
};

struct Wording {
  std::string_view theirs, message, hint;
};

constexpr Wording kWordings[] = {
    {"illegal flow end", "this closing bracket has no opening one", ""},
    {"illegal tab", "a tab stands in the indentation", "indent with blanks"},
    {"illegal map value", "a ':' is not expected here", "check the indentation, and quote a text that holds ': '"},
    {"illegal block entry", "a list item is not expected here", "put '- ' on a line of its own"},
    {"illegal map key", "a key is not expected here", "check the indentation"},
    {"unknown token", "no value begins with this character", "put the text into quotes"},
    {"referenced anchor", "this alias has no anchor above it", ""},
    {"end of map not found", "this is not expected here", "check the indentation and the quotes"},
    {"end of sequence not found", "this is not expected here", "check the indentation and the quotes"}};

[[noreturn]] void throw_syntax(Document& document, const Builder& builder, const YAML::Exception& trouble) {
  const std::string_view theirs = trouble.msg;
  const YamlNode* open = builder.innermost();
  if (theirs.find("flow not found") != std::string_view::npos && open != nullptr) {
    const bool list = theirs.find("sequence") != std::string_view::npos;
    throw_at(ExitCode::bad_input, document, open->mark, list ? "this list is never closed" : "this map is never closed",
             list ? "add the ']', and commas between the items" : "add the '}', and commas between the entries");
  }
  std::string message = fmt::format("this is not YAML: {}", theirs);
  std::string hint;
  for (const Wording& wording : kWordings) {
    if (theirs.find(wording.theirs) == std::string_view::npos) continue;
    message = wording.message;
    hint = wording.hint;
    break;
  }
  const Place place = place_of(document, builder.mark_of(trouble.mark));
  const std::size_t tab = place.text.find_first_not_of(' ');
  if (tab != std::string::npos && place.text[tab] == '\t') {
    message = "a tab stands in the indentation";
    hint = "indent with blanks";
  }
  if (builder.long_quote()) {
    hint = fmt::format("the quote opened on line {} closes on a later line; is one missing?",
                       place_of(document, *builder.long_quote()).line);
  }
  throw_at(ExitCode::bad_input, document, builder.mark_of(trouble.mark), std::move(message), std::move(hint));
}

/// Throws a limit error for a line that is too long. The parser keeps all tokens of a line in memory, because the
/// beginning of the line may still become a key.
void expect_short_lines(Document& document, std::uint32_t index) {
  const Document::Source& source = document.sources[index];
  for (std::size_t line = 0; line < source.line_starts.size(); ++line) {
    const bool last = line + 1 == source.line_starts.size();
    const std::size_t end = last ? source.text.size() : source.line_starts[line + 1];
    if (end - source.line_starts[line] <= kMaxYamlLine) continue;
    throw_at(ExitCode::over_limit, document, {index, source.line_starts[line]},
             fmt::format("the line is longer than {} bytes, the limit", kMaxYamlLine), "break it between two items");
  }
}

}  // namespace

YamlId parse_into(Document& document, std::string text, std::string name, std::size_t skip) {
  CUTLINE_EXPECT(text.size() < UINT32_MAX);
  if (skip == 0 && text.substr(0, 3) == "\xEF\xBB\xBF") text.erase(0, 3);
  const std::uint32_t index = add_source(document, std::move(text), std::move(name));
  const std::string& source = document.sources[index].text;
  if (const std::optional<BadByte> bad = find_bad_byte(source)) {
    throw_at(ExitCode::bad_input, document, {index, static_cast<std::uint32_t>(bad->offset)}, bad->message,
             "a spec is a text in UTF-8");
  }
  expect_short_lines(document, index);
  Builder builder(document, index, skip);
  try {
    std::istringstream stream(source.substr(skip));
    YAML::Parser parser(stream);
    // The parser may stop before the end, or find an empty document again and again. Asking twice is enough to detect a
    // second document.
    if (parser.HandleNextDocument(builder)) parser.HandleNextDocument(builder);
  } catch (const YAML::DeepRecursion& trouble) {
    throw_at(ExitCode::over_limit, document, builder.mark_of(trouble.mark),
             fmt::format("lists and maps are nested more than {} deep, the limit", kMaxYamlDepth));
  } catch (const YAML::Exception& trouble) {
    throw_syntax(document, builder, trouble);
  }
  if (builder.root()) return *builder.root();
  return add_node(document, {.mark = {index, static_cast<std::uint32_t>(skip)}});
}

Document parse_document(std::string text, std::string name) {
  Document document;
  document.root = parse_into(document, std::move(text), std::move(name));
  return document;
}

}  // namespace cutline
