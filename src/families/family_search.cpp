// SPDX-License-Identifier: Apache-2.0
#include "families/family_search.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/population.hpp"
#include "cutline/study/scoring.hpp"
#include "families/search_limits.hpp"

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

/// Decides which networks may still win. In a ranking, a network is out if its floor is above the score of the
/// kMostBest-th best network so far; for a front, if some network is at least as good as its floors in both objectives.
/// Since floors are lower bounds, no winner is lost (this is the pruning rule of branch and bound).
class Bar {
 public:
  explicit Bar(const Study& study) : study_(study), front_(study.search->front) {}

  const std::vector<RankTerm>& terms() const { return front_ ? study_.pareto : study_.rank; }

  void raise(const std::vector<Candidate>& candidates) {
    const Scoring scoring{study_, candidates, 0, study_.population.any, {}};
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

/// Lays the networks out, batch by batch, until no remaining network can win.
std::vector<Candidate> evaluated_in_turn(const Study& study, const std::vector<Design>& designs,
                                         const std::vector<EarlyFacts>& facts, Bar& bar, const Effort& effort,
                                         RegularAnswer& answer) {
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
void explain_limits(const Study& study, const std::vector<Design>& designs, const std::vector<EarlyFacts>& facts,
                    const std::vector<Candidate>& laid_out, const Effort& effort, RegularAnswer& answer) {
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
  found.answer.sizes_differ = study.population.any;
  Bar bar(study);
  const std::vector<EarlyFacts> facts = early_facts(study, bar.terms(), designs);
  found.candidates = evaluated_in_turn(study, designs, facts, bar, effort, found.answer);
  count(found.candidates, found.answer);
  const Scoring scoring{study, found.candidates, 0, mixed_population(study, found.candidates), {}};
  const std::vector<std::size_t> order = ordered(study, scores(scoring));
  found.answer.ranked = order.size();
  if (order.empty()) explain_limits(study, designs, facts, found.candidates, effort, found.answer);
  for (const std::size_t i : order) {
    if (found.answer.best.size() < kMostBest) found.answer.best.push_back(*found.candidates[i].design);
    if (!found.model) found.model = model_of_links(choice, found.candidates[i]);
  }
  return found;
}

}  // namespace cutline
