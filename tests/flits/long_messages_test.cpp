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
  std::uint32_t routers = 2, flits = 8, buffer = 4, router_cycles = 3;
};

LoadedRouters routers_of(const OneWay& row) {
  const double flits = row.flits, cycles = row.router_cycles;
  return {.depth_flits = 1.0 * row.buffer,
          .router_cycles = cycles,
          .head_cycles = head_cycles_of(cycles),
          .message_flits = flits,
          .square_flits = flits * flits};
}

ChannelModel model_of(const OneWay& row) {
  const Topology line =
      build_topology("mesh", {{"radix", std::int64_t{row.routers}}, {"dimensions", std::int64_t{1}}});
  const Routes routes = dimension_order_routes(line);
  const Flows flows = flows_of(routes, [&](std::uint32_t from, std::uint32_t to) {
    return from == 0 && to + 1 == row.routers ? 1.0 * row.routers : 0.0;
  });
  return {flows, std::vector<double>(routes.graph->head.size(), 1), routers_of(row)};
}

double simulated_wait(const OneWay& row, double load) {
  FlitNetwork network{.routers = row.routers, .terminals = {0, row.routers - 1}};
  for (std::uint32_t i = 0; i + 1 < row.routers; ++i) network.channels.push_back({i, i + 1, 1});
  const FlitRoutes routes = [&](std::uint32_t, std::uint32_t, FlitRandom&, FlitPath& path) {
    path.hops.clear();
    for (std::uint32_t i = 0; i + 1 < row.routers; ++i) path.hops.push_back({i});
  };
  const FlitDesign design{.buffer_flits = row.buffer, .routing_cycles = row.router_cycles - 3};
  const FlitRun run{.packet_flits = row.flits, .load = load, .traffic = {0, 1, 0, 0}, .measured = 200000};
  const FlitResult result = simulate(network, routes, design, run);
  return result.mean - result.without_load;
}

}  // namespace

TEST_CASE("a message holds its terminal while its head passes as many routers as it fills buffers") {
  // F + n (5 - B) + min(n, routers) (R - 2) cycles, where n buffers are full before the last flit.
  const LoadedRouters routers = routers_of({.flits = 16, .buffer = 2, .router_cycles = 5});
  LoadedRouters sized = routers;
  sized.sizes = {{16, 1}};
  const LongMessages messages(sized);
  CHECK(messages.levels() == 8);
  CHECK(messages.fitting() == 0);
  CHECK(messages.late(10, 5) == doctest::Approx(13));  // a buffer shallower than the loop absorbs nothing
  // A deep one absorbs the head's own cycles and a part of its waits.
  sized.depth_flits = 12;
  CHECK(LongMessages(sized).late(10, 5) == doctest::Approx(10 * std::exp(-0.4)));
}

TEST_CASE("messages longer than a buffer wait in their terminal for those before them as simulated") {
  for (const OneWay& row : {OneWay{2, 8, 2, 3}, OneWay{4, 8, 2, 3}, OneWay{4, 8, 4, 3}, OneWay{4, 24, 4, 3},
                            OneWay{6, 24, 4, 5}, OneWay{2, 16, 2, 5}, OneWay{6, 16, 2, 5}}) {
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
