// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"
#include "output/figure/figures.hpp"
#include "output/text/xml.hpp"

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

/// The legend in rows from left to right, no wider than the page allows.
class PlotLegend {
 public:
  PlotLegend(const Figure& figure, const svg::PictureStyle& style, double width_mm) {
    std::vector<NamedLook> signs = named_looks(figure, style);
    if (std::ranges::any_of(figure.series, [](const FigureSeries& s) { return s.outside; }))
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

  double height_mm() const {
    return items_.empty() ? 0 : static_cast<double>(items_.back().row + 1) * kRowMm + kBelowMm;
  }

  void draw(svg::Canvas& canvas, double left, double top) const {
    canvas.open("legend");
    for (const Item& item : items_) {
      const double x = left + item.x, y = top + (static_cast<double>(item.row) + 0.5) * kRowMm;
      const NamedLook& sign = item.sign;
      const double width = sign_width(sign);
      if (sign.bars) {
        canvas.rect({x, y - 1.2, width, 2.4}, "bars", sign.name, bar_attributes(sign.look));
      } else if (sign.line) {
        canvas.line(x, y, x + width, y, sign.outside ? "line outside" : "line", sign.name,
                    stroke_attributes(sign.look));
      }
      if (sign.marks) draw_mark(canvas, {x + width / 2, y}, kMarkMm, sign.look, sign.name);
      canvas.text(x + width + kGapMm, y + svg::kDigitEm * kSmallPt * svg::kPointMm / 2, item.text, {"name", kSmallPt});
    }
    canvas.close();
  }

 private:
  struct Item {
    NamedLook sign;
    std::string text;
    double x = 0;
    std::size_t row = 0;
  };
  std::vector<Item> items_;
};

constexpr double kLeastWidthMm = 50, kLeastPlotMm = 15, kMostPlotMm = 75, kPlotPerWidth = 0.46;
constexpr double kBoldWider = 1.12;   ///< how much wider the letters of titles are, at most
constexpr double kLabelShare = 0.85;  ///< share of the width for the centred label below the plot
constexpr double kMarginMm = 1.5, kBetweenMm = 5, kAbovePlotMm = 1.6;
constexpr std::size_t kMostNoteLines = 5;

constexpr std::string_view kRoot = "cutline-figure";
constexpr std::string_view kStyle =
    ".title{font-weight:bold}\n"
    ".note,.tick{fill:$quiet}\n"
    ".page{fill:$page}\n"
    ".axis{fill:none;stroke:$line;stroke-width:.2}\n"
    ".grid{stroke:$grid;stroke-width:.15}\n"
    ".band{stroke:none;fill-opacity:.15}\n"
    ".whisker{stroke-width:.3}\n"
    ".line{fill:none;stroke-width:.5;stroke-linejoin:round}\n"
    ".fine{stroke-width:.25}\n"
    ".outside{stroke-width:.4;stroke-dasharray:.2 .9;stroke-linecap:round}\n"
    ".bars{fill-opacity:.14;stroke-width:.45;stroke-linejoin:miter}\n"
    ".mark,.vertex{stroke:$page;stroke-width:.2}\n"
    ".point{paint-order:stroke;stroke:$page;stroke-width:.6;stroke-linejoin:round}\n"
    ".leader{stroke:$quiet;stroke-width:.15}\n";

/// The text broken into lines at spaces; a word that is still too wide loses its middle.
std::vector<std::string> fitted(std::string_view text, double width_mm, double size_pt) {
  std::vector<std::string> lines = svg::wrap_text(text, width_mm, size_pt);
  for (std::string& line : lines) line = elided(line, width_mm, size_pt);
  return lines;
}

double line_mm(double size_pt) { return svg::kLineEm * size_pt * svg::kPointMm; }

/// One figure with its words. Its layout follows from the width and the height of the plot.
class Panel {
 public:
  Panel(const Figure& figure, const svg::PictureStyle& style, const FigurePage& page)
      : figure_(figure), width_(page.width_mm), looks_(named_looks(figure, style)), legend_(figure, style, inner()) {
    if (page.title) title_ = fitted(figure.title, inner() / kBoldWider, kTitlePt);
    for (const std::string& note : figure.notes) {
      const std::vector<std::string> lines = fitted(note, inner(), kSmallPt);
      if (!notes_.empty() && notes_.size() + lines.size() > kMostNoteLines) {
        notes_.emplace_back("more notes are in the description of this picture");
        break;
      }
      notes_.insert(notes_.end(), lines.begin(), lines.end());
    }
    if (figure.series.empty()) return;
    x_label_ = fitted(figure.x.label, kLabelShare * inner(), kLabelPt);
    y_label_ = fitted(figure.y.label, inner(), kLabelPt);
  }

