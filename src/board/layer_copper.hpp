// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/routed_board.hpp"

namespace cutline::board {

/// A stretch of x from which tracks along y may reach so far.
struct FreeSpan {
  Nanometres from = 0, to = 0, reach = 0;
};

/// What stands on each layer of a routed board: its tracks, by their numbers, and vias on all layers. Pads of pins are
/// not in it.
class LayerCopper {
 public:
  LayerCopper(const TrackRules& rules, const RoutedBoard& routed);

  void add(std::uint32_t layer, std::uint32_t track) { tracks_[layer].push_back(track); }
  void remove(std::uint32_t layer, std::uint32_t track) { std::erase(tracks_[layer], track); }
  std::size_t tracks_on(std::uint32_t layer) const { return tracks_[layer].size(); }
  void insert_layer(std::uint32_t at) { tracks_.insert(tracks_.begin() + at, std::vector<std::uint32_t>()); }
  void remove_layer(std::uint32_t at) { tracks_.erase(tracks_.begin() + at); }

  /// Whether a new track keeps its distance from what stands on its layer.
  bool fits(const BoardTrack& track) const;

  /// Where a track along x may leave its line between x0 and x1, towards greater y (`up` = 1) or less (-1), and how
  /// far: the longest stretch for each reach. Where nothing is in the way the reach ends at the board. Cost: O(n log n)
  /// for n tracks in the way.
  std::vector<FreeSpan> free_spans(std::uint32_t track, int up, Nanometres x0, Nanometres x1) const;

 private:
  Nanometres step_ = 0, to_via_ = 0;  ///< from the middle of a track to those of other tracks, and of vias
  Nanometres low_ = 0, high_ = 0;     ///< y of the outermost copper
  const RoutedBoard& routed_;
  std::vector<std::vector<std::uint32_t>> tracks_;  ///< of each layer
};

}  // namespace cutline::board
