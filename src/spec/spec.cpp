// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <tuple>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "spec/study_keys.hpp"
#include "study/machine_choice.hpp"

namespace cutline {

namespace {

/// Sets one value below a node. It copies every node on the way, because aliases may share it.
class Setter {
 public:
  Setter(Reader& reader, const std::vector<PathStep>& path, YamlId value, Mark mark)
      : reader_(reader), path_(path), value_(value), mark_(mark) {}

  std::optional<YamlId> below(YamlId id, std::size_t step) {
    if (step == path_.size()) return value_;
    return path_[step].item ? in_list(id, step) : in_map(id, step);
  }

 private:
  Mark mark_of(std::size_t step) const { return {mark_.source, mark_.offset + path_[step].offset}; }

  std::optional<YamlId> fail(std::size_t step, std::string message, std::string hint = {}) {
    reader_.report(mark_of(step), std::move(message), std::move(hint));
    return std::nullopt;
  }

  std::optional<YamlId> in_map(YamlId id, std::size_t step) {
    const std::string& key = path_[step].name;
    const YamlKind kind = reader_[id].kind;
    if (kind != YamlKind::map && kind != YamlKind::null) {
      return fail(step, fmt::format("'{}' is no key here: there is {}", key, in_words(reader_[id])),
                  kind == YamlKind::list ? "choose an item: name[0], or name[NAME]" : "");
    }
    YamlNode copy = reader_[id];
    copy.kind = YamlKind::map;
    auto found = std::ranges::find_if(copy.entries, [&](const YamlEntry& e) { return e.key == key; });
    if (const std::optional<YamlId> whole = in_dotted_key(copy, step)) return whole;
    if (found == copy.entries.end()) found = copy.entries.insert(found, YamlEntry{key, mark_of(step), empty(step)});
    const std::optional<YamlId> value = below(found->value, step + 1);
    if (!value) return std::nullopt;
    found->value = *value;
    return add(std::move(copy));
  }

  /// The map with another value under a key of its own that has dots, such as `board.signal_layers` of `limits`.
  std::optional<YamlId> in_dotted_key(YamlNode& map, std::size_t step) {
    std::string key = path_[step].name;
    for (std::size_t next = step + 1; next < path_.size() && !path_[next].item; ++next) {
      key += "." + path_[next].name;
      for (YamlEntry& entry : map.entries) {
        if (entry.key != key) continue;
        const std::optional<YamlId> value = below(entry.value, next + 1);
        if (!value) return std::nullopt;
        entry.value = *value;
        return add(map);
      }
    }
    return std::nullopt;
  }

  std::optional<YamlId> in_list(YamlId id, std::size_t step) {
    const std::string& name = path_[step].name;
    if (reader_[id].kind != YamlKind::list)
      return fail(step, fmt::format("'[{}]' needs a list, not {}", name, in_words(reader_[id])));
    YamlNode copy = reader_[id];
    const std::optional<std::size_t> item = find_item(copy, name);
    if (!item) return fail(step, fmt::format("no item is called '{}'", name), items_hint(copy, name));
    const std::optional<YamlId> value = below(copy.items[*item], step + 1);
    if (!value) return std::nullopt;
    copy.items[*item] = *value;
    return add(std::move(copy));
  }

  std::optional<std::size_t> find_item(const YamlNode& list, const std::string& name) const {
    const std::vector<std::string> names = item_names(list);
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::optional<Number> number = parse_number(name);
    const bool counts = number && number->whole && *number->whole >= 0;
    const auto index = counts ? static_cast<std::size_t>(*number->whole) : list.items.size();
    return index < list.items.size() ? std::optional<std::size_t>(index) : std::nullopt;
  }

  std::vector<std::string> item_names(const YamlNode& list) const {
    std::vector<std::string> names;
    for (const YamlId item : list.items) {
      const auto name = reader_[item].kind == YamlKind::map ? find_value(reader_.document, item, "name") : std::nullopt;
      names.push_back(name ? reader_[*name].text : std::string());
    }
    return names;
  }

