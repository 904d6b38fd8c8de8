// SPDX-License-Identifier: Apache-2.0
#include "output/compare/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cutline/output/words/words.hpp"
#include "evaluate/traffic.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "rank/scoring.hpp"

namespace cutline::compare {

namespace {

/// The loads of the ranking at which a candidate is saturated.
std::vector<std::string> saturated_at(const UnderDelay& asked) {
  std::vector<std::string> all;
  const std::vector<OfferedLoad> loads = asked.study.ranked_loads();
  const std::vector<LoadPoint>& points = asked.timing->ranked_points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].latency()) continue;
    all.push_back(fmt::format("saturated at {}, {} bits/cycle", load_text(loads[i], asked.study.counts_tau()),
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
                     fmt::join(terms_text(comparison.study.pareto, comparison.study.counts_tau()), ", "),
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
    if (std::ranges::find(study.loads, ranked[i]) == study.loads.end()) columns.push_back({ranked[i], i, true});
  }
  return columns;
}

Table loads_of_candidates(const Comparison& comparison, std::size_t delay) {
  constexpr std::size_t kMostColumns = 12;
  Table table;
  const Study& study = comparison.study;
  const std::vector<LoadColumn> columns = load_columns(study);
  if ((columns.empty() && !ranks_under_load(study)) || columns.size() > kMostColumns) return table;
  const std::string time = time_unit(study);
  const std::string shown = words::RankedUnits(study, comparison.candidates, comparison.rankings.at(delay)).of(time);
  const std::string title = columns.empty() ? "under load" : "latency at load, " + shown;
  table.columns = {{"name", title, "", true, true},
                   {"contention", "contention", "", true},
                   {"expected", "expected saturation", "bits/cycle"},
                   {"bound", "saturation bound", "bits/cycle"}};
  for (const LoadColumn& column : columns) {
    const std::string unit(load_unit_text(column.load, study.counts_tau()));
    const bool given = column.load.unit == OfferedLoad::Unit::as_given;
    table.columns.push_back({"load", given ? unit : text::short_text(column.load.amount, 4), given ? "" : unit});
    table.columns.push_back({"most_99", "99 %", "within"});
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
      const auto cell = [&](Time latency) { return TableCell(text::rescaled(in_ns(latency), time, shown)); };
      row.push_back(point == nullptr   ? TableCell()
                    : point->latency() ? cell(*point->latency())
                                       : TableCell("saturated"));
      const LoadedMessages* messages = point != nullptr ? point->messages() : nullptr;
      row.push_back(messages != nullptr && !messages->spread.empty() ? cell(messages->spread.quantiles[2])
                                                                     : TableCell());
    }
  }
  return tables::without_empty_columns(std::move(table));
}

/// The mean over the time of all applications beside the one that is served worst.
Table worst_of_candidates(const Comparison& comparison, std::size_t delay) {
  struct Beside {
    const char *title, *mean, *worst;
  };
  constexpr Beside kFigures[] = {{"hops", "performance.mean_hops", "worst_application.mean_hops"},
                                 {"latency", "performance.latency_ns", "worst_application.latency_ns"},
                                 {"energy", "energy.total_pj_per_bit", "worst_application.energy_pj_per_bit"},
                                 {"saturation", nullptr, "worst_application.saturation_bits_per_cycle_per_terminal"}};
  Table table;
  table.columns = {{"name", "by application", "", true, true}};
  for (const Beside& each : kFigures) {
    const std::string unit(unit_text(find_quantity(each.worst)->unit, comparison.study.counts_tau()).heading);
    if (each.mean != nullptr) table.columns.push_back({"mean", std::string(each.title) + ", mean", unit});
    table.columns.push_back({"worst", each.mean != nullptr ? "worst" : "saturation, worst", unit});
    table.columns.push_back({"in", "in", "", true});
  }
  for (const Candidate& candidate : comparison.candidates) {
    const UnderDelay asked = under_delay(comparison.study, candidate, delay);
    std::vector<TableCell> row = {candidate.design->name};
    const auto add = [&](const std::string& key) { row.push_back(cell_of(quantity_value(asked, key))); };
    for (const Beside& each : kFigures) {
      if (each.mean != nullptr) add(each.mean);
      add(each.worst);
      add(std::string(each.worst) + "_in");
    }
    if (candidate.planes && !candidate.design->planes) table.rows.push_back(std::move(row));
  }
  return tables::without_empty_columns(std::move(table));
}

