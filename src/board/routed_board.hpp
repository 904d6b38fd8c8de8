// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/board.hpp"

namespace cutline::board {

/// "None" of an index.
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A pin of a placed connector.
struct Pin {
  std::uint32_t slot = 0;       ///< in Board::slots
  std::uint32_t connector = 0;  ///< in Slot::connectors
  std::uint32_t column = 0, row = 0;
  Nanometres x = 0, y = 0;
  PinUse use = PinUse::signal;
  std::uint32_t net = kNone;  ///< in RoutedBoard::nets; only signal pins have one
};

inline const Connector& connector_of(const Board& board, const Pin& pin) {
  return board.connectors[board.slots[pin.slot].connectors[pin.connector].connector];
}

enum class Polarity : std::uint8_t { none, positive, negative };

/// One wire of a link, or one of the two lines of a pair.
struct Net {
  std::uint32_t link = 0;  ///< in Board::links
  std::uint32_t wire = 0;  ///< of the link, from 0
  Polarity polarity = Polarity::none;
  std::uint32_t mate = kNone;       ///< the other line of its pair
  std::vector<std::uint32_t> pins;  ///< in RoutedBoard::pins, from left to right
};

/// A straight track along x or y.
struct BoardTrack {
  std::uint32_t net = 0;
  std::uint32_t layer = 0;  ///< of the signal layers, from 0
  Nanometres x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  BoardBox box() const { return {std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)}; }
  Nanometres length() const { return (x1 > x0 ? x1 - x0 : x0 - x1) + (y1 > y0 ? y1 - y0 : y0 - y1); }
};

/// A plated hole that joins tracks of a net on several layers. It has a pad on every layer.
struct BoardVia {
  std::uint32_t net = 0;
  Nanometres x = 0, y = 0;
};

/// Why a wire has no tracks. Where the rules drill vias, only `pins` and `tracks` are left.
enum class LeftBecause : std::uint8_t {
  pins,    ///< a slot has too few pins for all its wires
  tracks,  ///< no channel has pins and a track free from end to end; with vias: the layers, or the rooms, are too few
  rows,    ///< its slots have no pins on both sides of one channel: their connectors stand at other heights
  shape,   ///< a pair that joins more than two slots, or slots above each other: this needs vias
};

/// A wire or a pair that could not be drawn.
struct LeftOver {
  std::uint32_t link = 0;  ///< in Board::links
  std::uint32_t wire = 0;
  LeftBecause why = LeftBecause::tracks;
};

/// A board with its pins dealt out and its tracks drawn. Each track reaches its pins on its own layer: a pin is a
/// plated hole, so that a wire needs vias only where it changes its channel.
struct RoutedBoard {
  std::vector<Pin> pins;  ///< by slot, connector, column and row
  std::vector<Net> nets;  ///< by link, wire and polarity; those that are left over have no pins
  std::vector<BoardTrack> segments;
  std::uint32_t signal_layers = 0;   ///< that have tracks
  std::uint32_t layers_along_y = 0;  ///< the last of them: their tracks run along y, those of all others along x
  std::vector<BoardVia> vias;
  std::vector<Nanometres> serpentines;  ///< of each net: the length that was added to match its link; empty: none
  std::uint32_t layers_to_match = 0;    ///< of signal_layers: those taken for serpentines alone
  std::vector<LeftOver> left_over;
};

/// Deals pins out to the wires of the links and draws their tracks, each along one channel from pin to pin; between
/// pins on both sides of a channel a wire may change its track once, in the room between two slots. It takes as many
/// layers as needed, or at most Board::signal_layers; what does not fit is listed. Both lines of a pair end at pins of
/// their polarity. Where the rules drill vias, a wire without such a channel, or without a track there on as many
/// layers as cuts and escapes ask for, changes channels once from slot to slot: through vias in the strips of lines of
/// pins, and a track on a layer along y, in a room between slots. Where lengths are matched, only the outermost two
/// tracks of each channel are used, and serpentines fill the strips beside them; nets that
/// find no room there move to other layers, and to further ones. Ground pins need no tracks. The result
/// depends on the board alone. Cost: near O(wires x channels), times the layers tried. Throws an input error where
/// connectors overlap.
RoutedBoard route_board(const Board& board);

/// The length of the tracks of each net.
std::vector<Nanometres> lengths_of_nets(const RoutedBoard& routed);

}  // namespace cutline::board
