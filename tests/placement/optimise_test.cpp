// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "base/random.hpp"
#include "cutline/study/laid_out.hpp"
#include "placement/order.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"
#include "support/lines.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const std::vector<Minimised> kAll = {Minimised::total, Minimised::longest, Minimised::peak_density, Minimised::area};

/// The orders of the catalogue that minimise this; `exact` is among them only if asked for.
std::vector<std::string> optimisers(Minimised minimised, bool exact = false) {
  std::vector<std::string> names;
  for (const Order& order : orders()) {
    if (order.total_alone && minimised != Minimised::total) continue;
    if (order.arrange != nullptr && (order.arranges_grids || exact)) names.emplace_back(order.name);
  }
  return names;
}

PlacementChoice by(const std::string& order, Minimised minimised, std::optional<std::uint64_t> moves = {}) {
  PlacementChoice choice;
  choice.orders = {order};
  choice.arrange = ArrangeChoice{.minimised = minimised};
  if (find_order(order)->moves_nodes && order != "spectral") choice.arrange->moves = moves;
  return choice;
}

/// Of the portfolio, which would take as many by itself as each of its parts.
std::optional<std::uint64_t> few_moves(const std::string& order) {
  return order == "portfolio" ? std::optional<std::uint64_t>(200'000) : std::nullopt;
}

Parameters random_graph(std::int64_t nodes, std::int64_t links, std::uint64_t seed) {
  Random random(seed);
  IntegerTable table;
  for (std::int64_t i = 0; i < links; ++i) {
    const auto a = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes)));
    const auto step = static_cast<std::int64_t>(1 + random.below(static_cast<std::uint64_t>(nodes - 1)));
    table.push_back({a, (a + step) % nodes});
  }
  return {{"nodes", nodes}, {"links", table}};
}

bool only_on_its_lines(const Topology& network) {
  return network.has_interchanges() ||
         std::any_of(network.classes.begin(), network.classes.end(), [](const LinkClass& each) { return each.shared; });
}

/// A watch that asks for a stop the first time that it is consulted.
class Impatient : public Watch {
 public:
  std::uint64_t begun(const std::string&, std::uint64_t) override { return ++works; }
  bool go_on(std::uint64_t, std::uint64_t) override { return --patience > 0; }
  void ended(std::uint64_t) override { --works; }
  std::uint64_t works = 0;
  int patience = 1;
};

/// A network of cutwidth_exact_search.csv; absent for longer cycles, which no family here has.
std::optional<Topology> searched_network(const Row& row) {
  std::string family = row.text("family");
  const std::int64_t size = row.integer("param");
  if (family.find("ccc_") == 0) return std::nullopt;
  if (family == "star") return build_topology(family, {{"symbols", size}});
  const bool grid = family.size() > 2 && family.back() == 'd';
  if (!grid) return build_topology(family, {{"dimensions", size}});
  const IntegerList radices(family[family.size() - 2] == '2' ? 2 : 3, size);
  return build_topology(family.substr(0, family.size() - 2), {{"radices", radices}});
}

}  // namespace

TEST_CASE("an order that optimises never ends worse than natural order or its start, nor below the optimum") {
  std::size_t compared = 0;
  each_small_network(24, [&](const std::string& label, const Topology& network) {
    CAPTURE(label);
    for (const Minimised minimised : kAll) {
      for (const std::string& order : optimisers(minimised)) {
        CAPTURE(order);
        std::vector<PlacementChoice> choices = {by(order, minimised, 500)};
        if (!only_on_its_lines(network)) {
          choices.push_back(choices[0]);
          choices.back().columns = static_cast<std::uint32_t>(network.node_count());
        }
        for (const PlacementChoice& choice : choices) {
          for (const Arranged& result : place(network, choice).arranged) {
            CHECK(result.value <= std::min(result.natural, result.start));
            if (result.optimum) CHECK(result.value >= *result.optimum);
            ++compared;
          }
        }
      }
    }
  });
  CHECK(compared > 1000);
}

TEST_CASE("what an order is said to cost is what its layout measures") {
  const Parameters graph = random_graph(50, 110, 7);
  for (const Minimised minimised : kAll) {
    for (const std::uint32_t columns : {0u, 50u, 10u}) {
      for (const std::string& order : optimisers(minimised)) {
        CAPTURE(order);
        PlacementChoice choice = by(order, minimised, 20000);
        choice.columns = columns;
        const RoutedCase laid = lay_out("graph", graph, choice);
        const std::uint64_t value = laid.placement.arranged.at(0).value;
        const Measures& measures = laid.measures;
        if (minimised == Minimised::total) CHECK(measures.length.total_span_halves == 2 * value);
        if (minimised == Minimised::longest) CHECK(measures.length.longest_span.pitches() == value);
        if (minimised == Minimised::peak_density)
          CHECK(std::max(measures.density[0].peak_links, measures.density[1].peak_links) == value);
      }
    }
  }
}

