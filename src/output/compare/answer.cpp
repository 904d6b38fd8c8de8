// SPDX-License-Identifier: Apache-2.0
#include "output/compare/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cutline/output/record/json.hpp"
#include "cutline/output/words/words.hpp"
#include "cutline/study/study.hpp"
#include "evaluate/traffic.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"

namespace cutline::compare {

namespace {

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

/// A column of latencies: at an operating point of the spec, or at a load of the ranking.
struct LoadColumn {
  OfferedLoad load;
  std::size_t number = 0;
  bool ranked = false;
  const LoadPoint* point(const Timing& timing) const {
    const std::vector<LoadPoint>& points = ranked ? timing.ranked_points : timing.load_points;
    return number < points.size() ? &points[number] : nullptr;
  }
};

std::vector<LoadColumn> load_columns(const Study& study) {
  std::vector<LoadColumn> columns;
  for (std::size_t i = 0; i < study.loads.size(); ++i) columns.push_back({study.loads[i], i, false});
  const std::vector<OfferedLoad> ranked = study.ranked_loads();
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (std::find(study.loads.begin(), study.loads.end(), ranked[i]) == study.loads.end())
      columns.push_back({ranked[i], i, true});
  }
  return columns;
}

Table loads_of_candidates(const Comparison& comparison, std::size_t delay) {
  constexpr std::size_t kMostColumns = 12;
  Table table;
  const Study& study = comparison.study;
  const std::vector<LoadColumn> columns = load_columns(study);
  if ((columns.empty() && !study.ranks_under_load()) || columns.size() > kMostColumns) return table;
  const std::string time = time_unit(study);
  const std::string shown = words::RankedUnits(study, comparison.candidates, comparison.rankings.at(delay)).of(time);
  const std::string title = columns.empty() ? "under load" : "latency at load, " + shown;
  table.columns = {{"name", title, "", true, true},
                   {"contention", "contention", "", true},
                   {"expected", "expected saturation", "bits/cycle"},
                   {"bound", "saturation bound", "bits/cycle"}};
  for (const LoadColumn& column : columns) {
    const std::string unit(load_unit_text(column.load, study.technology.unit));
    const bool given = column.load.unit == OfferedLoad::Unit::as_given;
    table.columns.push_back({"load", given ? unit : text::short_text(column.load.amount, 4), given ? "" : unit});
  }
  for (const Candidate& candidate : comparison.candidates) {
    if (delay >= candidate.latency.timings.size()) continue;
    const Timing& timing = candidate.latency.timings[delay];
    const auto* contention = candidate.latency.contention;
    std::vector<TableCell>& row = table.rows.emplace_back();
    row = {candidate.design->name, std::string(contention == nullptr ? "none" : contention->name),
           timing.model_saturation() ? TableCell(*timing.model_saturation()) : TableCell(),
           candidate.traffic.saturation.known() ? TableCell(saturation_per_cycle(candidate, timing)) : TableCell()};
    for (const LoadColumn& column : columns) {
      const LoadPoint* point = column.point(timing);
      row.push_back(point == nullptr   ? TableCell()
                    : point->latency() ? TableCell(text::rescaled(in_ns(*point->latency()), time, shown))
                                       : TableCell("saturated"));
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
    for (const std::string& reason : reasons(ask(comparison.study, candidate, delay))) {
      table.rows.push_back({std::exchange(name, {}), reason});
    }
  }
  return table;
}

RankedAnswer ranked_answer(const Comparison& comparison, std::size_t delay) {
  const Study& study = comparison.study;
  const std::vector<Candidate>& candidates = comparison.candidates;
  const Ranking& ranking = comparison.rankings.at(delay);
  std::vector<Asked> asked;
  for (const Candidate& candidate : candidates) asked.push_back(ask(study, candidate, delay));
  RankedAnswer answer{ranking, ranking_table(comparison, delay), unranked_table(comparison, delay),
                      loads_of_candidates(comparison, delay), measured_table(asked)};
  answer.not_shown = ranking.order.size() - answer.ranked.rows.size();
  for (std::string line : {unrounded_line(comparison, ranking), front_line(comparison, ranking)}) {
    if (!line.empty()) answer.headlines.push_back(std::move(line));
  }
  answer.remarks = remarks(study, candidates, ranking, delay);
  if (const auto winner = winner_by_closed_forms(study, candidates, ranking, delay))
    answer.remarks.push_back(remark_on_closed_forms(study, candidates, ranking, *winner));
  return answer;
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

Answer answer_of(const Comparison& comparison) {
  Answer answer;
  answer.warnings = warnings(comparison.candidates);
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) answer.rankings.push_back(ranked_answer(comparison, d));
  if (comparison.crossovers != nullptr) {
    const CrossoverChoice& choice = *comparison.study.crossover;
    answer.crossovers = crossovers_table(choice, *comparison.crossovers);
    answer.crossover_sentences = crossover_sentences(choice, *comparison.crossovers);
  }
  std::vector<Asked> faulty;
  for (const Candidate& candidate : comparison.candidates) {
    const Asked asked = ask(comparison.study, candidate, 0);
    if (candidate.packages()) tables::add_media(answer.media, quantity_value(asked, "modules"), candidate.design->name);
    if (!candidate.facts.faults.empty()) faulty.push_back(asked);
  }
  answer.faults = tables::fault_table(faulty);
  return answer;
}

}  // namespace cutline::compare

namespace cutline {

namespace {

constexpr std::size_t kMostTold = 5;

std::string variable_name(const Reign& reign) { return reign.winner.empty() ? "no candidate" : reign.winner; }

std::string reigns_text(const CrossoverChoice& choice, const std::vector<Reign>& reigns) {
  if (reigns.size() == 1) return variable_name(reigns.front()) + " wins throughout";
  if (reigns.size() > kMostTold) return fmt::format("the winner changes {} times", reigns.size() - 1);
  std::string text =
      fmt::format("{} wins up to {}", variable_name(reigns.front()), value_text(choice, reigns.front().to));
  for (std::size_t i = 1; i < reigns.size(); ++i) {
    text += fmt::format(", {} from {}", variable_name(reigns[i]), value_text(choice, reigns[i].from));
  }
  return text;
}

}  // namespace

Data crossovers_data(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  Data::List rows;
  for (const Crossovers& each : crossovers) {
    for (const Reign& reign : each.reigns) {
      rows.emplace_back(Data::Map{{"delay", each.delay_label},
                                  {"from", value_text(choice, reign.from)},
                                  {"to", value_text(choice, reign.to)},
                                  {"winner", reign.winner.empty() ? Data() : Data(reign.winner)}});
    }
  }
  return Data::Map{{"over", choice.over}, {"reigns", std::move(rows)}};
}

Table crossovers_table(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  Table table;
  table.columns = {{"delay", "wire delay", "", true, true},
                   {"from", choice.over, "from", true},
                   {"to", "", "to", true},
                   {"winner", "winner", "", true, true}};
  for (const Crossovers& each : crossovers) {
    for (const Reign& reign : each.reigns) {
      table.rows.push_back(
          {each.delay_label, value_text(choice, reign.from), value_text(choice, reign.to), variable_name(reign)});
    }
  }
  return table;
}

std::vector<std::string> crossover_sentences(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  std::vector<std::string> sentences;
  for (const Crossovers& each : crossovers) {
    if (each.reigns.empty()) continue;
    const std::string delay = crossovers.size() > 1 ? fmt::format(" under {} wire delay", each.delay_label) : "";
    sentences.push_back(
        fmt::format("As {} goes from {} to {},{} {}.", choice.over, value_text(choice, each.reigns.front().from),
                    value_text(choice, each.reigns.back().to), delay, reigns_text(choice, each.reigns)));
  }
  return sentences;
}

}  // namespace cutline