  /// The height of everything above and below the plot.
  double words_mm() const { return walk(nullptr, 0, 0); }

  /// Adds a note if some points have no room for their names in a plot of this height.
  void settle(double plot_mm) {
    if (figure_.series.empty()) return;
    svg::Canvas aside;
    const std::size_t unnamed = draw_point_labels(aside, plotted(0, plot_mm));
    if (unnamed > 0) notes_.push_back(fmt::format("no room for the names of {}", text::counted(unnamed, "point")));
  }

  void draw(svg::Canvas& canvas, double top, double plot_mm) const {
    canvas.open("figure");
    walk(&canvas, top, plot_mm);
    canvas.close();
  }

 private:
  double inner() const { return width_ - 2 * kMarginMm; }
  /// Goes from `top` to the lower end of the last note, which it returns; draws everything on the way if there is a
  /// canvas.
  double walk(svg::Canvas* canvas, double top, double plot_mm) const {
    double y = top;
    const auto write = [&](const std::vector<std::string>& lines, double x, const svg::TextStyle& style) {
      for (const std::string& line : lines) {
        if (canvas != nullptr) canvas->text(x, y + 0.85 * style.size_pt * svg::kPointMm, line, style);
        y += line_mm(style.size_pt);
      }
    };
    write(title_, kMarginMm, {"title", kTitlePt});
    if (!figure_.series.empty()) {
      y += kTextGapMm;
      if (canvas != nullptr) legend_.draw(*canvas, kMarginMm, y);
      y += legend_.height_mm();
      write(y_label_, kMarginMm, {"label", kLabelPt});
      y += kAbovePlotMm;
      const Plot plot = plotted(y, plot_mm);
      if (canvas != nullptr) {
        draw_axes(*canvas, plot);
        draw_series(*canvas, plot);
        draw_point_labels(*canvas, plot);
      }
      y += plot_mm + kNumbersMm;
      write(x_label_, plot.area.middle_x(), {"label", kLabelPt, svg::Anchor::middle});
    }
    if (!notes_.empty()) y += kTextGapMm;
    write(notes_, kMarginMm, {"note", kSmallPt});
    return y;
  }

  Plot plotted(double top, double plot_mm) const {
    return plot_of(figure_, looks_, {kMarginMm, top, inner(), plot_mm});
  }

  const Figure& figure_;
  double width_;
  std::vector<NamedLook> looks_;
  PlotLegend legend_;
  std::vector<std::string> title_, notes_, x_label_, y_label_;
};

/// The figure in words, for those who cannot see it.
std::string description(const Figure& figure) {
  std::string text = figure.title + ".";
  if (!figure.series.empty()) text += fmt::format(" Across: {}. Up: {}.", figure.x.label, figure.y.label);
  for (const FigureSeries& series : figure.series) {
    if (series.xs.empty()) continue;
    const auto [low, high] = std::ranges::minmax_element(series.ys);
    text += fmt::format(" {}, {}: {} from {} to {} across, from {} to {} up.", series.name, style_word(series.style),
                        text::counted(series.xs.size(), "point"), text::short_text(series.xs.front()),
                        text::short_text(series.xs.back()), text::short_text(*low), text::short_text(*high));
  }
  for (const std::string& note : figure.notes) text += " " + note + ".";
  return text;
}

void put_head(svg::Canvas& canvas, const std::vector<Figure>& figures, const svg::PictureStyle& style, double width_mm,
              double height_mm) {
  std::string title, words;
  for (const Figure& figure : figures) {
    title += (title.empty() ? "" : "; ") + figure.title;
    words += (words.empty() ? "" : " ") + description(figure);
  }
  const std::string id = fmt::format("{}-{}", kRoot, figures.front().id);
  canvas.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{0}\" width=\"{1}mm\" height=\"{2}mm\" viewBox=\"0 0 {3} "
      "{4}\" role=\"img\" aria-labelledby=\"{5}-title {5}-desc\">\n",
      kRoot, svg::number(width_mm * style.larger), svg::number(height_mm * style.larger), svg::number(width_mm),
      svg::number(height_mm), id);
  canvas.put("<title id=\"{0}-title\">{1}</title>\n<desc id=\"{0}-desc\">{2}</desc>\n", id, text::xml_escape(title),
             text::xml_escape(words));
  canvas.put("<style>\n{}</style>\n",
             svg::scoped_rules(kRoot, svg::in_colours(style, fmt::format("{}{}", svg::kTextRule, kStyle))));
  canvas.put("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", svg::number(width_mm), svg::number(height_mm));
}

