// SPDX-License-Identifier: Apache-2.0
#include "performance/lane_waits.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

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
