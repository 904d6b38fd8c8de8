// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "board/boards.hpp"

/// Boards made by hand.
namespace cutline::test {

inline constexpr board::Nanometres kMil = 25'400;

/// 2 mm hard metric: columns x rows of signal pins.
inline board::Connector signal_field(std::uint32_t columns, std::uint32_t rows = 5) {
  board::Connector made{.name = "hm", .columns = columns, .rows = rows};
  made.column_pitch = made.row_pitch = 2 * kMm;
  made.pad = 1'100'000;
  made.drill = 700'000;
  set_all_signals(made);
  return made;
}

inline board::TrackRules tracks_of(board::Nanometres width_and_space) {
  return {.width = width_and_space, .space = width_and_space, .clearance = width_and_space, .edge = kMm / 2};
}

/// Slots 20 mm apart with one connector each, 5 mm from pads to the edges above and below, and links of `wires` wires
/// between these pairs of slots.
inline board::Board row_board(std::uint32_t slots, const board::Connector& connector,
                              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& links, std::uint32_t wires) {
  board::Board made{.name = "row", .rules = tracks_of(5 * kMil), .connectors = {connector}};
  const board::Nanometres bottom = 5 * kMm + connector.pad / 2;
  for (std::uint32_t slot = 0; slot < slots; ++slot)
    made.slots.push_back({std::to_string(slot), slot, {{0, (10 + 20 * slot) * kMm, bottom}}});
  for (const auto& [a, b] : links) made.links.push_back({static_cast<std::uint32_t>(made.links.size()), {a, b}, wires});
  const board::Nanometres width = 20 * slots * kMm;
  const board::Nanometres height = 2 * bottom + (connector.columns - 1) * connector.column_pitch;
  made.outline = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  return made;
}

}  // namespace cutline::test
