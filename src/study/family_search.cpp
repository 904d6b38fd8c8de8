// SPDX-License-Identifier: Apache-2.0
#include "study/family_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cutline/study/population.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/study/scoring.hpp"
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

std::optional<double> span_limit(const SearchChoice& choice) {
  return choice.limits.span ? std::optional<double>(*choice.limits.span) : std::nullopt;
}

const std::vector<SearchLimit>& search_limits() {
  static const std::vector<SearchLimit> limits = {
      {"links_of_router", degree_of, [](const Candidate& c) { return static_cast<double>(c.facts.graph->degree_max); }},
      {"links", count_of<&LinkLimits::links>, [](const Candidate& c) { return c.facts.links; }},
      {"wire", count_of<&LinkLimits::wire>,
       [](const Candidate& c) { return static_cast<double>(c.laid_out()->measures.length.total_span_halves) / 2; }},
      {"span", span_limit, [](const Candidate& c) { return c.laid_out()->measures.length.longest_span.pitches(); }},
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
  const std::uint32_t narrow = std::min(grid[Axis::x], grid[Axis::y]), wide = std::max(grid[Axis::x], grid[Axis::y]);
  const std::uint64_t nodes = topology.node_count();
  if (grid.count() != nodes || grid[Axis::z] > 1 || wide > 4 * narrow || nodes > kMostSearchedNodes)
    return std::nullopt;
  if (candidate.facts.bidirectional == choice.limits.directed) return std::nullopt;
  if (laid->measures.wires_per_link_min != laid->measures.wires_per_link_max) return std::nullopt;
  LinksOfNetwork model{candidate.design->name, choice.limits, topology.concentration, {}, {}};
  model.tile = {candidate.design->node_width, candidate.design->node_height};
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

/// Whether the ranking is by latency without load alone, so that a floor of the latency can rule a network out.
bool has_floor(const Study& study) { return ranks_by_latency_alone(study) && study.guest == std::nullopt; }

/// Cuts, and what is more the better (saturation, bisection), need a search of cuts.
Detail detail_of(const Study& study) {
  const auto by_cuts = [](const RankTerm& term) {
    const RankMeasure& measure = measure_named(term.measure);
    return term.at || measure.under_load() || measure.more_is_better();
  };
  const bool cuts = study.hold.resource == Resource::bisection || study.search->limits.bisection ||
                    std::any_of(study.rank.begin(), study.rank.end(), by_cuts);
  return cuts ? Detail::full : Detail::ranking;
}

/// The networks that may be laid out, those with the lowest floor of the latency first; counts all others.
std::vector<std::size_t> to_be_laid_out(const std::vector<EarlyFacts>& facts, RegularAnswer& answer) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (!facts[i].why_none.empty()) {
      ++answer.not_built;
    } else if (!facts[i].over.empty()) {
      ++answer.ruled_out[facts[i].over];
    } else {
      left.push_back(i);
    }
  }
  std::stable_sort(left.begin(), left.end(),
                   [&](std::size_t a, std::size_t b) { return facts[a].latency_floor < facts[b].latency_floor; });
  return left;
}

/// The latency that a network must beat to be among the best: that of the kMostBest-th; none while there are fewer.
std::optional<Time> latency_to_beat(const std::vector<Candidate>& candidates) {
  std::vector<Time> latencies;
  for (const std::size_t i : rankable(candidates)) {
    const std::vector<Timing>& timings = candidates[i].latency.timings;
    if (!timings.empty()) latencies.push_back(timings.front().latency.total());
  }
  if (latencies.size() < kMostBest) return std::nullopt;
  std::nth_element(latencies.begin(), latencies.begin() + (kMostBest - 1), latencies.end());
  return latencies[kMostBest - 1];
}

Design with_room(Design design, const EarlyFacts& facts) {
  const TileSides tile = room_for(design, facts.concentration);
  design.node_width = tile.width;
  design.node_height = tile.height;
  return design;
}

/// Lays the networks out, batch by batch, until all that are left have a floor above what they would have to beat.
std::vector<Candidate> evaluated_in_turn(const Study& study, const std::vector<Design>& designs, const Effort& effort,
                                         RegularAnswer& answer) {
  constexpr std::size_t kBatch = 256;  // for any number of threads: what is ruled out must not depend on them
  const std::vector<EarlyFacts> facts = early_facts(study, designs);
  const std::vector<std::size_t> left = to_be_laid_out(facts, answer);
  std::vector<Candidate> all;
  for (std::size_t begin = 0; begin < left.size(); begin += kBatch) {
    const std::optional<Time> to_beat = has_floor(study) ? latency_to_beat(all) : std::nullopt;
    Study batch = study;
    batch.search.reset();
    for (std::size_t i = begin; i < std::min(begin + kBatch, left.size()); ++i) {
      const EarlyFacts& fact = facts[left[i]];
      if (!to_beat || fact.latency_floor < *to_beat) batch.designs.push_back(with_room(designs[left[i]], fact));
    }
    if (batch.designs.empty()) {
      answer.ruled_out["latency"] = left.size() - begin;
      break;
    }
    answer.ruled_out["latency"] += std::min(kBatch, left.size() - begin) - batch.designs.size();
    for (Candidate& candidate : evaluate(batch, effort, Layouts::freed)) {
      hold_to_limits(*study.search, candidate);
      all.push_back(std::move(candidate));
    }
  }
  if (answer.ruled_out["latency"] == 0) answer.ruled_out.erase("latency");
  return all;
}

}  // namespace

FamilySearch search_families(const Study& study, const Effort& effort) {
  FamilySearch found;
  const SearchChoice& choice = *study.search;
  const std::vector<Design> designs = networks_of(*choice.among);
  found.answer.considered = designs.size();
  Study asked = study;
  const SizeRange& terminals = choice.among->terminals;
  found.answer.sizes_differ = terminals.least < terminals.most;
  asked.population.any = terminals.least < terminals.most;
  asked.population.terminals.reset();
  Effort rough = effort;
  rough.detail = detail_of(study);
  const std::vector<Candidate> candidates = evaluated_in_turn(asked, designs, rough, found.answer);
  count(candidates, found.answer);
  if (candidates.empty()) return found;
  const std::vector<std::size_t> order = rank(asked, candidates).front().order;
  found.answer.ranked = order.size();
  if (order.empty()) found.answer.nearest = near_misses(candidates);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(*candidates[i].design);
    if (!found.model) found.model = links_of(choice, candidates[i]);
  }
  return found;
}

}  // namespace cutline
