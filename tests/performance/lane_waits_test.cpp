// SPDX-License-Identifier: Apache-2.0
#include "performance/lane_waits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "base/random.hpp"

using namespace cutline;
using doctest::Approx;

TEST_CASE("messages that need no channel wait to be let in as for the servers of Erlang") {
  for (const int lanes : {1, 2, 5, 8}) {
    CAPTURE(lanes);
    for (const double load : {0.1 * lanes, 0.5 * lanes, 0.9 * lanes}) {
      const double hold = 7, rate = load / hold;
      const double erlang = waits_for_server(lanes, load) * hold / (lanes - load);
      CHECK(wait_to_enter(rate, 1e-9, hold, lanes) == Approx(erlang).epsilon(1e-6));
    }
    CHECK(std::isinf(wait_to_enter(lanes / 7.0, 1e-9, 7, lanes)));
  }
}

TEST_CASE("virtual channels cost nothing where the channel is all that a message needs") {
  for (const double lanes : {1.0, 2.5, 8.0}) CHECK(wait_to_enter(0.09, 10, 0, lanes) == 0);
  CHECK(std::isinf(wait_to_enter(0.1, 10, 0, 8)));
  // With one virtual channel, the channel idles while it is held for the rest of the time: the time in M/M/1 with both
  // parts, less the time in M/M/1 with the channel alone and less the rest itself.
  const double rate = 0.05, both = 10 + 4;
  CHECK(wait_to_enter(rate, 10, 4, 1) == Approx(both / (1 - rate * both) - 10 / (1 - rate * 10) - 4).epsilon(1e-9));
  CHECK(wait_to_enter(rate, 10, 4, 1.5) < wait_to_enter(rate, 10, 4, 1));
  CHECK(wait_to_enter(rate, 10, 4, 1.5) > wait_to_enter(rate, 10, 4, 2));
}

TEST_CASE("a message waits in a buffer as before one server, and less where virtual channels take turns") {
  const double rate = 0.1, service = 5;
  CHECK(wait_in_buffer(rate, service, service, 0, 1) == Approx(rate * service * service / (2 * (1 - rate * service))));
  CHECK(wait_in_buffer(rate, service, 0, service, 1) == Approx(rate * service * service / (1 - rate * service)));
  CHECK(wait_in_buffer(rate, service, 1, 1, 4) < wait_in_buffer(rate, service, 1, 1, 2));
  CHECK(std::isinf(wait_in_buffer(0.2, service, 1, 1, 4)));
}

TEST_CASE("a class with one virtual channel waits as the queue M/D/1 if its holds are regular") {
  // With both parts, less the channel's own, which is counted as the wait for the channel.
  const auto wait = [](double rate, double time) { return rate * time * time / (2 * (1 - rate * time)); };
  for (const double rate : {0.01, 0.04, 0.06}) {
    CHECK(wait_to_enter(rate, 8, 1, 1, {0.5, 0.5}) == Approx(wait(rate, 9) - wait(rate, 8)).epsilon(1e-9));
    // Two queues in a row: as long as the slower one alone.
    CHECK(wait_right_behind(rate, 9, 8, 1) + wait_in_buffer(rate, 9, 1, 0, 1) ==
          Approx(wait(rate, 9) - wait(rate, 8)).epsilon(1e-9));
  }
  CHECK(std::isinf(wait_right_behind(0.12, 9, 8, 1)));
  CHECK(wait_right_behind(0.05, 9, 8, -1) == 0);
}

TEST_CASE("room for a message is waited for until credits bring more than messages take") {
  CHECK(wait_for_room(0, 2, 10, {6, 3}, 4) == 0);
  CHECK(wait_for_room(0.1, 2, 10, {0, 0}, 4) == 0);
  CHECK(std::isinf(wait_for_room(0.2, 2, 10, {6, 3}, 4)));
  CHECK(wait_for_room(0.19, 2, 10, {6, 3}, 4) > wait_for_room(0.1, 2, 10, {6, 3}, 4));
  // With a completely random hold and one virtual channel, these are Erlang's servers.
  CHECK(wait_for_room(0.1, 2, 10, {10, 10}, 1) == Approx(waits_for_server(2, 1) * 10));
}

