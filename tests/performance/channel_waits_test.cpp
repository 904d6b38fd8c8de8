// SPDX-License-Identifier: Apache-2.0
#include "performance/channel_waits.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/lane_waits.hpp"
#include "support/accuracy.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology mesh_8x8() { return build_topology("mesh", {{"radix", std::int64_t{8}}, {"dimensions", std::int64_t{2}}}); }

ChannelModel model_of(const Routes& routes, const LoadedRouters& routers) {
  return {uniform_flows(routes), std::vector<double>(routes.graph->head.size(), 1), routers};
}

/// The mean latency over the seeds for each load at which no seed was unstable.
std::map<double, double> stable_latencies() {
  std::map<double, std::vector<double>> of_load;
  std::map<double, bool> unstable;
  for (const Row& row : golden("booksim/nocsim-mesh.csv")) {
    of_load[row.number("offered")].push_back(row.number("latency_cycles"));
    if (row.integer("unstable") != 0) unstable[row.number("offered")] = true;
  }
  std::map<double, double> means;
  for (const auto& [load, all] : of_load) {
    double sum = 0;
    for (const double each : all) sum += each;
    if (!unstable[load]) means[load] = sum / static_cast<double>(all.size());
  }
  return means;
}

}  // namespace

TEST_CASE("Erlang's C of one server is its load, and tables give that of more") {
  CHECK(waits_for_server(1, 0.3) == doctest::Approx(0.3));
  CHECK(waits_for_server(2, 1) == doctest::Approx(1.0 / 3));
  CHECK(waits_for_server(5, 4) == doctest::Approx(0.5541).epsilon(1e-4));
  CHECK(waits_for_server(10, 8) == doctest::Approx(0.4092).epsilon(1e-4));
  CHECK(waits_for_server(2.5, 1) < waits_for_server(2, 1));
  // Of very many servers at once, by a limit that joins on where one after the other ends.
  for (const double load : {15000.0, 16100.0, 16300.0, 16380.0}) {
    CHECK(waits_for_server(16384.5, load) == doctest::Approx(waits_for_server(16384, load)).epsilon(0.01));
  }
  CHECK(waits_for_server(1e10, 1e10 - 1e5) == doctest::Approx(0.2234).epsilon(1e-4));
  CHECK(waits_for_server(2.5, 1) > waits_for_server(3, 1));
  // As one server after the other gives it.
  for (const int servers : {1, 7, 64, 500, 16000}) {
    for (const double used : {0.0, 0.01, 0.5, 0.9, 0.99, 0.999}) {
      const double load = used * servers;
      double lost = 1;
      for (int n = 1; n <= servers; ++n) lost = load * lost / (n + load * lost);
      CHECK(waits_for_server(servers, load) == doctest::Approx(lost / (1 - (1 - lost) * used)).epsilon(1e-10));
    }
  }
}

TEST_CASE("of the messages that end at a node with several terminals only a part goes to one of them") {
  constexpr double kTerminals = 4;
  const Routes routes = dimension_order_routes(mesh_8x8());
  const LoadedQueues all =
      queues_of(uniform_flows(routes), std::vector<double>(routes.graph->head.size(), 1), kTerminals);
  for (std::size_t q = 0; q < all.queues.size(); ++q) {
    double chances = 0;
    for (std::uint64_t k = all.first[q]; k < all.first[q + 1]; ++k)
      chances += all.next[k].chance * (all.queues[all.next[k].to].ejects ? kTerminals : 1);
    if (all.first[q] < all.first[q + 1]) CHECK(chances == doctest::Approx(1));
  }
}

TEST_CASE("nothing waits without load, and waits grow with the load until there is no steady state") {
  const Routes routes = dimension_order_routes(mesh_8x8());
  const ChannelModel model = model_of(routes, {.message_flits = 8, .square_flits = 64});
  CHECK(model.waits(0)->total() == 0);
  double before = 0;
  const double full = model.saturation(1e9);
  CHECK(full > 0.3);
  CHECK(full <= 0.5);  // the bisection of 8 links each way is full at half a flit a terminal
  for (int part = 1; part < 20; ++part) {
    const auto waits = model.waits(full * part / 20);
    REQUIRE(waits);
    CHECK(waits->total() > before);
    before = waits->total();
  }
  CHECK_FALSE(model.waits(full * 1.01));
}

TEST_CASE("packets of one flit on a mesh wait as in BookSim") {
  const Routes routes = dimension_order_routes(mesh_8x8());
  const ChannelModel model = model_of(routes, {.virtual_channels = 2, .depth_flits = 4});
  constexpr double kLaw = 27;  // as the golden file states it, messages to oneself included
  constexpr double kGivenUp = 500;
  const double saturation = model.saturation(kGivenUp - kLaw);
  const std::map<double, double> simulated = stable_latencies();
  REQUIRE(simulated.size() > 15);
  const double most = simulated.rbegin()->first;
  CHECK(std::abs(saturation / most - 1) <= 0.1);
  tell_case("saturation", "nocsim's BookSim 2, mesh", saturation, most);
  double sum = 0, count = 0;
  for (const auto& [load, latency] : simulated) {
    if (load > 0.82 * most) continue;
    tell_case(load < 0.6 * most ? "latency below 0.6 of saturation" : "latency from 0.6 to 0.82 of saturation",
              "nocsim's BookSim 2, mesh", kLaw + model.waits(load)->total(), latency);
    sum += std::abs((kLaw + model.waits(load)->total()) / latency - 1);
    ++count;
  }
  MESSAGE("saturates at " << saturation << ", simulated " << most << "; mean error " << sum / count);
  CHECK(sum / count <= 0.04);
}

