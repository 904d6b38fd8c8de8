// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cutline/output/tables/crossovers.hpp"
#include "cutline/output/words/words.hpp"
#include "output/compare/comparison_parts.hpp"
#include "output/report/section.hpp"
#include "output/svg/canvas.hpp"
#include "output/tables/fault_table.hpp"
#include "output/text/number.hpp"
#include "output/text/units.hpp"
#include "output/text/xml.hpp"
#include "output/words/ranked_units.hpp"

namespace cutline::report {

namespace {

constexpr std::size_t kMostRows = 100, kMostBars = 12;

/// The bar of a candidate: the parts of its latency.
struct LatencyBar {
  std::string name;
  double node = 0, wire = 0, message = 0;
  double total() const { return node + wire + message; }
};

/// The bars of the best candidates that have a latency, at most kMostBars.
std::vector<LatencyBar> latency_bars(const Comparison& comparison, std::size_t delay) {
  std::vector<LatencyBar> bars;
  for (const std::size_t c : comparison.rankings[delay].order) {
    const Candidate& candidate = comparison.candidates[c];
    if (delay >= candidate.latency.timings.size() || bars.size() == kMostBars) continue;
    const Latency& latency = candidate.latency.timings[delay].latency;
    bars.push_back({candidate.design->name, in_ns(latency.node), in_ns(latency.wire), in_ns(latency.message)});
  }
  return bars;
}

std::string bars_html(const Comparison& comparison, std::size_t delay) {
  const std::vector<LatencyBar> bars = latency_bars(comparison, delay);
  double most = 0;
  for (const LatencyBar& bar : bars) most = std::max(most, bar.total());
  if (most <= 0) return {};
  const std::string given = time_unit(comparison.study);
  const std::string unit =
      words::RankedUnits(comparison.study, comparison.candidates, comparison.rankings[delay]).of(given);
  const auto text = [&](double value) { return text::short_text(text::rescaled(value, given, unit)); };
  std::vector<std::string> said;
  std::string rows;
  for (const LatencyBar& bar : bars) {
    const auto part = [&](const char* name, double time) {
      return time > 0 ? fmt::format("<i class=\"{}\" style=\"width:{}%\"></i>", name, svg::number(100 * time / most))
                      : "";
    };
    rows +=
        fmt::format("<div class=\"bar\"><b>{}</b><span>{}{}{}</span><em>{}</em></div>\n", text::xml_escape(bar.name),
                    part("node", bar.node), part("wire", bar.wire), part("message", bar.message), text(bar.total()));
    said.push_back(fmt::format("{}: {} of nodes, {} of wires, {} of the message", bar.name, text(bar.node),
                               text(bar.wire), text(bar.message)));
  }
  return fmt::format(
      "<figure class=\"bars\">\n<figcaption>What the latency is made of, {0} <span class=\"key\">"
      "<i class=\"node\"></i> nodes <i class=\"wire\"></i> wires <i class=\"message\"></i> "
      "message</span></figcaption>\n"
      "<div role=\"img\" aria-label=\"Latency in {0}. {1}.\">\n{2}</div>\n</figure>\n",
      unit, text::xml_escape(fmt::format("{}", fmt::join(said, "; "))), rows);
}

/// A table of at most kMostRows rows.
std::string shortened(Table table, std::string_view caption, bool sorts) {
  const std::size_t rows = table.rows.size();
  table.rows.resize(std::min(rows, kMostRows));
  std::string out = table_box(table, caption, sorts);
  if (rows > kMostRows) {
    out += paragraph(fmt::format("The first {} of {} rows; cutline compare prints all.", kMostRows, rows), "note");
  }
  return out;
}

std::string delay_model(const Comparison& comparison, std::size_t delay) {
  const Ranking& ranking = comparison.rankings[delay];
  const compare::RankingParts parts = compare::ranking_parts(comparison, delay);
  std::string out = fmt::format("<h3>Wire delay: {}</h3>\n", text::xml_escape(ranking.delay_label));
  if (!parts.ranked.rows.empty()) out += shortened(parts.ranked, "Ranked candidates, best first", true);
  if (!parts.unranked.rows.empty()) {
    const bool none = ranking.order.empty();
    out += shortened(parts.unranked, none ? "No candidate can be ranked" : "Below the ranking", false);
  }
  out += bars_html(comparison, delay);
  if (!parts.loads.rows.empty()) out += table_box(parts.loads, "Latency at the loads that the spec asks for");
  if (!parts.measured.rows.empty()) out += table_box(parts.measured, "What others measured beside the model");
  for (const auto* sentences : {&parts.headlines, &parts.remarks}) {
    for (const std::string& sentence : *sentences) out += paragraph(sentence);
  }
  return out;
}

std::string crossovers(const Comparison& comparison) {
  if (comparison.crossovers == nullptr) return {};
  const CrossoverChoice& choice = *comparison.study.crossover;
  std::string out = "<h3>Where the winner changes</h3>\n";
  for (const std::string& sentence : crossover_sentences(choice, *comparison.crossovers)) out += paragraph(sentence);
  return out + table_box(crossovers_table(choice, *comparison.crossovers), "Who wins from where to where");
}

std::string ranking_html(const Report& report, std::size_t) {
  const Comparison& comparison = report.comparison;
  std::string out;
  for (const std::string& warning : warnings(comparison.candidates)) out += paragraph(warning);
  for (std::size_t delay = 0; delay < comparison.rankings.size(); ++delay) out += delay_model(comparison, delay);
  out += crossovers(comparison);
  if (const Table media = compare::all_media(comparison); !media.rows.empty())
    out += "<h3>Between modules</h3>\n" + table_box(media, "What carries the links between modules");
  if (const Table faults = compare::all_faults(comparison); !faults.rows.empty())
    out += "<h3>With failed links</h3>\n" + table_box(faults, "What failing links leave") +
           paragraph(tables::kFaultTableNote, "note");
  return out;
}

}  // namespace

ReportSection ranking_section() { return {"ranking", "Ranking", ranking_html}; }

}  // namespace cutline::report
