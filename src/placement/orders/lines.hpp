// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/placement/place.hpp"

namespace cutline {

/// The positions of a line built from the lowest digit up: within each value of a digit stand the `below` positions of
/// the digits below it. `place(digit, radix, within, below)` says where value `digit` puts position `within`.
template <class Place>
std::vector<std::uint32_t> digit_by_digit(const std::vector<std::uint32_t>& radices, const Place& place) {
  std::vector<std::uint32_t> position = {0};
  for (const std::uint32_t radix : radices) {
    const auto below = static_cast<std::uint32_t>(position.size());
    std::vector<std::uint32_t> longer;
    longer.reserve(position.size() * radix);
    for (std::uint32_t digit = 0; digit < radix; ++digit) {
      for (const std::uint32_t within : position) longer.push_back(place(digit, radix, within, below));
    }
    position = std::move(longer);
  }
  return position;
}

/// A slot of a line of cube-connected cycles: a node of the cycle `address`, or its site.
struct RingSlot {
  std::uint32_t address = 0;
  std::uint32_t level = 0;  ///< equal to the number of levels: the site
};

/// The slots of one axis, from the first to the last: the cycles of an m-cube with levels 0 .. m - 1. With `sites`
/// every cycle has one more slot, its site, where the nodes of the levels stand that lie along the other axis.
using RingLine = std::vector<RingSlot> (*)(std::uint32_t levels, bool sites);

/// The definition of an order of cube-connected cycles.
struct RingOrder {
  std::string_view name;
  RingLine line = nullptr;
  std::uint32_t least_levels = 1;  ///< of a line
  std::uint32_t split_from = 2;    ///< dimensions from which it is split over two axes unless `axes` says otherwise
  bool on_one_axis = true;         ///< false: it is always split
};

/// Places cube-connected cycles of d dimensions, all on one axis, or split: the low ceil(d/2) levels on x, the others
/// on y. A node of a level on x stands at its own column slot and at its cycle's site among the rows, the others the
/// other way round; so every link lies in a row or in a column, except the two links of each cycle that join its
/// halves, which are bent. Where `axes` is not given, the order decides. Cost: O(nodes) on one axis, O(d 2^(d/2))
/// split.
///
/// Throws an input error naming `order` or `axes` for axes that are neither, and a limit error past 2^26 places an
/// axis.
Placement place_rings(const RingOrder& order, const Topology& topology, const PlacementChoice& choice);

}  // namespace cutline
