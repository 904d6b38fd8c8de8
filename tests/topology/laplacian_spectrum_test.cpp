// SPDX-License-Identifier: Apache-2.0
#include "topology/laplacian_spectrum.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "cutline/topology/family.hpp"
#include "support/graphs.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// All eigenvalues of a ring, or of a path of nodes.
std::vector<double> of_line(std::int64_t nodes, bool ring) {
  std::vector<double> values;
  for (std::int64_t k = 0; k < nodes; ++k) {
    const double sine =
        std::sin(std::numbers::pi * static_cast<double>(k) / static_cast<double>(nodes) / (ring ? 1 : 2));
    values.push_back(4 * sine * sine);
  }
  return values;
}

/// An eigenvalue of a product is a sum of one of each factor.
std::vector<double> of_product(const std::vector<std::vector<double>>& factors) {
  std::vector<double> values{0};
  for (const auto& factor : factors) {
    std::vector<double> sums;
    for (const double value : values) {
      for (const double other : factor) sums.push_back(value + other);
    }
    values = std::move(sums);
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// Checks values, lengths, angles and residuals of what is found, where all eigenvalues are known, 0 the first.
void check_spectrum(const ChannelGraph& graph, const std::vector<double>& all, std::size_t count) {
  WatchedWork work(nullptr, "", 0);
  const LaplacianSpectrum spectrum(graph, work);
  const std::vector<Eigenpair> pairs = spectrum.least(count, 1);
  CAPTURE(graph.node_count());
  REQUIRE(pairs.size() == std::min(count, graph.node_count() - 1));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(pairs[i].value - all[i + 1]) <= 1e-9 * all[i + 1]);
    for (std::size_t j = 0; j <= i; ++j) {
      double product = 0;
      for (std::size_t n = 0; n < graph.node_count(); ++n) product += pairs[i].vector[n] * pairs[j].vector[n];
      CHECK(std::abs(product - (i == j ? 1 : 0)) < 1e-6);
    }
    double square = 0, sum = 0;
    for (std::size_t n = 0; n < graph.node_count(); ++n) {
      double image = -pairs[i].value * pairs[i].vector[n];
      for (std::uint64_t c = graph.first[n]; c < graph.first[n + 1]; ++c)
        image += graph.weight(c) * (pairs[i].vector[n] - pairs[i].vector[graph.head[c]]);
      square += image * image;
      sum += pairs[i].vector[n];
    }
    CHECK(std::sqrt(square) < 1e-6 * all.back());
    CHECK(std::abs(sum) < 1e-6);
  }
  const std::vector<Eigenpair> again = LaplacianSpectrum(graph, work).least(count, 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) CHECK(again[i].vector == pairs[i].vector);
}

void check_family(const std::string& family, const Parameters& parameters, const std::vector<double>& all,
                  std::size_t count = 4) {
  CAPTURE(family);
  check_spectrum(link_graph(build_topology(family, parameters)), all, count);
}

/// A watch that asks for a stop after some steps.
class Stopping : public Watch {
 public:
  explicit Stopping(int steps) : steps_(steps) {}
  std::uint64_t begun(const std::string&, std::uint64_t) override { return 0; }
  bool go_on(std::uint64_t, std::uint64_t) override { return --steps_ > 0; }
  void ended(std::uint64_t) override {}

 private:
  int steps_;
};

}  // namespace

TEST_CASE("least eigenvalues of meshes, rings and tori are sums of 4 sin^2, each as often as it occurs") {
  for (const auto& [x, y] : {std::pair{2, 2}, {5, 3}, {32, 32}, {40, 24}, {64, 16}, {256, 255}}) {
    check_family("mesh", {{"radices", IntegerList{x, y}}}, of_product({of_line(x, false), of_line(y, false)}));
  }
  check_family("mesh", {{"radix", 12}, {"dimensions", 3}},
               of_product({of_line(12, false), of_line(12, false), of_line(12, false)}), 7);
  for (const std::int64_t nodes : {3, 4, 5, 64, 1001, 20000})
    check_family("ring", {{"nodes", nodes}}, of_product({of_line(nodes, true)}));
  for (const std::int64_t radix : {3, 8, 32})
    check_family("torus", {{"radix", radix}, {"dimensions", 2}},
                 of_product({of_line(radix, true), of_line(radix, true)}), 6);
  check_family("torus", {{"radix", 20}, {"dimensions", 3}},
               of_product({of_line(20, true), of_line(20, true), of_line(20, true)}), 8);
}

