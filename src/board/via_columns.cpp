// SPDX-License-Identifier: Apache-2.0
#include "board/via_columns.hpp"

#include <algorithm>

#include "board/board.hpp"

namespace cutline::board {

namespace {

Nanometres half_of(Nanometres length) { return (length + 1) / 2; }

/// Where the copper of a column stands, from its first via.
struct ColumnShape {
  Nanometres lane[2] = {0, 0}, last_via = 0;
  Nanometres left = 0, right = 0;  ///< how far its copper reaches
  Nanometres pitch = 0;
};

ColumnShape shape_of_column(const TrackRules& rules) {
  const Nanometres beside = half_of(rules.via_pad) + rules.clearance + half_of(rules.width);
  ColumnShape shape{.left = half_of(rules.via_pad)};
  if (rules.pairs) {
    shape.lane[0] = beside;
    shape.lane[1] = beside + rules.width + rules.gap;
    shape.last_via = shape.lane[1] + beside;
    shape.right = shape.last_via + half_of(rules.via_pad);
    shape.pitch = shape.last_via + std::max(2 * half_of(rules.via_pad) + rules.clearance, least_apart(rules));
  } else {
    shape.lane[0] = shape.lane[1] = std::max(beside, half_of(least_apart(rules)));
    shape.right = shape.lane[0] + half_of(rules.width);
    shape.pitch = 2 * shape.lane[0];
  }
  return shape;
}

/// Whether copper in this box touches no keep-out and keeps its distance from the outline.
bool is_free(const Board& board, const BoardBox& copper) {
  const auto hits = [&](const BoardBox& k) { return overlap(k, copper); };
  return std::ranges::none_of(board.keep_outs, hits) && is_inside(board.outline, copper, board.rules.edge);
}

void open_strips(const Board& board, const std::map<Nanometres, Nanometres>& pads, ViaColumn& column) {
  const TrackRules& rules = board.rules;
  Nanometres last = 0;
  bool has_last = false;
  for (auto line = pads.begin(); line != pads.end(); ++line) {
    const auto& [y, pad] = *line;
    const Nanometres high = half_of(pad) + rules.clearance, wide = half_of(rules.via_pad);
    const bool apart = !has_last || y - last >= std::max(rules.via_pad + rules.clearance, least_apart(rules));
    const bool open = apart && rules.via_pad <= pad &&
                      is_free(board, {column.via[0] - wide, y - high, column.via[1] + wide, y + high});
    column.is_open.push_back(open);
    if (open) last = y;
    has_last = has_last || open;
    const auto next = std::next(line);
    const Nanometres lane = half_of(rules.width);
    column.is_open_above.push_back(next != pads.end() && is_free(board, {column.lane[0] - lane, y - lane,
                                                                         column.lane[1] + lane, next->first + lane}));
  }
}

}  // namespace

Nanometres least_apart(const TrackRules& rules) {
  return rules.width + std::max(rules.space, rules.pairs ? rules.pair_space : 0);
}

ViaColumns via_columns(const Board& board, std::span<const FreeStretch> free,
                       const std::map<Nanometres, Nanometres>& pads) {
  ViaColumns out;
  const TrackRules& rules = board.rules;
  if (rules.via_pad <= 0 || rules.via_drill <= 0) return out;
  const ColumnShape shape = shape_of_column(rules);
  Nanometres pad = 0;
  for (const auto& line : pads) pad = std::max(pad, line.second);
  const Nanometres beside = half_of(pad) + rules.clearance;
  // In the middle a wire, or both lines of a pair, may change tracks.
  const Nanometres middle_room = least_apart(rules) + (rules.pairs ? rules.width + rules.gap : 0);
  for (const FreeStretch& stretch : free) {
    ViaRoom room = {static_cast<std::uint32_t>(out.columns.size()), 0};
    const Nanometres end = stretch.to - beside, middle = stretch.from + (stretch.to - stretch.from) / 2;
    Nanometres x = stretch.from + std::max(beside + shape.left, least_apart(rules));
    while (x + shape.right <= end && x + shape.last_via + least_apart(rules) <= stretch.to) {
      if (stretch.has_middle && x + shape.last_via > middle - middle_room && x < middle + middle_room) {
        x = middle + middle_room;
        continue;
      }
      ViaColumn column{.via = {x, x + shape.last_via}, .lane = {x + shape.lane[0], x + shape.lane[1]}};
      open_strips(board, pads, column);
      out.columns.push_back(std::move(column));
      x += shape.pitch;
    }
    room.end = static_cast<std::uint32_t>(out.columns.size());
    if (room.end > room.begin) out.rooms.push_back(room);
  }
  return out;
}

}  // namespace cutline::board
