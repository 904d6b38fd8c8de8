// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "cutline/base/format.hpp"

namespace cutline::svg {

/// A number with at most `digits` decimals, no exponent, no trailing zeros, never "-0". The text is the same on every
/// machine.
std::string number(double value, int digits = 3);

/// The font of all pictures, as a CSS rule for in_colours().
inline constexpr std::string_view kTextRule =
    "text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;fill:$ink;"
    "pointer-events:none}\n";
/// CSS rules, one per line, bound to the elements inside an element of class `root`, so that a page may hold many
/// pictures.
std::string scoped_rules(std::string_view root, std::string_view rules);

/// Adds a corner to the data of a path of straight lines: "M1 2L3 4".
void add_corner(std::string& path, double x, double y, int digits = 3);

/// A rectangle in millimetres on the page; y grows downward.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double middle_x() const { return x + width / 2; }
  double middle_y() const { return y + height / 2; }
};

/// The area that two rectangles share, and what a rectangle shares with others together.
double shared_area(const Rect& a, const Rect& b);
double hidden_area(const Rect& rect, const std::vector<Rect>& others);
/// The rectangle, moved into a room where it stands beyond its sides.
Rect moved_into(const Rect& room, const Rect& rect);

enum class Anchor { start, middle, end };

/// The look of a text: CSS class, size, anchor and rotation.
struct TextStyle {
  std::string_view css_class = "label";
  double size_pt = 7;
  Anchor anchor = Anchor::start;
  double turn_degrees = 0;  ///< about the anchor, clockwise
};

/// Writes SVG elements one after another into one buffer. Coordinates of its shapes are millimetres on the page.
class Canvas {
 public:
  /// `<g class="..." attributes>`; closed by close().
  void open(std::string_view css_class, std::string_view attributes = {});
  void close() { raw("</g>\n"); }
  /// A shape with a class and a title; `attributes` are written as they are.
  void rect(const Rect& rect, std::string_view css_class, std::string_view title, std::string_view attributes = {});
  void line(double x0, double y0, double x1, double y1, std::string_view css_class, std::string_view title,
            std::string_view attributes = {});
  void path(std::string_view data, std::string_view css_class, std::string_view title,
            std::string_view attributes = {});
  void text(double x, double y, std::string_view text, const TextStyle& style = {});
  void raw(std::string_view markup) { buffer_.append(markup); }
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    append(buffer_, format, std::forward<Arguments>(arguments)...);
  }
  std::string take() const { return buffer_; }

 private:
  void finish(std::string_view element, std::string_view css_class, std::string_view title,
              std::string_view attributes);
  std::string buffer_;
};

/// Millimetres of one typographic point.
inline constexpr double kPointMm = 25.4 / 72;
/// No text of a picture is smaller.
inline constexpr double kLeastPt = 7;
/// Heights above the base line, in ems: of a digit, and from one line to the next.
inline constexpr double kDigitEm = 0.73;
inline constexpr double kLineEm = 1.12;
inline constexpr double kDigitMm = kDigitEm * kLeastPt * kPointMm;  ///< the height of a digit of the smallest text
/// How much wider bold text is.
inline constexpr double kBoldEm = 1.1;

/// The largest width of a text in the usual sans-serif fonts. It is an estimate on the wide side, because no font is
/// read.
double text_width_mm(std::string_view text, double size_pt);

/// Breaks a text at spaces into lines no wider than `width_mm`; a word that is wider has a line of its own.
std::vector<std::string> wrap_text(std::string_view text, double width_mm, double size_pt);

/// The text, or as much of it as fits before an ellipsis; empty if not even one character fits before it.
std::string fitted_text(std::string_view text, double width_mm, double size_pt);

/// A number of up to seven digits in groups; a larger one with three digits and a prefix: "733 G".
std::string compact(std::uint64_t number);
/// A number of at least 0 with three significant digits and no exponent: 0.0125, 1.5, 133, 1,234.
std::string short_number(double value);

/// The largest of 1, 2 or 5 times a power of ten that is at most `value` (> 0).
double nice_below(double value);
/// The smallest of 1, 2 or 5 times a power of ten that is at least `value` (> 0).
double nice_above(double value);
/// Round whole numbers from 0 to at most `peak` in equal steps: at least two (0 alone if `peak` is 0), at
/// most `at_most` (>= 2).
std::vector<std::int64_t> nice_ticks(std::int64_t peak, std::int64_t at_most);

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

/// The dashes of the series of a plot, in turn: lengths on and off in millimetres; the first line is solid.
inline constexpr std::array<std::string_view, 6> kSeriesDashes = {
    "", "2.2 0.8", "0.7 0.7", "3 0.7 0.7 0.7", "4.5 1.2", "2 0.6 0.6 0.6 0.6 0.6"};
/// The colours and the dashes of series as properties of a page, from --series-1 and --dash-1 on, for light and dark.
std::string series_properties();

/// The style of this name. Throws an input error with a "did you mean" for any other.
const PictureStyle& picture_style(std::string_view name);

/// CSS rules with the colours of the style. `rules` names each colour by its use: "fill:$ink".
std::string in_colours(const PictureStyle& style, std::string_view rules);
/// The colour of a use: "ink", "page", "quiet".
std::string_view colour_for(const PictureStyle& style, std::string_view use);

/// A sequential scale from the colour nearest to the page (0) to the one that stands out most (1).
Rgb scale_colour(const PictureStyle& style, double t);

}  // namespace cutline::svg

namespace cutline {

/// The names of the looks that a picture can have: paper (the default), slides, dark.
std::vector<std::string_view> picture_styles();

}  // namespace cutline
