// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "output/svg/canvas.hpp"

/// A figure on its way to the page.
namespace cutline::figure {

struct Tick {
  double value = 0;
  std::string text;  ///< the number; empty: a short tick without a number
};

/// Maps the values of one axis to millimetres on the page.
struct PlotAxis {
  double low = 0, high = 1;  ///< values at the ends, low < high; both above 0 where logarithmic
  bool logarithmic = false;
  bool whole = false;
  double low_mm = 0, high_mm = 1;  ///< where the ends lie
  double at(double value) const;
};

/// An axis that shows every value of a figure's series, with some room at its ends if values could touch them. On a
/// logarithmic axis, values of 0 lie at the low end.
PlotAxis x_axis(const Figure& figure);
PlotAxis y_axis(const Figure& figure);

/// Ticks at 1, 2 and 5 times powers of ten, or at multiples of these. About `most` (>= 2) have numbers, and at least
/// two if the values allow it. Logarithmic axes have short ticks between them.
std::vector<Tick> axis_ticks(const PlotAxis& axis, std::size_t most);

/// The text of a number: in full if the largest number of its axis is between a thousandth and a million, else with the
/// power of ten of the largest. The number of decimals follows from `step`.
std::string tick_text(double value, double step, double largest);

inline constexpr double kSmallPt = 7, kLabelPt = 7.5, kTitlePt = 9;
inline constexpr double kMarkMm = 0.95;  ///< half the width of a mark

/// The look of all series that share a name.
struct Look {
  std::string_view colour;
  std::string_view dashes;  ///< empty: a solid line
  std::size_t mark = 0;     ///< its shape
};

/// The series of one name, for the legend.
struct NamedLook {
  std::string name;
  Look look;
  bool line = false, marks = false, bars = false;
  bool outside = false;  ///< has a part where a model does not hold
};
/// The looks in the order of the series. The first eight differ in colour, the first six in dashes and in marks.
std::vector<NamedLook> named_looks(const Figure& figure, const svg::PictureStyle& style);

struct Plot {
  const Figure& figure;
  std::vector<NamedLook> looks;
  svg::Rect area;  ///< of the data
  PlotAxis x, y;
  const NamedLook& look_of(const FigureSeries& series) const;
};

/// Fits a figure into a rectangle: the numbers of the y axis stand inside, on its left; those of the x axis below it.
Plot plot_of(const Figure& figure, const std::vector<NamedLook>& looks, const svg::Rect& outer);
/// The heights of the ticks of the x axis, of the gap to the numbers, and of all of them together below the plot.
inline constexpr double kTickMm = 1, kTextGapMm = 1;
inline constexpr double kNumbersMm = kTickMm + kTextGapMm + svg::kLineEm * kSmallPt * svg::kPointMm;
void draw_axes(svg::Canvas& canvas, const Plot& plot);

/// Lines, steps and bars, then marks.
void draw_series(svg::Canvas& canvas, const Plot& plot);
void draw_mark(svg::Canvas& canvas, double x, double y, double half_mm, const Look& look, std::string_view title);
/// `stroke="..." stroke-dasharray="..."`.
std::string stroke_attributes(const Look& look);
std::string bar_attributes(const Look& look);

/// Draws the names of points beside them where there is room. Returns how many found no room.
std::size_t draw_point_labels(svg::Canvas& canvas, const Plot& plot);

/// The text; if it is wider than `width_mm`, without its middle.
std::string elided(const std::string& text, double width_mm, double size_pt);

/// The legend in rows from left to right, no wider than the page allows.
class PlotLegend {
 public:
  PlotLegend(const Figure& figure, const svg::PictureStyle& style, double width_mm);
  double height_mm() const;
  void draw(svg::Canvas& canvas, double left, double top) const;

 private:
  struct Item {
    NamedLook sign;
    std::string text;
    double x = 0;
    std::size_t row = 0;
  };
  std::vector<Item> items_;
};

}  // namespace cutline::figure
