// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "output/figure/plot_axis.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg/style.hpp"
#include "output/svg/text.hpp"

/// A figure on its way to the page.
namespace cutline::figure {

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