TEST_CASE("an order of a regular network is one of its lines, and its total what the lines measure") {
  for (const std::string& order : optimisers(Minimised::total)) {
    CAPTURE(order);
    PlacementChoice choice = by(order, Minimised::total, 5000);
    const RoutedCase torus = lay_out("torus", {{"radix", 8}, {"dimensions", 2}}, choice);
    REQUIRE(torus.placement.arranged.size() == 2);
    // The cost of eight equal rows and eight equal columns.
    const std::uint64_t both = torus.placement.arranged[0].value + torus.placement.arranged[1].value;
    CHECK(torus.measures.length.total_span_halves == 2 * 8 * both);
    CHECK(torus.placement.arranged[0].value == 14);
  }
}

TEST_CASE("no order has fewer links over its densest cut than the cutwidth found by exhaustive search") {
  std::size_t met = 0, all = 0;
  std::string table = "densest cut: exact, then by order\n";
  for (const Row& row : golden("cutwidth_exact_search.csv")) {
    const auto network = searched_network(row);
    if (!network) continue;
    CAPTURE(row.text("family"));
    REQUIRE(network->link_count() == static_cast<std::uint64_t>(row.integer("links")));
    const auto least = static_cast<std::uint64_t>(row.integer("cutwidth"));
    table += fmt::format("{} {}: {}", row.text("family"), row.integer("param"), least);
    for (const std::string& order : optimisers(Minimised::peak_density, network->node_count() <= 25)) {
      PlacementChoice choice = by(order, Minimised::peak_density, few_moves(order));
      choice.columns = static_cast<std::uint32_t>(network->node_count());
      const std::uint64_t found = place(*network, choice).arranged.at(0).value;
      CHECK(found >= least);
      if (order == "exact") CHECK(found == least);
      met += found == least;
      ++all;
      table += fmt::format(", {} {}", order, found);
    }
    table += '\n';
  }
  MESSAGE(table);
  CHECK(all >= 60);
  CHECK(2 * met > all);
}

TEST_CASE("annealing comes within a tenth of the least total length of every graph that is known exactly") {
  std::string table = "total length on a line: exact, then by order\n";
  std::map<std::string, double> worst;
  for (const Row& row : golden("cutwidth_exact_dp.csv")) {
    const Topology network = named_network(row.text("graph"));
    const auto least = static_cast<std::uint64_t>(row.integer("min_linear_arrangement"));
    table += fmt::format("{}: {}", row.text("graph"), least);
    for (const std::string& order : optimisers(Minimised::total)) {
      PlacementChoice choice = by(order, Minimised::total, few_moves(order));
      choice.columns = static_cast<std::uint32_t>(network.node_count());
      const std::uint64_t found = place(network, choice).arranged.at(0).value;
      CHECK(found >= least);
      worst[order] = std::max(worst[order], static_cast<double>(found) / static_cast<double>(least));
      table += fmt::format(", {} {}", order, found);
    }
    table += '\n';
  }
  MESSAGE(table);
  CHECK(worst.at("annealed") <= 1.1);
  CHECK(worst.at("bisection") <= 1.5);
  CHECK(worst.at("spectral") <= 1.5);
}

