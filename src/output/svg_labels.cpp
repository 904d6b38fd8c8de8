// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "cutline/output/svg_text.hpp"
#include "svg_scene.hpp"

namespace cutline {

namespace {

constexpr std::string_view kText = "longest wire";
constexpr double kGapMm = 0.7, kBoldEm = 1.1;

double overlap(const Rect& a, const Rect& b) {
  const double width = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const double height = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/// The ends of the wire's longest straight piece.
std::pair<CellPoint, CellPoint> longest_piece(const DrawnWire& wire) {
  const auto length = [&](std::size_t i) {
    const CellPoint a = wire.line.at[i], b = wire.line.at[i + 1];
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
  };
  std::size_t longest = 0;
  for (std::size_t i = 1; i + 1 < wire.line.count; ++i) {
    if (length(i) > length(longest)) longest = i;
  }
  return {wire.line.at[longest], wire.line.at[longest + 1]};
}

/// Where a label could stand: along the piece, on either side of it; the middle first.
std::vector<Rect> places(const Scene& scene) {
  const auto [a, b] = longest_piece(*scene.longest);
  const double width = kBoldEm * text_width_mm(kText, kLeastPt), height = kLeastPt * kPointMm * 0.9;
  const double away = highlight_mm(scene) / 2 + kGapMm;
  std::vector<Rect> rects;
  for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9}) {
    const double x = scene.frame.to_x(a.x + (b.x - a.x) * share + 0.5),
                 y = scene.frame.to_y(a.y + (b.y - a.y) * share + 0.5);
    if (a.y == b.y) {
      rects.push_back({x - width / 2, y - away - height, width, height});
      rects.push_back({x - width / 2, y + away, width, height});
    } else {
      rects.push_back({x + away, y - height / 2, width, height});
      rects.push_back({x - away - width, y - height / 2, width, height});
    }
  }
  const Rect& plan = scene.frame.plan;
  for (Rect& rect : rects) {
    rect.x = std::clamp(rect.x, plan.x, std::max(plan.x, plan.right() - width));
    rect.y = std::clamp(rect.y, plan.y, std::max(plan.y, plan.bottom() - height));
  }
  return rects;
}

}  // namespace

void draw_longest_label(SvgCanvas& canvas, const Scene& scene) {
  if (!scene.shown.longest || !scene.longest) return;
  const std::vector<Rect> rects = places(scene);
  const auto badness = [&](const Rect& rect) {
    double sum = 0;
    for (const Rect& taken : scene.occupied) sum += overlap(rect, taken);
    return sum;
  };
  const Rect* best = &rects.front();
  for (const Rect& rect : rects) {
    if (badness(rect) < badness(*best) - 1e-9) best = &rect;
  }
  canvas.text(best->middle_x(), best->bottom() - 0.15 * kLeastPt * kPointMm, kText,
              {"on-plan", kLeastPt, Anchor::middle});
}

}  // namespace cutline
