// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
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

/// A rectangle in millimetres on the page; y grows downward.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double middle_x() const { return x + width / 2; }
  double middle_y() const { return y + height / 2; }
};

/// The area that two rectangles share.
double shared_area(const Rect& a, const Rect& b);

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

}  // namespace cutline::svg
