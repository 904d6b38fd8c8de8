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
                              const std::vector<LinkKind>& kinds, const GivenPlaces& given,
                              const std::array<std::vector<LineMove>, 3>& straight, const GridSize& grid);

}  // namespace cutline
