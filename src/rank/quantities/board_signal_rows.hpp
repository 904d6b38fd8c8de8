// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rank/quantities/rows.hpp"

namespace cutline {

/// The rows of a board as it is drawn, and of its signals.
Quantities signals_of_board();

}  // namespace cutline
