// SPDX-License-Identifier: Apache-2.0
#include "output/tables/search.hpp"

#include "output/figure/figures.hpp"
#include "output/report/section.hpp"

namespace cutline::report {

namespace {

/// The text as paragraphs, one per line.
std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (const std::string_view line = text.substr(0, end); !line.empty()) out += paragraph(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

std::string plots(std::string_view heading, const std::vector<Figure>& figures) {
  std::string out;
  std::string notes;
  for (const Figure& figure : figures) {
    if (!figure.series.empty()) out += plot_html(figure);
    if (figure.series.empty() && !figure.notes.empty())
      notes += paragraph(fmt::format("{}: {}.", figure.title, figure.notes.front()), "note");
  }
  if (!out.empty()) out = fmt::format("<div class=\"plots\">\n{}</div>\n", out);
  return out.empty() && notes.empty() ? "" : fmt::format("<h3>{}</h3>\n{}{}", heading, out, notes);
}

std::string search_html(const Report& report, std::size_t) {
  if (report.search == nullptr) return {};
  const Study& study = report.comparison.study;
  const SearchAnswer& answer = *report.search;
  std::string out = paragraphs(search_text(answer));
  out += plots("All networks that keep the limits", {search_front_figure(study, answer)});
  out += plots("How the search went on", search_history_figures(study, answer));
  if (!answer.notes.empty()) out += details("What the families leave out", html_list(answer.notes));
  return out;
}

}  // namespace

ReportSection search_section() { return {"search", "The search", search_html}; }

}  // namespace cutline::report
