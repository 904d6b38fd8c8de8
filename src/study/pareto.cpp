// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/pareto.hpp"

#include <algorithm>

#include "cutline/study/population.hpp"

namespace cutline {

namespace {

struct Point {
  std::size_t candidate = 0;
  std::vector<double> values;
};

/// The candidates that have all measures, sorted by their values: a point that dominates another comes before it.
std::vector<Point> points(const Scoring& scoring) {
  std::vector<Point> all;
  const std::vector<std::string> names = pareto_measures(scoring.study);
  for (const std::size_t i : rankable(scoring.candidates)) {
    Point point{i, {}};
    for (const std::string& name : names) {
      if (const auto value = measured(scoring, measure_named(name), scoring.candidates[i])) {
        point.values.push_back(*value);
      }
    }
    if (point.values.size() == names.size()) all.push_back(std::move(point));
  }
  std::stable_sort(all.begin(), all.end(), [](const Point& a, const Point& b) { return a.values < b.values; });
  return all;
}

bool dominates(const Point& a, const Point& b) {
  if (a.values == b.values) return false;
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), [](double x, double y) { return x <= y; });
}

}  // namespace

std::vector<std::string> pareto_measures(const Study& study) {
  if (!study.pareto.empty()) return study.pareto;
  std::vector<std::string> names;
  for (const RankTerm& term : study.rank) names.push_back(term.measure);
  if (names.size() == 1) names.emplace_back(names[0] == "area" ? "latency" : "area");
  return names;
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
