// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// The rotations of the grid about its centre under which a search keeps the network the same: a link is added or
/// removed together with its images.
enum class Turns : std::uint8_t { none = 1, half = 2, quarter = 4 };

/// A link and its images under the rotations, the smallest first.
struct Orbit {
  std::array<GridLink, 4> links{};
  std::size_t size = 0;

  const GridLink* begin() const { return links.data(); }
  const GridLink* end() const { return links.data() + size; }
  bool operator==(const Orbit& other) const { return size == other.size && links[0] == other.links[0]; }
};

/// The orbit of a link. Quarter turns are for square grids.
inline Orbit orbit_of(const LinkLimits& limits, Turns turns, GridLink link) {
  Orbit orbit;
  const std::uint32_t last = limits.nodes() - 1, columns = limits.columns;
  const auto turned = [&](std::uint32_t node) {
    return turns == Turns::half ? last - node : node % columns * columns + columns - 1 - node / columns;
  };
  for (std::uint32_t turn = 0; turn < static_cast<std::uint32_t>(turns); ++turn) {
    if (turn > 0) link = {turned(link.a), turned(link.b)};
    if (!limits.directed && link.a > link.b) std::swap(link.a, link.b);
    if (orbit.size < orbit.links.size() && std::find(orbit.begin(), orbit.end(), link) == orbit.end())
      orbit.links[orbit.size++] = link;
  }
  std::swap(orbit.links[0],
            orbit.links[static_cast<std::size_t>(std::min_element(orbit.begin(), orbit.end()) - orbit.begin())]);
  return orbit;
}

}  // namespace cutline
