// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/routed_board.hpp"

// What a drawn board is for its signals: lengths, skew, vias, stubs.

namespace cutline::board {

/// How far lengths lie apart: at most, and where.
struct Skew {
  Nanometres most = 0;
  std::string link;          ///< the slots of the link that has it, "3 - 7"; empty: none differ
  std::uint32_t missed = 0;  ///< links past the window that the rules ask for
};

/// Figures of a drawn board. Lengths are those of tracks as drawn, added ones included, without the height of vias.
struct DrawnMeasures {
  Nanometres longest = 0;                        ///< of all nets
  Skew skew;                                     ///< how much the lines of one link differ, of the worst link
  Skew pair_skew;                                ///< how much the two lines of a pair differ, of the worst pair
  Nanometres serpentine = 0;                     ///< added to match lengths, of all nets together
  std::uint64_t vias = 0, most_vias = 0;         ///< of all nets, and of the net that has most
  std::uint64_t wires_left = 0;                  ///< without tracks; both lines of a pair
  std::uint32_t layers = 0, layers_along_y = 0;  ///< signal layers with tracks, and those of them along y
  std::uint32_t layers_to_match = 0;             ///< signal layers taken for serpentines alone
  double stub = 0;                               ///< the longest stub as a share of the thickness of the board
};

/// Boards of more wires are drawn for exports alone.
inline constexpr std::uint64_t kMostDrawnWires = 20'000;

/// Wires of all links, both lines of a pair.
std::uint64_t wires_of_board(const Board& board);

/// Cost: O(n log n) for n tracks.
DrawnMeasures measure_drawn(const Board& board, const RoutedBoard& routed);

/// Adds another board of the same machine: the worse of each figure, the sum of what is counted.
void add_board(DrawnMeasures& all, const DrawnMeasures& next);

/// How deep a signal layer lies below the top of a board, as a share of its thickness: copper layers are evenly spread.
/// `rails`: planes of power. Source: derived from copper_stack().
double depth_of_layer(std::uint32_t layer, std::uint32_t layers, std::uint32_t rails = 0);

/// The stub of each pin, as a share of the thickness: the part of its plated hole past the deepest layer where its net
/// leaves it, seen from the side of the connector. Back-drilling from the other side takes away as much. 0 without net.
std::vector<double> stubs_of_pins(const Board& board, const RoutedBoard& routed);

/// The same of each via: the longer of its two ends past its tracks.
std::vector<double> stubs_of_vias(const Board& board, const RoutedBoard& routed);

}  // namespace cutline::board