  std::string items_hint(const YamlNode& list, const std::string& name) const {
    const std::vector<std::string> names = item_names(list);
    const auto known = each_with<std::string_view>(
        names, [](const std::string& each) { return !each.empty(); }, std::identity());
    if (list.items.empty()) return "the list is empty";
    return did_you_mean(name, known, fmt::format("the items are numbered 0 to {}", list.items.size() - 1));
  }

  YamlId empty(std::size_t step) { return add_node(reader_.document, {.mark = mark_of(step)}); }

  YamlId add(YamlNode node) {
    measure_node(reader_.document, node);
    return add_node(reader_.document, std::move(node));
  }

  Reader& reader_;
  const std::vector<PathStep>& path_;
  YamlId value_;
  Mark mark_;
};

constexpr std::size_t kMostShown = 50;

void apply_override(Reader& reader, const Override& override) {
  const std::string& path = override.path;
  const std::size_t skip = path.size() + 1;
  const auto source = static_cast<std::uint32_t>(reader.document.sources.size());
  const YamlId id = parse_into(reader.document, path + "=" + override.value, override.option, skip);
  const std::vector<PathStep> steps = parse_path(path);
  if (steps.empty()) {
    reader.report(Mark{source, 0}, fmt::format("'{}' is no dotted name", path),
                  "for example candidates[mesh].topology.radix=8");
  } else {
    reader.document.root = with_value(reader, reader.document.root, steps, id, Mark{source, 0});
  }
}

bool is_block(const YamlNode& node) { return node.kind == YamlKind::map || node.kind == YamlKind::list; }

std::string scalar_text(const YamlNode& node) {
  if (node.kind == YamlKind::null) return "null";
  const bool plain = !node.quoted && !node.text.empty() && node.text.find_first_of(",[]{}\n") == std::string::npos;
  return plain ? node.text : json_text(node.text);
}

std::string inline_list(const Document& document, const YamlNode& node) {
  std::string text = "[";
  for (const YamlId item : node.items) text += (text.size() > 1 ? ", " : "") + scalar_text(document[item]);
  return text + "]";
}

void write_node(const Document& document, YamlId id, const std::string& indent, std::string& text);

/// Writes the value after a key or after the dash of an item.
void write_value(const Document& document, YamlId id, const std::string& indent, std::string& text) {
  const YamlNode& node = document[id];
  const auto below = [&](YamlId item) { return is_block(document[item]); };
  if (!is_block(node)) {
    text += " " + scalar_text(node) + "\n";
  } else if (node.kind == YamlKind::list && std::ranges::none_of(node.items, below)) {
    text += " " + inline_list(document, node) + "\n";
  } else if (node.kind == YamlKind::map && node.entries.empty()) {
    text += " {}\n";
  } else {
    text += "\n";
    write_node(document, id, indent + "  ", text);
  }
}

void write_node(const Document& document, YamlId id, const std::string& indent, std::string& text) {
  const YamlNode& node = document[id];
  for (const YamlEntry& entry : node.entries) {
    text += indent + scalar_text({.kind = YamlKind::scalar, .text = entry.key}) + ":";
    write_value(document, entry.value, indent, text);
  }
  for (const YamlId item : node.items) {
    text += indent + "-";
    write_value(document, item, indent, text);
  }
}

/// A node as YAML text without comments. Maps and lists are in block style, lists of scalars in brackets.
std::string yaml_text(const Document& document, YamlId id) {
  std::string text;
  if (is_block(document[id])) {
    write_node(document, id, "", text);
  } else {
    text = scalar_text(document[id]) + "\n";
  }
  return text;
}

/// Whether keys in block style can follow the text: its own stand in the first column, and nothing ends the document.
bool takes_more_keys(const Document& document, const std::string& text) {
  const YamlNode& root = document[document.root];
  if (root.kind != YamlKind::map || root.entries.empty()) return false;
  const Mark first = root.entries.front().mark;
  return root.mark.offset == first.offset && place_of(document, first).column == 1 &&
         text.find("\n...") == std::string::npos;
}

/// Sorts mistakes by their place, those of the spec itself before those of other files, and removes duplicates.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> diagnostics, const std::string& name) {
  const auto key = [&](const Diagnostic& d) {
    return std::tuple(d.place.file != name, d.place.file, d.place.line, d.place.column);
  };
  std::ranges::stable_sort(diagnostics, [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  const auto same = [&](const Diagnostic& a, const Diagnostic& b) {
    return key(a) == key(b) && a.message == b.message;
  };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
  if (diagnostics.size() > kMostShown) {
    const std::size_t more = diagnostics.size() - kMostShown;
    diagnostics.resize(kMostShown);
    diagnostics.push_back({fmt::format("and {} more mistakes in '{}'", more, name)});
  }
  return diagnostics;
}

void throw_mistakes(const Document& document, const std::string& name) {
  if (document.diagnostics.empty()) return;
  const bool files_only = document.file_troubles == document.diagnostics.size();
  throw Error(files_only ? ExitCode::file_trouble : ExitCode::bad_input, in_order(document.diagnostics, name));
}

std::string digest(std::string_view text, const Overrides& overrides) {
  Sha256 sha256;
  sha256.add(text);
  for (const Override& one : overrides) sha256.add(fmt::format("\n{} {}={}", kOverride, one.path, one.value));
  return sha256.hex();
}

/// The design that the keys of the top level and the defaults give every network that a search finds. It is read with a
/// ring as a stand-in for the network.
Design network_of_search(Reader& reader, const CandidateSources& sources) {
  CandidateSources any = sources;
  any.candidates = parse_into(reader.document, "[{name: network, topology: {family: ring, nodes: 3}}]", "search");
  const ReadCandidates read = read_candidates(reader, any);
  if (read.designs.size() != 1) return {};
  expect_nothing_asked(reader, read.trees.front());
  Design network = read.designs.front();
  network.parameters = {};
  return network;
}

/// Then wires are pipelined where no key says so: a cable holds many bits at once. read_asked() sees to candidates that
/// differ from the others.
bool all_have_machines(const Study& study) {
  const auto has_machine = [](const Design& design) { return static_cast<bool>(design.machine); };
  if (study.search) return has_machine(study.search->network);
  return !study.designs.empty() && std::ranges::all_of(study.designs, has_machine);
}

/// A ranking by money compares numbers of one currency.
void check_currencies(Reader& reader, const Study& study) {
  const std::string_view all = currency_of(study);
  for (const Design& design : study.designs) {
    const std::string_view own = currency_of(design);
    if (own.empty() || own == all) continue;
    const auto at = design.places.find("machine.prices");
    reader.document.diagnostics.push_back(
        {fmt::format("'{}' is priced in {}, and another candidate in {}", design.name, own, all),
         "candidates of one study are priced in one currency", at != design.places.end() ? at->second : Place{}});
  }
}

void read_root(Reader& reader, StudyDraft& draft) {
  const YamlId root = reader.document.root;
  if (reader[root].kind == YamlKind::null)
    return reader.report(root, "the spec is empty", "it begins with `cutline: 1` and lists its `candidates`");
  if (!read_settings(reader, root, draft)) return;
  if (!draft.sources.candidates && !find_value(reader.document, root, "search")) {
    reader.report(root, "the spec needs the key 'candidates'",
                  "list the networks to compare: `candidates: [{topology: {family: torus, radix: 8, dimensions: 2}}]`");
  }
  for (const YamlEntry& entry : reader[root].entries) {
    if (find_named(asked_keys(), entry.key) != nullptr) draft.sources.shared.push_back(entry);
  }
  ReadCandidates candidates = read_candidates(reader, draft.sources);
  draft.study.designs = std::move(candidates.designs);
  if (draft.study.search) {
    draft.study.search->network = network_of_search(reader, draft.sources);
    settle_search(reader, draft.study);
    draft.study.some_board = static_cast<bool>(draft.study.search->network.board);
    draft.study.some_machine = static_cast<bool>(draft.study.search->network.machine);
  }
  for (const Design& design : draft.study.designs) {
    draft.study.some_board = draft.study.some_board || design.board;
    draft.study.some_machine = draft.study.some_machine || design.machine;
    if (!design.technology) continue;
    const std::vector<Diagnostic>& doubtful = design.technology->warnings;
    draft.study.warnings.insert(draft.study.warnings.end(), doubtful.begin(), doubtful.end());
  }
  if (!find_value(reader.document, root, "wires")) draft.study.pipelined = all_have_machines(draft.study);
  read_asked(reader, candidates.trees, draft);
  for (Design& design : draft.study.designs) {
    design.places.insert(draft.places.begin(), draft.places.end());
    const Study& asked = design.asked ? *design.asked : draft.study;
    if (!design.planes || asked.message_classes == 1) continue;
    reader.report(root, fmt::format("`message` has requests and replies, and '{}' has planes", design.name),
                  "give each class a plane of its own, with its `message` and `share`");
  }
  check_names(reader, draft);
  check_currencies(reader, draft.study);
  check_expected_delays(reader, draft.study);
  check_idle_keys(reader, draft.study);
  warn_of_measured(draft);
}

}  // namespace

std::vector<PathStep> parse_path(std::string_view text) {
  std::vector<PathStep> steps;
  std::size_t at = 0;
  bool key_is_due = true;
  while (at < text.size()) {
    const auto offset = static_cast<std::uint32_t>(at);
    if (text[at] == '[' && !key_is_due) {
      const std::size_t close = text.find(']', at);
      if (close == std::string_view::npos || close == at + 1) return {};
      steps.push_back({std::string(text.substr(at + 1, close - at - 1)), true, offset});
      at = close + 1;
    } else if (key_is_due) {
      const std::size_t end = std::min(text.find_first_of(".[]", at), text.size());
      if (end == at) return {};
      steps.push_back({std::string(text.substr(at, end - at)), false, offset});
      at = end;
      key_is_due = false;
    } else if (text[at] == '.') {
      ++at;
      key_is_due = true;
    } else {
      return {};
    }
  }
  return key_is_due ? std::vector<PathStep>{} : steps;
}

YamlId with_value(Reader& reader, YamlId root, const std::vector<PathStep>& path, YamlId value, Mark mark) {
  return Setter(reader, path, value, mark).below(root, 0).value_or(root);
}

Study parse_study(std::string_view text, const std::string& name, const std::string& folder,
                  const Overrides& overrides) {
  if (text.size() > kMaxSpecBytes)
    throw_limit_error(fmt::format("'{}' is larger than {} MiB, the limit", name, kMaxSpecBytes >> 20U));
  Document document = parse_document(std::string(text), name);
  Reader reader{document, folder};
  for (const Override& one : overrides) apply_override(reader, one);
  StudyDraft draft;
  draft.study.file = name;
  draft.study.spec_sha256 = digest(text, overrides);
  read_root(reader, draft);
  throw_mistakes(document, name);
  return std::move(draft.study);
}

std::string overridden_spec(const std::string& text, const Overrides& overrides) {
  Document document = parse_document(text, "spec");
  Reader reader{document, ""};
  for (const Override& one : overrides) apply_override(reader, one);
  throw_mistakes(document, "spec");
  return yaml_text(document, document.root);
}

std::string extended_spec(const std::string& text, const std::string& keys) {
  Document document = parse_document(text, "spec");
  const YamlId more = parse_into(document, keys, "further keys");
  const std::vector<YamlEntry>& entries = document[more].entries;
  const bool are_new = std::ranges::none_of(
      entries, [&](const YamlEntry& entry) { return find_entry(document, document.root, entry.key) != nullptr; });
  if (are_new && takes_more_keys(document, text)) return text + (text.ends_with('\n') ? "" : "\n") + keys;
  return yaml_text(document, merge_maps(document, document.root, more));
}

Study read_study(const std::string& path, const Overrides& overrides, std::string* copy) {
  const std::string text = read_bounded_file(path, kMaxSpecBytes, Readable::file_or_pipe);
  if (copy != nullptr) *copy = text;
  if (path == "-") return parse_study(text, "standard input", "", overrides);
  return parse_study(text, path, std::filesystem::path(path).parent_path().string(), overrides);
}

}  // namespace cutline
