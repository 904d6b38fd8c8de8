// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "base/named.hpp"
#include "evaluate/network.hpp"
#include "evaluate/rankable.hpp"
#include "rank/asked.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

struct Point {
  std::size_t candidate = 0;
  std::vector<double> values;  ///< less is better
};

/// The candidates that have all measures, sorted by their values. In this order, a point that dominates another one
/// comes before it, so that a point must be compared only with the front so far.
std::vector<Point> points(const Scoring& scoring) {
  std::vector<Point> all;
  const std::vector<RankTerm> terms = pareto_measures(scoring.study);
  for (const std::size_t i : rankable(scoring.candidates)) {
    Point point{i, {}};
    for (const RankTerm& term : terms) {
      const double sign = measure_named(term.measure).more_is_better() ? -1 : 1;
      if (const auto value = measured(scoring, term, scoring.candidates[i])) point.values.push_back(sign * *value);
    }
    if (point.values.size() == terms.size()) all.push_back(std::move(point));
  }
  std::stable_sort(all.begin(), all.end(), [](const Point& a, const Point& b) { return a.values < b.values; });
  return all;
}

bool dominates(const Point& a, const Point& b) {
  if (a.values == b.values) return false;
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), [](double x, double y) { return x <= y; });
}

/// The figures that decide alone whether the winner is first: two corners that differ only in this figure disagree. In
/// corner i, figure f has its greatest value if bit f of i is set.
std::vector<std::size_t> deciding(const std::vector<bool>& held, std::size_t figures) {
  std::vector<std::size_t> result;
  for (std::size_t f = 0; f < figures; ++f) {
    const std::size_t bit = std::size_t{1} << f;
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (held[i] == held[i ^ bit]) continue;
      result.push_back(f);
      break;
    }
  }
  return result;
}

void widen(std::vector<std::optional<RankRange>>& ranges, const std::vector<std::optional<int>>& rank) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!ranges[i] || !rank[i]) continue;
    ranges[i]->best = std::min(ranges[i]->best, *rank[i]);
    ranges[i]->worst = std::max(ranges[i]->worst, *rank[i]);
  }
}

/// The figures that are uncertain for these candidates. Prices count in rankings by money alone.
std::vector<std::size_t> uncertain_here(const Scoring& scoring) {
  std::vector<std::size_t> figures = uncertain_times(scoring.study.uncertainty);
  const auto is_money = [](const RankTerm& term) {
    return !term.at && measure_named(term.measure).quantities.front()->unit == Unit::money;
  };
  if (std::ranges::none_of(scoring.study.rank, is_money)) return figures;
  for (std::size_t i = 0; i < uncertain_figures().size(); ++i) {
    const auto kind = uncertain_figures()[i].prices;
    const auto is_off = [&](const Candidate& each) {
      return each.machine && each.machine->totals.spent && !each.machine->totals.spent->is_certain(*kind);
    };
    if (kind && std::ranges::any_of(scoring.candidates, is_off)) figures.push_back(i);
  }
  return figures;
}

/// How far a ranking depends on the uncertain figures; empty if none is uncertain. `scoring`, `rank` and `order` are
/// those with all figures as given. Cost: one ranking for each corner.
Certainty certainty(Scoring scoring, const std::vector<std::optional<int>>& rank,
                    const std::vector<std::size_t>& order) {
  Certainty result;
  const std::vector<std::size_t> figures = uncertain_here(scoring);
  const std::vector<Corner> all = corners(scoring.study.uncertainty, figures);
  if (all.empty()) return result;
  result.figures = figures;
  for (const std::optional<int>& own : rank) {
    result.range.push_back(own ? std::optional(RankRange{*own, *own}) : std::nullopt);
  }
  if (order.empty()) return result;
  const std::size_t of_times = std::size_t{1} << uncertain_times(scoring.study.uncertainty).size();
  for (std::size_t corner = 0; corner < all.size(); ++corner) {
    scoring.timings = InCorner{all[corner], corner % of_times};
    const Scores own = scores(scoring);
    const std::vector<std::size_t> own_order = ordered(scoring.study, own);
    const std::vector<std::optional<int>> own_rank = ranks(scoring.study, own, own_order);
    CUTLINE_EXPECT(!own_order.empty());
    widen(result.range, own_rank);
    result.held.push_back(own_rank[order[0]] == 1);
    result.winners.push_back(own_order[0]);
  }
  result.deciding = deciding(result.held, figures.size());
  return result;
}

