// SPDX-License-Identifier: Apache-2.0
#include "performance/erlang.hpp"

#include <algorithm>
#include <cmath>

namespace cutline {

namespace {

constexpr double kMany = 1 << 14;  // servers, above which the limit is closer than one in a hundred

/// Its limit as servers and load grow while the free ones stay some roots of the load [Halfin 1981].
double all_of_many_held(double servers, double load) {
  if (load >= servers) return 1;
  const double free = (servers - load) / std::sqrt(load);
  const double below = std::erfc(-free / std::sqrt(2.0)) / 2;
  return 1 / (1 + free * below * std::sqrt(2 * std::acos(-1.0)) * std::exp(free * free / 2));
}

double all_held(int servers, double load) {
  if (load >= servers) return 1;
  double lost = 1;  // Erlang's B, one server after the other
  for (int n = 1; n <= servers; ++n) lost = load * lost / (n + load * lost);
  return lost / (1 - (1 - lost) * load / servers);
}

}  // namespace

double waits_for_server(double servers, double load) {
  if (servers > kMany) return all_of_many_held(servers, load);
  const int below = std::max(1, static_cast<int>(servers));
  const double part = servers - below;
  if (part <= 0) return all_held(below, load);
  return (1 - part) * all_held(below, load) + part * all_held(below + 1, load);
}

}  // namespace cutline