double words_of(const std::vector<Panel>& panels) {
  double words = 2 * kMarginMm + kBetweenMm * static_cast<double>(panels.size() - 1);
  for (const Panel& panel : panels) words += panel.words_mm();
  return words;
}

double plots_in(const std::vector<Figure>& figures) {
  return static_cast<double>(
      std::ranges::count_if(figures, [](const Figure& figure) { return !figure.series.empty(); }));
}

double plot_height(const std::vector<Figure>& figures, const std::vector<Panel>& panels, const FigurePage& page,
                   double larger) {
  const double words = words_of(panels), plots = plots_in(figures);
  if (page.height_mm == 0 || plots == 0) return std::min(kMostPlotMm, kPlotPerWidth * page.width_mm);
  const double each = (page.height_mm - words) / plots;
  if (each >= kLeastPlotMm) return each;
  throw_input_error(
      fmt::format("a picture {} mm high has no room beside its words", text::short_text(page.height_mm * larger)),
      fmt::format("take at least {} mm", std::ceil(larger * (words + kLeastPlotMm * plots))), "size");
}

/// A smaller page; magnified by `larger`, it becomes the page that the user asked for. Throws an input error if that
/// page is too narrow.
FigurePage laid_out_page(const FigurePage& page, double larger) {
  if (!(page.width_mm >= kLeastWidthMm * larger)) {
    throw_input_error(fmt::format("a figure {} mm wide has no room for its words", text::short_text(page.width_mm)),
                      fmt::format("take at least {} mm", text::short_text(kLeastWidthMm * larger)), "size");
  }
  FigurePage smaller = page;
  smaller.width_mm /= larger;
  smaller.height_mm = page.height_mm / larger;
  return smaller;
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

}  // namespace cutline::figure

namespace cutline {

std::string figures_svg(const std::vector<Figure>& made, const FigurePage& asked) {
  CUTLINE_EXPECT(!made.empty());
  std::vector<Figure> figures = each_of(made, [&](const Figure& each) { return figure::in_readable_units(each); });
  const svg::PictureStyle& style = svg::picture_style(asked.style);
  const FigurePage page = figure::laid_out_page(asked, style.larger);
  std::vector<figure::Panel> panels;
  for (const Figure& figure : figures) panels.emplace_back(figure, style, page);
  double plot_mm = figure::plot_height(figures, panels, page, style.larger);
  for (figure::Panel& panel : panels) panel.settle(plot_mm);
  plot_mm = figure::plot_height(figures, panels, page, style.larger);
  svg::Canvas canvas;
  figure::put_head(canvas, figures, style, page.width_mm,
                   figure::words_of(panels) + figure::plots_in(figures) * plot_mm);
  double top = figure::kMarginMm;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double own = figures[i].series.empty() ? 0 : plot_mm;
    panels[i].draw(canvas, top, own);
    top += panels[i].words_mm() + own + figure::kBetweenMm;
  }
  canvas.raw("</svg>\n");
  return canvas.take();
}

std::string figure_svg(const Figure& figure, const FigurePage& page) { return figures_svg({figure}, page); }

}  // namespace cutline
