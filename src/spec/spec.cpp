// SPDX-License-Identifier: Apache-2.0
#include "cutline/spec/spec.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "cutline/routing/routing.hpp"
#include "spec/paths.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

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
  } else if (node.kind == YamlKind::list && std::none_of(node.items.begin(), node.items.end(), below)) {
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
    YamlNode key;
    key.kind = YamlKind::scalar;
    key.text = entry.key;
    text += indent + scalar_text(key) + ":";
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
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  const auto same = [&](const Diagnostic& a, const Diagnostic& b) {
    return key(a) == key(b) && a.message == b.message;
  };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
  if (diagnostics.size() > kMostShown) {
    const std::size_t more = diagnostics.size() - kMostShown;
    diagnostics.resize(kMostShown);
    Diagnostic rest;
    rest.message = fmt::format("and {} more mistakes in '{}'", more, name);
    diagnostics.push_back(std::move(rest));
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
  const std::vector<Design> designs = read_candidates(reader, any);
  if (designs.size() != 1) return {};
  Design network = designs.front();
  network.parameters = {};
  return network;
}

void read_root(Reader& reader, StudyDraft& draft) {
  const YamlId root = reader.document.root;
  if (reader[root].kind == YamlKind::null) {
    return reader.report(root, "the spec is empty", "it begins with `cutline: 1` and lists its `candidates`");
  }
  draft.study.technology = unit_technology();
  const bool is_map = reader[root].kind == YamlKind::map;
  draft.study.default_delay = is_map && !find_entry(reader.document, root, "delay");
  // read_study_technology() replaces it if the technology has layers.
  if (draft.study.default_delay) draft.study.delays = {choose_delay("linear", {})};
  if (!read_map(reader, root, "the spec", study_keys(), draft)) return;
  if (!draft.sources.candidates && !draft.study.search) {
    reader.report(root, "the spec needs the key 'candidates'", "the networks to compare");
  }
  draft.study.designs = read_candidates(reader, draft.sources);
  if (draft.study.search) draft.study.search->network = network_of_search(reader, draft.sources);
  for (Design& design : draft.study.designs) design.places.insert(draft.places.begin(), draft.places.end());
  for (const Design& design : draft.study.designs) {
    if (!design.technology) continue;
    const std::vector<Diagnostic>& doubtful = design.technology->warnings;
    draft.study.warnings.insert(draft.study.warnings.end(), doubtful.begin(), doubtful.end());
  }
  check_names(reader, draft);
  check_idle_keys(reader, draft.study);
  warn_of_measured(draft);
}

}  // namespace

Study parse_study(std::string_view text, const std::string& name, const std::string& folder,
                  const Overrides& overrides) {
  if (text.size() > kMaxSpecBytes)
    throw_limit_error(fmt::format("'{}' is larger than {} MiB, the limit", name, kMaxSpecBytes >> 20U));
  Document document = parse_document(std::string(text), name);
  Reader reader{document, folder};
  for (const Override& one : overrides) apply_override(reader, one);
  StudyDraft draft;
  read_root(reader, draft);
  throw_mistakes(document, name);
  draft.study.file = name;
  draft.study.spec_sha256 = digest(text, overrides);
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
  const bool are_new = std::none_of(entries.begin(), entries.end(), [&](const YamlEntry& entry) {
    return find_entry(document, document.root, entry.key) != nullptr;
  });
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
