// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blocks.hpp"
#include "parts.hpp"

namespace cutline {

/// A straight link that stands on one line only.
struct LineMove {
  std::uint32_t line = 0;
  Move move;
};

/// A bent link, once the end is chosen that it starts from.
struct Bend {
  std::array<std::uint32_t, 3> line{Joint::kNone, Joint::kNone, Joint::kNone};
  std::array<Part, 3> part;
};

/// The bent link that goes from one cell along x, then y, then z to another.
Bend bend(Cell at, const Cell& to, std::uint16_t kind, const GridSize& grid);

/// Chooses the corners anew where places are given and routing channels cannot grow: each link in turn takes the corner
/// at which the fullest of the channels and boxes that it uses stays emptiest, all other links counted; then all do so
/// again. Fullness is the width of links for each metre of a slot: of those over the densest place of a channel, of
/// those that end at a node. Source: negotiation between nets as in [McMurchie 1995], with two routes a net and no
/// history. Cost: O(links x links on a line x log).
std::vector<Bend> roomy_bends(std::vector<Bend> bends, const std::vector<LooseLink>& links,
                              const std::vector<LinkKind>& kinds, const GivenPlaces& given,
                              const std::array<std::vector<LineMove>, 3>& straight, const GridSize& grid);

}  // namespace cutline
