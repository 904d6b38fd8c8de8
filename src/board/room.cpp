// SPDX-License-Identifier: Apache-2.0
#include "board/room.hpp"

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
  std::ranges::sort(all, {}, &PadRow::y);
  return all;
}

/// A strip along x, free of pads.
struct FreeStrip {
  Nanometres from = 0, to = 0;
};

/// What keep-outs within x0 .. x1 leave of a strip.
std::vector<FreeStrip> left_of(const Board& board, const FreeStrip& strip, Nanometres x0, Nanometres x1) {
  std::vector<FreeStrip> left = {strip};
  for (const BoardBox& keep_out : board.keep_outs) {
    if (keep_out.x1 < x0 || keep_out.x0 > x1) continue;
    std::vector<FreeStrip> next;
    for (const FreeStrip& each : left) {
      if (keep_out.y1 < each.from || keep_out.y0 > each.to) {
        next.push_back(each);
        continue;
      }
      if (keep_out.y0 > each.from) next.push_back({each.from, keep_out.y0});
      if (keep_out.y1 < each.to) next.push_back({keep_out.y1, each.to});
    }
    left = std::move(next);
  }
  return left;
}

}  // namespace

std::int64_t tracks_side_by_side(Nanometres strip, const TrackRules& rules) {
  const Nanometres between = rules.between();
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

std::int64_t tracks_past(const Board& board, const Slot& slot, Nanometres x0, Nanometres x1) {
  if (board.outline.empty()) return 0;
  const auto [low, high] =
      std::minmax_element(board.outline.begin(), board.outline.end(), [](auto& a, auto& b) { return a[1] < b[1]; });
  const Nanometres bottom = (*low)[1] + board.rules.edge, top = (*high)[1] - board.rules.edge;
  const std::vector<PadRow> pads = pad_rows(board, slot);
  const auto tracks_in = [&](const FreeStrip& strip, std::int64_t most) {
    return sum_over<std::int64_t>(left_of(board, strip, x0, x1), [&](const FreeStrip& each) {
      return std::min(most, tracks_side_by_side(each.to - each.from, board.rules));
    });
  };
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  if (pads.empty()) return tracks_in({bottom, top}, kAny);
  const auto beside = [&](const PadRow& row) { return (row.pad + 1) / 2 + board.rules.clearance; };
  std::int64_t tracks = 0, widest = 1;
  for (std::size_t i = 1; i < pads.size(); ++i) {
    const FreeStrip strip = {pads[i - 1].y + beside(pads[i - 1]), pads[i].y - beside(pads[i])};
    tracks += tracks_dealt(tracks_in(strip, kAny), board.rules);
    widest = std::max(widest, tracks_dealt(tracks_side_by_side(strip.to - strip.from, board.rules), board.rules));
  }
  if (board.rules.pairs) return tracks;  // a pair ends at two pins, one on each side of its channel
  for (const FreeStrip& strip :
       {FreeStrip{bottom, pads.front().y - beside(pads.front())}, FreeStrip{pads.back().y + beside(pads.back()), top}})
    tracks += std::min(widest, tracks_in(strip, widest));
  return tracks;
}

Nanometres middle_of(const Board& board, const Slot& slot) {
  const PlacedConnector& placed = slot.connectors.front();
  const Connector& connector = board.connectors[placed.connector];
  return placed.x + (connector.rows - 1) * connector.row_pitch / 2;
}

}  // namespace cutline::board