/// The winner without rounding. If some candidate is in the first place with and without rounding, rounding does not
/// decide, and this is the winner with rounding.
std::size_t unrounded_winner(Scoring scoring, const Ranking& ranking) {
  scoring.timings = Unrounded{};
  const Scores unrounded = scores(scoring);
  const std::vector<std::size_t> order = ordered(scoring.study, unrounded);
  if (order.empty() || ranking.order.empty()) return 0;
  for (const std::size_t i : order) {
    if (!ties(scoring.study, *unrounded[order[0]], *unrounded[i])) break;
    if (ranking.rank[i] == 1) return ranking.order.front();
  }
  return order[0];
}

Ranking rank_one(const Scoring& scoring) {
  Ranking ranking;
  ranking.delay = scoring.delay;
  ranking.delay_label = fmt::format("{}", fmt::join(delay_labels(scoring.study, scoring.delay), ", "));
  ranking.score = scores(scoring);
  ranking.order = ordered(scoring.study, ranking.score);
  ranking.rank = ranks(scoring.study, ranking.score, ranking.order);
  ranking.pareto = pareto_front(scoring);
  ranking.unrounded_winner = unrounded_winner(scoring, ranking);
  ranking.per_terminal = scoring.per_terminal;
  ranking.verdict = verdict({scoring.study, scoring.candidates, ranking, scoring.delay});
  ranking.certainty = certainty(scoring, ranking.rank, ranking.order);
  return ranking;
}

/// Scores within this relative distance are the same number, computed in two ways.
constexpr double kSameScore = 1e-12;

const Timing* timing_under(const Scoring& scoring, const Candidate& candidate) {
  const std::vector<Timing>& unrounded = candidate.latency.unrounded;
  const auto* in = std::get_if<InCorner>(&scoring.timings);
  const bool exact = std::holds_alternative<Unrounded>(scoring.timings) && !unrounded.empty();
  const bool other = in != nullptr && !candidate.latency.corners.empty();
  const std::vector<Timing>& all = other   ? candidate.latency.corners[in->of_times]
                                   : exact ? unrounded
                                           : candidate.latency.timings;
  return scoring.delay < all.size() ? &all[scoring.delay] : nullptr;
}

/// The wires under the scoring; `timing` has them where there is a latency.
const WireTiming* wires_under(const Scoring& scoring, const Candidate& candidate, const Timing* timing) {
  const auto* in = std::get_if<InCorner>(&scoring.timings);
  if (timing != nullptr || in == nullptr || candidate.latency.corner_wires.empty())
    return timing != nullptr ? timing : candidate.latency.wires_under(scoring.delay);
  const std::vector<WireTiming>& all = candidate.latency.corner_wires[in->of_times];
  return scoring.delay < all.size() ? &all[scoring.delay] : nullptr;
}

/// log(value / best). A best of 0 counts as the least positive number, so that 0 stays the best.
double log_ratio(double value, double best) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  return std::log(std::max(value, kLeast)) - std::log(std::max(best, kLeast));  // the ratio itself may overflow
}

/// The mark of the row that a path of the record leads to, or leads into.
bool is_marked(std::string_view path, QuantityMark mark) {
  for (std::size_t end = path.size(); end != std::string_view::npos; end = path.rfind('.', end - 1)) {
    if (const Quantity* row = find_quantity(path.substr(0, end))) return row->*mark;
  }
  return false;
}

// Of these `study` is a whole one, or what a single candidate is asked.

