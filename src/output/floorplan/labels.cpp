// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "output/floorplan/scene.hpp"
#include "output/svg/text.hpp"

namespace cutline::drawing {

using svg::Rect;

namespace {

constexpr std::string_view kText = "longest wire";
constexpr double kGapMm = 0.7;

using Piece = std::pair<CellPoint, CellPoint>;

/// The straight pieces of a wire that are about as long as its longest piece; horizontal pieces first.
std::vector<Piece> long_pieces(const DrawnWire& wire) {
  const auto length = [](const Piece& piece) {
    return std::abs(piece.first.x - piece.second.x) + std::abs(piece.first.y - piece.second.y);
  };
  std::vector<Piece> pieces;
  double longest = 0;
  for (std::size_t i = 0; i + 1 < wire.line.count; ++i) {
    pieces.emplace_back(wire.line.at[i], wire.line.at[i + 1]);
    longest = std::max(longest, length(pieces.back()));
  }
  std::erase_if(pieces, [&](const Piece& piece) { return length(piece) < 0.8 * longest; });
  std::stable_partition(pieces.begin(), pieces.end(),
                        [](const Piece& piece) { return piece.first.y == piece.second.y; });
  return pieces;
}

/// The places where a label could stand: along a piece, on either side of it, the middle first.
std::vector<Rect> places(const Page& page) {
  const double width = svg::kBoldEm * svg::text_width_mm(kText, svg::kLeastPt),
               height = svg::kLeastPt * svg::kPointMm * 0.9;
  const double away = highlight_mm(page) / 2 + kGapMm;
  const Rect& plan = page.frame.plan;
  std::vector<Rect> rects;
  const auto add = [&](double x, double y) {
    rects.push_back({std::clamp(x, plan.x, std::max(plan.x, plan.right() - width)),
                     std::clamp(y, plan.y, std::max(plan.y, plan.bottom() - height)), width, height});
  };
  for (const auto& [a, b] : long_pieces(*page.scene.longest)) {
    for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9}) {
      const double x = page.frame.to_x(a.x + (b.x - a.x) * share + 0.5);
      const double y = page.frame.to_y(a.y + (b.y - a.y) * share + 0.5);
      if (a.y == b.y) {
        add(x - width / 2, y - away - height);
        add(x - width / 2, y + away);
      } else {
        add(x + away, y - height / 2);
        add(x - away - width, y - height / 2);
      }
    }
  }
  return rects;
}

/// A wire's straight pieces as they are drawn.
void add_pieces(const Page& page, const DrawnWire& wire, std::vector<Rect>& rects) {
  const double half = highlight_mm(page) / 2 + 0.2;
  for (std::size_t i = 0; i + 1 < wire.line.count; ++i) {
    const CellPoint a = wire.line.at[i], b = wire.line.at[i + 1];
    const double left = page.frame.to_x(std::min(a.x, b.x) + 0.5), right = page.frame.to_x(std::max(a.x, b.x) + 0.5);
    const double top = page.frame.to_y(std::max(a.y, b.y) + 0.5), bottom = page.frame.to_y(std::min(a.y, b.y) + 0.5);
    rects.push_back({left - half, top - half, right - left + 2 * half, bottom - top + 2 * half});
  }
}

}  // namespace

void draw_longest_label(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.longest || !page.scene.longest) return;
  const std::vector<Rect> rects = places(page);
  std::vector<Rect> occupied = page.occupied;
  add_pieces(page, *page.scene.longest, occupied);
  for (const DrawnWire& hop : page.scene.route) add_pieces(page, hop, occupied);
  const auto badness = [&](const Rect& rect) {
    double sum = 0;
    for (const Rect& taken : occupied) sum += svg::shared_area(rect, taken);
    return sum;
  };
  const Rect* best = &rects.front();
  for (const Rect& rect : rects) {
    if (badness(rect) < badness(*best) - 1e-9) best = &rect;
  }
  canvas.text(best->middle_x(), best->bottom() - 0.15 * svg::kLeastPt * svg::kPointMm, kText,
              {"on-plan", svg::kLeastPt, svg::Anchor::middle});
}

}  // namespace cutline::drawing
