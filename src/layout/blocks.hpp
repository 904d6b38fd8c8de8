// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cutline/layout/wiring.hpp"

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

}  // namespace cutline
