// SPDX-License-Identifier: Apache-2.0
#include "study/family_search.hpp"

#include <algorithm>
#include <iterator>

#include "cutline/study/population.hpp"
#include "cutline/study/scoring.hpp"
#include "study/search_limits.hpp"

namespace cutline {

namespace {

void count(const std::vector<Candidate>& candidates, RegularAnswer& answer) {
  for (const Candidate& candidate : candidates) {
    if (!candidate.can_be_built()) {
      ++answer.not_built;
    } else if (!candidate.infeasible.empty()) {
      ++answer.over[candidate.infeasible.front().limit];
    }
  }
}

/// Whether the ranking is by latency without load alone, so that a floor of the latency can rule a network out.
bool has_floor(const Study& study) { return ranks_by_latency_alone(study) && study.guest == std::nullopt; }

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
    std::vector<Design> batch;
    for (std::size_t i = begin; i < std::min(begin + kBatch, left.size()); ++i) {
      const EarlyFacts& fact = facts[left[i]];
      if (!to_beat || fact.latency_floor < *to_beat) batch.push_back(with_room(designs[left[i]], fact));
    }
    if (batch.empty()) {
      answer.ruled_out["latency"] = left.size() - begin;
      break;
    }
    answer.ruled_out["latency"] += std::min(kBatch, left.size() - begin) - batch.size();
    std::vector<Candidate> evaluated = evaluated_networks(study, std::move(batch), effort);
    std::move(evaluated.begin(), evaluated.end(), std::back_inserter(all));
  }
  if (answer.ruled_out["latency"] == 0) answer.ruled_out.erase("latency");
  return all;
}

}  // namespace

FamilySearch search_families(const Study& study, const Effort& effort) {
  FamilySearch found;
  const SearchChoice& choice = *study.search;
  const std::vector<Design> designs = networks_of(choice);
  found.answer.considered = designs.size();
  found.answer.sizes_differ = study.population.any;
  found.candidates = evaluated_in_turn(study, designs, effort, found.answer);
  count(found.candidates, found.answer);
  const Scoring scoring{study, found.candidates, 0, mixed_population(study, found.candidates), false, {}};
  const std::vector<std::size_t> order = ordered(study, scores(scoring));
  found.answer.ranked = order.size();
  if (order.empty()) found.answer.nearest = near_misses(found.candidates);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(*found.candidates[i].design);
    if (!found.model) found.model = model_of_links(choice, found.candidates[i]);
  }
  return found;
}

}  // namespace cutline
