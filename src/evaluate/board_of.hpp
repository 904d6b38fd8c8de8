// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "board/board.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The board of a candidate; absent if its design has none.
std::optional<board::Board> board_of(const BuiltCandidate& candidate);

}  // namespace cutline
