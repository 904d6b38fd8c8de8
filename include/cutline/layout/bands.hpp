// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The number of a link's wires that lie side by side in all of its parts.
std::uint32_t band_wires(const Pattern& pattern);
std::uint32_t band_wires(const Layout& layout, const Joint& joint);

const Pattern& pattern_of(const Layout& layout, Axis axis, std::uint32_t line);
/// The first line that has the pattern.
std::uint32_t first_line_of(const Lines& lines, std::size_t pattern);
std::uint32_t wires_of(const Layout& layout, const Pattern& pattern, std::size_t part);

}  // namespace cutline
