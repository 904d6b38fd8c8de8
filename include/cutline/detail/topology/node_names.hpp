// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "cutline/detail/base/values.hpp"

namespace cutline {

/// The names of nodes 0, 1, 2 ..., all distinct, up to 2^32 letters. Takes 32 to 56 bytes a name in addition to its
/// letters.
class NodeNames {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(begins_.size()); }
  bool empty() const { return begins_.empty(); }
  /// The name of a node.
  std::string_view operator[](std::uint32_t node) const;
  /// The node of that name, if there is one. Cost: O(letters).
  std::optional<std::uint32_t> find(std::string_view name) const;
  /// Adds the name if it is new. Returns the node of that name, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::string_view name);

  /// Adds the names in their order, each if it is new; nodes[i] becomes the node of names[i]. Does what insert() does
  /// one by one, in less time where many names are there already.
  void insert_all(std::span<const std::string_view> names, std::span<std::uint32_t> nodes);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;             ///< of the node, + 1; 0: the slot is free
    std::uint32_t begin = 0, length = 0;  ///< of the name among the letters
    bool is_free() const { return number == 0; }
  };

  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  std::pair<std::uint32_t, bool> insert(std::string_view name, std::uint32_t hash);
  void make_room(std::size_t more);

  std::string letters_;
  std::vector<std::uint64_t> begins_;  ///< of each name in the letters
  std::vector<Slot> slots_;            ///< open addressing
};

/// One entry of a user's list of nodes: a name or an address, or numbers from the first to the last.
struct SaidNodes {
  std::string text;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> numbers;  ///< where the text is a number or a range: 17-20
  bool operator==(const SaidNodes&) const = default;
};

/// Two nodes as a user says them, such as the ends of a route.
using SaidPair = std::pair<std::string, std::string>;

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

/// What others say of a link, as its file gives it: cables measured by others, a way between cities, synthesis results.
/// A link has a delay or cycles, not both.
struct GivenLink {
  std::optional<Length> length;  ///< of its longest wire, from end to end
  std::optional<Time> delay;     ///< one way, with all that it passes
  std::optional<double> cycles;  ///< the same in cycles of a fixed clock
  bool empty() const { return !length && !delay && !cycles; }
  auto operator<=>(const GivenLink&) const = default;
};

/// The given figures of all links of a graph. Links with equal figures share an entry.
struct GivenLinks {
  std::vector<GivenLink> figures;  ///< distinct, ascending, at most 2^16 - 1
  /// By class of the topology and link: the number of its figures in `figures`, plus 1; 0 where it has none.
  std::vector<std::vector<std::uint16_t>> of_class;
  /// By link of all copies of all classes, in the order of for_each_link(), in place of `of_class`; empty: copies of a
  /// class are alike.
  std::vector<std::uint16_t> of_link;
  /// How far a given figure may be from that of the layout, as a share of the latter, until the two differ.
  double tolerance = 0.1;
  /// Whether some link has a figure of this kind, such as &GivenLink::length. Cost: one pass over `figures`.
  template <class Figure>
  bool have(std::optional<Figure> GivenLink::*kind) const {
    return std::ranges::any_of(figures, [&](const GivenLink& each) { return (each.*kind).has_value(); });
  }

  /// The figures of this number plus 1; null for 0.
  const GivenLink* find(std::uint16_t number) const { return number == 0 ? nullptr : &figures[number - 1U]; }
  /// `number`: of the link among those of all copies.
  std::uint16_t of(std::size_t link_class, std::size_t link, std::size_t number) const {
    return of_link.empty() ? of_class[link_class][link] : of_link[number];
  }
};

/// Links that have a figure from the user's file and the same figure by the layout, in one unit, and how many of them
/// differ by more than the graph's tolerance.
struct GivenDifference {
  std::uint64_t links = 0, differ = 0;
  /// Of the link whose two figures have the greatest ratio, the ends and the figures.
  struct Worst {
    std::uint64_t a = 0, b = 0;
    double given = 0, laid = 0;
  };
  std::optional<Worst> worst;
  /// Counts a link.
  void add(std::uint64_t a, std::uint64_t b, double given, double laid, double tolerance);
};

}  // namespace cutline
