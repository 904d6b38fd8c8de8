// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "output/export/boards/board_files.hpp"

namespace cutline::exporting {

/// The project of a board: the least distances, widths and holes of its rules.
std::string kicad_project(const board::TrackRules& rules);
/// Rules beside it: distances of tracks and pads, and how much the nets of a link and of a pair may differ in length.
std::string kicad_rules(const NamedBoard& board);

}  // namespace cutline::exporting
