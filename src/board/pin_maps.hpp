// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "board/board.hpp"

// Which pins of a connector carry what: each function deals out the pins that are there, and leaves unused ones.

namespace cutline::board {

/// The letters of maps of pins: signal, ground, a hole without a use. Others are nets of power.
inline constexpr std::string_view kPinLetters = "SG-";

/// A signal at every place.
void set_all_signals(Connector& connector);
/// Of every `of` pins in turn, column by column, the last `grounds` are ground and the others signals.
void set_grounds(Connector& connector, std::uint32_t grounds, std::uint32_t of);
/// Pairs in each column, from its first row on. The rows that are left are ground: one after each pair as far as they
/// go, the rest at the end. Needs 2 pairs <= rows.
void set_pairs(Connector& connector, std::uint32_t pairs);
/// One text of letters for each column, a letter for each row; the list begins anew after its last column. Every letter
/// is one of kPinLetters, or one of `power`, whose place there is the number of its rail.
void set_letters(Connector& connector, const std::vector<std::string_view>& columns, std::string_view power = "P");

}  // namespace cutline::board
