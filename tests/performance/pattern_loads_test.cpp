// SPDX-License-Identifier: Apache-2.0
#include "performance/pattern_loads.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/traffic.hpp"
#include "routing/destinations.hpp"
#include "support/counted.hpp"
#include "support/small_networks.hpp"
#include "topology/graph_searches.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

/// Sums in different orders differ in their last bits, and so do loads whose shares have no exact double, such as
/// thirds.
constexpr double kRounding = 1e-9;

/// Whether all shares are exact doubles. They are not if the number of parallel channels or shortest paths is no power
/// of two, which may happen in networks without dimensions.
bool has_whole_shares(const Topology& network) {
  const std::array<FamilyName, 2> without = {"express", "sparse_hamming"};
  return network.has_dimensions && std::find(without.begin(), without.end(), network.family) == without.end();
}

bool same_load(const Topology& network, double a, double b) {
  return has_whole_shares(network) ? a == b : a == Approx(b).epsilon(kRounding);
}

constexpr std::uint64_t kPatternLoadsEffort = 2'000'000'000;

/// Compares the closed-form loads of every channel with those of a walk over all pairs. Returns the number of patterns
/// that have closed forms.
int check_patterns(const Topology& network, const std::vector<ChosenTraffic>& patterns) {
  int closed_forms = 0;
  for (const ChosenTraffic& chosen : patterns) {
    CAPTURE(chosen.pattern->name);
    const auto closed = pattern_loads(network, chosen.digit_form(network), kPatternLoadsEffort);
    if (!closed) continue;
    ++closed_forms;
    const auto walked = walked_loads(network, chosen.traffic(network), kPatternLoadsEffort);
    REQUIRE(walked.has_value());
    const ChannelGraph& graph = walked->graph;
    std::size_t different = 0;
    for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
      for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
        const double load = closed->load(site, graph.link_class[c], graph.local_link[c], graph.head[c]);
        different += same_load(network, load, walked->loads[c]) ? 0 : 1;
      }
    }
    CHECK(different == 0);
    CHECK(same_load(network, closed->peak(), walked->peak));
    const std::vector<double> peaks = walked->class_peaks(network);
    for (std::size_t c = 0; c < peaks.size(); ++c) CHECK(same_load(network, closed->class_peaks()[c], peaks[c]));
    CHECK(closed->mean_hops() == Approx(walked->mean_hops).epsilon(kRounding));
  }
  return closed_forms;
}

std::vector<ChosenTraffic> patterns_without_parameters() {
  std::vector<ChosenTraffic> all;
  for (const TrafficPattern& pattern : traffic_patterns()) all.push_back(choose_traffic(pattern.name, {}));
  all.push_back(choose_traffic("uniform", {{"self", "false"}}));
  return all;
}

double peak(const Topology& network, std::string_view pattern, Parameters parameters = {}) {
  const auto walked =
      walked_loads(network, choose_traffic(pattern, std::move(parameters)).traffic(network), kPatternLoadsEffort);
  REQUIRE(walked.has_value());
  return walked->peak;
}

Topology pattern_loads_cube(const char* family, std::int64_t radix, std::int64_t dimensions,
                            const char* channels = "bidirectional") {
  return build_topology(family, {{"radix", radix}, {"dimensions", dimensions}, {"channels", std::string(channels)}});
}

}  // namespace

TEST_CASE("loads in closed form are exactly those of a walk over all pairs, for every family up to 256 nodes") {
  const std::vector<ChosenTraffic> patterns = patterns_without_parameters();
  int products = 0;
  int closed_forms = 0;
  cutline::test::each_small_network(256, [&](const std::string& label, const Topology& network) {
    CAPTURE(label);
    if (!network.is_product()) return;
    ++products;
    closed_forms += check_patterns(network, patterns);
  });
  CHECK(products > 100);
  CHECK(closed_forms > 4 * products);
}

TEST_CASE("uniform loads of a walk are those of the shortest paths, and its mean hops the mean distance") {
  cutline::test::each_small_network(64, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    const auto walked = walked_loads(network, choose_traffic("uniform", {}).traffic(network), kPatternLoadsEffort);
    REQUIRE(walked.has_value());
    const double sum = std::accumulate(walked->loads.begin(), walked->loads.end(), 0.0);
    const auto nodes = static_cast<double>(network.node_count());
    CHECK(sum / nodes == Approx(walked->mean_hops));
    CHECK(walked->mean_hops ==
          Approx(*mean_hops(test::measures_without_cuts(network), network.node_count(), SelfMessages::counted)));
    if (network.is_product() && network.digits.size() > 1) return;  // routes go digit by digit there
    const auto loads = channel_loads(walked->graph, kPatternLoadsEffort);
    REQUIRE(loads.has_value());
    for (std::size_t c = 0; c < loads->size(); ++c) CHECK(walked->loads[c] == Approx((*loads)[c] / nodes));
  });
}

