// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <set>
#include <sstream>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/placement/place.hpp"
#include "placement/order.hpp"
#include "routing/destinations.hpp"
#include "support/csv.hpp"
#include "support/lines.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

PlacementChoice tabu_on(std::uint32_t columns, Weight weight, const std::string& order = "tabu") {
  PlacementChoice choice;
  choice.orders = {order};
  choice.columns = columns;
  choice.arrange = ArrangeChoice{.weight = weight};
  return choice;
}

/// A network whose widths are the flows of a row.
Topology flows_of(const Row& row) {
  std::istringstream flows(row.text("flows"));
  IntegerTable links;
  for (std::int64_t a = 1; a < row.integer("nodes"); ++a) {
    for (std::int64_t b = 0; b < a; ++b) {
      std::int64_t flow = 0;
      flows >> flow;
      REQUIRE(!flows.fail());
      if (flow > 0) links.push_back({a, b, flow});
    }
  }
  return graph_of_table(row.integer("nodes"), links);
}

std::uint64_t span(std::uint32_t cell, std::uint32_t other, std::uint32_t columns) {
  const auto gap = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
  return gap(cell % columns, other % columns) + gap(cell / columns, other / columns);
}

/// The least sum of weight x span over all ways to put the nodes into the cells of a grid.
std::uint64_t least_by_trial(const IntegerTable& links, std::uint32_t columns, std::uint32_t cells) {
  std::vector<std::uint32_t> at(cells);
  std::iota(at.begin(), at.end(), 0u);
  std::uint64_t least = ~std::uint64_t{0};
  do {
    std::uint64_t total = 0;
    for (const IntegerList& link : links) {
      total += static_cast<std::uint64_t>(link[2]) *
               span(at[static_cast<std::size_t>(link[0])], at[static_cast<std::size_t>(link[1])], columns);
    }
    least = std::min(least, total);
  } while (std::next_permutation(at.begin(), at.end()));
  return least;
}

IntegerTable random_links(std::int64_t nodes, std::int64_t most, Random& random) {
  IntegerTable links;
  for (std::int64_t a = 1; a < nodes; ++a) {
    for (std::int64_t b = 0; b < a; ++b) {
      const auto weight = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most) + 1));
      if (weight > 0) links.push_back({a, b, weight});
    }
  }
  return links;
}

std::uint64_t value_of(const Topology& graph, const PlacementChoice& choice, const PlacingRun& run = {}) {
  return place(graph, choice, run).arranged.at(0).value;
}

Traffic traffic_of(const IntegerTable& flows, std::size_t nodes, const Topology& network, std::int64_t times = 1) {
  IntegerTable rows(nodes, IntegerList(nodes, 0));
  for (const IntegerList& flow : flows)
    rows[static_cast<std::size_t>(flow[0])][static_cast<std::size_t>(flow[1])] = flow[2] * times;
  return choose_traffic("matrix", {{"rows", rows}}).traffic(network);
}

/// The least total of weights over all placements. Leaves a branch as soon as it costs too much.
class Exhaustive {
 public:
  Exhaustive(const IntegerTable& links, std::uint32_t columns, std::uint32_t nodes)
      : links_(links), columns_(columns), at_(nodes), taken_(nodes, false) {}

  std::uint64_t least() {
    place_from(0, 0);
    return least_;
  }

 private:
  void place_from(std::size_t node, std::uint64_t before) {
    if (before >= least_) return;
    if (node == at_.size()) {
      least_ = before;
      return;
    }
    for (std::uint32_t cell = 0; cell < at_.size(); ++cell) {
      if (taken_[cell]) continue;
      taken_[cell] = true;
      at_[node] = cell;
      std::uint64_t total = before;
      for (const IntegerList& link : links_) {
        const auto a = static_cast<std::size_t>(link[0]), b = static_cast<std::size_t>(link[1]);
        if (std::max(a, b) == node) total += static_cast<std::uint64_t>(link[2]) * span(at_[a], at_[b], columns_);
      }
      place_from(node + 1, total);
      taken_[cell] = false;
    }
  }

  IntegerTable links_;
  std::uint32_t columns_;
  std::vector<std::uint32_t> at_;
  std::vector<bool> taken_;
  std::uint64_t least_ = ~std::uint64_t{0};
};

}  // namespace

