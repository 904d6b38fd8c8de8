// SPDX-License-Identifier: Apache-2.0
#include "base/roots.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace cutline;

TEST_CASE("a condition turns true between neighbouring doubles, and is never asked at the ends") {
  for (const double at : {1e-300, 1e-9, 0.1, 1.0, 3.0, 1e6, 1e300}) {
    CAPTURE(at);
    const TurningPoint turn = turning_point(0, 2 * at, [&](double x) {
      CHECK(x > 0);
      CHECK(x < 2 * at);
      return x >= at;
    });
    CHECK(turn.after == at);
    CHECK(turn.before == std::nextafter(at, 0));
  }
}

TEST_CASE("a condition that never holds turns true at the upper end, one that always holds at the lower") {
  CHECK(turning_point(1, 2, [](double) { return false; }).after == 2);
  CHECK(turning_point(1, 2, [](double) { return true; }).before == 1);
}

TEST_CASE("a wider tolerance asks once for each halving") {
  std::vector<double> asked;
  const TurningPoint turn = turning_point(
      0, 1,
      [&](double x) {
        asked.push_back(x);
        return x > 0.3;
      },
      0x1p-4);
  CHECK(asked == std::vector<double>{0.5, 0.25, 0.375, 0.3125});
  CHECK(turn.before == 0.25);
  CHECK(turn.after == 0.3125);
}

TEST_CASE("a root is found within its tolerance, or is an end where the function keeps its sign") {
  for (const double at : {0.001, 0.5, 0.9}) {
    const double found = root(
        0, 1, [&](double x) { return x * x * x - at * at * at; }, 1e-12);
    CHECK(std::abs(found - at) <= 1e-12);
  }
  CHECK(root(
            1, 2, [](double x) { return x; }, 1e-9) == 1);
  CHECK(root(
            1, 2, [](double x) { return x - 3; }, 1e-9) == 2);
}

TEST_CASE("Lambert's W solves w e^w = x") {
  CHECK(lambert_w(0) == 0);
  CHECK(lambert_w(std::exp(1)) == doctest::Approx(1).epsilon(1e-15));
  for (const double x : {1e-12, 0.01, 1.0, 24.0, 1e6, 1e15}) {
    const double w = lambert_w(x);
    CHECK(w * std::exp(w) == doctest::Approx(x).epsilon(1e-13));
  }
}

TEST_CASE("a gamma distribution of shape 1 is exponential, and one of shape 2 the sum of two") {
  for (const double x : {0.0, 0.1, 1.0, 7.0}) {
    CHECK(gamma_share(1, x) == doctest::Approx(1 - std::exp(-x)).epsilon(1e-14));
    CHECK(gamma_share(2, x) == doctest::Approx(1 - (1 + x) * std::exp(-x)).epsilon(1e-13));
  }
}
