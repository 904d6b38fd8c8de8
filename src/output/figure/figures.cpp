// SPDX-License-Identifier: Apache-2.0

#include "cutline/base/error.hpp"
#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/output/figure/figure.hpp"
#include "output/figure/parts.hpp"

namespace cutline::figure {

#define CUTLINE_FIGURE(name) FigureKind name##_figure();
#include "kinds/figures.inc"
#undef CUTLINE_FIGURE

}  // namespace cutline::figure

namespace cutline {

const std::vector<FigureKind>& figure_kinds() {
  static const std::vector<FigureKind> all = {
#define CUTLINE_FIGURE(name) figure::name##_figure(),
#include "kinds/figures.inc"
#undef CUTLINE_FIGURE
  };
  return all;
}

const FigureKind& figure_kind(std::string_view name) {
  return expect_named(figure_kinds(), name, "there is no figure", "the figures are");
}

Table figure_points(const std::vector<Figure>& figures) {
  Table table;
  table.columns = {{"figure", "figure", "", true},     {"series", "series", "", true},
                   {"style", "style", "", true},       {"x", "x", "", false, false, true},
                   {"y", "y", "", false, false, true}, {"label", "label", "", true}};
  for (const Figure& figure : figures) {
    for (const FigureSeries& series : figure.series) {
      for (std::size_t i = 0; i < series.xs.size(); ++i) {
        const bool labelled = i < series.labels.size() && !series.labels[i].empty();
        table.rows.push_back({figure.title, series.name, std::string(figure::style_word(series.style)), series.xs[i],
                              series.ys[i], labelled ? TableCell(series.labels[i]) : TableCell()});
      }
    }
  }
  return table;
}

}  // namespace cutline