TEST_CASE("a node that sends over its own channels alike loads a wide one less") {
  // Node 1 halves its messages over two links of width 3, nodes 0 and 2 send all theirs over one.
  const Topology path = build_topology("graph", {{"nodes", 3}, {"links", IntegerTable{{0, 1, 3}, {1, 2, 3}}}});
  const auto loads = pattern_loads(path, OwnChannels{}, kPatternLoadsEffort);
  REQUIRE(loads.has_value());
  CHECK(loads->peak() == 1);
  CHECK(loads->class_peaks() == std::vector<double>{1.0 / 3});
}

TEST_CASE("peak loads are the known ones") {
  for (const std::int64_t k : {4, 5, 8, 9}) {
    CAPTURE(k);
    const std::int64_t middle = k / 2, before_middle = (k + 1) / 2 - 1;
    const auto half = static_cast<double>(before_middle);
    CHECK(peak(pattern_loads_cube("torus", k, 2), "tornado") == half);
    CHECK(peak(pattern_loads_cube("torus", k, 2, "unidirectional"), "tornado") == half);
    CHECK(peak(pattern_loads_cube("torus", k, 2), "nearest_neighbour") == 0.25);
    CHECK(peak(pattern_loads_cube("mesh", k, 2), "nearest_neighbour") == 0.5);
    CHECK(peak(pattern_loads_cube("mesh", k, 2), "transpose") == static_cast<double>(k - 1));
    CHECK(peak(pattern_loads_cube("mesh", k, 2), "bit_complement") == static_cast<double>(middle));
    // N k / 8 pairs of N on an even ring, N k / 4 in the middle of an even path.
    if (k % 2 == 0) {
      CHECK(peak(pattern_loads_cube("torus", k, 2), "uniform") == k / 8.0);
      CHECK(peak(pattern_loads_cube("mesh", k, 2), "uniform") == k / 4.0);
    }
    CHECK(peak(pattern_loads_cube("torus", k, 2, "unidirectional"), "uniform") == (k - 1) / 2.0);
  }
  // Under oblivious routing of a binary cube, some permutations put sqrt(N) / 2 messages on one channel.
  for (const std::int64_t n : {2, 4, 6, 8}) {
    const Topology binary = build_topology("hypercube", {{"dimensions", n}});
    CHECK(peak(binary, "transpose") == static_cast<double>(1 << (n / 2 - 1)));
    CHECK(peak(binary, "bit_reversal") == static_cast<double>(1 << (n / 2 - 1)));
    CHECK(peak(binary, "bit_complement") == 1);
    CHECK(peak(binary, "uniform") == 0.5);
  }
}

TEST_CASE("a matrix of ones is uniform traffic, one of a single pair its route") {
  const Topology network = pattern_loads_cube("mesh", 3, 2);
  CHECK(peak(network, "matrix", {{"rows", IntegerTable(9, IntegerList(9, 1))}}) == peak(network, "uniform"));
  IntegerTable rows(9, IntegerList(9, 0));
  rows[0][8] = 1;
  const auto walked =
      walked_loads(network, choose_traffic("matrix", {{"rows", rows}}).traffic(network), kPatternLoadsEffort);
  CHECK(std::count(walked->loads.begin(), walked->loads.end(), 9.0) == 4);  // all of 9 nodes' messages
  CHECK(walked->mean_hops == 4);
}

TEST_CASE("a route corrects the highest digit first") {
  const Topology network = pattern_loads_cube("mesh", 2, 2);
  IntegerTable rows(4, IntegerList(4, 0));
  rows[0][3] = 1;
  const Traffic traffic = choose_traffic("matrix", {{"rows", rows}}).traffic(network);
  const auto walked = walked_loads(network, traffic, kPatternLoadsEffort);
  const auto uses = [&](std::uint32_t to) {
    for (std::uint64_t c = walked->graph.first[0]; c < walked->graph.first[1]; ++c) {
      if (walked->graph.head[c] == to) return walked->loads[c] > 0;
    }
    return false;
  };
  CHECK(uses(2));
  CHECK(!uses(1));
}

TEST_CASE("past its effort a walk says nothing") {
  const Topology network = pattern_loads_cube("torus", 8, 2);
  CHECK(!walked_loads(network, choose_traffic("uniform", {}).traffic(network), 100).has_value());
  CHECK(!pattern_loads(network, std::monostate(), kPatternLoadsEffort).has_value());
}

TEST_CASE("closed forms reach networks that no walk does") {
  const auto loads = [](const Topology& network, const char* pattern) {
    return pattern_loads(network, choose_traffic(pattern, {}).digit_form(network), kPatternLoadsEffort);
  };
  const Topology torus = pattern_loads_cube("torus", 1024, 2);
  CHECK(loads(torus, "uniform")->peak() == 128);
  CHECK(loads(torus, "uniform")->mean_hops() == 512);
  CHECK(loads(torus, "tornado")->peak() == 511);
  CHECK(loads(torus, "transpose")->peak() == 511.5);
  const Topology binary = build_topology("hypercube", {{"dimensions", 20}});
  CHECK(loads(binary, "transpose")->peak() == 512);
  CHECK(loads(binary, "uniform")->mean_hops() == 10);
}