TEST_CASE("the tasks of the gallery's video decoder are mapped at the least cost of all mappings") {
  IntegerTable flows;
  const std::string file = source_folder() + "/layouts/gallery/mapping-vopd.txt";
  const TrafficTable table = read_traffic_file(file, build_topology("ring", {{"nodes", 12}}));
  for (const TrafficEntry& entry : table.entries) {
    flows.push_back({static_cast<std::int64_t>(entry.source), static_cast<std::int64_t>(entry.destination),
                     static_cast<std::int64_t>(entry.weight)});
  }
  const Topology tasks = build_topology("ring", {{"nodes", 12}});
  const Traffic traffic = traffic_of(flows, 12, tasks);
  const std::uint64_t least = Exhaustive(flows, 4, 12).least();
  CHECK(least == 3037);
  CHECK(value_of(tasks, tabu_on(4, Weight::traffic), {nullptr, 1, &traffic}) == least);
}

TEST_CASE("tabu search finds the optimum of every instance of Nugent, whatever the seed") {
  std::size_t compared = 0;
  for (const Row& row : golden("qaplib_grids.csv")) {
    if (row.text("name").find("nug") != 0) continue;
    CAPTURE(row.text("name"));
    const Topology graph = flows_of(row);
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      const auto columns = static_cast<std::uint32_t>(row.integer("columns"));
      CHECK(2 * value_of(graph, tabu_on(columns, Weight::width), {nullptr, seed}) ==
            static_cast<std::uint64_t>(row.integer("best")));
      ++compared;
    }
  }
  CHECK(compared == 33);
}

TEST_CASE("tabu search comes within 0.1 % of the best known of larger instances, in the mean of seeds") {
  // CUTLINE_SLOW=1 runs them; each seed takes some seconds.
  if (std::getenv("CUTLINE_SLOW") == nullptr) return;
  for (const Row& row : golden("qaplib_grids.csv")) {
    if (row.text("name").find("nug") == 0) continue;
    const Topology graph = flows_of(row);
    double sum = 0;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      const auto columns = static_cast<std::uint32_t>(row.integer("columns"));
      const std::uint64_t found = 2 * value_of(graph, tabu_on(columns, Weight::width), {nullptr, seed});
      CHECK(found >= static_cast<std::uint64_t>(row.integer("best")));
      sum += static_cast<double>(found);
    }
    const double over = sum / 3 / row.number("best") - 1;
    MESSAGE(fmt::format("{}: {:.4f} % over the best known", row.text("name"), 100 * over));
    CHECK(over <= 0.001);
  }
}

TEST_CASE("weights by width, by traffic and of one have the least total of all placements, with cells left empty") {
  Random random(5);
  for (const auto& [nodes, columns, cells] :
       std::vector<std::array<std::uint32_t, 3>>{{6, 3, 6}, {7, 4, 8}, {5, 4, 8}}) {
    for (int sample = 0; sample < 4; ++sample) {
      const IntegerTable links = random_links(nodes, 9, random);
      IntegerTable ones = links;
      for (IntegerList& link : ones) link[2] = 1;
      const Topology graph = graph_of_table(nodes, links);
      const std::uint64_t least = least_by_trial(links, columns, cells);
      const std::uint64_t least_of_ones = least_by_trial(ones, columns, cells);
      CHECK(value_of(graph, tabu_on(columns, Weight::width)) == least);
      CHECK(value_of(graph, tabu_on(columns, Weight::one)) == least_of_ones);
      CHECK(value_of(graph, tabu_on(columns, Weight::width, "annealed")) == least);
      CHECK(value_of(graph, tabu_on(columns, Weight::one, "annealed")) == least_of_ones);
      // The ring has nothing to do with the flows, and its own links do not count.
      const Topology ring = build_topology("ring", {{"nodes", static_cast<std::int64_t>(nodes)}});
      const Traffic traffic = traffic_of(links, nodes, ring);
      CHECK(value_of(ring, tabu_on(columns, Weight::traffic), {nullptr, 1, &traffic}) == least);
      CHECK(value_of(ring, tabu_on(columns, Weight::traffic, "annealed"), {nullptr, 1, &traffic}) == least);
    }
  }
}

