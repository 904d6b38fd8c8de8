// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The bent links whose wires pass both their ends and come back, because there is more room at the longer of their two
/// corners (see wire_up), and so are longer than the distance of their terminals and twice the tracks of the wider one
/// of their two routing channels. No other link is: a straight one goes to its track and back, a bent one passes at
/// most one of its ends by such a way.
struct Detours {
  std::uint64_t links = 0;
  std::uint32_t joint = 0;  ///< of the wire that is longest beyond that; of equal ones the first. Unset without links
  double length = 0;        ///< of this wire: in nanometres, or in wire pitches in the unit technology
  double distance = 0;      ///< of its terminals, axis by axis, with its posts
};

/// Cost: O(bundles of bent links that pass both ends).
Detours detours(const Layout& layout);

}  // namespace cutline
