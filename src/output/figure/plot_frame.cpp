// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "output/figure/plot.hpp"

namespace cutline::figure {

namespace {

constexpr double kTicksApartX = 12, kTicksApartY = 7, kNumbersApartMm = 2;

double width_of(const Tick& tick) { return svg::text_width_mm(tick.text, kSmallPt); }

std::vector<Tick> y_ticks(const PlotAxis& axis, double height_mm) {
  return axis_ticks(axis, static_cast<std::size_t>(std::max(2.0, height_mm / kTicksApartY)));
}

/// Whether the numbers along an axis have room beside each other.
bool stand_apart(const PlotAxis& axis, const std::vector<Tick>& ticks) {
  const Tick* last = nullptr;
  for (const Tick& tick : ticks) {
    if (tick.text.empty()) continue;
    const double words = last == nullptr ? 0 : (width_of(tick) + width_of(*last)) / 2 + kNumbersApartMm;
    if (last != nullptr && axis.at(tick.value) - axis.at(last->value) < words) return false;
    last = &tick;
  }
  return true;
}

std::vector<Tick> x_ticks(const PlotAxis& axis) {
  auto most = static_cast<std::size_t>(std::max(2.0, (axis.high_mm - axis.low_mm) / kTicksApartX));
  std::vector<Tick> ticks = axis_ticks(axis, most);
  while (most > 2 && !stand_apart(axis, ticks)) ticks = axis_ticks(axis, --most);
  return ticks;
}

}  // namespace

Plot plot_of(const Figure& figure, const std::vector<NamedLook>& looks, const svg::Rect& outer) {
  Plot plot{figure, looks, {}, x_axis(figure), y_axis(figure)};
  double widest = 0;
  for (const Tick& tick : y_ticks(plot.y, outer.height)) widest = std::max(widest, width_of(tick));
  const double left = outer.x + widest + kTickMm + kTextGapMm;
  plot.x.low_mm = left;
  plot.x.high_mm = outer.right();
  // Half of the last number would stand beyond the right edge.
  double beyond = 0;
  for (const Tick& tick : x_ticks(plot.x))
    beyond = std::max(beyond, plot.x.at(tick.value) + width_of(tick) / 2 - outer.right());
  plot.x.high_mm -= beyond;
  plot.area = {left, outer.y, plot.x.high_mm - left, outer.height};
  plot.y.low_mm = plot.area.bottom();
  plot.y.high_mm = plot.area.y;
  return plot;
}

void draw_axes(svg::Canvas& canvas, const Plot& plot) {
  const svg::Rect& area = plot.area;
  const double digit = svg::kDigitEm * kSmallPt * svg::kPointMm;
  canvas.open("axes");
  for (const Tick& tick : x_ticks(plot.x)) {
    const double x = plot.x.at(tick.value), y = area.bottom();
    canvas.line(x, y, x, y + (tick.text.empty() ? kTickMm / 2 : kTickMm), "axis", {});
    if (tick.text.empty()) continue;
    canvas.line(x, area.y, x, y, "grid", {});
    canvas.text(x, y + kTickMm + kTextGapMm + digit, tick.text, {"tick", kSmallPt, svg::Anchor::middle});
  }
  for (const Tick& tick : y_ticks(plot.y, area.height)) {
    const double x = area.x, y = plot.y.at(tick.value);
    canvas.line(x - (tick.text.empty() ? kTickMm / 2 : kTickMm), y, x, y, "axis", {});
    if (tick.text.empty()) continue;
    canvas.line(x, y, area.right(), y, "grid", {});
    canvas.text(x - kTickMm - kTextGapMm, y + digit / 2, tick.text, {"tick", kSmallPt, svg::Anchor::end});
  }
  canvas.path(fmt::format("M{} {}V{}H{}", svg::number(area.x), svg::number(area.y), svg::number(area.bottom()),
                          svg::number(area.right())),
              "axis", {});
  canvas.close();
}

}  // namespace cutline::figure
