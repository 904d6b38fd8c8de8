// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/record/json.hpp"
#include "output/figure/figures.hpp"
#include "output/report/section.hpp"
#include "output/text/xml.hpp"
#include "output/words/phrases.hpp"

namespace cutline::report {

namespace {

constexpr double kWidthMm = 150;
constexpr std::size_t kMostCells = 600;     ///< cells of a table with all points
constexpr std::size_t kMostOfLines = 6000;  ///< points of all lines of a figure
constexpr std::size_t kMostSingle = 500;    ///< points of a series of single points

Data numbers(const std::vector<double>& values) {
  return each_of(
      values, [](double value) { return as_whole(value) ? Data(*as_whole(value)) : Data(text::twelve_digits(value)); });
}

/// Data for the script of the page, escaped so that it cannot end the element that holds it.
std::string figure_json(const Figure& figure) {
  const auto axis = [](const FigureAxis& of) {
    return Data::Map{{"label", of.label}, {"log", of.logarithmic}, {"zero", of.from_zero}, {"whole", of.whole}};
  };
  Data::List series;
  for (const FigureSeries& each : figure.series) {
    Data::Map one = {{"name", each.name},
                     {"style", figure::style_word(each.style)},
                     {"xs", numbers(each.xs)},
                     {"ys", numbers(each.ys)}};
    if (!each.labels.empty()) one.emplace_back("labels", data_list(each.labels));
    if (each.outside) one.emplace_back("outside", true);
    if (each.faint) one.emplace_back("faint", true);
    series.emplace_back(std::move(one));
  }
  std::string text = to_json(
      Data::Map{{"title", figure.title}, {"x", axis(figure.x)}, {"y", axis(figure.y)}, {"series", std::move(series)}});
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return text;
}

TableCell number_cell(double value) {
  const std::optional<std::int64_t> whole = as_whole(value);
  return whole ? TableCell(*whole) : TableCell(value);
}

/// A table of every point; if all series have the same x, with one column per series.
Table all_points(const Figure& figure) {
  const FigureSeries& first = figure.series.front();
  const bool aligned = std::ranges::all_of(
      figure.series, [&](const FigureSeries& each) { return each.xs == first.xs && each.labels.empty(); });
  Table table;
  if (aligned) {
    table.columns.push_back({"x", figure.x.label, ""});
    for (const FigureSeries& each : figure.series) table.columns.push_back({each.name, each.name, ""});
    for (std::size_t i = 0; i < first.xs.size(); ++i) {
      std::vector<TableCell>& row = table.rows.emplace_back();
      row.push_back(number_cell(first.xs[i]));
      for (const FigureSeries& each : figure.series) row.push_back(number_cell(each.ys[i]));
    }
    return table;
  }
  table.columns = {{"series", "of", "", true}, {"x", figure.x.label, ""}, {"y", figure.y.label, ""}};
  for (const FigureSeries& each : figure.series) {
    for (std::size_t i = 0; i < each.xs.size(); ++i) {
      const bool labelled = !each.labels.empty() && !each.labels[i].empty() && each.labels[i] != each.name;
      const std::string name = labelled ? fmt::format("{}, {}", each.name, each.labels[i]) : each.name;
      table.rows.push_back({name, number_cell(each.xs[i]), number_cell(each.ys[i])});
    }
  }
  return table;
}

/// A summary of each series, for figures with too many points to list.
Table ranges(const Figure& figure) {
  Table table;
  table.columns = {{"series", "of", "", true},         {"points", "points", ""},
                   {"from", "from", figure.x.label},   {"to", "to", figure.x.label},
                   {"least", "least", figure.y.label}, {"most", "most", figure.y.label},
                   {"at", "first at", figure.x.label}};
  for (const FigureSeries& each : figure.series) {
    if (each.xs.empty()) continue;
    const auto [least, most] = std::ranges::minmax_element(each.ys);
    const auto first = std::ranges::find(each.ys, *most) - each.ys.begin();
    table.rows.push_back({each.name, static_cast<std::int64_t>(each.xs.size()), number_cell(each.xs.front()),
                          number_cell(each.xs.back()), number_cell(*least), number_cell(*most),
                          number_cell(each.xs[static_cast<std::size_t>(first)])});
  }
  return table;
}

std::size_t cells(const Figure& figure) {
  return 3 * sum_over<std::size_t>(figure.series, [](const FigureSeries& each) { return each.xs.size(); });
}

/// The series with some of its points.
FigureSeries with_points(const FigureSeries& series, const std::vector<std::size_t>& kept) {
  FigureSeries few{series.name, series.style, {}, {}, {}, series.outside, series.faint};
  for (const std::size_t i : kept) few.add_of(series, i);
  return few;
}

/// Of every `together` points the first lowest and the first highest one, and of all points the last.
std::vector<std::size_t> ends_of_stretches(const FigureSeries& series, std::size_t together) {
  std::vector<std::size_t> kept;
  const auto add = [&](std::size_t i) {
    if (kept.empty() || series.xs[kept.back()] != series.xs[i]) kept.push_back(i);
  };
  for (std::size_t first = 0; first < series.xs.size(); first += together) {
    const auto begin = series.ys.begin() + static_cast<std::ptrdiff_t>(first);
    const auto [low, high] =
        std::minmax_element(begin, begin + static_cast<std::ptrdiff_t>(std::min(together, series.xs.size() - first)));
    add(static_cast<std::size_t>(std::min(low, high) - series.ys.begin()));
    add(static_cast<std::size_t>(std::max(low, high) - series.ys.begin()));
  }
  add(series.xs.size() - 1);
  return kept;
}

/// The figure, with points left out if the page has no room for all.
Figure thinned(Figure figure) {
  const std::size_t most = std::max<std::size_t>(8, kMostOfLines / figure.series.size());
  for (FigureSeries& series : figure.series) {
    const std::size_t points = series.xs.size();
    if (series.style == SeriesStyle::points && points > kMostSingle) {
      const std::size_t step = (points + kMostSingle - 1) / kMostSingle;
      std::vector<std::size_t> kept;
      for (std::size_t i = 0; i < points; i += step) kept.push_back(i);
      series = with_points(series, kept);
      figure.notes.push_back(fmt::format("{}: one of {} points is shown here", series.name, step));
    } else if (series.style != SeriesStyle::points && points > most) {
      const std::size_t together = 2 * points / most + 1;
      series = with_points(series, ends_of_stretches(series, together));
      figure.notes.push_back(
          fmt::format("{}: of each {} points the lowest and the highest are shown here", series.name, together));
    }
  }
  return figure;
}

std::string figure_html(const Figure& figure) {
  const bool in_full = cells(figure) <= kMostCells;
  const Table table = in_full ? all_points(figure) : ranges(figure);
  std::string out = fmt::format("<figure class=\"plot\" id=\"{}\">\n<figcaption><h4>{}</h4></figcaption>\n",
                                text::xml_escape(figure.id), text::xml_escape(figure.title));
  out += fmt::format("<div class=\"sheet\">\n{}</div>\n", inline_svg(figure_svg(figure, {.width_mm = kWidthMm})));
  for (const std::string& note : figure.notes) out += paragraph(words::capital(note) + ".", "note");
  out += details(in_full ? "The numbers" : "The numbers in short", table_box(table, figure.title));
  return out + fmt::format("<script type=\"application/json\">{}</script>\n</figure>\n", figure_json(figure));
}

/// All figures of a kind below its heading; those without a series leave their notes in `missing`.
std::string kind_html(const Report& report, const FigureKind& kind, std::vector<std::string>& missing) {
  std::string out;
  for (const Figure& figure : kind.make({report.comparison.study, report.comparison.candidates, kEveryDelay})) {
    if (!figure.series.empty()) {
      out += plot_html(figure);
      continue;
    }
    std::string why = fmt::format("{}: {}", figure.title, join(figure.notes, "; "));
    if (!figure.hint.empty()) why += fmt::format(" ({})", figure.hint);
    missing.push_back(std::move(why));
  }
  if (out.empty()) return {};
  return fmt::format("<h3>{}</h3>\n{}<div class=\"plots\">\n{}</div>\n", text::xml_escape(words::capital(kind.name)),
                     paragraph(words::capital(kind.summary) + ".", "lead"), out);
}

std::string plots_html(const Report& report, std::size_t) {
  std::string out;
  std::vector<std::string> missing;
  for (const FigureKind& kind : figure_kinds()) {
    const bool told = report.search != nullptr && kind.of_search;  // shown elsewhere, with all networks tried
    if (!told) out += kind_html(report, kind, missing);
  }
  if (out.empty()) return {};
  return missing.empty() ? out : out + details("What is not plotted, and why", html_list(missing));
}

}  // namespace

std::string plot_html(const Figure& figure) { return figure_html(thinned(figure::in_readable_units(figure))); }

ReportSection plots_section() { return {"plots", "Plots", plots_html}; }

}  // namespace cutline::report