TEST_CASE("past the places of a buffer wait those who are more than these in a line of falling probabilities") {
  CHECK(part_past_places(0, 0.5, 3) == 0);
  CHECK(part_past_places(2, 0.5, 0) == 1);
  // n or more wait with probability u x^n. Their mean is the line, and of those past K places it is the part.
  const double used = 0.7, part = 0.6;
  double line = 0, past_three = 0, chance = used;
  for (int n = 1; n < 200; ++n) {
    chance *= part;
    line += chance;
    past_three += n > 3 ? chance : 0;
  }
  CHECK(part_past_places(line, used, 3) == Approx(past_three / line).epsilon(1e-9));
}

TEST_CASE("few sources with one message each hold all virtual channels less often than many") {
  CHECK(few_sources(1, 1, 0.5) == 0);
  CHECK(few_sources(3, 3, 1.5) == 0);
  CHECK(few_sources(0.5, 1, 0.5) == 0);
  // One other, which is there half of its time, against messages that come at random.
  CHECK(few_sources(2, 1, 1) == Approx(0.5 / (1 - std::exp(-1))));
  // Two of three others at a time, each with probability 1/4.
  const double both = 3 * 0.25 * 0.25 * 0.75 + 0.25 * 0.25 * 0.25;
  CHECK(few_sources(4, 2, 1) == Approx(both / (1 - 2 * std::exp(-1))));
  CHECK(few_sources(5000, 4, 3) == Approx(1).epsilon(0.001));
  CHECK(few_sources(1e9, 4, 3) == 1);
  CHECK(few_sources(9, 1e6, 3) == 1);
  CHECK(few_sources(9, 4, 0) == 1);
  for (double sources = 1; sources < 8; sources += 0.25)
    CHECK(few_sources(sources, 2, 0.9) <= few_sources(sources + 0.25, 2, 0.9));
}

TEST_CASE("routers take the lowest free virtual channel, and all of them only under load") {
  CHECK(lanes_taken(1, 0.5, 0) == 1);
  CHECK(lanes_taken(8, 1e-9, 0) == Approx(1));
  // Erlang's B of one server: a message finds the first of two lanes held with probability a / (1 + a).
  const double a = 0.5, first = 1 / (1 + a), lost = a * a / 2 / (1 + a + a * a / 2);
  const double second = a / (1 + a) - lost, both = first + second;
  CHECK(lanes_taken(2, a, 0) == Approx(both * both / (first * first + second * second)));
  CHECK(lanes_taken(8, 2, 0) > lanes_taken(8, 1, 0));
  CHECK(lanes_taken(8, 1, 1) == 8);
  // Of messages that come at random, one finds that before it within its hold, and waits for half of the rest.
  CHECK(wait_for_lane(0.01, 1, 10, {7, 0}) == Approx(0.01 * 7 * 7 / 2));
  CHECK(wait_for_lane(1, 1, 10, {7, 0}) == Approx(7 * 7 / 20.0));
}

namespace {

struct SimulatedWaits {
  double mean = 0, variance = 0;
};

SimulatedWaits waits_of(const std::vector<double>& all) {
  SimulatedWaits waits;
  for (const double wait : all) waits.mean += wait / static_cast<double>(all.size());
  for (const double wait : all) waits.variance += (wait - waits.mean) * (wait - waits.mean) / double(all.size());
  return waits;
}

double until_next(Random& random, double rate) { return -std::log(1 - random.unit()) / rate; }

/// Messages that take 1 and come at random, served one after another.
SimulatedWaits served_in_order(double rate, std::size_t count) {
  Random random(1);
  std::vector<double> all;
  double wait = 0;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(wait);
    wait = std::max(0.0, wait + 1 - until_next(random, rate));
  }
  return waits_of(all);
}

/// The same by turns: n that are there each get an n-th of the server.
SimulatedWaits served_by_turns(double rate, std::size_t count) {
  struct Job {
    double left = 1, came = 0;
  };
  Random random(1);
  std::vector<double> all;
  std::vector<Job> jobs;  // the first one leaves first, because all are equally long
  double now = 0, next = until_next(random, rate);
  while (all.size() < count) {
    const double share = static_cast<double>(jobs.size());
    const bool leaves = !jobs.empty() && now + jobs.front().left * share <= next;
    const double passed = leaves ? jobs.front().left : jobs.empty() ? 0 : (next - now) / share;
    for (Job& job : jobs) job.left -= passed;
    if (leaves) {
      now += passed * share;
      all.push_back(now - jobs.front().came - 1);
      jobs.erase(jobs.begin());
    } else {
      now = next;
      jobs.push_back({1, now});
      next = now + until_next(random, rate);
    }
  }
  return waits_of(all);
}

}  // namespace

