// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "output/figure/plot.hpp"
#include "output/svg/text.hpp"

namespace cutline::figure {

using svg::Anchor;
using svg::Rect;

namespace {

constexpr double kWidthsMm[] = {55, 38, 24};  ///< the widths tried; a longer name loses its middle
constexpr double kInkMm = 0.4;                ///< half the width of a line, with a little air
constexpr double kSampleMm = 1;
constexpr double kAirMm = 0.8;  ///< room on both sides of a name that no other name enters

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

bool inside(const Rect& a, const Rect& b) {
  return a.x >= b.x && a.right() <= b.right() && a.y >= b.y && a.bottom() <= b.bottom();
}

Rect around(double x, double y, double half_mm) { return {x - half_mm, y - half_mm, 2 * half_mm, 2 * half_mm}; }

void add_stroke(double x0, double y0, double x1, double y1, std::vector<Rect>& ink) {
  const double samples = std::ceil(std::max(std::abs(x1 - x0), std::abs(y1 - y0)) / kSampleMm) + 1;
  for (double i = 0; i <= samples; ++i) {
    const double share = i / samples;
    ink.push_back(around(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, kInkMm));
  }
}

/// The shapes that a label should not hide: marks, and lines in short pieces.
struct Drawn {
  std::vector<Rect> marks, ink;
};

Drawn drawn_in(const Plot& plot) {
  Drawn drawn;
  for (const FigureSeries& series : plot.figure.series) {
    for (std::size_t i = 0; i < series.xs.size(); ++i) {
      const double x = plot.x.at(series.xs[i]), y = plot.y.at(series.ys[i]);
      if (series.style == SeriesStyle::points) {
        drawn.marks.push_back(around(x, y, kMarkMm));
      } else if (i > 0) {
        const double before_x = plot.x.at(series.xs[i - 1]), before_y = plot.y.at(series.ys[i - 1]);
        const bool line = series.style == SeriesStyle::line;
        add_stroke(before_x, before_y, x, line ? y : before_y, drawn.ink);
        if (!line) add_stroke(x, before_y, x, y, drawn.ink);
      }
    }
  }
  return drawn;
}

/// The places for the label of a point, the best first: to the right, to the left, above, below, then the corners.
std::vector<Rect> places(double x, double y, double width, double height) {
  static constexpr std::array<std::pair<double, double>, 8> kSides = {
      {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}};
  std::vector<Rect> all;
  for (const double apart : {kMarkMm + 0.6, 4.0, 7.0}) {
    for (const auto& [dx, dy] : kSides) {
      // A label above or below is centred; one at a side begins or ends at the mark.
      const double slant = dx != 0 && dy != 0 ? 0.7 : 1;
      all.push_back({x + dx * apart * slant - (1 - dx) / 2 * width, y + dy * apart * slant - (1 - dy) / 2 * height,
                     width, height});
    }
  }
  return all;
}

/// The first of the places that hides no label and no mark, and crosses the fewest pieces of lines; absent if there is
/// none. Labels are placed one after the other and never moved again, which is fast and good enough for some dozens.
std::optional<Rect> free_place(const std::vector<Rect>& all, const Drawn& drawn, const std::vector<Rect>& labels,
                               const Rect& area) {
  const auto hits = [](const std::vector<Rect>& taken, const Rect& place) {
    return std::count_if(taken.begin(), taken.end(), [&](const Rect& each) { return overlap(each, place); });
  };
  std::optional<Rect> best;
  std::ptrdiff_t least = 0;
  for (const Rect& place : all) {
    if (!inside(place, area) || hits(labels, place) > 0 || hits(drawn.marks, place) > 0) continue;
    const std::ptrdiff_t crossed = hits(drawn.ink, place);
    if (best && crossed >= least) continue;
    best = place;
    least = crossed;
  }
  return best;
}

/// A line from the mark to the nearest point of a label that stands away from it.
void draw_leader(svg::Canvas& canvas, double x, double y, const Rect& label) {
  const double to_x = std::clamp(x, label.x, label.right()), to_y = std::clamp(y, label.y, label.bottom());
  const double distance = std::hypot(to_x - x, to_y - y);
  if (distance < 2.5 * kMarkMm) return;
  const double share = kMarkMm / distance;
  canvas.line(x + (to_x - x) * share, y + (to_y - y) * share, to_x, to_y, "leader", {});
}

}  // namespace

std::size_t draw_point_labels(svg::Canvas& canvas, const Plot& plot) {
  const double height = svg::kLineEm * kSmallPt * svg::kPointMm;
  const Drawn drawn = drawn_in(plot);
  std::vector<Rect> labels;
  std::size_t without = 0;
  canvas.open("labels");
  for (const FigureSeries& series : plot.figure.series) {
    for (std::size_t i = 0; i < series.labels.size(); ++i) {
      if (series.labels[i].empty()) continue;
      const double x = plot.x.at(series.xs[i]), y = plot.y.at(series.ys[i]);
      std::string text;
      std::optional<Rect> place;
      for (const double width : kWidthsMm) {
        if (place) break;
        text = elided(series.labels[i], std::min(width, plot.area.width / 2), kSmallPt);
        place = free_place(places(x, y, svg::text_width_mm(text, kSmallPt), height), drawn, labels, plot.area);
      }
      if (!place) {
        ++without;
        continue;
      }
      labels.push_back({place->x - kAirMm, place->y, place->width + 2 * kAirMm, place->height});
      draw_leader(canvas, x, y, *place);
      // Fonts are narrower than the estimate, so the anchor keeps a label close to its mark.
      const Anchor anchor = place->x >= x ? Anchor::start : place->right() <= x ? Anchor::end : Anchor::middle;
      const double at = anchor == Anchor::start ? place->x : anchor == Anchor::end ? place->right() : place->middle_x();
      canvas.text(at, place->middle_y() + svg::kDigitEm * kSmallPt * svg::kPointMm / 2, text,
                  {"point", kSmallPt, anchor});
    }
  }
  canvas.close();
  return without;
}

}  // namespace cutline::figure
