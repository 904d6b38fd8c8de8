// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/routed_board.hpp"
#include "cutline/output/export/exports.hpp"

/// Files for tools of boards. Their y points down, as in KiCad, and the board's upper left corner is their origin.
namespace cutline::exporting {

/// A routed board with the names that all its files use.
struct NamedBoard {
  const board::Board& board;
  const board::RoutedBoard& routed;
  std::vector<std::string> references;  ///< of each placed connector, slot by slot: "J1"
  /// "L3_5", of pairs "L3_5_P"; behind them the nets of power, then the ground.
  std::vector<std::string> nets;
  std::vector<board::Nanometres> origin = {0, 0};  ///< in the board's coordinates
  bool has_ground = false;                         ///< some pin is a ground
  std::size_t rails = 0;                           ///< nets of power that some pin has

  board::Nanometres x(board::Nanometres at) const { return at - origin[0]; }
  board::Nanometres y(board::Nanometres at) const { return origin[1] - at; }
  bool is_plane(std::uint32_t layer) const { return layer >= board::kNone - rails; }
  /// The number of the net of a plane among the layers of copper, from 1; 0: a signal layer, or a plane of ground where
  /// no pin is one, which stays empty.
  std::size_t plane_net(std::uint32_t layer) const;
  /// The number of a pin's net, from 1; the ground is the last; 0: none.
  std::size_t net_number(const board::Pin& pin) const;
  const std::string& reference(const board::Pin& pin) const;
};
NamedBoard named_board(const board::Board& board, const board::RoutedBoard& routed);

/// "a1": the row as a letter, and the column from 1.
std::string pin_name(std::uint32_t column, std::uint32_t row);
/// Millimetres, with as many decimals as needed: "2.54".
std::string mm_text(board::Nanometres length);
/// Name of a connector's footprint, without characters that the formats use.
std::string footprint_name(const board::Connector& connector);

/// The copper layers of the files of a board from top to bottom: those of board::copper_stack(), and a plane more where
/// these are odd in number. Planes lie after every two, three ... signal layers where KiCad's 32 layers ask for it.
std::vector<std::uint32_t> copper_stack(const NamedBoard& board);
/// Their names: "F.Cu", "In1.Cu" ... "B.Cu".
std::string copper_name(std::size_t layer, std::size_t count);

/// Why the files of a board have fewer copper layers than board::copper_stack(); empty where they do not.
std::string why_other_copper(const NamedBoard& board);

/// The rectangle of the planes of ground and power: around the anti-pads of all pins and vias, and a clearance or 0.1
/// mm beyond. Absent where it would lie nearer to the outline than copper may.
std::optional<board::BoardBox> plane_box(const NamedBoard& board);
/// The corners of a rectangle with rectangular holes as one polygon: from the left edge of each hole a slit without
/// width leads to the next hole on its left, or to the edge. Holes that touch become one rectangle around both. Holes
/// lie inside the rectangle. Cost: O(holes^2), a nanosecond a pair.
std::vector<std::array<board::Nanometres, 2>> plane_with_holes(const board::BoardBox& plane,
                                                               std::vector<board::BoardBox> holes);

/// Board, project and rules for KiCad 6 and later. Throws a limit error for a board that KiCad cannot hold.
std::vector<ExportFile> kicad_files(const NamedBoard& board);
/// The project of a board for KiCad: the least distances, widths and holes of its rules.
std::string kicad_project(const board::TrackRules& rules);
/// Rules beside it: distances of tracks and pads, and how much the nets of a link and of a pair may differ in length.
std::string kicad_rules(const NamedBoard& board);
/// The netlist that KiCad reads into a board.
std::string kicad_netlist(const NamedBoard& board);
/// A job for an autorouter, with our tracks.
std::string specctra_dsn(const NamedBoard& board);
/// Every pin for a bare-board tester.
std::string ipc_356(const NamedBoard& board);
/// Every pin with its net, link, wire, polarity, length in mm and layer.
std::string pins_csv(const NamedBoard& board);
/// How many of each connector.
std::string connectors_csv(const NamedBoard& board);

/// A board with its tracks.
struct DrawnBoard {
  board::Board board;
  board::RoutedBoard routed;
  NamedBoard named() const { return named_board(board, routed); }
};
/// Draws the boards of a candidate that differ, and adds notes on wires that do not fit. `write` gives the files of
/// one; those of the second one and on have ".board2" before their ending. Throws an input error if the candidate has
/// no board, or if several are to go to standard output.
std::vector<ExportFile> files_of_boards(const Export& row, ExportLayout& from, const ExportChoice& choice,
                                        std::vector<ExportFile> (*write)(const NamedBoard&));
/// The same as the function of a row.
template <std::vector<ExportFile> (*write)(const NamedBoard&)>
std::vector<ExportFile> of_boards(const Export& row, ExportLayout& from, const ExportChoice& choice) {
  return files_of_boards(row, from, choice, write);
}
template <std::string (*text)(const NamedBoard&)>
std::vector<ExportFile> one_file(const NamedBoard& board) {
  return {{"", text(board)}};
}
/// The row of an export of boards.
Export board_row(std::string_view name, std::string_view summary, std::string_view source, std::string_view extension,
                 decltype(Export::write_layout) write, bool several_files = false);

}  // namespace cutline::exporting