TEST_CASE("waits spread as those of simulated messages of one length, one after another and by turns") {
  for (const double busy : {0.1, 0.3, 0.6}) {
    CAPTURE(busy);
    const SimulatedWaits in_order = served_in_order(busy, 400'000), by_turns = served_by_turns(busy, 400'000);
    CHECK(variance_of_wait(in_order.mean, busy) == Approx(in_order.variance).epsilon(0.04));
    CHECK(variance_of_wait(by_turns.mean, busy, 1) == Approx(by_turns.variance).epsilon(0.04));
    CHECK(variance_of_wait(1, busy, 1) < variance_of_wait(1, busy));
  }
  CHECK(variance_of_wait(1, 0.00999, 1) == Approx(variance_of_wait(1, 0.01, 1) * 0.01 / 0.00999).epsilon(1e-4));
  CHECK(variance_of_wait(0, 0) == 0);
}

TEST_CASE("a message waits for the tail of the one before it where a buffer has no room for a third") {
  for (const double rate : {0.01, 0.03, 0.05}) {
    for (const double tail : {1.0, 5.0}) {
      CAPTURE(rate);
      CAPTURE(tail);
      constexpr int kMessages = 400'000;
      constexpr double kHold = 12;
      Random random(11);
      double now = 0, free_at = 0, blocked_until = 0, waited = 0;
      for (int i = 0; i < kMessages; ++i) {
        now -= std::log(1 - random.unit()) / rate;
        const double enters = std::max(now, free_at);
        waited += std::max(0.0, blocked_until - enters);
        free_at = enters + kHold;
        blocked_until = free_at - std::log(1 - random.unit()) * tail;
      }
      CHECK(wait_for_tail(rate, rate * kHold, tail) == Approx(waited / kMessages).epsilon(0.03));
    }
  }
  CHECK(wait_for_tail(0.1, 1, 7) == 7);
  CHECK(wait_for_tail(0.1, 0.5, 0) == 0);
}

TEST_CASE("other inputs are counted by how much each brings") {
  CHECK(other_inputs(1, 1) == 0);
  CHECK(other_inputs(0.25, 0.0625 + 0.5625) == Approx(1));  // one brings a quarter, the other the rest
  CHECK(other_inputs(0.75, 0.0625 + 0.5625) == Approx(1));
  for (const double inputs : {2.0, 3.0, 7.0}) CHECK(other_inputs(1 / inputs, 1 / inputs) == Approx(inputs - 1));
}

TEST_CASE("a message waits for a part of a round where inputs take turns, as one that comes at any cycle does") {
  for (const int others : {1, 2, 4}) {
    for (const int hold : {1, 2, 5}) {
      const int round = others * hold;
      double sum = 0;
      // It comes in a cycle of some other's turn, and is next when the others behind that one have had theirs. The one
      // that is served last comes right before it, because turns go round.
      for (int cycle = 0; cycle < round; ++cycle) sum += round - 1 - cycle;
      CHECK(wait_for_turn(others, 0, 1, hold, 1) == Approx(sum / round));
      CHECK(wait_for_turn(others, 1, 1, hold, 1) == round);      // its input has just had its turn
      CHECK(wait_for_turn(others, 1, 3, hold, 1) == 2 * round);  // half of two more messages are before it
    }
  }
  CHECK(wait_for_turn(0, 0.5, 2, 3, 1) == 0);
}

TEST_CASE("heads wait for a router that finds the routes of all that are there together") {
  for (const double heads : {0.02, 0.3, 1.2, 4.0}) {
    for (const int routing : {1, 2, 5}) {
      CAPTURE(heads);
      CAPTURE(routing);
      Random random(7);
      double waited = 0, served = 0, waiting = 0;
      int busy = 0;
      for (int cycle = 0; cycle < 300'000; ++cycle) {
        for (double chance = random.unit(); chance > std::exp(-heads); chance *= random.unit()) ++waiting;
        if (busy > 0) --busy;
        if (busy == 0 && waiting > 0) {
          served += waiting;
          waiting = 0;
          busy = routing;
        }
        waited += waiting;
      }
      CHECK(wait_for_routing(heads, routing) == Approx(waited / served).epsilon(0.04));
    }
  }
  CHECK(wait_for_routing(0, 2) == 0);
}