/// Whether the winner depends on a bisection.
bool ranks_by_bisection(const Study& study) {
  return study.asks_loads() || !study.fail.empty() || holds_graph_cut(study.hold) ||
         asks_for(study, &Quantity::of_bisection);
}

/// Whether an answer in words tells a quantity of the bisection.
bool tells_bisection(const Study& study) {
  const auto expects = [](const Expectation& each) { return is_marked(each.key, &Quantity::of_bisection); };
  return study.asks_of_load() || ranks_by_bisection(study) || std::ranges::any_of(study.expectations, expects);
}

Effort effort_where(bool (*wants_bisections)(const Study&), const Study& study, const Effort& effort) {
  const auto asked_alone = [&](const Design& design) { return design.asked && wants_bisections(*design.asked); };
  Effort needed = effort;
  if (!wants_bisections(study) && std::ranges::none_of(study.designs, asked_alone))
    needed.bisections = std::min(effort.bisections, Bisections::bounding_load);
  return needed;
}

}  // namespace

std::vector<RankTerm> pareto_measures(const RankingAsked& asked) {
  if (!asked.pareto.empty()) return asked.pareto;
  std::vector<RankTerm> terms = asked.rank;
  for (RankTerm& term : terms) term.weight = 1;
  if (terms.size() == 1) terms.push_back({terms[0].measure == "area" ? "latency" : "area", 1});
  return terms;
}

std::vector<std::optional<bool>> pareto_front(const Scoring& scoring) {
  std::vector<std::optional<bool>> result(scoring.candidates.size());
  std::vector<Point> front;
  for (Point& point : points(scoring)) {
    const bool beaten = std::ranges::any_of(front, [&](const Point& better) { return dominates(better, point); });
    result[point.candidate] = !beaten;
    if (!beaten) front.push_back(std::move(point));
  }
  return result;
}

std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates) {
  expect_same_population(study.population, candidates);
  const bool per_terminal = mixed_population(study.population, candidates);
  return each_of(study.delays.size(), [&](std::size_t delay) {
    return rank_one({study, candidates, delay, per_terminal, {}});
  });
}

std::string measure_hint(std::string_view name) {
  const std::vector<std::string_view> usual = names_of(rank_measures());
  std::vector<std::string_view> known = usual;
  for (const std::string_view other : names_of(other_measures())) known.push_back(other);
  return did_you_mean(name, known,
                      fmt::format("it is one of: {}; or any number of 'cutline list quantities'", join(usual, ", ")));
}

const RankMeasure& measure_named(const std::string& name) {
  if (const RankMeasure* found = find_measure(name)) return *found;
  throw_input_error(fmt::format("no measure to rank by is called '{}'", name), measure_hint(name), "rank");
}

const LoadPoint* ranked_point(const RankingAsked& asked, const Timing& timing, const OfferedLoad& load) {
  const std::vector<OfferedLoad> loads = asked.ranked_loads();
  const auto place = static_cast<std::size_t>(std::find(loads.begin(), loads.end(), load) - loads.begin());
  if (place >= timing.ranked_points.size() || !timing.ranked_points[place].latency()) return nullptr;
  return &timing.ranked_points[place];
}

std::optional<double> measured(const Scoring& scoring, const RankTerm& term, const Candidate& candidate) {
  const Timing* timing = timing_under(scoring, candidate);
  if (term.at) {
    const LoadPoint* point = timing != nullptr ? ranked_point(scoring.study, *timing, *term.at) : nullptr;
    return point != nullptr ? std::optional(in_ns(*point->latency())) : std::nullopt;
  }
  const RankMeasure& measure = measure_named(term.measure);
  UnderDelay asked{study_of(scoring.study, *candidate.design), candidate, scoring.delay,
                   wires_under(scoring, candidate, timing), timing};
  if (const auto* in = std::get_if<InCorner>(&scoring.timings)) asked.corner = &in->corner;
  std::optional<double> number = measure.value(asked);
  if (number && scoring.per_terminal && measure.per_terminal()) *number /= candidate.facts.terminals;
  return number;
}

