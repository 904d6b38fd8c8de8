// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/output/words/words.hpp"
#include "output/compare/answer.hpp"
#include "output/report/section.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/xml.hpp"
#include "output/words/phrases.hpp"

namespace cutline::report {

#define CUTLINE_REPORT_SECTION(name) ReportSection name##_section();
#include "sections.inc"
#undef CUTLINE_REPORT_SECTION

namespace {

const std::vector<ReportSection>& sections() {
  static const std::vector<ReportSection> all = {
#define CUTLINE_REPORT_SECTION(name) name##_section(),
#include "sections.inc"
#undef CUTLINE_REPORT_SECTION
  };
  return all;
}

/// The HTML of every section; empty if it has nothing to show. Sections that shrink are made last, in reverse order,
/// and share the room that the others leave.
std::vector<std::string> made_sections(const Report& report, std::size_t room) {
  const std::vector<ReportSection>& all = sections();
  std::vector<std::string> made(all.size());
  std::size_t elastic = 0;
  const auto make = [&](std::size_t i, std::size_t share) {
    made[i] = all[i].html(report, share);
    room -= std::min(room, made[i].size());
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].shrinks) ++elastic;
    if (!all[i].shrinks) make(i, room);
  }
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].shrinks) make(i, room / elastic--);
  }
  return made;
}

/// The scripts of the page, with uPlot's licence, which every copy must have.
std::string script() {
  return fmt::format("\n/*! uPlot, in this script, is used under its own licence:\n\n{}\n*/\n{}\n{}\n{}\n{}",
                     kUplotLicence, kUplotScript, kPlotsScript, kPlansScript, kReportScript);
}

std::string title_of(const Study& study) { return study.title.empty() ? "Cutline report" : study.title; }

/// The head of the page. Its content security policy allows only the page's own script, so that a name in a spec cannot
/// add another.
std::string head(const std::string& title, const std::string& script) {
  return fmt::format(
      "<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src '{}'; base-uri 'none'; form-action 'none'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
      "<meta name=\"generator\" content=\"cutline {}\"/>\n"
      "<title>{}</title>\n<style>\n{}\n{}\n{}{}</style>\n</head>\n",
      script_hash(script), CUTLINE_VERSION, text::xml_escape(title), kUplotStyle, floorplan_style(),
      svg::series_properties(), kReportStyle);
}

/// "mesh", "mesh and torus", "mesh and 12 others".
std::string winners_text(const Comparison& comparison, const Ranking& ranking) {
  std::vector<std::string_view> names;
  for (const std::size_t c : ranking.order) {
    if (ranking.rank[c] == 1) names.push_back(comparison.candidates[c].design->name);
  }
  if (names.empty()) return "No winner";
  if (names.size() > 2) return fmt::format("{} and {} others", names.front(), names.size() - 1);
  return join(names, " and ");
}

/// The measure ranked by and its value for the winner: "latency 6 tau". Empty if several measures are weighed.
std::string score_html(const Comparison& comparison, const Ranking& ranking) {
  const Study& study = comparison.study;
  if (ranking.order.empty() || study.rank.size() > 1) return {};
  const double score = *ranking.score[ranking.order.front()];
  return fmt::format("<p class=\"score\">{} <b>{} {}</b></p>\n",
                     text::xml_escape(term_text(study.rank.front(), study.counts_tau())), rounded_text(score),
                     text::xml_escape(ranking.verdict.unit));
}

/// The verdicts: who wins under each delay model, and why.
std::string verdicts(const Comparison& comparison) {
  constexpr std::size_t kLong = 28;  // bytes
  std::string out = "<div class=\"verdicts\">\n";
  for (const Ranking& ranking : comparison.rankings) {
    const std::string who = winners_text(comparison, ranking);
    out += fmt::format(
        "<div class=\"verdict\">\n<p class=\"under\">{}</p>\n<div class=\"first\"><p "
        "class=\"winner{}\">{}</p>\n{}</div>\n{}</div>\n",
        text::xml_escape(words::delays_text(comparison.study, ranking.delay_label)), who.size() > kLong ? " long" : "",
        text::xml_escape(who), score_html(comparison, ranking),
        paragraph(verdict_text(comparison.study, comparison.candidates, ranking)));
  }
  return out + "</div>\n";
}

constexpr std::string_view kSame =
    "The same input gives the same page. Nothing in it is loaded from elsewhere. Plots are drawn by uPlot, under the "
    "MIT licence, which stands in the source of this page.";

/// A section of a page: the name of its element, its title, and the HTML below that.
struct PageSection {
  std::string_view id, title;
  std::string html;
};

/// A page of the sections that have something to show. `header`: the HTML below the title; `made`: how it was made.
std::string page_html(const std::string& title, const std::string& header, const std::vector<PageSection>& all,
                      const std::string& made) {
  const std::string script_text = script();
  std::string links, body;
  for (const PageSection& each : all) {
    if (each.html.empty()) continue;
    links += fmt::format("<li><a href=\"#{0}\">{1}</a></li>\n", each.id, each.title);
    body += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n", each.id,
        each.title, each.html);
  }
  return "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n" + head(title, script_text) +
         "<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header>\n" +
         fmt::format("<p class=\"brand\">Cutline report</p>\n<h1>{}</h1>\n", text::xml_escape(title)) + header +
         "</header>\n<nav aria-label=\"Sections\"><ul>\n" + links +
         "</ul></nav>\n<main id=\"content\" tabindex=\"-1\">\n" + body + "</main>\n" +
         fmt::format("<footer>\n<p>{} {}</p>\n</footer>\n", made, kSame) + "<script>" + script_text +
         "</script>\n</body>\n</html>\n";
}

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

std::string report_html(const Report& report, std::size_t most_bytes) {
  using namespace report;
  const Comparison& comparison = report.comparison;
  const Study& study = comparison.study;
  const std::string header = html_list(compare::study_conditions(study), "conditions") + verdicts(comparison);
  const std::string made_by = fmt::format("Made by cutline {} with seed {} from the spec with SHA-256 <code>{}</code>.",
                                          CUTLINE_VERSION, study.seed, study.spec_sha256);
  const std::size_t fixed = page_html(title_of(study), header, {}, made_by).size() + 2000;
  const std::vector<std::string> made = made_sections(report, most_bytes - std::min(most_bytes, fixed));
  std::vector<PageSection> all;
  for (std::size_t i = 0; i < made.size(); ++i) all.push_back({sections()[i].id, sections()[i].title, made[i]});
  return page_html(title_of(study), header, all, made_by);
}

std::string records_html(const std::string& title, std::vector<TableSection> rankings,
                         const std::vector<Figure>& figures) {
  using namespace report;
  std::string header, plots;
  for (const TableSection& ranking : rankings) {
    for (const std::string& sentence : ranking.sentences) header += paragraph(sentence);
  }
  for (TableSection& ranking : rankings) ranking.sentences.clear();
  for (const Figure& figure : figures) plots += plot_html(figure);
  if (!plots.empty()) plots = "<div class=\"plots\">\n" + plots + "</div>\n";
  return page_html(title, header,
                   {{"ranking", "Ranking", sections_html(std::move(rankings))}, {"plots", "Plots", plots}},
                   fmt::format("Made by cutline {} from records.", CUTLINE_VERSION));
}

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
