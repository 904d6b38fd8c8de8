// SPDX-License-Identifier: Apache-2.0
#include "study/family_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cutline/study/ranking.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// A limit of the search that regular networks keep too.
struct SearchLimit {
  const char* name;
  std::optional<double> (*allowed)(const SearchChoice&);
  double (*needed)(const Candidate&);
  bool at_least = false;
};

template <std::optional<std::uint64_t> LinkLimits::*Member>
std::optional<double> count_of(const SearchChoice& choice) {
  const auto& limit = choice.limits.*Member;
  return limit ? std::optional<double>(static_cast<double>(*limit)) : std::nullopt;
}

std::optional<double> degree_of(const SearchChoice& choice) {
  return choice.degree_given ? std::optional<double>(choice.limits.degree) : std::nullopt;
}

std::optional<double> span_of(const SearchChoice& choice) {
  return choice.limits.span ? std::optional<double>(*choice.limits.span) : std::nullopt;
}

const std::vector<SearchLimit>& search_limits() {
  static const std::vector<SearchLimit> limits = {
      {"links_of_router", degree_of, [](const Candidate& c) { return static_cast<double>(c.facts.graph->degree_max); }},
      {"links", count_of<&LinkLimits::links>, [](const Candidate& c) { return c.facts.links; }},
      {"wire", count_of<&LinkLimits::wire>,
       [](const Candidate& c) { return static_cast<double>(c.laid_out()->measures.length.total_span_halves) / 2; }},
      {"span", span_of, [](const Candidate& c) { return c.laid_out()->measures.length.longest_span.pitches(); }},
      {"bisection", count_of<&LinkLimits::bisection>,
       [](const Candidate& c) { return static_cast<double>(c.facts.graph->bisection.lower); }, true}};
  return limits;
}

/// Adds what the candidate has over the limits of the search to what it has over those of the study.
void hold_to_limits(const SearchChoice& choice, Candidate& candidate) {
  if (!candidate.laid_out()) return;
  for (const SearchLimit& limit : search_limits()) {
    const std::optional<double> allowed = limit.allowed(choice);
    if (!allowed) continue;
    const double needed = limit.needed(candidate);
    if (limit.at_least ? needed < *allowed : needed > *allowed)
      candidate.infeasible.push_back({limit.name, needed, *allowed, false});
  }
}

void count(const std::vector<Candidate>& candidates, RegularAnswer& answer) {
  for (const Candidate& candidate : candidates) {
    if (!candidate.can_be_built()) {
      ++answer.not_built;
    } else if (!candidate.infeasible.empty()) {
      ++answer.over[candidate.infeasible.front().limit];
    }
  }
}

/// For every limit that a network misses alone, the nearest that one of these needs.
std::vector<NearMiss> near_misses(const std::vector<Candidate>& candidates) {
  std::map<std::string, NearMiss> nearest;
  for (const Candidate& candidate : candidates) {
    if (!candidate.can_be_built() || candidate.infeasible.size() != 1) continue;
    const OverLimit& over = candidate.infeasible.front();
    const auto [at, is_new] = nearest.try_emplace(over.limit, NearMiss{over.limit, over.needed, over.allowed});
    if (std::abs(over.needed - over.allowed) < std::abs(at->second.nearest - over.allowed))
      at->second.nearest = over.needed;
  }
  std::vector<NearMiss> all;
  for (const auto& [limit, miss] : nearest) all.push_back(miss);
  return all;
}

/// Absent unless the nodes fill a grid of one plane, at most four times as long as wide, with links of one width and no
/// interchanges.
std::optional<LinksOfNetwork> links_of(const SearchChoice& choice, const Candidate& candidate) {
  const PlacedNetwork* network = candidate.network();
  const LaidOut* laid = candidate.laid_out();
  if (network == nullptr || laid == nullptr) return std::nullopt;
  const Topology& topology = network->topology;
  const GridSize grid = network->placement.grid();
  const auto [narrow, wide] = std::minmax(grid[Axis::x], grid[Axis::y]);
  const std::uint64_t nodes = topology.node_count();
  if (grid.count() != nodes || grid[Axis::z] > 1 || wide > 4 * narrow || nodes > kMostSearchedNodes)
    return std::nullopt;
  if (candidate.facts.bidirectional == choice.limits.directed) return std::nullopt;
  if (laid->measures.wires_per_link_min != laid->measures.wires_per_link_max) return std::nullopt;
  LinksOfNetwork model{candidate.design->name, choice.limits, topology.concentration, {}};
  model.limits.columns = grid[Axis::x];
  model.limits.rows = grid[Axis::y];
  if (!choice.degree_given) model.limits.degree = static_cast<std::uint32_t>(candidate.facts.graph->degree_max);
  if (!choice.limits.wire) model.limits.wire = static_cast<std::uint64_t>(laid->measures.length.total_span_halves / 2);
  const auto cell = [&](std::uint64_t node) {
    const Cell at = cell_of(topology, network->placement, node);
    return at[Axis::x] + at[Axis::y] * grid[Axis::x];
  };
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const GridLink link{cell(a), cell(b)};
    model.links.push_back(link.a < link.b || choice.limits.directed ? link : GridLink{link.b, link.a});
  });
  return model;
}

}  // namespace

FamilySearch search_families(const Study& study, const Effort& effort) {
  FamilySearch found;
  const SearchChoice& choice = *study.search;
  Study asked = study;
  asked.search.reset();
  asked.designs = networks_of(*choice.among);
  const SizeRange& terminals = choice.among->terminals;
  asked.population.any = terminals.least < terminals.most;
  asked.population.terminals.reset();
  found.answer.considered = asked.designs.size();
  if (asked.designs.empty()) return found;
  std::vector<Candidate> candidates = evaluate(asked, effort, Layouts::freed);
  for (Candidate& candidate : candidates) hold_to_limits(choice, candidate);
  count(candidates, found.answer);
  const std::vector<std::size_t> order = rank(asked, candidates).front().order;
  found.answer.ranked = order.size();
  if (order.empty()) found.answer.nearest = near_misses(candidates);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(asked.designs[i]);
    if (!found.model) found.model = links_of(choice, candidates[i]);
  }
  return found;
}

}  // namespace cutline
