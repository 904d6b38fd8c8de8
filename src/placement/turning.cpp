// SPDX-License-Identifier: Apache-2.0
#include "placement/turning.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace cutline {

namespace {

struct PlaneTurn {
  double cosine = 1, sine = 0;
};

PlaneTurn half_of(const PlaneTurn& turn) {
  const double cosine = std::sqrt(std::max(0.0, (1 + turn.cosine) / 2));
  const double sine = std::sqrt(std::max(0.0, (1 - turn.cosine) / 2));
  return {cosine, turn.sine < 0 ? -sine : sine};
}

/// With z = u + iv, a turn by the angle t leaves sum(u^4 + v^4) = sum(3 |z|^4 + Re(z^4 exp(-4it))) / 4. It is least
/// where 4t is opposite to the angle of sum(z^4). No turn where that sum is lost in rounding.
PlaneTurn best_turn(const std::vector<double>& u, const std::vector<double>& v) {
  double real = 0, imaginary = 0, all = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double a = u[i] * u[i] - v[i] * v[i], b = 2 * u[i] * v[i];
    real += a * a - b * b;
    imaginary += 2 * a * b;
    all += a * a + b * b;
  }
  const double size = std::sqrt(real * real + imaginary * imaginary);
  if (!(size > 1e-9 * all)) return {};
  return half_of(half_of({-real / size, -imaginary / size}));
}

void apply(const PlaneTurn& turn, std::vector<double>& u, std::vector<double>& v) {
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double before = u[i];
    u[i] = turn.cosine * before + turn.sine * v[i];
    v[i] = turn.cosine * v[i] - turn.sine * before;
  }
}

}  // namespace

void turn_apart(std::vector<std::vector<double>>& vectors) {
  constexpr int kMostRounds = 20;
  constexpr double kLeastTurn = 1e-12;
  bool turned = true;
  for (int round = 0; round < kMostRounds && turned; ++round) {
    turned = false;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      for (std::size_t j = i + 1; j < vectors.size(); ++j) {
        const PlaneTurn turn = best_turn(vectors[i], vectors[j]);
        apply(turn, vectors[i], vectors[j]);
        turned = turned || std::abs(turn.sine) > kLeastTurn;
      }
    }
  }
}

std::vector<double> sorted_in_turn(const std::vector<const std::vector<double>*>& vectors) {
  constexpr double kEqual = 1e-6;
  const std::size_t size = vectors.empty() ? 0 : vectors[0]->size();
  std::vector<double> numbers(size, 0), refined(size, 0);
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double last = 0;
  for (const std::vector<double>* vector : vectors) {
    if (size == 0 || last + 1 == static_cast<double>(size)) break;
    const std::vector<double>& entries = *vector;
    const auto [low, high] = std::minmax_element(entries.begin(), entries.end());
    const double gap = kEqual * (*high - *low);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tuple(numbers[a], entries[a], a) < std::tuple(numbers[b], entries[b], b);
    });
    last = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = order[i], before = i == 0 ? at : order[i - 1];
      if (numbers[at] != numbers[before] || entries[at] - entries[before] > gap) ++last;
      refined[at] = last;
    }
    numbers = refined;
  }
  return numbers;
}

std::vector<std::vector<double>> midway_turns(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::vector<double>> both{a, b};
  apply({std::sqrt(0.5), std::sqrt(0.5)}, both[0], both[1]);
  return both;
}

}  // namespace cutline