Table unranked_table(const Comparison& comparison, std::size_t delay) {
  Table table;
  table.columns = {{"name", "candidate", "", true, true}, {"reason", "reason", "", true, true}};
  const Ranking& ranking = comparison.rankings.at(delay);
  for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
    if (ranking.rank[c]) continue;
    const Candidate& candidate = comparison.candidates[c];
    std::string name = candidate.design->name;
    for (const std::string& reason : reasons(under_delay(comparison.study, candidate, delay)))
      table.rows.push_back({std::exchange(name, {}), reason});
  }
  return table;
}

/// The measures of the ranking that a candidate does not have.
std::string lacks(const UnderDelay& asked) {
  std::vector<std::string> names;
  for (const RankTerm& term : asked.study.rank) {
    if (term.at) {
      const bool known = asked.timing != nullptr && ranked_point(asked.study, *asked.timing, *term.at) != nullptr;
      if (!known) names.push_back(term_text(term, asked.study.counts_tau()));
    } else if (!measure_named(term.measure).value(asked)) {
      names.push_back(term.measure);
    }
  }
  const std::string what = names.empty() ? "a measure" : enumerated(names);
  const bool priced = asked.candidate.machine && !quantity_value(asked, "machine.cost").is_null();
  const bool money = std::ranges::any_of(asked.study.rank, [&](const RankTerm& term) {
    return measure_named(term.measure).quantities.front()->unit == Unit::money;
  });
  const char* how = !money || priced          ? "`cutline measure` says why"
                    : asked.candidate.machine ? "give its machine `prices`"
                                              : "give it a `machine` with `prices`";
  return fmt::format("it lacks {}, which the ranking asks for; {}", what, how);
}

constexpr std::size_t kMostTold = 5;

std::string variable_name(const Reign& reign) { return reign.winner.empty() ? "no candidate" : reign.winner; }

std::string reigns_text(const CrossoverChoice& choice, const std::vector<Reign>& reigns) {
  if (reigns.size() == 1) return variable_name(reigns.front()) + " wins throughout";
  if (reigns.size() > kMostTold) return fmt::format("the winner changes {} times", reigns.size() - 1);
  std::string text =
      fmt::format("{} wins up to {}", variable_name(reigns.front()), value_text(choice, reigns.front().to));
  for (std::size_t i = 1; i < reigns.size(); ++i)
    text += fmt::format(", {} from {}", variable_name(reigns[i]), value_text(choice, reigns[i].from));
  return text;
}

/// Who wins from where to where: one row per reign (a range of values with one winner), and one sentence per delay
/// model: "As message goes from 16 bits to 4096 bits, torus wins up to 411 bits, cube from 512 bits."
TableSection crossovers_section(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers) {
  TableSection section{.title = "", .caption = "Where the winner changes"};
  section.table.columns = {{"delay", "wire delay", "", true, true},
                           {"from", choice.over, "from", true},
                           {"to", "", "to", true},
                           {"winner", "winner", "", true, true}};
  for (const Crossovers& each : crossovers) {
    for (const Reign& reign : each.reigns) {
      section.table.rows.push_back(
          {each.delay_label, value_text(choice, reign.from), value_text(choice, reign.to), variable_name(reign)});
    }
    if (each.reigns.empty()) continue;
    const std::string delay = crossovers.size() > 1 ? fmt::format(" under {} wire delay", each.delay_label) : "";
    section.sentences.push_back(
        fmt::format("As {} goes from {} to {},{} {}.", choice.over, value_text(choice, each.reigns.front().from),
                    value_text(choice, each.reigns.back().to), delay, reigns_text(choice, each.reigns)));
  }
  return section;
}

/// A note on the distances and loads of faults, which are counted differently from those of a ranking.
constexpr const char* kFaultsNote =
    "Distances are between different nodes. Loads are of uniform traffic that spreads over all shortest paths, "
    "whatever `routing` says: messages over the busiest channel, per message that a node offers and channel width.";

}  // namespace

