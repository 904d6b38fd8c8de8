// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The number of a link's wires that lie side by side in all of its parts.
std::uint32_t band_wires(const Pattern& pattern);
std::uint32_t band_wires(const Layout& layout, const Joint& joint);

const Pattern& pattern_of(const Layout& layout, Axis axis, std::uint32_t line);
/// The wires that run on each layer, from the lowest (horizontal before vertical), in all routing channels and boxes. A
/// bent wire runs on two; stubs, posts and wires without room count nowhere. Cost: O(units of the distinct patterns).
std::vector<std::uint64_t> wires_on_layers(const Layout& layout);

/// The first line that has the pattern.
std::uint32_t first_line_of(const Lines& lines, std::size_t pattern);
std::uint32_t wires_of(const Layout& layout, const Pattern& pattern, std::size_t part);

}  // namespace cutline
