// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "cutline/study/laid_out.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/traffic.hpp"
#include "families/networks_in_turn.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

/// A limit of the search that also holds for regular networks.
struct SearchLimit {
  const char* name;
  std::optional<double> (*allowed)(const SearchChoice&);
  double (*needed)(const Candidate&);
  bool at_least = false;
};

template <std::uint64_t LinkLimits::*Member, std::uint64_t none = kNoLimit>
std::optional<double> count_of(const SearchChoice& choice) {
  const std::uint64_t limit = choice.limits.*Member;
  return limit != none ? std::optional<double>(static_cast<double>(limit)) : std::nullopt;
}

std::optional<double> degree_limit(const SearchChoice& choice) {
  return choice.degree_given ? std::optional<double>(choice.limits.degree) : std::nullopt;
}

std::optional<double> saturation_limit(const SearchChoice& choice) {
  return choice.saturation > 0 ? std::optional(choice.saturation) : std::nullopt;
}

/// The saturation of a candidate; 0 if it is not known, because then nothing shows that the limit is kept.
double saturation_of(const Candidate& c) {
  const WireTiming* wires = c.latency.wires_under(0);
  return c.traffic.saturation.known() && wires != nullptr ? saturation_per_cycle(c, *wires) : 0;
}

double densest_links(const Candidate& candidate) {
  std::int64_t most = 0;
  for (const Density& density : candidate.laid_out()->measures.density) most = std::max(most, density.peak_links);
  return static_cast<double>(most);
}

const std::vector<SearchLimit>& search_limits() {
  static const std::vector<SearchLimit> limits = {
      {"links_of_router", degree_limit, [](const Candidate& c) { return static_cast<double>(c.graph()->one_way_max); }},
      {"links", count_of<&LinkLimits::links>, [](const Candidate& c) { return c.facts.links; }},
      {"wire", count_of<&LinkLimits::wire>,
       [](const Candidate& c) { return static_cast<double>(c.laid_out()->measures.length.total_span_halves) / 2; }},
      {"span", count_of<&LinkLimits::span>,
       [](const Candidate& c) { return c.laid_out()->measures.length.longest_span.pitches(); }},
      {"middle_links", count_of<&LinkLimits::middle_cut>,
       [](const Candidate& c) { return over_middle(c, &Density::middle_links); }},
      {"cut_links", count_of<&LinkLimits::any_cut>, densest_links},
      {"at_least.bisection", count_of<&LinkLimits::bisection, 0>,
       [](const Candidate& c) { return static_cast<double>(c.graph()->bisection.lower); }, true},
      {"at_least.saturation", saturation_limit, saturation_of, true}};
  return limits;
}

bool has_limits(const Candidate& candidate) { return candidate.can_be_built() && !candidate.infeasible.empty(); }

}  // namespace

void hold_to_limits(const Study& study, Candidate& candidate) {
  if (!candidate.laid_out()) return;
  for (const SearchLimit& limit : search_limits()) {
    const std::optional<double> allowed = limit.allowed(*study.search);
    if (!allowed) continue;
    const double needed = limit.needed(candidate);
    if (limit.at_least ? needed < *allowed : needed > *allowed)
      candidate.infeasible.push_back({limit.name, needed, *allowed, false});
  }
}

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

