// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cutline/topology/node_names.hpp"

namespace cutline {

/// What the text of an attribute is. A number is written as JSON writes numbers. `json` and `gml` are lists and objects
/// of these formats, as they stand in the file.
enum class AttributeKind : std::uint8_t { text, number, truth, json, gml };

/// The kind that a text without one has, as in tables: a number, `true` or `false`, else a text.
AttributeKind kind_by_looks(std::string_view text);
/// Whether a text is a number as JSON writes it: -1, 2.5, 1e9, but not 007, +1, .5 or NaN.
bool is_json_number(std::string_view text);
/// The number that a text of another format is, as JSON writes it: 0.5 for .5, 1 for +1; empty if it is none.
std::string as_json_number(std::string_view text);

inline constexpr unsigned kRealNumbers = 1U << 7;

/// An attribute of a node or of a link.
struct AttributeValue {
  std::string_view key, text;
  AttributeKind kind = AttributeKind::text;
};

/// The attributes of nodes, or of links, as a file states them: names and texts, which Cutline keeps and does not
/// understand. Equal texts are stored once. Takes 12 bytes a value in addition to the texts.
class AttributeTable {
 public:
  bool empty() const { return entries_.empty(); }
  /// The names of the attributes in the order in which the file first uses them.
  const NodeNames& keys() const { return keys_; }
  /// Says that an item has an attribute; a second value of the key takes the place of the first. Items may come in any
  /// order. Keeps nothing, and returns false, past kMostAttributeKeys names.
  bool add(std::uint32_t item, std::string_view key, std::string_view text, AttributeKind kind);
  /// Roughly, the memory that it takes, in bytes; a text counts as often as a file of it would hold it.
  std::uint64_t bytes() const;
  /// Leaves out all values of a key.
  void drop(std::string_view key);
  /// Sorts the values by items, so that they can be asked for. Cost: O(values log values), O(values) if they are
  /// sorted.
  void finish();
  /// Item i takes the attributes of the item from[i] of before. The table must be finished.
  void pick(const std::vector<std::uint32_t>& from);
  /// The attributes of an item in the order of the file. The table must be finished. Cost: O(log values).
  std::vector<AttributeValue> of(std::uint32_t item) const;
  /// For each key the kinds that its values have, as bits: 1 << kind, and kRealNumbers where a number is not whole or
  /// larger than 64 bits hold. 0: it has no value. Cost: O(values).
  std::vector<unsigned> kinds() const;

 private:
  struct Entry {
    std::uint32_t item = 0, value = 0;
    std::uint16_t key = 0;
    AttributeKind kind = AttributeKind::text;
  };
  std::pair<std::size_t, std::size_t> range(std::uint32_t item) const;

  NodeNames keys_, values_;
  std::uint64_t letters_ = 0;  ///< of all names and values, repeated ones too
  std::vector<Entry> entries_;
  std::uint32_t last_key_ = 0;  ///< where the search for a key begins
};

inline constexpr std::uint32_t kMostAttributeKeys = 1024;
/// Past these bytes a file's attributes are not kept.
inline constexpr std::uint64_t kMostAttributeBytes = std::uint64_t{1} << 29;

/// The attributes of a graph file. `nodes` counts nodes as the file does, or in a network as node_number() does;
/// `links` counts the links of the graph's one class.
struct GraphAttributes {
  AttributeTable nodes, links;
  bool empty() const { return nodes.empty() && links.empty(); }
};

/// The prefix of what Cutline says of a node or a link where the file has an attribute of this name.
inline constexpr std::string_view kOwnPrefix = "cutline_";
enum class AttributeOf : std::uint8_t { nodes, links };
/// Whether the export of this name (`gml`, `dot` ...) writes such an attribute itself.
bool is_own_attribute(std::string_view target, AttributeOf of, std::string_view name);
/// The prefix of an attribute of the file whose name is a word of an export's grammar, such as `id` and `source` in
/// JSON.
inline constexpr std::string_view kFilePrefix = "file_";
/// Whether some format has such a word in its nodes or links; readers take the prefix off again.
bool is_of_grammar(std::string_view name);

}  // namespace cutline
