// SPDX-License-Identifier: Apache-2.0
#include "board/serpentines.hpp"

#include <algorithm>

namespace cutline::board {

std::vector<BoardTrack> with_teeth(const BoardTrack& track, std::vector<Tooth> teeth) {
  std::ranges::sort(teeth, {}, &Tooth::from);
  std::vector<BoardTrack> pieces;
  Nanometres x = std::min(track.x0, track.x1);
  const Nanometres y = track.y0;
  const auto add = [&](Nanometres x0, Nanometres y0, Nanometres x1, Nanometres y1) {
    pieces.push_back({track.net, track.layer, x0, y0, x1, y1});
  };
  for (const Tooth& tooth : teeth) {
    add(x, y, tooth.from, y);
    add(tooth.from, y, tooth.from, y + tooth.reach);
    add(tooth.from, y + tooth.reach, tooth.to, y + tooth.reach);
    add(tooth.to, y + tooth.reach, tooth.to, y);
    x = tooth.to;
  }
  add(x, y, std::max(track.x0, track.x1), y);
  return pieces;
}

std::vector<LackingLength> lacking_in_pairs(const Board& board, const RoutedBoard& routed,
                                            const std::vector<Nanometres>& lengths) {
  std::vector<LackingLength> all;
  if (!board.rules.match_in_pairs) return all;
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n) {
    const std::uint32_t mate = routed.nets[n].mate;
    if (mate == kNone || routed.nets[n].pins.empty()) continue;
    const Nanometres length = lengths[mate] - lengths[n] - *board.rules.match_in_pairs;
    if (length > 0) all.push_back({n, length, false});
  }
  return all;
}

std::vector<LackingLength> lacking_in_links(const Board& board, const RoutedBoard& routed,
                                            const std::vector<Nanometres>& lengths) {
  std::vector<LackingLength> all;
  if (!board.rules.match) return all;
  const auto both = [&](std::uint32_t n) {  // a pair is as long as its longer line
    const std::uint32_t mate = routed.nets[n].mate;
    return mate == kNone ? lengths[n] : std::max(lengths[n], lengths[mate]);
  };
  std::vector<Nanometres> longest(board.links.size());
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n)
    longest[routed.nets[n].link] = std::max(longest[routed.nets[n].link], both(n));
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n) {
    const Net& net = routed.nets[n];
    if (net.pins.empty() || net.polarity == Polarity::negative) continue;
    const Nanometres length = longest[net.link] - both(n) - *board.rules.match;
    if (length > 0) all.push_back({n, length, board.rules.pairs});
  }
  // They pass few rooms, and long ones find others.
  std::ranges::stable_sort(all, {}, [&](const LackingLength& each) { return lengths[each.net]; });
  return all;
}

}  // namespace cutline::board