std::vector<std::vector<std::string>> contradicting_limits(const std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostLimits = 16;
  std::set<std::string> names;
  for (const Candidate& candidate : candidates) {
    for (const OverLimit& over : candidate.infeasible) names.insert(over.limit);
  }
  const std::vector<std::string> limits(names.begin(), names.end());
  if (limits.empty()) return {};
  if (limits.size() > kMostLimits) return {limits};
  std::set<std::uint32_t> missed;  // the sets of limits that a network misses, one bit for each limit
  for (const Candidate& candidate : candidates) {
    if (!has_limits(candidate)) continue;
    std::uint32_t set = 0;
    for (const OverLimit& over : candidate.infeasible)
      set |= 1U << (std::find(limits.begin(), limits.end(), over.limit) - limits.begin());
    missed.insert(set);
  }
  std::vector<std::vector<std::string>> smallest;
  for (std::uint32_t some = 1; some < 1U << limits.size(); ++some) {
    const auto size = static_cast<std::size_t>(std::popcount(some));
    if (!smallest.empty() && size > smallest.front().size()) continue;
    if (!std::all_of(missed.begin(), missed.end(), [&](std::uint32_t set) { return (set & some) != 0; })) continue;
    if (!smallest.empty() && size < smallest.front().size()) smallest.clear();
    std::vector<std::string>& set = smallest.emplace_back();
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if ((some >> i & 1U) != 0) set.push_back(limits[i]);
    }
  }
  return smallest;
}

const Candidate* nearest_to_limits(const std::vector<Candidate>& candidates) {
  const auto excess = [](const Candidate& candidate) {
    double sum = 0;
    for (const OverLimit& over : candidate.infeasible)
      sum += std::abs(std::log(std::max(over.needed, 1e-9) / std::max(over.allowed, 1e-9)));
    return sum;
  };
  const Candidate* nearest = nullptr;
  for (const Candidate& candidate : candidates) {
    if (has_limits(candidate) && (nearest == nullptr || excess(candidate) < excess(*nearest))) nearest = &candidate;
  }
  return nearest;
}

namespace {

void count(const std::vector<Candidate>& candidates, RegularAnswer& answer) {
  for (const Candidate& candidate : candidates) {
    if (const auto* refused = std::get_if<CannotBeBuilt>(&candidate.built)) {
      if (answer.not_built++ == 0) answer.why_not_built = candidate.design->name + ": " + refused->why;
    } else if (!candidate.infeasible.empty()) {
      ++answer.over[candidate.infeasible.front().limit];
    }
  }
}

/// Lays out also the networks that limits had ruled out, and finds which limits contradict each other and which network
/// comes nearest to meeting all of them.
void explain_limits(const Study& study, const NetworksToTry& networks, const std::vector<Candidate>& laid_out,
                    const Effort& effort, RegularAnswer& answer) {
  const std::vector<Design>& designs = networks.designs;
  const std::vector<EarlyFacts>& facts = networks.facts;
  constexpr std::size_t kMostExplained = 2048;
  std::vector<Design> others;
  for (std::size_t i = 0; i < designs.size() && others.size() < kMostExplained; ++i) {
    if (facts[i].why_none.empty() && !facts[i].over.empty()) others.push_back(with_room(designs[i], facts[i]));
  }
  std::vector<Candidate> all = evaluated_networks(study, others, effort);
  all.insert(all.end(), laid_out.begin(), laid_out.end());
  answer.nearest = near_misses(all);
  answer.contradicting = contradicting_limits(all);
  if (const Candidate* nearest = nearest_to_limits(all)) {
    answer.nearest_network = nearest->design->name;
    answer.nearest_needs = nearest->infeasible;
  }
}

}  // namespace

FamilySearch search_families(const Study& study, const Effort& effort) {
  FamilySearch found;
  const SearchChoice& choice = *study.search;
  NetworksToTry networks{networks_of(choice), {}, 0};
  networks.facts = early_facts(study, objectives_of(study), networks.designs);
  add_optimised(networks);
  found.answer.considered = networks.designs.size();
  found.answer.sizes_differ = searched_population(study).any;
  found.candidates = laid_out_in_turn(study, networks, effort, found.answer);
  count(found.candidates, found.answer);
  const Scoring scoring{study, found.candidates, 0, mixed_population(searched_population(study), found.candidates), {}};
  const std::vector<std::size_t> order = ordered(study, scores(scoring));
  found.answer.ranked = order.size();
  if (order.empty()) explain_limits(study, networks, found.candidates, effort, found.answer);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(*found.candidates[i].design);
    if (!found.model) found.model = model_of_links(choice, found.candidates[i]);
  }
  return found;
}

}  // namespace cutline
