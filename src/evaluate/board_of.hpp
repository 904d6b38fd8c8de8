// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/measures.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The boards of a candidate: each row of its grid is one. Equal boards are kept once.
struct BoardsOfRows {
  std::vector<board::Board> boards;  ///< those that differ, each with the names of the first row that has it
  std::vector<std::uint32_t> kind;   ///< of each row with nodes, row by row and plane by plane: its number in `boards`
  std::uint64_t cables = 0;          ///< links between rows
};

/// The boards of a candidate. Slot c of a row is the node in column c, at the pitch or the place that the design gives,
/// whatever the wiring takes; columns without a node stay empty. Connectors of a slot stand one above the other along
/// y, in the middle of the slot. Links within a row have the wires of their channels, or half as many pairs; links
/// between rows are cables between the fronts of cards, and take no pins here. Absent if the design has no board or the
/// candidate cannot be built. Throws an input error, at the board of the spec, if a row has more nodes than slots, if a
/// slot of the spec names no node, if connectors overlap, leave the outline or stand in a keep-out, or if pairs meet an
/// odd number of wires for a bit. Cost: O(links + pins of the boards that differ + slots).
std::optional<BoardsOfRows> boards_of_candidate(const BuiltCandidate& candidate);

/// Throws an input error of a candidate's design if connectors of a board overlap, leave the outline that the spec
/// gives, or stand in a keep-out, or if a keep-out lies off the board. Cost: O(n log n + neighbours) for n connectors.
void expect_connectors_fit(const Design& design, const board::Board& board);

/// The measures of all boards together; absent as above. Boards that are equal are measured once. `drawn`: their tracks
/// too.
std::optional<board::BoardMeasures> measure_boards(const BuiltCandidate& candidate, bool drawn);

}  // namespace cutline
