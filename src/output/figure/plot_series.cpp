// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/base/named.hpp"
#include "output/figure/plot.hpp"
#include "output/text/number.hpp"

namespace cutline::figure {

namespace {

constexpr std::array<std::string_view, 6> kDashes = {
    "", "2.2 0.8", "0.7 0.7", "3 0.7 0.7 0.7", "4.5 1.2", "2 0.6 0.6 0.6 0.6 0.6"};
/// Outlines of the marks around (0, 0), about 1 to every side.
using Corners = std::vector<std::pair<double, double>>;
const std::array<Corners, 6> kMarks = {Corners{},  // a circle
                                       Corners{{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}},
                                       Corners{{0, -1.15}, {1.1, 0.85}, {-1.1, 0.85}},
                                       Corners{{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
                                       Corners{{0, 1.15}, {1.1, -0.85}, {-1.1, -0.85}},
                                       Corners{{-0.35, -1.1},
                                               {0.35, -1.1},
                                               {0.35, -0.35},
                                               {1.1, -0.35},
                                               {1.1, 0.35},
                                               {0.35, 0.35},
                                               {0.35, 1.1},
                                               {-0.35, 1.1},
                                               {-0.35, 0.35},
                                               {-1.1, 0.35},
                                               {-1.1, -0.35},
                                               {-0.35, -0.35}}};
/// A line with at most kMostVertices points has a dot at each of them, if they are at least kVerticesApartMm apart.
constexpr std::size_t kMostVertices = 24;
constexpr double kVertexMm = 0.6, kVerticesApartMm = 2.5;
constexpr std::size_t kManyPoints = 600;
constexpr double kNarrowest = 0.8;  ///< share of a bin by which the bars of later series are narrower, at most

std::string number(double mm) { return svg::number(mm, 2); }

std::string line_path(const Plot& plot, const FigureSeries& series) {
  std::string data;
  for (std::size_t i = 0; i < series.xs.size(); ++i) {
    data +=
        fmt::format("{}{} {}", i == 0 ? "M" : "L", number(plot.x.at(series.xs[i])), number(plot.y.at(series.ys[i])));
  }
  return data;
}

/// The band of errors: along the upper edge of the points that have errors, and back along the lower edge.
std::string band_path(const Plot& plot, const FigureSeries& series) {
  std::string data;
  const auto add = [&](std::size_t i, double times) {
    data += fmt::format("{}{} {}", data.empty() ? "M" : "L", number(plot.x.at(series.xs[i])),
                        number(std::max(plot.area.y, plot.y.at(series.ys[i] * times))));
  };
  const std::size_t count = series.errors.size();
  for (std::size_t i = 0; i < count; ++i) add(i, 1 + series.errors[i]);
  for (std::size_t i = count; i-- > 0;) add(i, 1 - series.errors[i]);
  return data + "Z";
}

std::string steps_path(const Plot& plot, const FigureSeries& series) {
  std::string data;
  for (std::size_t i = 0; i < series.xs.size(); ++i) {
    const std::string x = number(plot.x.at(series.xs[i])), y = number(plot.y.at(series.ys[i]));
    if (i == 0) {
      data = fmt::format("M{} {}", x, y);
    } else {
      data += "H" + x;
      if (series.ys[i] != series.ys[i - 1]) data += "V" + y;
    }
  }
  return data;
}

/// The outlines of bars on the base line; neighbouring bins share an outline. With several series, the bars of each are
/// narrower than those of the one before and centred on the same bin, so that none hides another.
std::string outlines_path(const Plot& plot, const FigureSeries& series) {
  const std::string base = number(plot.area.bottom());
  const auto place = static_cast<double>(&plot.look_of(series) - plot.looks.data());
  const double narrower = kNarrowest / 2 * place / static_cast<double>(plot.looks.size());
  std::string data;
  for (std::size_t i = 0; i + 1 < series.xs.size(); ++i) {
    if (series.ys[i] <= 0) continue;
    const double left = plot.x.at(series.xs[i]), right = plot.x.at(series.xs[i + 1]);
    const double inset = narrower * (right - left);
    if (inset > 0 || i == 0 || series.ys[i - 1] <= 0) data += fmt::format("M{} {}", number(left + inset), base);
    data += fmt::format("V{}H{}", number(plot.y.at(series.ys[i])), number(right - inset));
    if (inset > 0 || series.ys[i + 1] <= 0) data += "V" + base;
  }
  return data;
}

std::string point_title(const Plot& plot, const FigureSeries& series, std::size_t i) {
  const std::string label = series.labels.empty() ? std::string() : series.labels[i];
  return fmt::format("{}{}{}: {}: {}; {}: {}", series.name, label.empty() ? "" : ", ", label, plot.figure.x.label,
                     text::short_text(series.xs[i]), plot.figure.y.label, text::short_text(series.ys[i]));
}

/// Whether a line shows its points: if they are few and not close.
bool shows_vertices(const Plot& plot, const FigureSeries& series) {
  if (series.xs.size() > kMostVertices || !plot.figure.x.whole) return false;
  for (std::size_t i = 1; i < series.xs.size(); ++i) {
    if (std::abs(plot.x.at(series.xs[i]) - plot.x.at(series.xs[i - 1])) < kVerticesApartMm) return false;
  }
  return true;
}

void draw_one(svg::Canvas& canvas, const Plot& plot, const FigureSeries& series) {
  const Look& look = plot.look_of(series).look;
  if (series.xs.empty()) return;
  switch (series.style) {
    case SeriesStyle::line: {
      if (series.errors.size() > 1)
        canvas.path(band_path(plot, series), "band", series.name, fmt::format("fill=\"{}\"", look.colour));
      const std::string dotted = fmt::format("stroke=\"{}\"", look.colour);
      canvas.path(line_path(plot, series), series.outside ? "line outside" : "line", series.name,
                  series.outside ? dotted : stroke_attributes(look));
      if (!shows_vertices(plot, series)) return;
      for (std::size_t i = 0; i < series.xs.size(); ++i)
        draw_mark(canvas, plot.x.at(series.xs[i]), plot.y.at(series.ys[i]), kVertexMm, look,
                  point_title(plot, series, i));
      return;
    }
    case SeriesStyle::steps:
      return canvas.path(steps_path(plot, series), series.xs.size() > kManyPoints ? "line fine" : "line", series.name,
                         stroke_attributes(look));
    case SeriesStyle::bars:
      return canvas.path(outlines_path(plot, series), "bars", series.name, bar_attributes(look));
    case SeriesStyle::points:
      for (std::size_t i = 0; i < series.xs.size(); ++i)
        draw_mark(canvas, plot.x.at(series.xs[i]), plot.y.at(series.ys[i]), series.faint ? kVertexMm : kMarkMm, look,
                  point_title(plot, series, i));
      return;
  }
}

}  // namespace

std::vector<NamedLook> named_looks(const Figure& figure, const svg::PictureStyle& style) {
  std::vector<NamedLook> looks;
  for (const FigureSeries& series : figure.series) {
    auto found = std::find_if(looks.begin(), looks.end(), [&](const NamedLook& l) { return l.name == series.name; });
    if (found == looks.end()) {
      const std::size_t i = looks.size();
      looks.push_back(
          {series.name, {style.classes[i % style.classes.size()], kDashes[i % kDashes.size()], i % kMarks.size()}});
      found = looks.end() - 1;
    }
    found->line |= series.style == SeriesStyle::line || series.style == SeriesStyle::steps;
    found->marks |= series.style == SeriesStyle::points;
    found->bars |= series.style == SeriesStyle::bars;
  }
  return looks;
}

const NamedLook& Plot::look_of(const FigureSeries& series) const {
  const NamedLook* found = find_named(looks, series.name);
  CUTLINE_EXPECT(found != nullptr);
  return *found;
}

std::string bar_attributes(const Look& look) {
  return fmt::format("{} fill=\"{}\"", stroke_attributes(look), look.colour);
}

std::string stroke_attributes(const Look& look) {
  const std::string dashes = look.dashes.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", look.dashes);
  return fmt::format("stroke=\"{}\"{}", look.colour, dashes);
}

void draw_mark(svg::Canvas& canvas, double x, double y, double half_mm, const Look& look, std::string_view title) {
  std::string data;
  for (const auto& [dx, dy] : kMarks[look.mark])
    data += fmt::format("{}{} {}", data.empty() ? "M" : "L", number(x + dx * half_mm), number(y + dy * half_mm));
  if (data.empty()) {
    data = fmt::format("M{0} {1}a{2} {2} 0 1 0 {3} 0a{2} {2} 0 1 0 -{3} 0", number(x - half_mm), number(y),
                       number(half_mm), number(2 * half_mm));
  }
  canvas.path(data + "Z", half_mm < kMarkMm ? "vertex" : "mark", title, fmt::format("fill=\"{}\"", look.colour));
}

void draw_series(svg::Canvas& canvas, const Plot& plot) {
  canvas.open("series");
  for (const bool marks : {false, true}) {
    for (const FigureSeries& series : plot.figure.series) {
      if ((series.style == SeriesStyle::points) == marks) draw_one(canvas, plot, series);
    }
  }
  canvas.close();
}

}  // namespace cutline::figure
