// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "cutline/study/candidate.hpp"
#include "rank/asked.hpp"

namespace cutline {

namespace {

constexpr int kGrid = 33;
constexpr double kNeighbours = 1e-6;

/// The names of the winners, one a delay model.
using Winners = std::vector<std::string>;

class Search {
 public:
  Search(const CrossoverChoice& choice, FunctionRef<Study(const std::string&)> study_at, const Effort& effort)
      : choice_(choice), study_at_(study_at), effort_(effort) {}

  const Winners& at(double value) {
    const auto known = known_.find(value);
    if (known != known_.end()) return known->second;
    Study study = study_at_(value_text(choice_, value));
    // Only the winner counts here, not what was measured, nor the loads at which the order changes.
    study.measured.clear();
    if (!study.asks_loads()) study.counts_waits = false;
    // A candidate that this value does not fit does not win there. What a sweep changed stays as it is.
    for (Design& design : study.designs) {
      design.swept = true;
      design.sweep.clear();
    }
    const std::vector<Candidate> candidates = evaluate(study, effort_of_winner(study, effort_));
    Winners winners;
    for (const Ranking& ranking : rank(study, candidates)) {
      winners.push_back(ranking.order.empty() ? "" : candidates[ranking.order.front()].design->name);
      if (labels_.size() < winners.size()) labels_.push_back(ranking.delay_label);
    }
    return known_[value] = std::move(winners);
  }

  /// Bisects between two values until every change of the winner lies between neighbours.
  void refine(double low, double high) {
    if (at(low) == at(high)) return;
    double middle = choice_.whole ? std::floor((low + high) / 2) : std::sqrt(low * high);
    const bool neighbours = choice_.whole ? high - low <= 1 : high / low - 1 <= kNeighbours;
    if (neighbours) return;
    refine(low, middle);
    refine(middle, high);
  }

  std::vector<Crossovers> reigns() const {
    std::vector<Crossovers> result;
    for (std::size_t delay = 0; delay < labels_.size(); ++delay) {
      Crossovers& own = result.emplace_back(Crossovers{labels_[delay], {}});
      for (const auto& [value, winners] : known_) {
        const std::string& winner = winners[delay];
        if (own.reigns.empty() || own.reigns.back().winner != winner) own.reigns.push_back({value, value, winner});
        own.reigns.back().to = value;
      }
    }
    return result;
  }

 private:
  const CrossoverChoice& choice_;
  FunctionRef<Study(const std::string&)> study_at_;
  const Effort& effort_;
  std::map<double, Winners> known_;
  std::vector<std::string> labels_;
};

}  // namespace

std::vector<double> crossover_values(const CrossoverChoice& choice) {
  std::vector<double> values;
  if (!choice.values.empty()) {
    for (std::size_t i = 0; i < choice.values.size(); ++i) values.push_back(static_cast<double>(i));
    return values;
  }
  for (int i = 0; i < kGrid; ++i) {
    const double value = choice.from * std::pow(choice.to / choice.from, i / (kGrid - 1.0));
    values.push_back(choice.whole ? std::round(value) : value);
  }
  values.front() = choice.from;
  values.back() = choice.to;
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::string value_text(const CrossoverChoice& choice, double value) {
  if (!choice.values.empty()) return choice.values[static_cast<std::size_t>(value)];
  const std::string number = choice.whole ? fmt::format("{:.0f}", value) : fmt::format("{:.12g}", value);
  return choice.unit.empty() ? number : number + " " + choice.unit;
}

std::vector<Crossovers> find_crossovers(const CrossoverChoice& choice,
                                        FunctionRef<Study(const std::string& value)> study_at, const Effort& effort) {
  Search search(choice, study_at, effort);
  const std::vector<double> values = crossover_values(choice);
  {
    WatchedWork work(effort.onlooker, "values of the crossover", values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      search.at(values[i]);
      work.go_on(i + 1);
    }
  }
  if (choice.values.empty()) {
    WatchedWork work(effort.onlooker, "stretches of the crossover", values.size() - 1);
    for (std::size_t i = 1; i < values.size(); ++i) {
      search.refine(values[i - 1], values[i]);
      work.go_on(i);
    }
  }
  return search.reigns();
}

}  // namespace cutline
