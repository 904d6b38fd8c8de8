// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "board/board.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The board of a candidate: slot c is the node in column c, at the pitch that the design gives, whatever the wiring
/// takes; columns without a node stay empty. Connectors of a slot stand one above the other along y, in the middle of
/// the slot. Links have the wires of their channels, or half as many pairs. Absent if the design has no board or the
/// candidate cannot be built. Throws an input error, at the board of the spec, if the nodes stand in more than one row,
/// if a slot of the spec names no node, or if pairs meet an odd number of wires for a bit. Cost: O(links + pins).
std::optional<board::Board> board_of(const BuiltCandidate& candidate);

}  // namespace cutline