TEST_CASE("a message of hardly more than one packet waits as one of a single packet") {
  const Routes routes = dimension_order_routes(mesh_8x8());
  const ChannelModel one = model_of(routes, {.virtual_channels = 2, .depth_flits = 8});
  const ChannelModel more = model_of(routes, {.virtual_channels = 2, .depth_flits = 8, .packets = 1 + 1e-9});
  for (const double load : {0.2, 0.3, 0.37})
    CHECK(more.waits(load)->total() == doctest::Approx(one.waits(load)->total()).epsilon(1e-6));
}

TEST_CASE("a queue that ejects carries what its node takes, and a source what its node sends") {
  const Routes routes = dimension_order_routes(build_topology("ring", {{"nodes", std::int64_t{5}}}));
  const auto all_to_2 = [](std::uint32_t from, std::uint32_t to) { return to == 2 && from != 2 ? 1.0 : 0.0; };
  const Flows flows = flows_of(routes, all_to_2);
  const LoadedQueues queues = queues_of(flows, std::vector<double>(routes.graph->head.size(), 1), 1);
  std::vector<double> ejected;
  for (const LoadedQueues::Queue& queue : queues.queues) {
    if (queue.ejects) ejected.push_back(queue.messages);
  }
  CHECK(ejected == std::vector<double>{4});
  REQUIRE(queues.sources.size() == 4);
  for (const LoadedQueues::Source& source : queues.sources) CHECK(source.messages == 1);
}

TEST_CASE("through the same input comes what one flow brings, and where flows meet as much less as they are more") {
  // A ring where every node sends to the next but one: half of each channel's messages begin there.
  const Routes routes = dimension_order_routes(build_topology("ring", {{"nodes", std::int64_t{7}}}));
  const Flows flows =
      flows_of(routes, [](std::uint32_t from, std::uint32_t to) { return to == (from + 2) % 7 ? 1.0 : 0.0; });
  const LoadedQueues queues = queues_of(flows, std::vector<double>(routes.graph->head.size(), 1), 1);
  const std::vector<double> same = mean_of_feeds(queues, rows_upstream(queues), &LoadedQueues::Feed::part);
  REQUIRE(same.size() == queues.queues.size());
  for (std::size_t q = 0; q < same.size(); ++q) {
    const double channels = queues.queues[q].busy / queues.queues[q].messages;
    if (queues.queues[q].ejects) CHECK(same[q] == 1);
    if (!queues.queues[q].ejects && channels == 1) CHECK(same[q] == doctest::Approx(0.5));
  }
}

namespace {

/// A row of nodes, of which all but the last send to the last.
Flows flows_to_the_last(const Routes& routes, std::uint32_t last) {
  return flows_of(routes,
                  [last](std::uint32_t from, std::uint32_t to) { return to == last && from != to ? 1.0 : 0.0; });
}

Routes routes_of_row(std::int64_t nodes) {
  return dimension_order_routes(build_topology("mesh", {{"radix", nodes}, {"dimensions", std::int64_t{1}}}));
}

}  // namespace

TEST_CASE("two messages of a channel come from one terminal as likely as terminals are few") {
  const Routes routes = routes_of_row(5);
  const LoadedQueues queues =
      queues_of(flows_to_the_last(routes, 4), std::vector<double>(routes.graph->head.size(), 1), 1);
  const std::vector<double> apart =
      apart_from_one_source(queues, rows_upstream(queues), std::vector<double>(queues.sources.size(), 10));
  const std::vector<double> buffers = buffers_on_the_way(queues, rows_upstream(queues));
  int channels = 0;
  for (std::size_t q = 0; q < apart.size(); ++q) {
    if (queues.queues[q].ejects) continue;
    CHECK(apart[q] == doctest::Approx(10 / queues.queues[q].messages));  // as many messages a period as terminals
    CHECK(buffers[q] == doctest::Approx((queues.queues[q].messages + 1) / 2));  // 1 from the router itself
    ++channels;
  }
  CHECK(channels == 4);
}

TEST_CASE("long messages of two terminals do not wait for each other's virtual channels, those of one more do") {
  const LoadedRouters routers{
      .virtual_channels = 2, .depth_flits = 2, .message_flits = 12, .square_flits = 144, .sizes = {}};
  const auto waited = [&](std::uint32_t nodes) {
    const Routes routes = routes_of_row(nodes);
    const ChannelModel model(flows_to_the_last(routes, nodes - 1), std::vector<double>(routes.graph->head.size(), 1),
                             routers);
    const auto waits = model.waits(0.55 / (nodes - 1));  // of the last channel
    REQUIRE(waits);
    return waits->virtual_channels;
  };
  CHECK(waited(3) < 0.01);
  CHECK(waited(6) > 5);
}

TEST_CASE("in dimension order every row of queues stands after those that it feeds") {
  for (const char* family : {"mesh", "torus"}) {
    const Topology cube = build_topology(family, {{"radix", std::int64_t{7}}, {"dimensions", std::int64_t{2}}});
    const Routes routes = dimension_order_routes(cube);
    const LoadedQueues queues = queues_of(uniform_flows(routes), std::vector<double>(routes.graph->head.size(), 1), 1);
    const std::vector<std::uint32_t> order = rows_upstream(queues);
    REQUIRE(order.size() == queues.queues.size());
    std::vector<bool> met(order.size());
    for (const std::uint32_t row : order) {
      CHECK(!met[row]);
      met[row] = true;
      for (std::uint64_t k = queues.first[row]; k < queues.first[row + 1]; ++k) CHECK(met[queues.next[k].to]);
    }
  }
}
