// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cutline::drawing {

/// The first letters of a name that fit into a width, and an ellipsis behind them. Empty if fewer than two letters fit.
std::string shortened_name(std::string_view name, double width_mm, double size_pt);

/// Whether the names that do not fit are shortened: where most of them fit, so that a long one hides no other.
inline bool shortens_names(std::size_t fitting, std::size_t all) { return 2 * fitting >= all; }

}  // namespace cutline::drawing
