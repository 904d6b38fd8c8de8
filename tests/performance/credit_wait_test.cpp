// SPDX-License-Identifier: Apache-2.0
// Packets that are longer than buffers, alone in a network, against BookSim's figures and in closed form.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/credit_waits.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

LoadedRouters routers_of(double router, double flits, double depth) {
  return {.depth_flits = depth,
          .router_cycles = router,
          .head_cycles = head_cycles_of(router),
          .message_flits = flits,
          .square_flits = flits * flits,
          .sizes = {{flits, 1}}};
}

std::vector<double> numbers(const std::string& text) {
  std::vector<double> all;
  std::istringstream in(text);
  for (double each = 0; in >> each;) all.push_back(each);
  return all;
}

/// The law link by link.
double late_after(const CreditWaits& waits, const std::vector<double>& links) {
  double late = waits.of_terminal();
  for (const double link : links) late = waits.after(late, link);
  return std::max(late, waits.of_terminal());
}

/// By channel of a line of nodes, the cycles of its link: `links` holds them from the first node on.
std::vector<double> cycles_on(const ChannelGraph& graph, const std::vector<double>& links) {
  std::vector<double> cycles;
  for (std::uint32_t tail = 0; tail < graph.node_count(); ++tail) {
    for (std::uint64_t c = graph.first[tail]; c < graph.first[tail + 1]; ++c)
      cycles.push_back(links[std::min(tail, graph.head[c])]);
  }
  return cycles;
}

}  // namespace

TEST_CASE("a packet alone waits for credits exactly as in BookSim") {
  int all = 0;
  for (const Row& row : golden("booksim/credits.csv")) {
    const double router = row.number("router"), flits = row.number("flits"), depth = row.number("depth");
    CAPTURE(router);
    CAPTURE(flits);
    CAPTURE(depth);
    CAPTURE(row.text("links"));
    const CreditWaits waits(routers_of(router, flits, depth), flits);
    CHECK(row.number("without") + late_after(waits, numbers(row.text("links"))) == row.number("latency"));
    ++all;
  }
  CHECK(all == 320);
}

TEST_CASE("on one link packets go in bursts of a buffer, one a credit loop") {
  for (const double link : {1.0, 3.0, 9.0}) {
    for (const double flits : {1.0, 5.0, 16.0}) {
      for (const double depth : {1.0, 2.0, 5.0, 64.0}) {
        double wait = 0;  // the burst of flits b, 2 b, ... leaves a loop after the one before, and not a burst after it
        for (double sent = depth; sent < flits; sent += depth) wait += std::max(0.0, 2 * link + 3 - depth);
        CHECK(CreditWaits(routers_of(3, flits, depth), flits).of_link(link) == wait);
      }
    }
  }
}

TEST_CASE("the model's mean wait for credits is that of all pairs, message by message") {
  const std::vector<double> links = {5, 2, 9, 1, 3, 4, 2};
  const Topology line = build_topology("mesh", {{"radix", std::int64_t{8}}, {"dimensions", std::int64_t{1}}});
  const Routes routes = dimension_order_routes(line);
  const Flows flows = uniform_flows(routes);
  const std::vector<double> cycles = cycles_on(*routes.graph, links);
  for (const double router : {3.0, 6.0, 12.0}) {
    LoadedRouters routers = routers_of(router, 8, 2);
    routers.sizes = {{8, 0.5}, {3, 0.25}, {1, 0.25}};
    double mean = 0;
    for (const MessageSize& size : routers.sizes) {
      const CreditWaits waits(routers, size.flits);
      for (std::size_t from = 0; from < 8; ++from) {
        for (std::size_t to = 0; to < 8; ++to) {
          std::vector<double> way;
          for (std::size_t at = from; at != to; at += from < to ? 1 : -1)
            way.push_back(links[std::min(at, from < to ? at : at - 1)]);
          mean += size.share * late_after(waits, way) / 64;
        }
      }
    }
    const ChannelModel model(flows, cycles, routers);
    CHECK(model.credit_cycles() == doctest::Approx(mean).epsilon(1e-9));
    CHECK(model.waits(0.01)->credits == model.credit_cycles());
  }
}
