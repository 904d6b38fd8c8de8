// SPDX-License-Identifier: Apache-2.0
#include "spec/document.hpp"

#include <algorithm>

namespace cutline {
namespace {

constexpr std::size_t kShownBehind = 400;  // bytes of the line kept behind the column
constexpr std::size_t kShownBefore = 2000;

std::size_t count_characters(std::string_view bytes) {
  const auto starts = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), starts));
}

/// Cut at a whole character.
std::string_view first_bytes(std::string_view line, std::size_t count) {
  if (count >= line.size()) return line;
  while (count > 0 && (static_cast<unsigned char>(line[count]) & 0xC0U) == 0x80U) --count;
  return line.substr(0, count);
}

}  // namespace

Place place_of(const Document& document, Mark mark) {
  const Document::Source& source = document.sources[mark.source];
  const std::size_t offset = std::min<std::size_t>(mark.offset, source.text.size());
  const auto after = std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  const auto line = static_cast<std::size_t>(after - source.line_starts.begin());
  const std::size_t begin = source.line_starts[line - 1];
  const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
  const std::string_view text = std::string_view(source.text).substr(begin, end - begin);
  const std::size_t before = offset - begin;
  Place place;
  place.file = source.name;
  place.line = static_cast<int>(line);
  place.column = static_cast<int>(count_characters(text.substr(0, before))) + 1;
  if (before <= kShownBefore) place.text = first_bytes(text, before + kShownBehind);
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
