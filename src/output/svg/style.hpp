// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cutline/output/svg/picture_styles.hpp"
#include "output/svg/palette.hpp"

namespace cutline::svg {

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
