// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cutline/base/error.hpp"

namespace cutline {

/// The place where something begins: a byte of one of the document's sources.
struct Mark {
  std::uint32_t source = 0;
  std::uint32_t offset = 0;
};

enum class YamlKind : std::uint8_t { null, scalar, list, map };

/// The index of a node of a document; a node and its aliases have the same index.
using YamlId = std::uint32_t;

struct YamlEntry {
  std::string key;
  Mark mark;
  YamlId value = 0;
};

struct YamlNode {
  YamlKind kind = YamlKind::null;
  bool quoted = false;  ///< a scalar in quotes, or a block text
  Mark mark;
  std::string text;                ///< of a scalar
  std::vector<YamlId> items;       ///< of a list
  std::vector<YamlEntry> entries;  ///< of a map, in the order of the file; no key occurs twice, and merges are applied
  std::uint32_t expanded = 1;  ///< number of nodes in the tree below and including this one; aliases count each time
  std::uint32_t height = 1;    ///< number of levels in this tree
};

inline constexpr std::uint32_t kMaxYamlNodes = 1'000'000;
inline constexpr std::uint32_t kMaxYamlDepth = 64;
inline constexpr std::size_t kMaxYamlLine = std::size_t{1} << 20;
inline constexpr std::size_t kMaxYamlKeys = 256;  // of one map

/// A YAML document as a flat array of nodes, each with the place that it was read from. It never has cycles.
struct Document {
  static constexpr std::size_t kBlock = 1024;
  struct Source {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_starts;
    std::vector<std::uint32_t> characters_before;  ///< number of characters before every kBlock-th byte
  };
  std::vector<Source> sources;
  std::vector<YamlNode> nodes;
  YamlId root = 0;
  std::vector<Diagnostic> diagnostics;  ///< mistakes that did not stop the reading
  std::size_t file_troubles = 0;        ///< how many of these mistakes are files that cannot be read

  const YamlNode& operator[](YamlId id) const { return nodes[id]; }
};

/// Reads one YAML document. Throws an input error at the first mistake of syntax and a limit error past kMaxYamlNodes
/// (aliases expanded), kMaxYamlDepth, kMaxYamlLine or kMaxYamlKeys. Duplicate keys, tags and stray brackets are listed
/// in `diagnostics`.
Document parse_document(std::string text, std::string name);

/// Reads another text into the document, as a source of its own, and returns its root. The first `skip` bytes of the
/// text are not YAML. Throws as parse_document does.
YamlId parse_into(Document& document, std::string text, std::string name, std::size_t skip = 0);

/// Adds a text as a further source and returns its index.
std::uint32_t add_source(Document& document, std::string text, std::string name);

/// The line, the column in characters, and the text of the line up to some way past the column; no text if the column
/// is far into a long line.
Place place_of(const Document& document, Mark mark);

/// The value of a key of a map, if it has the key.
std::optional<YamlId> find_value(const Document& document, YamlId map, std::string_view key);
const YamlEntry* find_entry(const Document& document, YamlId map, std::string_view key);

YamlId add_node(Document& document, YamlNode node);
/// A new map with the keys of both maps. If both have a key, the value of `over` wins; if both values are maps, they
/// are merged in the same way.
YamlId merge_maps(Document& document, YamlId base, YamlId over);
/// Recounts `expanded` and `height` of a node from what is below it.
void measure_node(const Document& document, YamlNode& node);

}  // namespace cutline