TEST_CASE("networks with few distinct eigenvalues have all their copies") {
  for (std::int64_t n = 1; n <= 12; ++n) {
    const std::vector<double> pair{0, 2};
    check_family("hypercube", {{"dimensions", n}}, of_product(std::vector(static_cast<std::size_t>(n), pair)),
                 static_cast<std::size_t>(n) + 2);
  }
  for (const std::int64_t n : {2, 3, 4, 50, 300}) {
    std::vector<double> all(static_cast<std::size_t>(n), static_cast<double>(n));
    all[0] = 0;
    check_family("complete", {{"nodes", n}}, all);
  }
  std::vector<LocalLink> star;
  for (std::uint32_t i = 1; i < 100; ++i) star.push_back({0, i});
  std::vector<double> all(100, 1);
  all[0] = 0;
  all[99] = 100;
  check_spectrum(link_graph(graph_of(100, star)), all, 5);
}

TEST_CASE("meshes get a factor, expanders none") {
  WatchedWork work(nullptr, "", 0);
  const auto has_factor = [&](const std::string& family, const Parameters& parameters) {
    return LaplacianSpectrum(link_graph(build_topology(family, parameters)), work).has_factor();
  };
  CHECK(has_factor("mesh", {{"radix", 100}, {"dimensions", 2}}));
  CHECK(has_factor("ring", {{"nodes", 100000}}));
  CHECK(!has_factor("jellyfish", {{"nodes", 4096}, {"degree", 8}}));
  CHECK(!has_factor("complete", {{"nodes", 500}}));
}

TEST_CASE("a graph in parts has the vectors of each, and lines of one node leave nothing to search") {
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i + 1 < 20; ++i) {
    if (i != 11) links.push_back({i, i + 1});  // paths of 12 and 8 nodes
  }
  const ChannelGraph graph = link_graph(graph_of(21, links));
  WatchedWork work(nullptr, "", 0);
  const LaplacianSpectrum spectrum(graph, work);
  const std::vector<Eigenpair> pairs = spectrum.least(3, 1);
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0].value == doctest::Approx(of_line(12, false)[1]));
  CHECK(pairs[1].value == doctest::Approx(of_line(8, false)[1]));
  CHECK(pairs[2].value == doctest::Approx(of_line(12, false)[2]));
  CHECK(pairs[0].vector[20] == 0);
  std::vector<std::uint32_t> lines(21);
  for (std::uint32_t i = 0; i < 21; ++i) lines[i] = i;
  CHECK(spectrum.least(3, 1, lines).empty());
}

TEST_CASE("within lines no harmonic of the first vector is found, however long the grid is") {
  for (const auto& [x, y] : {std::pair{16, 8}, {64, 16}, {300, 4}}) {
    const ChannelGraph graph = link_graph(build_topology("mesh", {{"radices", IntegerList{x, y}}}));
    WatchedWork work(nullptr, "", 0);
    std::vector<std::uint32_t> column;
    for (int node = 0; node < x * y; ++node) column.push_back(static_cast<std::uint32_t>(node % x));
    const std::vector<Eigenpair> pairs = LaplacianSpectrum(graph, work).least(1, 1, column);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].value == doctest::Approx(of_line(y, false)[1]));
  }
}

TEST_CASE("a search that is asked to stop gives what it has, and weights far apart do no harm") {
  const ChannelGraph graph = link_graph(build_topology("mesh", {{"radix", 30}, {"dimensions", 2}}));
  for (const int steps : {1, 2, 3, 10, 30, 60}) {
    Stopping watch(steps);
    WatchedWork work(&watch, "", 0);
    CHECK(LaplacianSpectrum(graph, work).least(4, 1).size() <= 4);
  }
  Random random(5);
  for (int round = 0; round < 20; ++round) {
    ChannelGraph heavy = link_graph(random_graph(random, 40, 30));
    heavy.weights.assign(heavy.head.size(), 1);
    for (std::size_t node = 0; node < heavy.node_count(); ++node) {
      for (std::uint64_t c = heavy.first[node]; c < heavy.first[node + 1]; ++c) {
        const std::uint64_t ends =
            std::min<std::uint64_t>(node, heavy.head[c]) * 40 + std::max<std::uint64_t>(node, heavy.head[c]);
        heavy.weights[c] = std::uint32_t{1} << Random(ends).below(31);
      }
    }
    WatchedWork work(nullptr, "", 0);
    const std::vector<Eigenpair> pairs = LaplacianSpectrum(heavy, work).least(4, 1);
    REQUIRE(pairs.size() == 4);
    for (const Eigenpair& pair : pairs) CHECK(pair.value > 0);
  }
}
