// SPDX-License-Identifier: Apache-2.0
#include "rank/scoring.hpp"

#include <cmath>

#include "base/named.hpp"
#include "cutline/study/quantities.hpp"
#include "evaluate/rankable.hpp"

namespace cutline {

namespace {

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

}  // namespace

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
  return std::any_of(asked.rank.begin(), asked.rank.end(), under_load) || std::ranges::any_of(asked.pareto, under_load);
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
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i]) order.push_back(i);
  }
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

}  // namespace cutline
