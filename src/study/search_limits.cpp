// SPDX-License-Identifier: Apache-2.0
#include "study/search_limits.hpp"

#include <cmath>
#include <map>

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

}  // namespace

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

}  // namespace cutline
