// SPDX-License-Identifier: Apache-2.0
#include "output/compare/comparison_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cutline/base/letters.hpp"
#include "cutline/output/tables/measured_table.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/quantities.hpp"
#include "output/compare/loads_of_candidates.hpp"
#include "output/tables/fault_table.hpp"
#include "output/tables/media_table.hpp"
#include "output/text/number.hpp"

namespace cutline::compare {

namespace {

std::string unrounded_line(const Comparison& comparison, const Ranking& ranking) {
  if (!ranking.rounding_decides()) return {};
  return fmt::format("Rounding the widths changes the winner: unrounded, {} would win.",
                     comparison.candidates[ranking.unrounded_winner].design->name);
}

std::string front_line(const Comparison& comparison, const Ranking& ranking) {
  if (comparison.study.pareto.empty()) return {};
  std::vector<std::string> names;
  for (const std::size_t i : ranking.order) {
    if (ranking.pareto[i] == true) names.push_back(comparison.candidates[i].design->name);
  }
  return fmt::format("Pareto front of {}: {}.",
                     fmt::join(terms_text(comparison.study.pareto, comparison.study.technology.unit), ", "),
                     fmt::join(names, ", "));
}

/// The subject of an expectation, "cube density.x.peak_links", and the expected value.
struct Expected {
  std::string what, value;
};

Expected expected(const Expectation& expectation) {
  if (!expectation.winner.empty()) return {"winner", expectation.winner};
  const auto* number = std::get_if<double>(&expectation.value);
  return {fmt::format("{} {}", expectation.candidate, expectation.key),
          number != nullptr ? text::exact_text(*number) : std::get<std::string>(expectation.value)};
}

/// A text that is a number as a number of at most twelve digits; any other text unchanged.
TableCell number_or_text(const std::string& text) {
  const std::optional<double> value = read_as_finite(text);
  return value ? TableCell(text::figure_text(text::twelve_digits(*value))) : TableCell(text);
}

}  // namespace

RankingParts ranking_parts(const Comparison& comparison, std::size_t delay) {
  const Ranking& ranking = comparison.rankings.at(delay);
  std::vector<Asked> asked;
  for (const Candidate& candidate : comparison.candidates) asked.push_back(ask(comparison.study, candidate, delay));
  RankingParts parts{ranking_table(comparison, delay),
                     unranked_table(comparison, delay),
                     loads_of_candidates(comparison, delay),
                     measured_table(asked),
                     {},
                     {},
                     0};
  parts.not_shown = ranking.order.size() - parts.ranked.rows.size();
  for (std::string line : {unrounded_line(comparison, ranking), front_line(comparison, ranking)}) {
    if (!line.empty()) parts.headlines.push_back(std::move(line));
  }
  for (std::string& remark : remarks(comparison.study, comparison.candidates, ranking, delay))
    parts.remarks.push_back(std::move(remark));
  if (const auto winner = winner_by_closed_forms(comparison.study, comparison.candidates, ranking, delay))
    parts.remarks.push_back(remark_on_closed_forms(comparison.study, comparison.candidates, ranking, *winner));
  return parts;
}

Table all_media(const Comparison& comparison) {
  Table table;
  for (const Candidate& candidate : comparison.candidates) {
    if (!candidate.packages()) continue;
    tables::add_media(table, quantity_value(ask(comparison.study, candidate, 0), "modules"), candidate.design->name);
  }
  return table;
}

Table all_faults(const Comparison& comparison) {
  std::vector<Asked> asked;
  for (const Candidate& candidate : comparison.candidates) {
    if (!candidate.facts.faults.empty()) asked.push_back(ask(comparison.study, candidate, 0));
  }
  return tables::fault_table(asked);
}

std::string expectations_count(const std::vector<ExpectationResult>& results) {
  std::map<std::string, std::pair<int, int>> by_origin;
  int held = 0;
  for (const ExpectationResult& result : results) {
    auto& [holds, all] = by_origin[result.expectation->origin];
    ++all;
    if (result.holds) ++holds, ++held;
  }
  std::vector<std::string> origins;
  for (const auto& [origin, counts] : by_origin) {
    if (origin.empty()) continue;
    origins.push_back(fmt::format("{} {} of {}", origin, counts.first, counts.second));
  }
  std::string out = fmt::format("expect: {} of {} hold", held, results.size());
  if (!origins.empty()) out += fmt::format(" ({})", fmt::join(origins, ", "));
  return out;
}

Table expectations_table(const std::vector<ExpectationResult>& results) {
  Table table;
  table.columns = {{"holds", "holds", "", true},          {"name", "candidate", "", true, true},
                   {"delay", "wire delay", "", true},     {"key", "measure", "", true, true},
                   {"expected", "expected", ""},          {"found", "found", ""},
                   {"tolerance", "tolerance", "", false}, {"origin", "origin", "", true}};
  for (const ExpectationResult& result : results) {
    const Expectation& expectation = *result.expectation;
    const bool winner = !expectation.winner.empty();
    const auto text = [](const std::string& value) { return value.empty() ? TableCell() : TableCell(value); };
    table.rows.push_back({result.holds ? "yes" : "no", text(expectation.candidate), text(expectation.delay),
                          winner ? "winner" : expectation.key, number_or_text(expected(expectation).value),
                          number_or_text(result.found),
                          expectation.tolerance > 0 ? TableCell(text::exact_text(expectation.tolerance)) : TableCell(),
                          text(expectation.origin)});
  }
  return table;
}

}  // namespace cutline::compare

namespace cutline {

bool all_hold(const std::vector<ExpectationResult>& results) {
  return std::all_of(results.begin(), results.end(), [](const ExpectationResult& result) { return result.holds; });
}

std::string expectations_text(const std::vector<ExpectationResult>& results) {
  if (results.empty()) return {};
  std::string out = compare::expectations_count(results) + '\n';
  for (const ExpectationResult& result : results) {
    if (result.holds) continue;
    const Expectation& expectation = *result.expectation;
    const auto [what, value] = compare::expected(expectation);
    const std::string place =
        expectation.place.known() ? fmt::format("{}:{}: ", expectation.place.file, expectation.place.line) : "";
    const std::string delay = expectation.delay.empty() ? "" : fmt::format(" under {}", expectation.delay);
    const std::string origin = expectation.origin.empty() ? "" : fmt::format(" ({})", expectation.origin);
    out += fmt::format("  fails: {}{}{}: expected {}{}, found {}\n", place, what, delay, value, origin, result.found);
  }
  return out;
}

}  // namespace cutline
