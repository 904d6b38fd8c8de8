// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <utility>

#include "evaluate/candidate_routes.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/stages.hpp"
#include "families/family_search.hpp"
#include "rank/asked.hpp"
#include "rank/scoring.hpp"
#include "rank/verdict.hpp"

namespace cutline {

namespace {

/// Whether the measure is known without a search of cuts and without the loads of channels.
bool ranks_plainly(const RankTerm& term) {
  constexpr std::string_view kPlain[] = {"latency", "cycle", "hops", "area", "longest", "total", "span", "pins"};
  return !term.at && std::ranges::find(kPlain, term.measure) != std::end(kPlain);
}

SearchHistory history_of(const std::optional<RankTerm>& of, const Scores& values, bool more,
                         const std::vector<Candidate>& candidates) {
  SearchHistory history{of, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    const bool first = history.steps.empty();
    if (first || (more ? *values[i] > history.steps.back().value : *values[i] < history.steps.back().value))
      history.steps.push_back({i + 1, *values[i], candidates[i].design->name});
  }
  return history;
}

std::vector<SearchHistory> histories(const Scoring& scoring, const std::vector<RankTerm>& objectives) {
  const Study& study = scoring.study;
  if (!study.search->front) {
    const bool one = study.rank.size() == 1;
    return {history_of(one ? std::optional(study.rank.front()) : std::nullopt, scores(scoring), more_is_better(study),
                       scoring.candidates)};
  }
  std::vector<SearchHistory> all;
  for (const RankTerm& term : objectives) {
    Scores values(scoring.candidates.size());
    for (const std::size_t i : rankable(scoring.candidates)) values[i] = measured(scoring, term, scoring.candidates[i]);
    all.push_back(history_of(term, values, measure_named(term.measure).more_is_better(), scoring.candidates));
  }
  return all;
}

/// Fills in the points, and returns the candidate of each point.
std::vector<std::size_t> fill_points(const Scoring& scoring, std::size_t regular, SearchAnswer& answer) {
  std::vector<std::size_t> candidate_of;
  const std::vector<std::optional<bool>> front = pareto_front(scoring);
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (!front[i]) continue;
    const Candidate& candidate = scoring.candidates[i];
    SearchPoint point{candidate.design->name, i < regular ? candidate.design->family.printed() : "", {}, *front[i]};
    for (const RankTerm& term : answer.objectives) point.values.push_back(*measured(scoring, term, candidate));
    answer.points.push_back(std::move(point));
    candidate_of.push_back(i);
  }
  return candidate_of;
}

/// The points of the front, in the order of the first objective. Of points with equal values, only the first.
std::vector<std::size_t> front_in_order(const SearchAnswer& answer) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < answer.points.size(); ++i) {
    if (answer.points[i].on_front) front.push_back(i);
  }
  const bool more = measure_named(answer.objectives.front().measure).more_is_better();
  const auto values = [&](std::size_t i) -> const std::vector<double>& { return answer.points[i].values; };
  std::ranges::stable_sort(front, [&](std::size_t a, std::size_t b) {
    return more ? values(a).front() > values(b).front() : values(a).front() < values(b).front();
  });
  front.erase(
      std::unique(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return values(a) == values(b); }),
      front.end());
  return front;
}

/// The kMostBest best networks of families and all networks found by link searches, in the order of the ranking.
std::vector<std::size_t> best_in_order(const Scoring& scoring, std::size_t regular) {
  std::vector<std::size_t> best;
  std::size_t of_families = 0;
  for (const std::size_t i : ordered(scoring.study, scores(scoring))) {
    if (i >= regular || of_families++ < kMostBest) best.push_back(i);
  }
  return best;
}

/// Whether messages on the default routes may wait for each other in a cycle, and layers of virtual channels can
/// prevent it.
bool locks_up(const Study& study, const Candidate& candidate, const Effort& effort) {
  if (candidate.design->routing || !candidate.facts.bidirectional) return false;
  const std::optional<RouteFacts> routes = route_facts(study, candidate, candidate.traffic.routed, effort);
  return routes && !routes->free_of_deadlock;
}

}  // namespace

std::vector<Candidate> evaluated_networks(const Study& study, const std::vector<Design>& designs,
                                          const Effort& effort) {
  std::vector<Candidate> candidates;
  candidates.reserve(designs.size());
  evaluate_designs(study, designs, effort, Layouts::freed, [&](std::size_t, std::vector<Candidate>& block) {
    std::move(block.begin(), block.end(), std::back_inserter(candidates));
  });
  for (Candidate& candidate : candidates) hold_to_limits(study, candidate);
  return candidates;
}

Population searched_population(const Study& study) {
  if (!study.search->among) return study.population;
  const SizeRange& terminals = study.search->among->terminals;
  return {.any = terminals.least < terminals.most, .tolerance = study.population.tolerance};
}

Effort effort_of_networks(const Study& study, const Effort& effort) {
  const std::vector<RankTerm> front = pareto_measures(study);
  const bool plain = std::ranges::all_of(study.rank, ranks_plainly) && std::ranges::all_of(front, ranks_plainly);
  Effort needed = effort;
  needed.detail = plain && study.search->saturation == 0 ? Detail::plain_ranking : Detail::any_ranking;
  const bool holds = needed.detail != Detail::plain_ranking && holds_graph_cut(study.hold);
  const bool asks = study.search->limits.bisection > 0 || asks_for(study, &Quantity::of_bisection);
  needed.bisections = holds || asks ? Bisections::all : Bisections::bounding_load;
  needed.board_tracks = asks_for(study, &Quantity::of_board_tracks);
  needed.to_rank = false;  // networks of a range of sizes are ranked together
  return needed;
}

std::vector<Loss> losses_in_turn(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  std::vector<Loss> losses(ranking.order.size());
  for (std::size_t place = 1; place < losses.size(); ++place) {
    Ranking two;
    two.order = {ranking.order[place - 1], ranking.order[place]};
    two.per_terminal = ranking.per_terminal;
    losses[place] = loss_at({study, candidates, two, 0}, 1);
  }
  return losses;
}

void fill_answer(const Study& study, const std::vector<Candidate>& candidates, const Effort& effort,
                 SearchAnswer& answer) {
  answer.objectives = pareto_measures(study);
  if (candidates.empty()) return;
  std::vector<std::size_t> found;  // by candidate after those of families: the search that found it
  for (std::size_t i = 0; i < answer.irregular.size(); ++i) {
    if (answer.irregular[i].found) found.push_back(i);
  }
  const std::size_t regular = candidates.size() - found.size();
  const Scoring scoring{study, candidates, 0, mixed_population(searched_population(study), candidates), {}};
  const std::vector<std::size_t> candidate_of = fill_points(scoring, regular, answer);
  answer.history = histories(scoring, answer.objectives);
  std::vector<std::size_t> winners;
  if (study.search->front) {
    for (const std::size_t point : front_in_order(answer)) winners.push_back(candidate_of[point]);
  } else {
    winners = best_in_order(scoring, regular);
  }
  for (const std::size_t i : winners) {
    SearchWinner winner{candidates[i].design->name, *candidates[i].design, {}};
    if (i >= regular) winner.links = found[i - regular];
    if (locks_up(study, candidates[i], effort)) winner.design.routing = Routing::layered;
    answer.winners.push_back(std::move(winner));
  }
}

}  // namespace cutline