Scores scores(const Scoring& scoring) {
  const std::vector<RankTerm>& terms = scoring.study.rank;
  Scores result(scoring.candidates.size());
  for (const std::size_t i : rankable(scoring.candidates)) result[i] = 0;
  for (const RankTerm& term : terms) {
    const double sign = measure_named(term.measure).more_is_better() ? -1 : 1;
    std::optional<double> best;
    Scores values(result.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (result[i]) values[i] = measured(scoring, term, scoring.candidates[i]);
      if (values[i] && (!best || sign * *values[i] < sign * *best)) best = values[i];
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (!result[i]) continue;
      if (!values[i]) {
        result[i].reset();
      } else {
        result[i] = terms.size() == 1 ? *values[i] : *result[i] + sign * term.weight * log_ratio(*values[i], *best);
      }
    }
  }
  return result;
}

bool ranks_under_load(const RankingAsked& asked) {
  const auto under_load = [](const RankTerm& term) { return term.at || measure_named(term.measure).under_load(); };
  return std::ranges::any_of(asked.rank, under_load) || std::ranges::any_of(asked.pareto, under_load);
}

bool ranks_by_latency_alone(const RankingAsked& asked) {
  return asked.rank.size() == 1 && !asked.rank[0].at && measure_named(asked.rank[0].measure).at_loads();
}

bool more_is_better(const RankingAsked& asked) {
  return asked.rank.size() == 1 && measure_named(asked.rank[0].measure).more_is_better();
}

bool ties(const RankingAsked& asked, double leader, double score) {
  if (asked.rank.size() > 1) return score <= leader + std::log1p(asked.tie) + kSameScore;
  const double margin = std::abs(leader) * (asked.tie + kSameScore);
  return more_is_better(asked) ? score >= leader - margin : score <= leader + margin;
}

std::vector<std::size_t> ordered(const RankingAsked& asked, const Scores& scores) {
  const double sign = more_is_better(asked) ? -1 : 1;
  std::vector<std::size_t> order = those_with(scores.size(), [&](std::size_t i) { return scores[i]; });
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return sign * *scores[a] < sign * *scores[b]; });
  for (std::size_t begin = 0; begin < order.size();) {
    const double first = *scores[order[begin]];
    std::size_t end = begin + 1;
    while (end < order.size() && std::abs(*scores[order[end]] - first) <= std::abs(first) * kSameScore) ++end;
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return order;
}

std::vector<std::optional<int>> ranks(const RankingAsked& asked, const Scores& scores,
                                      const std::vector<std::size_t>& order) {
  std::vector<std::optional<int>> result(scores.size());
  std::size_t leader = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    if (!ties(asked, *scores[order[leader]], *scores[order[at]])) leader = at;
    result[order[at]] = static_cast<int>(leader) + 1;
  }
  return result;
}

bool is_of(std::string_view measure, QuantityMark mark) {
  const RankMeasure* found = find_measure(measure);
  return found == nullptr || std::ranges::any_of(found->quantities, [&](const Quantity* each) { return each->*mark; });
}

bool asks_for(const Study& study, QuantityMark mark) {
  const auto ranks = [&](const RankTerm& term) { return is_of(term.measure, mark); };
  const auto limits = [&](const auto& limit) {
    const std::string_view name = limit_name(limit.first);
    return is_marked(name, mark) || (find_measure(name) != nullptr && is_of(name, mark));
  };
  return std::ranges::any_of(study.limits, limits) || std::ranges::any_of(study.rank, ranks) ||
         std::ranges::any_of(pareto_measures(study), ranks);
}

Effort effort_in_words(const Study& study, const Effort& effort) {
  return effort_where(tells_bisection, study, effort);
}

Effort effort_of_winner(const Study& study, const Effort& effort) {
  return effort_where(ranks_by_bisection, study, effort);
}

}  // namespace cutline
