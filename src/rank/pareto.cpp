// SPDX-License-Identifier: Apache-2.0
#include "rank/pareto.hpp"

#include <algorithm>

#include "evaluate/population.hpp"

namespace cutline {

namespace {

struct Point {
  std::size_t candidate = 0;
  std::vector<double> values;  ///< less is better
};

/// The candidates that have all measures, sorted by their values. In this order, a point that dominates another one
/// comes before it, so that a point must be compared only with the front so far.
std::vector<Point> points(const Scoring& scoring) {
  std::vector<Point> all;
  const std::vector<RankTerm> terms = pareto_measures(scoring.study);
  for (const std::size_t i : rankable(scoring.candidates)) {
    Point point{i, {}};
    for (const RankTerm& term : terms) {
      const double sign = measure_named(term.measure).more_is_better() ? -1 : 1;
      if (const auto value = measured(scoring, term, scoring.candidates[i])) point.values.push_back(sign * *value);
    }
    if (point.values.size() == terms.size()) all.push_back(std::move(point));
  }
  std::stable_sort(all.begin(), all.end(), [](const Point& a, const Point& b) { return a.values < b.values; });
  return all;
}

bool dominates(const Point& a, const Point& b) {
  if (a.values == b.values) return false;
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), [](double x, double y) { return x <= y; });
}

}  // namespace

std::vector<RankTerm> pareto_measures(const Study& study) {
  if (!study.pareto.empty()) return study.pareto;
  std::vector<RankTerm> terms = study.rank;
  for (RankTerm& term : terms) term.weight = 1;
  if (terms.size() == 1) terms.push_back({terms[0].measure == "area" ? "latency" : "area", 1});
  return terms;
}

std::vector<std::optional<bool>> pareto_front(const Scoring& scoring) {
  std::vector<std::optional<bool>> result(scoring.candidates.size());
  std::vector<Point> front;
  for (Point& point : points(scoring)) {
    const bool beaten =
        std::any_of(front.begin(), front.end(), [&](const Point& better) { return dominates(better, point); });
    result[point.candidate] = !beaten;
    if (!beaten) front.push_back(std::move(point));
  }
  return result;
}

}  // namespace cutline
