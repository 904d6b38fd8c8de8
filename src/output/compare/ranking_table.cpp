// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/traffic.hpp"
#include "output/compare/comparison_parts.hpp"
#include "output/compare/ranking_columns.hpp"
#include "output/tables/cells.hpp"
#include "output/text/number.hpp"

namespace cutline::compare {

namespace {

TableCell rank_cell(const std::optional<int>& rank) {
  return rank ? TableCell(static_cast<std::int64_t>(*rank)) : TableCell();
}

/// The loads of the ranking at which a candidate is saturated.
std::vector<std::string> saturated_at(const Asked& asked) {
  std::vector<std::string> all;
  const std::vector<OfferedLoad> loads = asked.study.ranked_loads();
  const std::vector<LoadPoint>& points = asked.timing->ranked_points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].latency()) continue;
    all.push_back(fmt::format("saturated at {}, {} bits/cycle", load_text(loads[i], asked.study.technology.unit),
                              text::short_text(points[i].offered, 3)));
    if (asked.timing->model_saturation())
      all.back() +=
          fmt::format("; its expected saturation is {}", text::short_text(*asked.timing->model_saturation(), 3));
  }
  return all;
}

}  // namespace

std::vector<std::string> reasons(const Asked& asked) {
  const Candidate& candidate = asked.candidate;
  std::vector<std::string> all;
  if (!candidate.why_not().empty()) all.push_back(candidate.why_not());
  for (const OverLimit& over : candidate.infeasible) {
    all.push_back(fmt::format("over the limit {}: needs {}, allowed {}", over.limit, text::short_text(over.needed, 6),
                              text::short_text(over.allowed, 6)));
  }
  if (all.empty() && !candidate.traffic.mean_hops())
    all.emplace_back(candidate.traffic.why_no_hops() ? "no latency: " + note_text(*candidate.traffic.why_no_hops())
                                                     : "its distances pass the effort, so it has no latency");
  if (all.empty() && asked.timing != nullptr) all = saturated_at(asked);
  if (all.empty()) all.emplace_back("it lacks a measure that the ranking asks for; `cutline measure` says why");
  return all;
}

}  // namespace cutline::compare

namespace cutline {

Table ranking_table(const Comparison& comparison, std::size_t delay) {
  const Ranking& ranking = comparison.rankings.at(delay);
  const std::vector<compare::RankingColumn> columns = compare::ranking_columns(comparison, delay);
  const bool scored = comparison.study.rank.size() > 1;
  const std::vector<std::optional<RankRange>>& range = ranking.certainty.range;
  Table table;
  table.columns = {{"rank", "rank", ""}};
  if (!range.empty()) table.columns.push_back({"rank_range", "ranks", "", true});
  table.columns.push_back({"name", "candidate", "", true, true});
  if (scored) table.columns.push_back({"score", "score", ""});
  for (const compare::RankingColumn& column : columns) table.columns.push_back(column.head);
  const std::size_t most = comparison.view.top > 0 ? comparison.view.top : ranking.order.size();
  for (const std::size_t c : ranking.order) {
    if (table.rows.size() == most) break;
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(compare::rank_cell(ranking.rank[c]));
    if (!range.empty()) cells.emplace_back(fmt::format("{}..{}", range[c]->best, range[c]->worst));
    cells.emplace_back(comparison.candidates[c].design->name);
    if (scored) cells.push_back(cell_of(ranking.score[c]));
    for (const compare::RankingColumn& column : columns)
      cells.push_back(compare::ranking_cell(column, comparison, delay, c));
  }
  tables::drop_empty_columns(table);
  table.lead = !range.empty() ? 3 : 2;
  return table;
}

Table ranking_records(const Comparison& comparison) {
  const ComparisonView& view = comparison.view;
  const std::vector<compare::RankingColumn> columns = compare::record_columns(comparison);
  Table table;
  table.columns = {{"title", "title", "", true},
                   {"delay", "delay", "", true},
                   {"rank", "rank", ""},
                   {"name", "candidate", "", true}};
  for (const compare::RankingColumn& column : columns) table.columns.push_back(column.head);
  table.columns.push_back({"reason", "reason", "", true});
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    const Ranking& ranking = comparison.rankings[d];
    std::vector<std::size_t> order = ranking.order;
    for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
      if (!ranking.rank[c]) order.push_back(c);
    }
    if (view.top > 0) order.resize(std::min(order.size(), view.top));
    for (const std::size_t c : order) {
      const Asked asked = ask(comparison.study, comparison.candidates[c], d);
      std::vector<TableCell>& cells = table.rows.emplace_back();
      cells.insert(cells.end(), {comparison.study.title, ranking.delay_label, compare::rank_cell(ranking.rank[c]),
                                 asked.candidate.design->name});
      for (const compare::RankingColumn& column : columns)
        cells.push_back(compare::ranking_cell(column, comparison, d, c));
      cells.push_back(ranking.rank[c] ? TableCell()
                                      : TableCell(fmt::format("{}", fmt::join(compare::reasons(asked), "; "))));
    }
  }
  return table;
}

Table unranked_table(const Comparison& comparison, std::size_t delay) {
  Table table;
  table.columns = {{"name", "candidate", "", true, true}, {"reason", "reason", "", true, true}};
  const Ranking& ranking = comparison.rankings.at(delay);
  for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
    if (ranking.rank[c]) continue;
    const Candidate& candidate = comparison.candidates[c];
    std::string name = candidate.design->name;
    for (const std::string& reason : compare::reasons(ask(comparison.study, candidate, delay))) {
      table.rows.push_back({std::exchange(name, {}), reason});
    }
  }
  return table;
}

}  // namespace cutline
