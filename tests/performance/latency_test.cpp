// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/latency.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "cutline/detail/delay/delay_model.hpp"
#include "support/csv.hpp"

using cutline::ClockRule;
using cutline::Latency;
using cutline::LatencyInput;
using cutline::nanoseconds;
using cutline::Switching;
using cutline::zero_load_latency;
using doctest::Approx;

namespace {

/// 8 hops, 100-bit messages over 10-bit channels, every wire 2 ns, no router delay.
LatencyInput plain() {
  LatencyInput input;
  input.mean_hops = 8;
  input.longest_wire = nanoseconds(2);
  input.mean_route_wire = nanoseconds(16);
  input.width_bits = 10;
  input.messages = {{100, 1}};
  return input;
}

double total_ns(const LatencyInput& input) { return cutline::in_ns(zero_load_latency(input).total()); }

double golden_ns(const cutline::test::Row& row, const char* model, const char* width, bool whole) {
  LatencyInput input;
  input.mean_hops = std::stod(row.text("D"));
  cutline::WireLength longest;
  longest.span = std::stod(row.text("l"));
  input.longest_wire = cutline::choose_delay(model, {})(longest);
  input.width_bits = std::stod(row.text(width));
  input.whole_cycles = whole;
  input.messages = {{150, 1}};
  return total_ns(input);
}

}  // namespace

TEST_CASE("latencies of the k-ary n-cubes at equal bisection are the published formulas'") {
  const auto rows = cutline::test::golden("seeds_kn_latency.csv");
  REQUIRE(rows.size() == 39);
  const std::pair<const char*, const char*> models[] = {
      {"constant", "const"}, {"logarithmic", "log"}, {"linear", "lin"}};
  for (const cutline::test::Row& row : rows) {
    CAPTURE(row.text("N"));
    CAPTURE(row.text("n"));
    for (const auto& [model, column] : models) {
      CAPTURE(column);
      const double ideal = std::stod(row.text(std::string("T_") + column));
      const double rounded = std::stod(row.text(std::string("Tr_") + column));
      CHECK(golden_ns(row, model, "W", false) == Approx(ideal).epsilon(1e-9));
      CHECK(golden_ns(row, model, "W_r", true) == Approx(rounded).epsilon(1e-9));
    }
  }
}

TEST_CASE("wormhole pays hops plus phits, store and forward hops times phits") {
  LatencyInput input = plain();
  CHECK(total_ns(input) == 2 * (8 + 10.0));
  input.switching = Switching::virtual_cut_through;
  CHECK(total_ns(input) == 2 * (8 + 10.0));
  input.switching = Switching::store_and_forward;
  CHECK(total_ns(input) == 2 * (8 * 10.0));
  input.whole_cycles = false;
  input.width_bits = 400;
  CHECK(total_ns(input) == 2 * 8.0);  // no message is shorter than a phit
}

TEST_CASE("the parts of the latency are those of the reference") {
  LatencyInput input = plain();
  input.router_cycles = 3;
  input.router_time = nanoseconds(0.5);
  input.injection_cycles = 1;
  input.ejection_time = nanoseconds(7);
  const Latency latency = zero_load_latency(input);
  CHECK(cutline::in_ns(latency.node) == 8 * (3 * 2 + 0.5) + 2 + 7);
  CHECK(cutline::in_ns(latency.wire) == 16);
  CHECK(cutline::in_ns(latency.message) == 20);
  CHECK(latency.total() == latency.node + latency.wire + latency.message);
}

