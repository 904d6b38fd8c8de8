// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "blocks.hpp"
#include "parts.hpp"

namespace cutline {

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

}  // namespace cutline
