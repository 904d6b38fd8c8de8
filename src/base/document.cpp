// SPDX-License-Identifier: Apache-2.0
#include "base/document.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace cutline {
namespace {

constexpr std::size_t kShownBehind = 150;  // bytes of the line that are kept after the column
constexpr std::size_t kShownBefore = 500;

/// The number of characters of a line before a byte. In a long line it uses the precomputed counts of whole blocks.
std::size_t characters_on_line(const Document::Source& source, std::size_t begin, std::size_t offset) {
  constexpr std::size_t block = Document::kBlock;
  const std::string_view text = source.text;
  if (offset - begin <= block) return character_count(text.substr(begin, offset - begin));
  const auto before = [&](std::size_t at) {
    return source.characters_before[at / block] + character_count(text.substr(at / block * block, at % block));
  };
  return before(offset) - before(begin);
}

}  // namespace

std::uint32_t add_source(Document& document, std::string text, std::string name) {
  Document::Source source;
  source.name = std::move(name);
  source.text = std::move(text);
  source.line_starts.push_back(0);
  std::uint32_t characters = 0;
  for (std::size_t i = 0; i < source.text.size(); ++i) {
    if (i % Document::kBlock == 0) source.characters_before.push_back(characters);
    if (!continues_character(source.text[i])) ++characters;
    if (source.text[i] == '\n') source.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  source.characters_before.push_back(characters);
  document.sources.push_back(std::move(source));
  return static_cast<std::uint32_t>(document.sources.size() - 1);
}

Place place_of(const Document& document, Mark mark) {
  const Document::Source& source = document.sources[mark.source];
  const std::size_t offset = std::min<std::size_t>(mark.offset, source.text.size());
  const auto after = std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  const auto line = static_cast<std::size_t>(after - source.line_starts.begin());
  const std::size_t begin = source.line_starts[line - 1];
  const std::size_t end = after == source.line_starts.end() ? source.text.size() : *after - 1;
  Place place;
  place.file = source.name;
  place.line = static_cast<int>(line);
  place.column = static_cast<int>(characters_on_line(source, begin, offset)) + 1;
  if (offset - begin > kShownBefore) return place;
  place.text = first_bytes(std::string_view(source.text).substr(begin, end - begin), offset - begin + kShownBehind);
  if (!place.text.empty() && place.text.back() == '\r') place.text.pop_back();
  return place;
}

const YamlEntry* find_entry(const Document& document, YamlId map, std::string_view key) {
  const std::vector<YamlEntry>& entries = document[map].entries;
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const YamlEntry& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::optional<YamlId> find_value(const Document& document, YamlId map, std::string_view key) {
  const YamlEntry* entry = find_entry(document, map, key);
  return entry == nullptr ? std::nullopt : std::optional<YamlId>(entry->value);
}

YamlId add_node(Document& document, YamlNode node) {
  document.nodes.push_back(std::move(node));
  return static_cast<YamlId>(document.nodes.size() - 1);
}

YamlId merge_maps(Document& document, YamlId base, YamlId over) {
  YamlNode merged = document[base];
  merged.mark = document[over].mark;
  for (std::size_t i = 0; i < document[over].entries.size(); ++i) {
    const YamlEntry entry = document[over].entries[i];
    const auto same = [&](const YamlEntry& known) { return known.key == entry.key; };
    const auto known = std::find_if(merged.entries.begin(), merged.entries.end(), same);
    if (known == merged.entries.end()) {
      merged.entries.push_back(entry);
      continue;
    }
    const bool maps = document[known->value].kind == YamlKind::map && document[entry.value].kind == YamlKind::map;
    const YamlId value = maps ? merge_maps(document, known->value, entry.value) : entry.value;
    known->value = value;
    known->mark = entry.mark;
  }
  measure_node(document, merged);
  return add_node(document, std::move(merged));
}

void measure_node(const Document& document, YamlNode& node) {
  std::uint64_t expanded = 1;
  std::uint32_t height = 0;
  const auto add = [&](YamlId id) {
    expanded += document[id].expanded;
    height = std::max(height, document[id].height);
  };
  for (const YamlId item : node.items) add(item);
  for (const YamlEntry& entry : node.entries) add(entry.value);
  node.expanded = static_cast<std::uint32_t>(std::min<std::uint64_t>(expanded, UINT32_MAX));
  node.height = height + 1;
}

}  // namespace cutline
