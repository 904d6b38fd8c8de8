// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cutline/output/words/words.hpp"
#include "output/compare/answer.hpp"
#include "output/report/section.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"
#include "output/words/phrases.hpp"

namespace cutline::report {

namespace {

constexpr std::size_t kMostRows = 100, kMostBars = 12;

/// What the latency of the best candidates that have one is made of, at most kMostBars.
std::string bars_html(const Comparison& comparison, std::size_t delay) {
  std::vector<const Candidate*> barred;
  double most = 0;
  const auto latency = [&](const Candidate& of) { return of.latency.timings[delay].latency; };
  const auto total = [&](const Candidate& of) {
    return in_ns(latency(of).node) + in_ns(latency(of).wire) + in_ns(latency(of).message);
  };
  for (const std::size_t c : comparison.rankings[delay].order) {
    const Candidate& candidate = comparison.candidates[c];
    if (delay >= candidate.latency.timings.size() || barred.size() == kMostBars) continue;
    barred.push_back(&candidate);
    most = std::max(most, total(candidate));
  }
  if (most <= 0) return {};
  const std::string given = time_unit(comparison.study);
  const std::string unit =
      words::RankedUnits(comparison.study, comparison.candidates, comparison.rankings[delay]).of(given);
  const auto text = [&](double value) { return text::short_text(text::rescaled(value, given, unit)); };
  const auto part = [&](const char* name, Time time) {
    const double share = 100 * in_ns(time) / most;
    return share > 0 ? fmt::format("<i class=\"{}\" style=\"width:{}%\"></i>", name, svg::number(share)) : "";
  };
  std::vector<std::string> said;
  std::string rows;
  for (const Candidate* candidate : barred) {
    const Latency& of = latency(*candidate);
    const std::string& name = candidate->design->name;
    rows +=
        fmt::format("<div class=\"bar\"><b>{}</b><span>{}{}{}</span><em>{}</em></div>\n", text::xml_escape(name),
                    part("node", of.node), part("wire", of.wire), part("message", of.message), text(total(*candidate)));
    said.push_back(fmt::format("{}: {} of nodes, {} of wires, {} of the message", name, text(in_ns(of.node)),
                               text(in_ns(of.wire)), text(in_ns(of.message))));
  }
  return fmt::format(
      "<figure class=\"bars\">\n<figcaption>What the latency is made of, {0} <span class=\"key\"><i "
      "class=\"node\"></i> nodes <i class=\"wire\"></i> wires <i class=\"message\"></i> message</span></figcaption>\n"
      "<div role=\"img\" aria-label=\"Latency in {0}. {1}.\">\n{2}</div>\n</figure>\n",
      unit, text::xml_escape(fmt::format("{}", fmt::join(said, "; "))), rows);
}

std::string ranking_html(const Report& report, std::size_t) {
  const Comparison& comparison = report.comparison;
  std::string out;
  for (const std::string& warning : warnings(comparison.candidates)) out += paragraph(warning);
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    out += sections_html(compare::ranking_sections(comparison, d, compare::remarks_of(comparison, d)));
    out += bars_html(comparison, d);
  }
  return out + sections_html(compare::other_sections(comparison));
}

}  // namespace

std::string sections_html(std::vector<TableSection> sections) {
  std::string out;
  for (TableSection& section : sections) {
    const bool titled = !section.title.empty();
    if (section.place == TableSection::Place::apart)
      out += fmt::format("<h3>{}</h3>\n", text::xml_escape(words::capital(titled ? section.title : section.caption)));
    const std::size_t rows = section.table.rows.size();
    section.table.rows.resize(std::min(rows, kMostRows));
    if (rows > 0) out += table_box(section.table, section.caption, titled);
    if (rows > kMostRows)
      out += paragraph(fmt::format("The first {} of {} rows; cutline compare prints all.", kMostRows, rows), "note");
    for (const std::string& sentence : section.sentences) out += paragraph(sentence);
  }
  return out;
}

ReportSection ranking_section() { return {"ranking", "Ranking", ranking_html}; }

}  // namespace cutline::report
