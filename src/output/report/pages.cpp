// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/output/figure/figure.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/output/report/report.hpp"
#include "output/report/section.hpp"
#include "output/text/xml.hpp"

namespace cutline::report {

namespace {

/// The lines of a text as pages of A4 in SVG.
std::vector<std::string> text_pages(std::string_view text) {
  constexpr std::size_t kLines = 76;
  constexpr double kLineMm = 3.5, kMarginMm = 15;
  std::vector<std::string> pages;
  std::size_t line = kLines;
  while (!text.empty()) {
    const std::string_view words = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), words.size() + 1));
    if (line == kLines) {
      pages.emplace_back(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\" "
          "font-family=\"DejaVu Sans Mono, monospace\" font-size=\"2.6\">\n");
      line = 0;
    }
    pages.back() += fmt::format("<text x=\"{}\" y=\"{}\" xml:space=\"preserve\">{}</text>\n", kMarginMm,
                                kMarginMm + kLineMm * static_cast<double>(++line), text::xml_escape(words));
  }
  for (std::string& page : pages) page += "</svg>\n";
  return pages;
}

}  // namespace

}  // namespace cutline::report

namespace cutline {

std::vector<std::string> report_pages(const Comparison& comparison) {
  constexpr std::size_t kMostPlans = 12;
  ReportStyle style;
  style.width = 110;
  std::vector<std::string> pages = report::text_pages(comparison_text(comparison, style));
  std::size_t plans = 0;
  for (const std::size_t c : report::by_merit(comparison)) {
    const Candidate& candidate = comparison.candidates[c];
    if (candidate.laid_out() && plans++ < kMostPlans) pages.push_back(floorplan_svg(comparison.study, candidate, {}));
  }
  for (const FigureKind& kind : figure_kinds()) {
    for (const Figure& figure : kind.make({comparison.study, comparison.candidates})) {
      if (!figure.series.empty()) pages.push_back(figure_svg(figure, {}));
    }
  }
  return pages;
}

}  // namespace cutline
