// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/svg/picture_styles.hpp"

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
/// The colour that lies this share of the way from one to the other.
Rgb mixed(Rgb from, Rgb to, double share);

/// A sequential scale from pale (0) to dark (1); lightness falls all the way, so it also reads in grey.
Rgb sequential_colour(double t);

/// The number of steps of a sequential scale in a picture; the value from which on a thin line is seen well on white.
inline constexpr std::size_t kScaleSteps = 8;
inline constexpr double kThinLineFrom = 0.26;

/// The dashes of a link class, for `stroke-dasharray`: lengths on and off in turn. The classes of each group of eight
/// share one pattern. The first group is solid (empty).
std::string dash_pattern(std::size_t class_index, double units_per_mm);

/// How pictures look: a row of the table of styles.
struct PictureStyle {
  std::string_view name;
  /// How many times larger words and strokes are than those of paper. A picture is laid out on a page that is smaller
  /// by this factor, and then magnified.
  double larger = 1;
  bool dark = false;      ///< light on a dark page
  ClassColours classes;   ///< tell dimensions and series apart
  ClassColours surfaces;  ///< colours of kinds of tile; wires and names can be read on them
};

/// The style of this name. Throws an input error with a "did you mean" for any other.
const PictureStyle& picture_style(std::string_view name);

/// CSS rules with the colours of the style. `rules` names each colour by its use: "fill:$ink".
std::string in_colours(const PictureStyle& style, std::string_view rules);
/// The colour of a use: "ink", "page", "quiet".
std::string_view colour_for(const PictureStyle& style, std::string_view use);

/// A sequential scale from the colour nearest to the page (0) to the one that stands out most (1).
Rgb scale_colour(const PictureStyle& style, double t);

}  // namespace cutline::svg
