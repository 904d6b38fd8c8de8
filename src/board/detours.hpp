// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "board/deal_state.hpp"

namespace cutline::board {

/// Gives wires without a place one that changes channels through vias in the rooms between slots: along a channel to a
/// room, there along y, and along another channel to the other pin; of a bus, so from slot to slot. Takes as few layers
/// along y as it can, `most` at most. What it cannot place keeps a reason: pins, or layers.
void add_detours(DealState& state, std::span<const Wire> wires, std::uint32_t most, Dealt& dealt);

}  // namespace cutline::board
