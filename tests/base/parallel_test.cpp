// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/parallel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Restores the default number of threads after a test.
struct Threads {
  explicit Threads(int threads) { cutline::set_thread_count(threads); }
  ~Threads() { cutline::set_thread_count(0); }
};

constexpr int kThreadCounts[] = {1, 2, 3, 8, 0};

}  // namespace

TEST_CASE("a parallel loop visits every index once, on any number of threads") {
  for (const int threads : kThreadCounts) {
    const Threads setting(threads);
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1000}}) {
      std::vector<std::atomic<int>> visits(count);
      cutline::parallel_for(count, [&](std::size_t i) { ++visits[i]; });
      for (const auto& visit : visits) CHECK(visit == 1);
    }
  }
}

TEST_CASE("a parallel loop throws the exception of the lowest index") {
  for (const int threads : kThreadCounts) {
    const Threads setting(threads);
    for (int round = 0; round < 20; ++round) {
      const auto fail = [](std::size_t i) {
        if (i % 100 == 37) throw std::runtime_error(std::to_string(i));
      };
      CHECK_THROWS_WITH_AS(cutline::parallel_for(1000, fail), "37", std::runtime_error);
    }
  }
}

TEST_CASE("the lowest index wins, whichever body fails last") {
  using Clock = std::chrono::steady_clock;
  const Threads setting(2);
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  std::atomic<bool> second_runs{false};
  std::atomic<bool> first_fails{false};
  const auto fail = [&](std::size_t i) {
    if (i == 0) {
      while (!second_runs && Clock::now() < deadline) std::this_thread::yield();
      first_fails = true;
      throw std::runtime_error("0");
    }
    second_runs = true;
    while (!first_fails && Clock::now() < deadline) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    throw std::runtime_error("1");
  };
  CHECK_THROWS_WITH_AS(cutline::parallel_for(2, fail), "0", std::runtime_error);
}

TEST_CASE("parallel loops nest") {
  for (const int threads : kThreadCounts) {
    const Threads setting(threads);
    std::vector<std::vector<int>> table(20, std::vector<int>(50));
    cutline::parallel_for(20, [&](std::size_t row) {
      cutline::parallel_for(50, [&](std::size_t column) { table[row][column] = static_cast<int>(row * column); });
    });
    int sum = 0;
    for (const auto& row : table) {
      for (const int value : row) sum += value;
    }
    CHECK(sum == 190 * 1225);
  }
}

TEST_CASE("a thread that waits for an inner loop begins no other round of the outer one") {
  for (const int threads : kThreadCounts) {
    const Threads setting(threads);
    static thread_local int outer_rounds = 0;
    std::atomic<bool> begun_within{false};
    cutline::parallel_for(200, [&](std::size_t) {
      if (outer_rounds++ > 0) begun_within = true;
      std::atomic<int> sum{0};
      cutline::parallel_for(100, [&](std::size_t i) { sum += static_cast<int>(i); });
      CHECK(sum == 4950);
      --outer_rounds;
    });
    CHECK_FALSE(begun_within);
  }
}

TEST_CASE("a parallel loop of small inner loops keeps several threads at the outer one") {
  using Clock = std::chrono::steady_clock;
  const Threads setting(2);
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  std::atomic<int> running{0};
  std::atomic<int> together{0};
  cutline::parallel_for(64, [&](std::size_t) {
    ++running;
    for (int inner = 0; inner < 10; ++inner) cutline::parallel_for(3, [](std::size_t) {});
    while (together < 8 && running < 2 && Clock::now() < deadline) std::this_thread::yield();
    if (running >= 2) ++together;
    --running;
  });
  CHECK(together >= 8);
}

TEST_CASE("a parallel loop uses several threads, and no more than it may") {
  using Clock = std::chrono::steady_clock;
  for (const int threads : {1, 2, 4}) {
    const Threads setting(threads);
    const auto deadline = Clock::now() + std::chrono::seconds(20);
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    cutline::parallel_for(64, [&](std::size_t) {
      const int now = ++running;
      for (int before = most; now > before && !most.compare_exchange_weak(before, now);) {
      }
      // Waits for a second thread, so that a thread that starts slowly does not look like a single thread.
      while (threads > 1 && most < 2 && Clock::now() < deadline) std::this_thread::yield();
      --running;
    });
    CHECK(most <= threads);
    CHECK(most >= std::min(threads, 2));
  }
}

TEST_CASE("work that is asked to stop stops before the next body of its loops, and other work goes on") {
  for (const int threads : kThreadCounts) {
    const Threads setting(threads);
    std::atomic<bool> asked = false;
    std::atomic<int> begun = 0;
    const auto work = [&] {
      const cutline::StoppableWork stoppable(asked);
      const auto body = [&](std::size_t) {
        if (++begun >= 100) asked = true;
      };
      cutline::parallel_for(100, [&](std::size_t) { cutline::parallel_for(100, body); });
    };
    CHECK_THROWS_AS(work(), cutline::StopAsked);
    CHECK(begun < 10'000);
    CHECK_THROWS_AS(work(), cutline::StopAsked);
    cutline::stop_if_asked();
    int other = 0;
    cutline::parallel_for(1, [&](std::size_t) { ++other; });
    CHECK(other == 1);
    asked = false;
    begun = -20'000;
    work();
    CHECK(begun == -10'000);
  }
}