TEST_CASE("generalized hypercubes of even radix and folded hypercubes have the proved tracks, and none has fewer") {
  for (const auto& [r, n] : std::vector<std::pair<std::int64_t, std::int64_t>>{{4, 2}, {4, 3}, {6, 2}, {8, 2}}) {
    const Parameters parameters = {{"radix", r}, {"dimensions", n}};
    std::int64_t nodes = 1;
    for (std::int64_t i = 0; i < n; ++i) nodes *= r;
    const std::int64_t tracks =
        n % 2 == 0 ? r * (r + 2) * (nodes - 1) / (4 * (r + 1)) : r * r / 4 + r * (r + 2) * (nodes - r) / (4 * (r + 1));
    const auto axes = static_cast<std::size_t>(n);
    CHECK(lay_out("hyperx", parameters, on_line(axes, "natural")).measures.tracks[0].links == tracks);
    // The number that is often printed adds up the tracks of the dimensions.
    CHECK(tracks < r * r / 4 * (nodes - 1) / (r - 1));
    for (const std::string& order : optimisers(Minimised::peak_density)) {
      PlacementChoice choice = by(order, Minimised::peak_density, 20000);
      choice.axes.assign(axes, Axis::x);
      CHECK(lay_out("hyperx", parameters, choice).measures.tracks[0].links == tracks);
    }
  }
  for (std::int64_t n = 3; n <= 6; ++n) {
    PlacementChoice choice = by("annealed", Minimised::peak_density, 20000);
    choice.axes.assign(static_cast<std::size_t>(n), Axis::x);
    CHECK(lay_out("folded_hypercube", {{"dimensions", n}}, choice).measures.tracks[0].links == 13 * (1 << n) / 12);
  }
}

TEST_CASE("the same seed gives the same placement, and another seed another") {
  const Topology graph = build_topology("graph", random_graph(200, 500, 3));
  const auto cells = [&](std::uint64_t seed) {
    return place(graph, by("annealed", Minimised::total, 20000), {nullptr, seed}).axes[0];
  };
  CHECK(cells(1) == cells(1));
  CHECK(cells(1) != cells(2));
}

TEST_CASE("work that is asked to stop keeps the best so far") {
  const Topology graph = build_topology("graph", random_graph(200, 500, 3));
  for (const std::string& order : optimisers(Minimised::total)) {
    CAPTURE(order);
    for (const int patience : {1, 2, 5, 12}) {
      Impatient watch;
      watch.patience = patience;
      const Placement placement = place(graph, by(order, Minimised::total), {&watch, 1});
      const Arranged& result = placement.arranged.at(0);
      CHECK(watch.works == 0);
      CHECK(result.value <= std::min(result.natural, result.start));
      CHECK(result.interrupted);
      if (order == "annealed") CHECK(result.moves < result.all_moves);
    }
  }
}

TEST_CASE("what no order has a use for is refused") {
  const Topology ring = build_topology("ring", {{"nodes", 8}});
  CHECK_THROWS_WITH_AS(place(ring, by("natural", Minimised::longest)), doctest::Contains("orders that optimise"),
                       Error);
  PlacementChoice choice = by("bisection", Minimised::total);
  choice.arrange->moves = 5;
  CHECK_THROWS_WITH_AS(place(ring, choice), doctest::Contains("for the order 'annealed'"), Error);
  choice = by("annealed", Minimised::total, std::uint64_t{1} << 50);
  CHECK_THROWS_WITH_AS(place(ring, choice), doctest::Contains("the limit of the order 'annealed'"), Error);
  choice = by("annealed", Minimised::total);
  for (const char* start : {"recursive", "exact", "annealed", "portfolio"}) {
    choice.arrange->start = start;
    CHECK_THROWS_WITH_AS(place(ring, choice), doctest::Contains("cannot start from"), Error);
  }
}

TEST_CASE("fixed nodes stay where natural order puts them, and the others still gain") {
  const Topology graph = build_topology("graph", random_graph(60, 150, 5));
  PlacementChoice choice = by("annealed", Minimised::total, 50000);
  choice.columns = 10;
  const std::uint64_t free_total = place(graph, choice).arranged.at(0).value;
  choice.arrange->fixed = {"0", "9", "50", "59", "33"};
  const Placement placement = place(graph, choice);
  for (const std::uint32_t node : {0u, 9u, 50u, 59u, 33u}) {
    CHECK(placement.axes[0].slot(Coordinate{node}) == node % 10);
    CHECK(placement.axes[1].slot(Coordinate{node}) == node / 10);
  }
  const Arranged& result = placement.arranged.at(0);
  CHECK(result.value < result.natural);
  CHECK(free_total < result.natural);
  choice.arrange->fixed = {"60"};
  CHECK_THROWS_WITH_AS(place(graph, choice), doctest::Contains("the network has no node 60"), Error);
  choice.arrange->fixed = {"1"};
  choice.arrange->start = "bisection";
  CHECK_THROWS_WITH_AS(place(graph, choice), doctest::Contains("cannot start"), Error);
  choice.orders = {"bisection"};
  choice.arrange->start.clear();
  choice.arrange->moves.reset();
  CHECK_THROWS_WITH_AS(place(graph, choice), doctest::Contains("for the orders 'annealed', 'spectral' and 'tabu'"),
                       Error);
}
