// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "cutline/detail/layout/wiring.hpp"

namespace cutline {

/// A straight link on a line: from one slot to a higher one.
struct Move {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint16_t kind = 0;
};

/// Straight links that stand on many lines at once: `moves` along `axis`, on every line whose two coordinates off the
/// axis are in the lists `still` (indices into LinkBlocks::lists, the lower axis first).
struct Block {
  Axis axis = Axis::x;
  std::vector<Move> moves;
  std::array<std::uint32_t, 2> still{};
};

/// A link on its own, straight or bent.
struct LooseLink {
  Cell a, b;
  std::uint16_t kind = 0;
};

/// Every link of a placed network. Repeated links are stored once, with the lists of their places.
struct LinkBlocks {
  std::vector<LinkKind> kinds;
  std::vector<std::vector<std::uint32_t>> lists;  ///< ascending coordinates
  std::vector<Block> blocks;
  std::vector<LooseLink> loose;
};

/// Sorts the links of a placed network into blocks and loose links. A class whose digits all lie on one axis repeats as
/// a whole: its links move along that axis and stand still on the others, in every place that the other digits name.
/// The links of any other class are taken one by one. Cost: O(moves + lists + loose links).
LinkBlocks link_blocks(const Topology& topology, const Placement& placement);

/// One part of a pattern, before it is written to the pattern's arrays.
struct Part {
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;
  std::uint16_t kind = 0;
  std::uint8_t pair = 0;

  /// The order of parts in a pattern: lo ascending, hi descending, kind, pair.
  friend bool operator<(const Part& a, const Part& b) {
    return std::tuple(a.lo, ~a.hi, a.kind, a.pair) < std::tuple(b.lo, ~b.hi, b.kind, b.pair);
  }
  friend bool operator==(const Part&, const Part&) = default;
};

/// The part of a straight link.
inline Part straight_part(const Move& move) {
  return {station(move.from, Zone::higher), station(move.to, Zone::lower), move.kind, 0};
}

/// The kinds of end of a bent link's part.
enum class PartEnd { node, through, crossing };

inline Zone zone_of(PartEnd end, bool goes_higher) {
  if (end == PartEnd::crossing) return Zone::crossing;
  if (end == PartEnd::node) return goes_higher ? Zone::higher : Zone::lower;
  return goes_higher ? Zone::higher_through : Zone::lower_through;
}

/// The part of a bent link between two slots, with the kind of each end.
inline Part bent_part(std::uint32_t from, PartEnd from_end, std::uint32_t to, PartEnd to_end, std::uint16_t kind) {
  const std::uint32_t a = station(from, zone_of(from_end, from < to));
  const std::uint32_t b = station(to, zone_of(to_end, to < from));
  return {std::min(a, b), std::max(a, b), kind, 0};
}

/// Sorts the parts and writes them as a pattern. Cost: O(parts + slots).
Pattern make_pattern(std::vector<Part> parts, std::uint32_t slots);

/// The index of the n-th (from 0) of the parts equal to `part` in a pattern. Cost: O(log parts).
std::uint32_t part_index(const Pattern& pattern, const Part& part, std::uint32_t n);

/// The lines of an axis, sorted by the blocks that stand on them: lines of one group carry the same blocks.
struct LineGroups {
  std::vector<std::uint32_t> of_line;              ///< group of every line
  std::vector<std::vector<std::uint32_t>> blocks;  ///< of every group: indices into LinkBlocks::blocks, ascending
};

/// Sorts the lines of an axis into groups. Cost: O(lines x distinct sets of lines that blocks name).
LineGroups group_lines(const LinkBlocks& blocks, const GridSize& grid, Axis axis);

/// A part that stands on one line only; `joint` numbers the bent link it belongs to.
struct LinePart {
  static constexpr std::uint32_t kNoJoint = ~0u;
  std::uint32_t line = 0;
  Part part;
  std::uint32_t joint = kNoJoint;
};

/// Builds the lines of an axis from the groups and the parts of single lines, which come sorted by line, part and
/// joint. Lines with equal groups and equal parts share a pattern; patterns are numbered by their first line.
Lines make_lines(const LinkBlocks& blocks, const LineGroups& groups, const std::vector<LinePart>& parts,
                 std::uint32_t slots);

/// A straight link that stands on one line only.
struct LineMove {
  std::uint32_t line = 0;
  Move move;
};

/// The lines and parts of a bent link, by axis, once it is decided from which end it starts.
struct Bend {
  std::array<std::uint32_t, 3> line{Joint::kNone, Joint::kNone, Joint::kNone};
  std::array<Part, 3> part;
};

/// The bent link that goes from one cell along x, then y, then z to another.
Bend bend(Cell at, const Cell& to, std::uint16_t kind, const GridSize& grid);

/// Chooses the corners anew where places are given and routing channels cannot grow. Each link in turn takes the corner
/// for which the fullest of the routing channels and boxes that it uses is least full, with all other links counted.
/// This is done in three rounds. The fullness of a routing channel is the width of the links over its densest place for
/// each metre of its slot; the fullness of a box is the width of the links that end at its node for each metre. Source:
/// negotiation between nets as in [McMurchie 1995], with two routes a net and no history. Cost: O(links x links on a
/// line x log).
std::vector<Bend> roomy_bends(std::vector<Bend> bends, const std::vector<LooseLink>& links,
                              const std::vector<LinkKind>& kinds, const Placement& placement,
                              const std::array<std::vector<LineMove>, 3>& straight);

}  // namespace cutline
