// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace cutline {

/// A typed index: a node's number never converts to a line's number or to a plain integer.
template <class Tag, class Integer>
struct Id {
  Integer index = 0;
  constexpr Id() = default;
  constexpr explicit Id(Integer i) : index(i) {}
  constexpr auto operator<=>(const Id&) const = default;
};

/// A node of a topology: sum of its digits times the product of the radices below. Up to 2^63 nodes.
using NodeId = Id<struct NodeTag, std::uint64_t>;
/// A line of one axis: x + columns * y of the coordinates off the axis.
using LineId = Id<struct LineTag, std::uint32_t>;
/// A pattern of one axis.
using PatternId = Id<struct PatternTag, std::uint32_t>;

}  // namespace cutline
