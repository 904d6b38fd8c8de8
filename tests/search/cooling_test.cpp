// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "base/random.hpp"
#include "search/link_annealer.hpp"

using namespace cutline;

namespace {

constexpr std::uint64_t kBlock = 1024, kMoves = 1024 * 1024;

/// Every move would raise the cost by `rise`, and is kept with the probability that annealing gives it.
void anneal(Cooling& cooling, double rise, std::uint64_t moves) {
  Random random(5);
  for (std::uint64_t done = 0; done < moves; done += kBlock) {
    cooling.begin(done, done + kBlock, moves);
    for (std::uint64_t i = 0; i < kBlock; ++i, cooling.next())
      cooling.note_rise(random.unit() < std::exp(-rise / cooling.temperature()));
  }
}

}  // namespace

TEST_CASE("a long run cools between the temperatures at which 7 % and 0.1 % of one kind of rises are kept") {
  for (const double rise : {4.0, 40.0}) {
    CAPTURE(rise);
    Cooling cooling({1e5, 1e-5}, Temperatures{200, 0.2});
    anneal(cooling, rise, kMoves);
    CHECK(cooling.used().hottest == doctest::Approx(rise / std::log(1 / 0.07)).epsilon(0.2));
    CHECK(cooling.used().coldest == doctest::Approx(rise / std::log(1 / 0.001)).epsilon(0.2));
    CHECK(cooling.temperature() == doctest::Approx(cooling.used().coldest));
  }
}

TEST_CASE("a run that is too short for a trial, or whose trial shows nothing, cools between the usual temperatures") {
  const Temperatures usual{50, 2};
  for (const auto& [rise, moves] : {std::pair<double, std::uint64_t>{40, 64 * kBlock}, {1e9, kMoves}, {0, kMoves}}) {
    CAPTURE(rise);
    Cooling cooling(usual, Temperatures{200, 0.2});
    anneal(cooling, rise, moves);
    CHECK(cooling.used().hottest == usual.hottest);
    CHECK(cooling.temperature() == doctest::Approx(usual.coldest));
  }
  Cooling begun(usual, {});
  begun.begin(0, kBlock, kMoves);
  CHECK(begun.temperature() == usual.hottest);
}