TEST_CASE("the cycle is the larger of the floor and the rule, and says which") {
  LatencyInput input = plain();
  CHECK(cutline::clock_of(input).cycle_set_by == cutline::CycleLimit::longest_wire);
  CHECK(cutline::clock_of(input).cycle == nanoseconds(2));
  input.floor = nanoseconds(5);
  CHECK(cutline::clock_of(input).cycle_set_by == cutline::CycleLimit::floor);
  CHECK(cutline::clock_of(input).cycle == nanoseconds(5));
  CHECK(total_ns(input) == 5 * (8 + 10.0));
  input.clock = ClockRule::fixed;
  input.fixed_cycle = nanoseconds(1);
  CHECK(cutline::clock_of(input).cycle_set_by == cutline::CycleLimit::floor);
  input.floor = nanoseconds(0.5);
  CHECK(cutline::clock_of(input).cycle_set_by == cutline::CycleLimit::fixed_frequency);
  CHECK(cutline::clock_of(input).cycle == nanoseconds(1));
}

TEST_CASE("under per_link the wire part is the wires' own, the message keeps the cycle") {
  LatencyInput input = plain();
  input.clock = ClockRule::per_link;
  input.mean_route_wire = nanoseconds(11);
  const Latency latency = zero_load_latency(input);
  CHECK(cutline::in_ns(latency.wire) == 11);
  CHECK(cutline::in_ns(latency.message) == 20);
  input.mean_route_wire = nanoseconds(16);
  CHECK(total_ns(input) == total_ns(plain()));
}

TEST_CASE("under a fixed clock a link takes whole cycles; unpipelined, they are the period too") {
  struct Case {
    double wire_ns, cycle_ns;
    bool pipelined;
    double link_cycles, period;
  };
  const Case cases[] = {{2, 4, true, 1, 1},      {2, 4, false, 1, 1},    {2, 2, false, 1, 1},
                        {2, 1.5, true, 2, 1},    {2, 1.5, false, 2, 2},  {2, 0.5, true, 4, 1},
                        {2, 0.5, false, 4, 4},   {0.3, 0.1, true, 3, 1}, {0.3, 0.1, false, 3, 3},
                        {2.01, 0.5, true, 5, 1}, {2.1, 0.3, true, 7, 1}, {0, 1, false, 1, 1}};
  for (const Case& c : cases) {
    CAPTURE(c.wire_ns);
    CAPTURE(c.cycle_ns);
    LatencyInput input = plain();
    input.longest_wire = nanoseconds(c.wire_ns);
    input.clock = ClockRule::fixed;
    input.fixed_cycle = nanoseconds(c.cycle_ns);
    input.pipelined = c.pipelined;
    const Latency latency = zero_load_latency(input);
    CHECK(cutline::clock_of(input).period_cycles == c.period);
    CHECK(cutline::in_ns(latency.wire) == Approx(8 * c.link_cycles * c.cycle_ns));
    CHECK(cutline::in_ns(latency.message) == Approx(10 * c.period * c.cycle_ns));
    input.switching = Switching::store_and_forward;
    // Every node waits for the last phit: the link's cycles for the first phit and one period for each other phit.
    const double per_hop = c.link_cycles + (10 - 1) * c.period;
    CHECK(total_ns(input) == Approx(8 * per_hop * c.cycle_ns));
    const Latency stored = zero_load_latency(input);
    CHECK(stored.wire == latency.wire);  // no part is negative, however long the period
    CHECK(stored.message.base >= 0);
  }
}

TEST_CASE("messages of several sizes count by their shares, each in whole phits") {
  LatencyInput input = plain();
  input.messages = {{95, 0.25}, {101, 0.75}};
  CHECK(cutline::in_ns(zero_load_latency(input).message) == Approx(2 * (0.25 * 10 + 0.75 * 11)));
  input.whole_cycles = false;
  CHECK(cutline::in_ns(zero_load_latency(input).message) == Approx(2 * (0.25 * 9.5 + 0.75 * 10.1)));
}

TEST_CASE("a rounding error makes no phit") {
  LatencyInput input = plain();
  input.width_bits = 0.1;
  input.messages = {{0.3, 1}};
  CHECK(cutline::in_ns(zero_load_latency(input).message) == 2 * 3.0);
}
