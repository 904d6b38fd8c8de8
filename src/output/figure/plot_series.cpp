// SPDX-License-Identifier: Apache-2.0
#include "base/named.hpp"
#include "output/figure/figures.hpp"

namespace cutline::figure {

using svg::Anchor;
using svg::Rect;

namespace {

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
  for (std::size_t i = 0; i < series.xs.size(); ++i)
    svg::add_corner(data, plot.x.at(series.xs[i]), plot.y.at(series.ys[i]), 2);
  return data;
}

/// The band between which a line may lie: along the upper edge of the points that have one, and back along the lower.
std::string band_path(const Plot& plot, const FigureSeries& series) {
  std::string data;
  const auto add = [&](std::size_t i, double y) { svg::add_corner(data, plot.x.at(series.xs[i]), plot.y.at(y), 2); };
  const std::size_t count = series.highs.size();
  for (std::size_t i = 0; i < count; ++i) add(i, series.highs[i]);
  for (std::size_t i = count; i-- > 0;) add(i, series.lows[i]);
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

/// A line through one point alone, which is shown as a mark.
bool is_single(const FigureSeries& series) {
  return series.style == SeriesStyle::line && series.xs.size() == 1 && !series.outside;
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
  const auto draw_points = [&](double half_mm) {
    for (std::size_t i = 0; i < series.lows.size() && (series.xs.size() == 1 || series.style == SeriesStyle::points);
         ++i)
      canvas.line(plot.x.at(series.xs[i]), plot.y.at(series.lows[i]), plot.x.at(series.xs[i]),
                  plot.y.at(series.highs[i]), "whisker", series.name, fmt::format("stroke=\"{}\"", look.colour));
    for (std::size_t i = 0; i < series.xs.size(); ++i)
      draw_mark(canvas, {plot.x.at(series.xs[i]), plot.y.at(series.ys[i])}, half_mm, look,
                point_title(plot, series, i));
  };
  switch (series.style) {
    case SeriesStyle::line: {
      if (is_single(series)) return draw_points(kMarkMm);
      if (series.lows.size() > 1)
        canvas.path(band_path(plot, series), "band", series.name, fmt::format("fill=\"{}\"", look.colour));
      const std::string dotted = fmt::format("stroke=\"{}\"", look.colour);
      canvas.path(line_path(plot, series), series.outside ? "line outside" : "line", series.name,
                  series.outside ? dotted : stroke_attributes(look));
      if (shows_vertices(plot, series)) draw_points(kVertexMm);
      return;
    }
    case SeriesStyle::steps:
      return canvas.path(steps_path(plot, series), series.xs.size() > kManyPoints ? "line fine" : "line", series.name,
                         stroke_attributes(look));
    case SeriesStyle::bars:
      return canvas.path(outlines_path(plot, series), "bars", series.name, bar_attributes(look));
    case SeriesStyle::points:
      return draw_points(series.faint ? kVertexMm : kMarkMm);
  }
}

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
    return std::ranges::count_if(taken, [&](const Rect& each) { return overlap(each, place); });
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

std::vector<NamedLook> named_looks(const Figure& figure, const svg::PictureStyle& style) {
  std::vector<NamedLook> looks;
  for (const FigureSeries& series : figure.series) {
    auto found = std::ranges::find_if(looks, [&](const NamedLook& l) { return l.name == series.name; });
    if (found == looks.end()) {
      const std::size_t i = looks.size();
      looks.push_back({series.name,
                       {style.classes[i % style.classes.size()], svg::kSeriesDashes[i % svg::kSeriesDashes.size()],
                        i % kMarks.size()}});
      found = looks.end() - 1;
    }
    found->line |= (series.style == SeriesStyle::line && !is_single(series)) || series.style == SeriesStyle::steps;
    found->marks |= series.style == SeriesStyle::points || is_single(series);
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

void draw_mark(svg::Canvas& canvas, std::array<double, 2> at, double half_mm, const Look& look,
               std::string_view title) {
  const auto [x, y] = at;
  std::string data;
  for (const auto& [dx, dy] : kMarks[look.mark]) svg::add_corner(data, x + dx * half_mm, y + dy * half_mm, 2);
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
