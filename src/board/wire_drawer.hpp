// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/pin_dealer.hpp"

namespace cutline::board {

/// Draws wires of a dealt board: the tracks and vias of each, and its pins.
class WireDrawer {
 public:
  WireDrawer(const Board& board, const PinField& field, std::uint32_t layers_along_x, RoutedBoard& out)
      : board_(board), field_(field), along_x_(layers_along_x), out_(out) {}

  /// A wire in one channel. Its net, or both of a pair, begin at `first_net`.
  void draw(const Wire& wire, const DealtPlace& at, std::uint32_t first_net);
  /// A wire that changes channels.
  void draw(const Detour& detour, std::uint32_t first_net);

 private:
  const PinEnd& end(const Wire& wire, const DealtPlace& at, std::size_t i) const {
    return field_.at(wire.slots[i], line_of(at.channel, at.side(i)))[at.ends[i]];
  }
  void line(const Wire& wire, const DealtPlace& at, std::uint32_t net, bool upper);
  /// A stretch, whose upper line, if it is a pair, is positive or not.
  void stretch(const Stretch& s, std::uint32_t first_net, bool upper_positive, bool is_joined);
  void stretch_line(const Stretch& s, std::uint32_t net, bool upper, bool is_joined);
  /// The vias between two stretches, and the tracks along y between them.
  void meeting(const Stretch& a, const Stretch& b, std::uint32_t layer, std::array<std::uint32_t, 2> nets);
  void add(std::uint32_t net, std::uint32_t layer, std::array<Nanometres, 2> from, std::array<Nanometres, 2> to);

  const Board& board_;
  const PinField& field_;
  std::uint32_t along_x_;
  RoutedBoard& out_;
};

}  // namespace cutline::board
