// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/pin_dealer.hpp"

namespace cutline::board {

/// Which wires get no pins where slots have too few, so that few do: one at a time, of the slot that lacks most pins
/// the one whose other slots lack most. `pins`: of each slot. Cost: O(pins that lack x links of a slot).
std::vector<bool> wires_without_pins(std::span<const Wire> wires, const std::vector<std::uint32_t>& pins);

}  // namespace cutline::board
