// SPDX-License-Identifier: Apache-2.0
#include "performance/erlang.hpp"

#include <algorithm>

namespace cutline {

namespace {

double all_held(int servers, double load) {
  if (load >= servers) return 1;
  double lost = 1;  // Erlang's B, one server after the other
  for (int n = 1; n <= servers; ++n) lost = load * lost / (n + load * lost);
  return lost / (1 - (1 - lost) * load / servers);
}

}  // namespace

double waits_for_server(double servers, double load) {
  const int below = std::max(1, static_cast<int>(servers));
  const double part = servers - below;
  if (part <= 0) return all_held(below, load);
  return (1 - part) * all_held(below, load) + part * all_held(below + 1, load);
}

}  // namespace cutline
