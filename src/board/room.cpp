// SPDX-License-Identifier: Apache-2.0
#include "board/room.hpp"

#include <algorithm>

namespace cutline::board {

namespace {

/// The pads of a column of pins, as a track along x meets them.
struct PadRow {
  Nanometres y = 0, pad = 0;
};

std::vector<PadRow> pad_rows(const Board& board, const Slot& slot) {
  std::vector<PadRow> all;
  for (const PlacedConnector& placed : slot.connectors) {
    const Connector& connector = board.connectors[placed.connector];
    for (std::uint32_t column = 0; column < connector.columns; ++column)
      all.push_back({placed.y + column * connector.column_pitch, connector.pad});
  }
  std::sort(all.begin(), all.end(), [](const PadRow& a, const PadRow& b) { return a.y < b.y; });
  return all;
}

}  // namespace

std::int64_t tracks_side_by_side(Nanometres strip, const TrackRules& rules) {
  const Nanometres between = rules.pairs ? rules.pair_space : rules.space;
  const Nanometres each = rules.pairs ? 2 * rules.width + rules.gap : rules.width;
  return strip < each ? 0 : (strip + between) / (each + between);
}

std::int64_t tracks_dealt(std::int64_t tracks_that_fit, const TrackRules& rules) {
  const bool matched = rules.match || rules.match_in_pairs;
  return matched ? std::min<std::int64_t>(2, tracks_that_fit) : tracks_that_fit;
}

std::int64_t tracks_between_pads(Nanometres pitch, Nanometres pad, const TrackRules& rules) {
  return tracks_side_by_side(pitch - pad - 2 * rules.clearance, rules);
}

std::int64_t tracks_past(const Board& board, const Slot& slot) {
  if (board.outline.empty()) return 0;
  const auto [low, high] =
      std::minmax_element(board.outline.begin(), board.outline.end(), [](auto& a, auto& b) { return a[1] < b[1]; });
  const Nanometres bottom = (*low)[1] + board.rules.edge, top = (*high)[1] - board.rules.edge;
  const std::vector<PadRow> pads = pad_rows(board, slot);
  if (pads.empty()) return tracks_side_by_side(top - bottom, board.rules);
  const auto beside = [&](const PadRow& row) { return (row.pad + 1) / 2 + board.rules.clearance; };
  std::int64_t tracks = 0, widest = 1;
  for (std::size_t i = 1; i < pads.size(); ++i) {
    const Nanometres strip = pads[i].y - beside(pads[i]) - pads[i - 1].y - beside(pads[i - 1]);
    const std::int64_t between = tracks_dealt(tracks_side_by_side(strip, board.rules), board.rules);
    tracks += between;
    widest = std::max(widest, between);
  }
  if (board.rules.pairs) return tracks;  // a pair ends at two pins, one on each side of its channel
  for (const Nanometres strip :
       {pads.front().y - beside(pads.front()) - bottom, top - pads.back().y - beside(pads.back())})
    tracks += std::min(widest, tracks_side_by_side(strip, board.rules));
  return tracks;
}

}  // namespace cutline::board
