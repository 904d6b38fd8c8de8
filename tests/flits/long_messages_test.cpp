// SPDX-License-Identifier: Apache-2.0
// How long messages hold channels that are longer than a buffer.
#include "performance/long_messages.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "flits/flit_simulator.hpp"
#include "performance/channel_waits.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// A row of routers, of which the first sends to the last alone: nothing waits but messages in their terminal.
struct OneWay {
  std::uint32_t routers = 2, flits = 8, buffer = 4, router_cycles = 3, link_cycles = 1;
  double short_share = 0;  ///< of messages of one flit
  double virtual_channels = 8;
};

LoadedRouters routers_of(const OneWay& row) {
  const double flits = row.flits, cycles = row.router_cycles, part = 1 - row.short_share;
  return {.virtual_channels = row.virtual_channels,
          .depth_flits = 1.0 * row.buffer,
          .router_cycles = cycles,
          .head_cycles = head_cycles_of(cycles),
          .message_flits = part * flits + row.short_share,
          .square_flits = part * flits * flits + row.short_share,
          .sizes = {{flits, part}, {1, row.short_share}}};
}

ChannelModel model_of(const OneWay& row) {
  const Topology line = build_topology("mesh", {{"radix", std::int64_t{row.routers}}, {"dimensions", std::int64_t{1}}});
  const Routes routes = dimension_order_routes(line);
  const Flows flows = flows_of(routes, [&](std::uint32_t from, std::uint32_t to) {
    return from == 0 && to + 1 == row.routers ? 1.0 * row.routers : 0.0;
  });
  return {flows, std::vector<double>(routes.graph->head.size(), row.link_cycles), routers_of(row)};
}

double simulated_wait(const OneWay& row, double load) {
  FlitNetwork network{.routers = row.routers, .terminals = {0, row.routers - 1}};
  for (std::uint32_t i = 0; i + 1 < row.routers; ++i) network.channels.push_back({i, i + 1, row.link_cycles});
  const FlitRoutes routes = [&](std::uint32_t, std::uint32_t, FlitRandom&, FlitPath& path) {
    path.hops.clear();
    for (std::uint32_t i = 0; i + 1 < row.routers; ++i) path.hops.push_back({i});
  };
  const FlitDesign design{.buffer_flits = row.buffer, .routing_cycles = row.router_cycles - 3};
  const FlitRun run{.sizes = {{row.flits, 1 - row.short_share}, {1, row.short_share}},
                    .load = load,
                    .traffic = {0, 1, 0, 0},
                    .measured = 200000};
  const FlitResult result = simulate(network, routes, design, run);
  return result.mean - result.without_load;
}

}  // namespace

TEST_CASE("a message holds its terminal while its head passes as many routers as it fills buffers") {
  LoadedRouters routers = routers_of({.flits = 16, .buffer = 2, .router_cycles = 5});
  const std::vector<LoadedQueues::Feed> first = {{.to = 0, .share = 1}};
  const LongMessages messages(routers);
  REQUIRE(messages.levels() == 8);
  CHECK(messages.fitting() == 0);
  const std::vector<double> none(8), further = {0, 1, 2, 3, 4, 5, 30, 0};
  // 7 buffers in loops of 5 cycles, and R - 2 in the router: a buffer shallower than the loop absorbs nothing.
  const LongMessages::Tables shallow = messages.of_terminal(first, {.waits = 10, .loop = 5}, none, none);
  CHECK(shallow.holds[7] == 7 * (5 - 2) + 3);
  CHECK(shallow.lates[7] == 10);
  // By way of a slower channel further on: one loop here, and what is late there.
  CHECK(messages.of_terminal(first, {.loop = 5}, further, none).holds[7] == 5 - 2 + 3 + 30);
  // A deep buffer absorbs the head's own cycles and a part of its waits.
  routers.depth_flits = 12;
  const LongMessages::Tables deep = LongMessages(routers).of_terminal(first, {.waits = 10, .loop = 5}, none, none);
  CHECK(deep.holds[1] == 0);
  CHECK(deep.lates[1] == doctest::Approx(10 * std::exp(-0.4)));
}

