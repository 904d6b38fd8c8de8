// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "cutline/geometry/tile_plan.hpp"

namespace cutline {

inline constexpr const char* kOrientationHint = "0, 90, 180 or 270 degrees against the clock, or N, W, S, E, FN, FW, FS, FE";

/// The orientation of a word of DEF or a number of degrees; absent where the word is neither.
std::optional<Orientation> find_orientation(std::string_view word);

}  // namespace cutline
