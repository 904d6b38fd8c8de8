// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "cutline/detail/base/values.hpp"

namespace cutline::board {

/// A length on a board. Boards are drawn in whole nanometres, as PCB tools count.
using Nanometres = std::int64_t;

enum class PinUse : std::uint8_t { signal, ground, power, unused };

/// A pin of a connector. Two signal pins with the same `pair` carry a differential pair.
struct ConnectorPin {
  PinUse use = PinUse::signal;
  std::int32_t pair = -1;  ///< from 0 in each connector; -1: single-ended
  bool positive = false;   ///< of a pair: its positive line
  std::uint8_t rail = 0;   ///< of a power pin: its net, in Connector::rails
  bool operator==(const ConnectorPin&) const = default;
};

/// The pin field of a connector as its maker describes it: plated holes in columns and rows.
struct Connector {
  std::string name, summary;
  std::string source;  ///< where its figures stand; empty: an example, to be checked with the maker
  std::uint32_t columns = 1, rows = 1;
  Nanometres column_pitch = 0, row_pitch = 0;
  Nanometres pad = 0, drill = 0;        ///< diameters
  std::vector<ConnectorPin> pins;       ///< columns x rows, the rows of a column one after another
  std::vector<std::string> rails = {};  ///< names of the nets of power
  const ConnectorPin& pin(std::uint32_t column, std::uint32_t row) const { return pins[column * rows + row]; }
  bool operator==(const Connector&) const = default;
};

/// A connector on the board, with the centre of its pin of column 0 and row 0, on the back of column 0 and the last
/// row. Columns follow each other along y, rows along x: slots stand side by side along x.
struct PlacedConnector {
  std::uint32_t connector = 0;  ///< in Board::connectors
  Nanometres x = 0, y = 0;
};

/// A place for one card.
struct Slot {
  std::string name;  ///< the node's own, else its number
  std::uint32_t node = 0;
  std::vector<PlacedConnector> connectors;
  /// Of a mid-plane: its card stands on the other side, so that the rows of its connectors follow each other towards
  /// lower x.
  bool back = false;
};

/// What the maker of the board can do. Pairs run side by side, `gap` apart; two pairs keep `pair_space`.
struct TrackRules {
  Nanometres width = 0, space = 0;  ///< of tracks; with pairs the space may be 0
  Nanometres clearance = 0;         ///< between a track and a pad of another net
  Nanometres edge = 0;              ///< between copper and the outline
  Nanometres gap = 0, pair_space = 0;
  bool pairs = false;
  Nanometres via_pad = 0, via_drill = 0;      ///< diameters; 0: the maker drills no vias, and all tracks run along x
  std::optional<Nanometres> match;            ///< the most that the wires of one link may differ in length
  std::optional<Nanometres> match_in_pairs;   ///< the most that the two lines of a pair may differ
  Nanometres copper = 35'000;                 ///< thickness of a track
  std::optional<Nanometres> plane_clearance;  ///< between a pad and the plane of another net; absent: clearance
  std::optional<Nanometres> plane_distance;   ///< of the dielectric between a track and the plane above or below it
  /// Between neighbouring tracks, or pairs.
  Nanometres between() const { return pairs ? pair_space : space; }
  Nanometres from_planes() const { return plane_clearance.value_or(clearance); }
};

/// The wires of one link, all alike: `wires` nets, or pairs of nets where the rules say pairs. A bus joins more than
/// two slots.
struct BoardLink {
  std::uint32_t link = 0;            ///< its number in the network
  std::vector<std::uint32_t> slots;  ///< in Board::slots
  std::uint32_t wires = 0;
};

struct BoardBox {
  Nanometres x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// A board before its pins are dealt out and its tracks drawn.
struct Board {
  std::string name;
  TrackRules rules;
  std::vector<Connector> connectors;
  std::vector<Slot> slots;
  std::vector<BoardLink> links;
  std::vector<std::array<Nanometres, 2>> outline;  ///< corners in turn
  std::vector<BoardBox> keep_outs;                 ///< no track passes these
  std::uint32_t signal_layers = 0;                 ///< what the stack-up has; 0: as many as it takes
  Nanometres thickness = 0;                        ///< 0: not known
};

/// Whether two rectangles, edges included, have a point in common.
bool overlap(const BoardBox& a, const BoardBox& b);
BoardBox grown(const BoardBox& box, Nanometres by);
/// Whether a rectangle lies inside a polygon, and no edge of it nearer than `distance` along x or y. A polygon without
/// corners holds everything. Cost: O(corners).
bool is_inside(const std::vector<std::array<Nanometres, 2>>& polygon, const BoardBox& box, Nanometres distance);

/// Whether tracks in a box, whose copper reaches so far beyond it, keep their distance from the outline and touch no
/// keep-out.
bool is_clear(const Board& board, const BoardBox& tracks, Nanometres reach);

// Which pins of a connector carry what: each function deals out the pins that are there, and leaves unused ones.

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
