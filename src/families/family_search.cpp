// SPDX-License-Identifier: Apache-2.0
#include "families/family_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "cutline/study/laid_out.hpp"
#include "evaluate/budget.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/traffic.hpp"
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
       [](const Candidate& c) { return static_cast<double>(links_over_middle(c)); }},
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
  if (limits.empty() || limits.size() > kMostLimits) return {limits};
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
    if (!candidate.can_be_built()) {
      ++answer.not_built;
    } else if (!candidate.infeasible.empty()) {
      ++answer.over[candidate.infeasible.front().limit];
    }
  }
}

/// Decides which networks may still win. In a ranking, a network is out if its floor is above the score of the
/// kMostBest-th best network so far; for a front, if some network is at least as good as its floors in both objectives.
/// Since floors are lower bounds, no winner is lost (this is the pruning rule of branch and bound).
class Bar {
 public:
  explicit Bar(const Study& study) : study_(study), front_(study.search->front) {}

  const std::vector<RankTerm>& terms() const { return front_ ? study_.pareto : study_.rank; }

  void raise(const std::vector<Candidate>& candidates) {
    const Scoring scoring{study_, candidates, 0, searched_population(study_).any, {}};
    for (const std::size_t i : rankable(candidates)) {
      std::vector<double> values;
      for (const RankTerm& term : terms()) {
        if (const auto value = measured(scoring, term, candidates[i])) values.push_back(*value);
      }
      if (values.size() != terms().size()) continue;
      if (front_) {
        known_.push_back(std::move(values));
      } else {
        if (const double own = score(values); own > kNoFloor) scores_.push_back(own);
      }
    }
    if (scores_.size() < kMostBest) return;
    std::nth_element(scores_.begin(), scores_.begin() + (kMostBest - 1), scores_.end());
    scores_.resize(kMostBest);
  }

  bool rules_out(const std::vector<double>& floors) const {
    if (floors.empty()) return false;
    if (!front_) return scores_.size() >= kMostBest && score(floors) >= scores_.back();
    const auto beats = [&](const std::vector<double>& values) {
      return std::equal(values.begin(), values.end(), floors.begin(), [](double a, double b) { return a <= b; });
    };
    return std::any_of(known_.begin(), known_.end(), beats);
  }

  /// The single value, or the weighted sum of logarithms of the values, which sorts networks as the ranking does.
  double score(const std::vector<double>& values) const {
    if (values.size() == 1) return values.front();
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] <= 0) return kNoFloor;
      sum += (front_ ? 1 : terms()[i].weight) * std::log(values[i]);
    }
    return sum;
  }

 private:
  const Study& study_;
  bool front_;
  std::vector<double> scores_;              ///< for a ranking: the scores of the best networks
  std::vector<std::vector<double>> known_;  ///< for a front: the values of the networks on it
};

/// The networks that are to be laid out, those with the lowest floors first. Counts in `answer` why the others are not.
std::vector<std::size_t> to_be_laid_out(const std::vector<EarlyFacts>& facts, const Bar& bar, RegularAnswer& answer) {
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
  std::stable_sort(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
    return bar.score(facts[a].floors) < bar.score(facts[b].floors);
  });
  return left;
}

Design with_room(Design design, const EarlyFacts& facts) {
  design.node_width = facts.tile.width;
  design.node_height = facts.tile.height;
  return design;
}

/// The networks of a search, and what is known of each before it is laid out.
struct NetworksToTry {
  const std::vector<Design>& designs;
  const std::vector<EarlyFacts>& facts;
};

/// Lays the networks out, batch by batch, until no remaining network can win.
std::vector<Candidate> evaluated_in_turn(const Study& study, const NetworksToTry& networks, Bar& bar,
                                         const Effort& effort, RegularAnswer& answer) {
  const auto& [designs, facts] = networks;
  // Independent of the number of threads, which must not decide which networks are out.
  constexpr std::size_t kFirstBatch = 32, kBatch = 256;
  const std::vector<std::size_t> left = to_be_laid_out(facts, bar, answer);
  std::vector<Candidate> all;
  std::size_t out = 0;
  for (std::size_t begin = 0, size = kFirstBatch; begin < left.size(); size = std::min(2 * size, kBatch)) {
    std::vector<Design> batch;
    for (; begin < left.size() && batch.size() < size; ++begin) {
      const EarlyFacts& fact = facts[left[begin]];
      if (bar.rules_out(fact.floors)) {
        ++out;
      } else {
        batch.push_back(with_room(designs[left[begin]], fact));
      }
    }
    std::vector<Candidate> evaluated = evaluated_networks(study, batch, effort);
    bar.raise(evaluated);
    std::move(evaluated.begin(), evaluated.end(), std::back_inserter(all));
  }
  if (out > 0) answer.ruled_out["objective"] = out;
  return all;
}

/// Lays out also the networks that limits had ruled out, and finds which limits contradict each other and which network
/// comes nearest to meeting all of them.
void explain_limits(const Study& study, const NetworksToTry& networks, const std::vector<Candidate>& laid_out,
                    const Effort& effort, RegularAnswer& answer) {
  const auto& [designs, facts] = networks;
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
  const std::vector<Design> designs = networks_of(choice);
  found.answer.considered = designs.size();
  found.answer.sizes_differ = searched_population(study).any;
  Bar bar(study);
  const std::vector<EarlyFacts> facts = early_facts(study, bar.terms(), designs);
  found.candidates = evaluated_in_turn(study, {designs, facts}, bar, effort, found.answer);
  count(found.candidates, found.answer);
  const Scoring scoring{study, found.candidates, 0, mixed_population(searched_population(study), found.candidates), {}};
  const std::vector<std::size_t> order = ordered(study, scores(scoring));
  found.answer.ranked = order.size();
  if (order.empty()) explain_limits(study, {designs, facts}, found.candidates, effort, found.answer);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(*found.candidates[i].design);
    if (!found.model) found.model = model_of_links(choice, found.candidates[i]);
  }
  return found;
}

}  // namespace cutline