std::vector<std::string> reasons(const UnderDelay& asked) {
  const Candidate& candidate = asked.candidate;
  std::vector<std::string> all;
  if (!candidate.why_not().empty()) all.push_back(candidate.why_not());
  for (const OverLimit& over : candidate.infeasible)
    all.push_back(fmt::format("over the limit {}: {}", over.limit, words::over_limit_text(over)));
  if (all.empty() && !candidate.traffic.mean_hops())
    all.emplace_back(candidate.traffic.why_no_hops() ? "no latency: " + note_text(*candidate.traffic.why_no_hops())
                                                     : "its distances pass the effort, so it has no latency");
  if (all.empty() && asked.timing != nullptr) all = saturated_at(asked);
  if (all.empty()) all.push_back(lacks(asked));
  return all;
}

std::vector<std::string> remarks_of(const Comparison& comparison, std::size_t delay) {
  const Study& study = comparison.study;
  const Ranking& ranking = comparison.rankings.at(delay);
  std::vector<std::string> all = remarks(study, comparison.candidates, ranking, delay);
  if (const auto winner = winner_by_closed_forms(study, comparison.candidates, ranking, delay))
    all.push_back(remark_on_closed_forms(study, comparison.candidates, ranking, *winner));
  return all;
}

std::vector<TableSection> ranking_sections(const Comparison& comparison, std::size_t delay,
                                           const std::vector<std::string>& remarks) {
  using Place = TableSection::Place;
  const Ranking& ranking = comparison.rankings.at(delay);
  std::vector<UnderDelay> asked;
  for (const Candidate& candidate : comparison.candidates)
    asked.push_back(under_delay(comparison.study, candidate, delay));
  std::vector<TableSection> sections;
  sections.push_back({words::delays_heading(comparison.study, ranking.delay_label), ranking_table(comparison, delay)});
  sections[0].caption = "Ranked candidates, best first";
  if (const std::size_t more = ranking.order.size() - sections[0].table.rows.size(); more > 0)
    sections[0].sentences.push_back(fmt::format("and {} more", more));
  const auto add = [&](const char* caption, Place place, Table table) {
    if (!table.rows.empty()) sections.push_back({"", std::move(table), {}, caption, place});
  };
  add(ranking.order.empty() ? "No candidate can be ranked" : "Below the ranking", Place::indented,
      unranked_table(comparison, delay));
  add("The mean over time and the worst application", Place::close, worst_of_candidates(comparison, delay));
  add("Latency at the loads that the spec asks for", Place::close, loads_of_candidates(comparison, delay));
  add("What others measured beside the model", Place::apart, measured_table(asked));
  add("Between which loads others met saturation", Place::close, measured_saturation_table(asked));
  std::vector<std::string>& sentences = sections.back().sentences;
  for (std::string line : {unrounded_line(comparison, ranking), front_line(comparison, ranking)}) {
    if (!line.empty()) sentences.push_back(std::move(line));
  }
  sentences.insert(sentences.end(), remarks.begin(), remarks.end());
  return sections;
}

std::vector<TableSection> other_sections(const Comparison& comparison) {
  std::vector<TableSection> sections;
  if (comparison.crossovers != nullptr)
    sections.push_back(crossovers_section(*comparison.study.crossover, *comparison.crossovers));
  TableSection media{.title = "", .caption = "Between modules"}, faults{"", {}, {kFaultsNote}, "With failed links"};
  std::vector<UnderDelay> faulty;
  for (const Candidate& candidate : comparison.candidates) {
    const UnderDelay asked = under_delay(comparison.study, candidate, 0);
    if (candidate.packages())
      tables::add_media(media.table, quantity_value(asked, "modules"), unit_text(Unit::time, comparison.study).heading,
                        candidate.design->name);
    if (!candidate.facts.faults.empty()) faulty.push_back(asked);
  }
  faults.table = tables::fault_table(faulty);
  for (TableSection& section : {std::ref(media), std::ref(faults)}) {
    if (!section.table.rows.empty()) sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace cutline::compare

namespace cutline {

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

}  // namespace cutline
