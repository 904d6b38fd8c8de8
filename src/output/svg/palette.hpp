// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cutline::svg {

using ClassColours = std::array<std::string_view, 8>;

/// Colours that tell dimensions apart, for readers with any colour vision, on white: six of Okabe and Ito's and two of
/// Tol's. Every pair differs by at least 15 in CIE Lab as seen with normal vision, protanopia, deuteranopia and
/// tritanopia. Source: [Okabe and Ito 2008], [Tol 2021].
inline constexpr ClassColours kClassColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                               "#e69f00", "#56b4e9", "#882255", "#332288"};

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
};
std::string to_string(Rgb colour);  ///< #rrggbb

/// A sequential scale from pale (0) to dark (1); lightness falls all the way, so it also reads in grey.
Rgb sequential_colour(double t);

/// The number of steps of a sequential scale in a picture; the value from which on a thin line is seen well on white.
inline constexpr std::size_t kScaleSteps = 8;
inline constexpr double kThinLineFrom = 0.26;

/// The dashes of a link class, for `stroke-dasharray`: lengths on and off in turn. The classes of each group of eight
/// share one pattern. The first group is solid (empty).
std::string dash_pattern(std::size_t class_index, double units_per_mm);

}  // namespace cutline::svg
