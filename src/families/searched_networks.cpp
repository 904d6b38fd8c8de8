// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <iterator>

#include "evaluate/candidate_routes.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/stages.hpp"
#include "families/family_search.hpp"
#include "rank/asked.hpp"
#include "rank/scoring.hpp"

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
  std::vector<std::size_t> front =
      those_with(answer.points.size(), [&](std::size_t i) { return answer.points[i].on_front; });
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

/// Places in nanometres, or in pitches of a grid.
using Points = std::vector<std::array<double, 2>>;

/// The unit of places in metres: a micrometre, but of all places together at least a thousandth and no less than a part
/// in 2^16.
double unit_nm(const Points& points) {
  double least_x = points[0][0], least_y = points[0][1], extent = 0;
  for (const auto& [x, y] : points) least_x = std::min(least_x, x), least_y = std::min(least_y, y);
  for (const auto& [x, y] : points) extent = std::max({extent, x - least_x, y - least_y});
  double unit = 1e3;
  while (extent > 0 && extent < unit * 1000) unit /= 10;
  while (extent > unit * 65536) unit *= 10;
  return unit;
}

void set_places(LinkLimits& limits, const Points& points, double unit) {
  double least_x = points[0][0], least_y = points[0][1];
  for (const auto& [x, y] : points) least_x = std::min(least_x, x), least_y = std::min(least_y, y);
  std::map<std::array<std::uint32_t, 2>, std::size_t> taken;
  limits.places.clear();
  for (const auto& [x, y] : points) {
    limits.places.push_back({static_cast<std::uint32_t>(std::lround((x - least_x) / unit)),
                             static_cast<std::uint32_t>(std::lround((y - least_y) / unit))});
    const auto [other, is_free] = taken.emplace(limits.places.back(), limits.places.size() - 1);
    if (!is_free)
      throw_input_error(fmt::format("routers {} and {} stand in one place", other->second, limits.places.size() - 1),
                        "of a search, places count in micrometres, or in pitches of the grid");
  }
}

/// Where the routers of a floorplan stand: router n in the tile that is called n or, where no tile is called by a
/// number, in the n-th one.
Points points_of_tiles(const TilePlan& plan) {
  std::map<std::string, const Tile*> named;
  for (const Tile& tile : plan.tiles) named[tile.name] = &tile;
  Points points;
  for (auto at = named.find("0"); at != named.end(); at = named.find(fmt::format("{}", points.size())))
    points.push_back({in_nm(at->second->router_x), in_nm(at->second->router_y)});
  if (!points.empty()) return points;
  for (const Tile& tile : plan.tiles) points.push_back({in_nm(tile.router_x), in_nm(tile.router_y)});
  return points;
}

Points points_of_cells(const PlacementChoice& placement) {
  if (!placement.cell_names.empty())
    throw_input_error("a search numbers its routers, and `cells` gives them names", "a list of cells, router 0 first");
  Points points;
  for (const auto& cell : placement.cells) {
    if (std::min(cell[0], cell[1]) < 0 || std::max(cell[0], cell[1]) >= kMostSearchedNodes || cell[2] != 0)
      throw_input_error(fmt::format("a search takes no cell [{}, {}, {}]", cell[0], cell[1], cell[2]),
                        "columns and rows from 0 to 1023, in one plane");
    points.push_back({static_cast<double>(cell[0]), static_cast<double>(cell[1])});
  }
  return points;
}

/// The cells of the grid, row by row, without those that stay empty.
Points points_of_grid(const LinkLimits& limits, const PlacementChoice& placement) {
  Points points;
  for (std::uint32_t y = 0; y < limits.rows; ++y) {
    for (std::uint32_t x = 0; x < limits.columns; ++x) {
      const auto takes = [&](const CellRange& range) { return range.contains(x, y); };
      if (std::none_of(placement.empty.begin(), placement.empty.end(), takes))
        points.push_back({static_cast<double>(x), static_cast<double>(y)});
    }
  }
  return points;
}

bool has_lengths(const SearchChoice& choice) { return choice.span_length || choice.wire_length; }

/// Of places in metres, limits are too: those in lengths become units, and there are no others.
void set_lengths(SearchChoice& choice, double unit) {
  LinkLimits& limits = choice.limits;
  if (limits.span != kNoLimit || limits.wire != kNoLimit || limits.reach != kAnyReach) {
    throw_input_error("where places are in metres, so are the limits on links",
                      "for example `span: 3 mm` and `wire: 120 mm`; `reach` is a step of a grid", "limits");
  }
  limits.unit_mm = unit / 1e6;
  const auto units = [&](const std::optional<Length>& length) {
    return length ? static_cast<std::uint64_t>(std::floor(in_nm(*length) / unit * (1 + 1e-12))) : kNoLimit;
  };
  limits.span = units(choice.span_length);
  limits.wire = units(choice.wire_length);
}

/// The pitches of tiles along x and y, in nm, without what wires between them take.
std::array<double, 2> pitches_nm(const Study& study) {
  const SearchChoice& choice = *study.search;
  const Technology& technology = technology_of(study, choice.network);
  if (technology.unit)
    throw_input_error("limits in metres need a technology that has metres", "give them in pitches: span: 3", "limits");
  const TileSides tile = room_for(choice.network, 1);
  const LayoutRules rules = layout_rules(technology, tile.width, tile.height);
  return {rules.node_width * rules.cell_width_nm, rules.node_height * rules.cell_height_nm};
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

void settle_places(Study& study) {
  SearchChoice& choice = *study.search;
  LinkLimits& limits = choice.limits;
  const PlacementChoice& placement = choice.network.placement;
  if (choice.among) {
    if (has_lengths(choice))
      throw_input_error("a span or wire in metres limits the links of a `grid` or of given places, not of families",
                        "limit the `longest` wire, or the `span` in pitches", "limits");
    return;
  }
  const bool tiles = placement.plan && !placement.plan->tiles.empty();
  if (choice.grid_given() && (tiles || !placement.cells.empty()))
    throw_input_error(fmt::format("`grid` and `{}` both say where routers stand", tiles ? "positions" : "cells"),
                      "leave out `grid`", "grid");
  Points points;
  if (tiles) points = points_of_tiles(*placement.plan);
  if (!tiles && !placement.cells.empty()) points = points_of_cells(placement);
  if (choice.grid_given()) points = points_of_grid(limits, placement);
  if (points.size() < 2 || points.size() > kMostSearchedNodes) {
    if (points.empty())
      throw_input_error("a search needs `terminals`, a `grid` or places",
                        "for example `terminals: 64`; places are `defaults: {placement: {positions: tiles.csv}}`");
    throw_input_error(fmt::format("{} routers cannot be searched", points.size()), "2 to 1024 routers");
  }
  if (tiles) {
    const double unit = unit_nm(points);
    set_places(limits, points, unit);
    return set_lengths(choice, unit);
  }
  if (has_lengths(choice)) {
    const std::array<double, 2> pitch = pitches_nm(study);
    for (auto& point : points) point = {point[0] * pitch[0], point[1] * pitch[1]};
    const double unit = unit_nm(points);
    set_places(limits, points, unit);
    return set_lengths(choice, unit);
  }
  const bool full = choice.grid_given() && points.size() == std::uint64_t{limits.columns} * limits.rows;
  if (!full) set_places(limits, points, 1);
}

}  // namespace cutline