TEST_CASE("levels past the longest way change nothing") {
  LoadedQueues line;  // three channels, and the terminal that receives
  line.queues = {{.visits = 1}, {.visits = 1}, {.visits = 1}, {.ejects = true, .visits = 1}};
  line.next = {{.to = 1, .share = 1}, {.to = 2, .share = 1}, {.to = 3, .share = 1}};
  line.first = {0, 1, 2, 3, 3};
  CHECK(longest_way(line) == 4);
  const LoadedRouters routers = routers_of({.flits = 40, .buffer = 2, .router_cycles = 4, .short_share = 0.5});
  const std::vector<double> loops = {7, 5, 9, 2};
  const LongMessages all(routers), asked(routers, longest_way(line));
  REQUIRE(all.levels() == 20);
  const LongMessages::Alone whole = all.alone(line, loops), part = asked.alone(line, loops);
  std::vector<double> late(80), late_part(80);
  for (const std::uint32_t row : {3u, 2u, 1u, 0u}) {
    const LongMessages::Buffer here{.waits = 3, .fitting = 1, .loop = loops[row], .ejects = row == 3};
    all.add_lates(line, row, here, whole.holds, late);
    asked.add_lates(line, row, here, part.holds, late_part);
  }
  const std::vector<LoadedQueues::Feed> first = {{.to = 0, .share = 1}};
  const LongMessages::Tables one = all.of_terminal(first, {.waits = 2, .loop = 4}, whole.holds, late);
  const LongMessages::Tables other = asked.of_terminal(first, {.waits = 2, .loop = 4}, part.holds, late_part);
  CHECK(all.alone(one.holds.data()) > 0);
  CHECK(all.alone(one.holds.data()) == asked.alone(other.holds.data()));
  CHECK(all.mean(one.lates.data()) == asked.mean(other.lates.data()));
  CHECK(part.holds[10] == 0);  // level 10 of the first channel is asked for by no message
  // The next message asks for the place of a mean one, of 20.5 flits.
  CHECK(all.last_place() == 9);
  CHECK(part.holds[9] == whole.holds[9]);
  // On a cycle messages go on by their shares, and eight mean ways are enough.
  line.next[2].to = 0;
  CHECK(longest_way(line) == 8 * 5);
}

TEST_CASE("messages longer than a buffer wait in their terminal for those before them as simulated") {
  for (const OneWay& row : {OneWay{2, 8, 2, 3}, OneWay{4, 8, 2, 3}, OneWay{4, 8, 4, 3}, OneWay{4, 24, 4, 3},
                            OneWay{6, 24, 4, 5}, OneWay{2, 16, 2, 5}, OneWay{6, 16, 2, 5}, OneWay{3, 8, 3, 3, 6},
                            OneWay{3, 16, 3, 3, 2, 0.6}, OneWay{3, 16, 8, 4, 1, 0.5}}) {
    CAPTURE(row.routers);
    CAPTURE(row.flits);
    CAPTURE(row.buffer);
    CAPTURE(row.router_cycles);
    const double alone = simulated_wait(row, 0.002), waits = simulated_wait(row, 0.12) - alone;
    const ChannelModel model = model_of(row);
    const double said = model.waits(0.12 / row.routers)->total() - model.waits(0)->total();
    MESSAGE("waits " << waits << " cycles, by the model " << said);
    CHECK(said == doctest::Approx(waits).epsilon(0.25).scale(2));
  }
}

TEST_CASE("with one virtual channel the messages of a terminal follow each other as slowly as in BookSim") {
  // BookSim 2 on a row of four routers, links of one cycle, routing_delay = 0, the first node sends to the last:
  // "Packet latency average" at 0.1 flits a cycle, less that of a packet alone.
  const struct {
    std::uint32_t flits, buffer;
    double waits;
  } cases[] = {{8, 3, 1.630}, {8, 4, 0.952}, {8, 5, 0.642}, {12, 4, 1.503}, {16, 4, 1.848}};
  for (const auto& each : cases) {
    CAPTURE(each.flits);
    CAPTURE(each.buffer);
    const ChannelModel model =
        model_of({.routers = 4, .flits = each.flits, .buffer = each.buffer, .virtual_channels = 1});
    const double said = model.waits(0.1 / 4)->total() - model.waits(0)->total();
    MESSAGE("waits " << each.waits << " cycles, by the model " << said);
    CHECK(said == doctest::Approx(each.waits).epsilon(0.15));
  }
}