TEST_CASE("tabu search gives the same cells with one thread as with two, and with flows in another unit") {
  const Topology graph = flows_of(golden("qaplib_grids.csv").at(3));
  const auto cells = [&](const PlacingRun& run, Weight weight) {
    PlacementChoice choice = tabu_on(5, weight);
    choice.arrange->moves = 3000;
    return place(graph, choice, run).axes;
  };
  set_thread_count(1);
  const auto alone = cells({nullptr, 7}, Weight::width);
  set_thread_count(2);
  CHECK(cells({nullptr, 7}, Weight::width) == alone);
  set_thread_count(0);
  CHECK(cells({nullptr, 7}, Weight::width) == alone);
  // Large flows need wider numbers.
  Random random(1);
  const IntegerTable flows = random_links(20, 20, random);
  const Traffic small = traffic_of(flows, 20, graph), large = traffic_of(flows, 20, graph, 1000000);
  CHECK(cells({nullptr, 7, &small}, Weight::traffic) == cells({nullptr, 7, &large}, Weight::traffic));
}

TEST_CASE("what is to be minimised chooses the order where none is named") {
  const Topology ring = build_topology("ring", {{"nodes", 12}});
  PlacementChoice choice;
  CHECK(!default_optimiser(choice));
  choice.arrange.emplace();
  CHECK(default_optimiser(choice) == "portfolio");
  CHECK(place(ring, choice).arranged.at(0).order == "portfolio");
  choice.arrange->start = "natural";
  CHECK(default_optimiser(choice) == "annealed");
  choice.orders = {"natural"};
  CHECK(!default_optimiser(choice));
}

TEST_CASE("tabu search and weights by traffic say what they cannot do") {
  const Topology graph = graph_of_table(6, {{0, 1}, {1, 2}, {3, 4}, {4, 5}});
  const auto refused = [&](const PlacementChoice& choice, const Topology& network, const char* why) {
    CHECK_THROWS_WITH_AS(place(network, choice), doctest::Contains(why), Error);
  };
  PlacementChoice choice = tabu_on(3, Weight::width);
  for (const Minimised minimised : {Minimised::longest, Minimised::peak_density, Minimised::area}) {
    choice.arrange->minimised = minimised;
    refused(choice, graph, "minimises the total alone");
  }
  refused(tabu_on(3, Weight::traffic), graph, "uniform traffic");
  choice = tabu_on(3, Weight::traffic, "annealed");
  choice.arrange->minimised = Minimised::area;
  refused(choice, graph, "traffic has none");
  choice = tabu_on(3, Weight::width);
  choice.arrange->moves = std::uint64_t{1} << 60;
  refused(choice, graph, "the limit of the order 'tabu'");
  choice = tabu_on(3, Weight::width);
  choice.arrange->start = "hilbert";
  refused(choice, graph, "for the order 'annealed'");
  refused(tabu_on(30, Weight::width), build_topology("ring", {{"nodes", 600}}), "arranges up to 512 places");
  refused(tabu_on(257, Weight::width), build_topology("ring", {{"nodes", 260}}), "searches grids of up to 512 cells");
  choice = tabu_on(0, Weight::traffic);
  choice.orders = {"tabu", "natural"};
  refused(choice, build_topology("torus", {{"radix", 4}, {"dimensions", 2}}), "tell their nodes apart");
}

TEST_CASE("under traffic switches take cells too, and their nodes are known by number, also where numbers have gaps") {
  for (const char* family : {"fat_tree", "hammingmesh"}) {
    const Topology network = std::string(family) == "fat_tree"
                                 ? build_topology(family, {{"radix", 2}, {"levels", 3}})
                                 : build_topology(family, {{"board_columns", 2}, {"columns", 2}});
    CAPTURE(family);
    const auto nodes = static_cast<std::size_t>(network.node_count());
    const Traffic traffic = traffic_of({{0, static_cast<std::int64_t>(nodes) - 1, 7}}, nodes, network);
    for (const char* order : {"tabu", "annealed", "spectral", "bisection"}) {
      CAPTURE(order);
      PlacementChoice choice = tabu_on(5, Weight::traffic, order);
      if (!find_order(order)->moves_nodes) choice.arrange->moves.reset();
      const PlacingRun run{nullptr, 1, &traffic};
      const Placement placement = place(network, choice, run);
      std::set<Cell> cells;
      for (std::uint64_t site = 0; site < network.site_count(); ++site) cells.insert(cell_of(network, placement, site));
      CHECK(cells.size() == network.site_count());
      if (find_order(order)->moves_nodes) CHECK(placement.arranged.at(0).value == 7);
    }
  }
}
