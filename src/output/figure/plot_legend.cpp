// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/utf8.hpp"
#include "output/figure/plot.hpp"
#include "output/svg/text.hpp"

namespace cutline::figure {

namespace {

constexpr double kSignMm = 7.5, kMarkSignMm = 2.6, kGapMm = 1.2, kItemGapMm = 4.5, kRowMm = 3.9, kBelowMm = 0.8;

double sign_width(const NamedLook& sign) { return sign.line || sign.bars ? kSignMm : kMarkSignMm; }

/// The characters of a text in UTF-8.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> all;
  while (!text.empty()) {
    all.push_back(first_character(text).bytes);
    text.remove_prefix(all.back().size());
  }
  return all;
}

}  // namespace

std::string elided(const std::string& text, double width_mm, double size_pt) {
  if (svg::text_width_mm(text, size_pt) <= width_mm) return text;
  const std::vector<std::string_view> all = characters(text);
  std::string shorter;
  for (std::size_t kept = all.size() - 1; kept > 0; --kept) {
    const std::size_t head = (kept + 1) / 2;
    shorter.clear();
    for (std::size_t i = 0; i < head; ++i) shorter += all[i];
    shorter += "…";
    for (std::size_t i = all.size() - (kept - head); i < all.size(); ++i) shorter += all[i];
    if (svg::text_width_mm(shorter, size_pt) <= width_mm) break;
  }
  return shorter;
}

PlotLegend::PlotLegend(const Figure& figure, const svg::PictureStyle& style, double width_mm) {
  std::vector<NamedLook> signs = named_looks(figure, style);
  if (std::any_of(figure.series.begin(), figure.series.end(), [](const FigureSeries& s) { return s.outside; }))
    signs.push_back(
        {"where a model does not hold", {svg::colour_for(style, "ink"), "0.2 0.9", 0}, true, false, false, true});
  double x = 0;
  std::size_t row = 0;
  for (NamedLook& sign : signs) {
    const double taken = sign_width(sign) + kGapMm;
    const std::string text = elided(sign.name, width_mm - taken, kSmallPt);
    const double width = taken + svg::text_width_mm(text, kSmallPt);
    if (x > 0 && x + width > width_mm) {
      x = 0;
      ++row;
    }
    items_.push_back({std::move(sign), text, x, row});
    x += width + kItemGapMm;
  }
}

double PlotLegend::height_mm() const {
  return items_.empty() ? 0 : static_cast<double>(items_.back().row + 1) * kRowMm + kBelowMm;
}

void PlotLegend::draw(svg::Canvas& canvas, double left, double top) const {
  canvas.open("legend");
  for (const Item& item : items_) {
    const double x = left + item.x, y = top + (static_cast<double>(item.row) + 0.5) * kRowMm;
    const NamedLook& sign = item.sign;
    const double width = sign_width(sign);
    if (sign.bars) {
      canvas.rect({x, y - 1.2, width, 2.4}, "bars", sign.name, bar_attributes(sign.look));
    } else if (sign.line) {
      canvas.line(x, y, x + width, y, sign.outside ? "line outside" : "line", sign.name, stroke_attributes(sign.look));
    }
    if (sign.marks) draw_mark(canvas, x + width / 2, y, kMarkMm, sign.look, sign.name);
    canvas.text(x + width + kGapMm, y + svg::kDigitEm * kSmallPt * svg::kPointMm / 2, item.text, {"name", kSmallPt});
  }
  canvas.close();
}

}  // namespace cutline::figure
