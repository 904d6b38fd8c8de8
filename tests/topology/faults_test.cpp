// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/faults.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/topology/family.hpp"
#include "support/graphs.hpp"
#include "support/small_networks.hpp"

using cutline::build_topology;
using cutline::fail_links;
using cutline::FaultMeasures;
using cutline::LinkClass;
using cutline::LocalLink;
using cutline::resilience;
using cutline::Topology;
using cutline::test::graph_of;
using doctest::Approx;

namespace {

constexpr std::uint64_t kFaultsEffort = 2'000'000'000;

/// A one-way ring or a two-way tree, so that all nodes are connected, and some more links.
Topology faults_random_graph(cutline::Random& random, std::uint32_t nodes, std::size_t extra, int channels = 2) {
  if (channels == 2) return graph_of(nodes, cutline::test::random_links(random, nodes, extra));
  std::vector<LocalLink> ring;
  for (std::uint32_t i = 0; i < nodes; ++i) ring.push_back({i, (i + 1) % nodes});
  cutline::test::add_random(random, nodes, extra, ring);
  return graph_of(nodes, std::move(ring), 1);
}

/// The channels of all links except the removed ones, as a plain list on which the oracle counts.
struct Channels {
  std::size_t sites = 0;
  std::vector<bool> is_node;
  std::vector<std::array<std::size_t, 2>> all;
};

Channels without(const Topology& topology, const std::vector<std::size_t>& failed) {
  Channels channels{topology.site_count(), {}, {}};
  for (std::uint64_t site = 0; site < topology.site_count(); ++site)
    channels.is_node.push_back(topology.kind(site) == cutline::SiteKind::node);
  std::size_t number = 0;
  cutline::for_each_link(topology, [&](std::size_t link_class, std::size_t, std::uint64_t a, std::uint64_t b) {
    if (std::find(failed.begin(), failed.end(), number++) != failed.end()) return;
    channels.all.push_back({a, b});
    if (topology.classes[link_class].channels == 2) channels.all.push_back({b, a});
  });
  return channels;
}

constexpr double kFar = 1e9;

/// Distances and numbers of shortest paths between all sites, found hop by hop over the list of channels.
struct AllPairs {
  std::vector<std::vector<double>> hops, paths;
};

AllPairs all_pairs(const Channels& channels) {
  AllPairs out;
  for (std::size_t source = 0; source < channels.sites; ++source) {
    std::vector<double> hops(channels.sites, kFar), paths(channels.sites, 0);
    hops[source] = 0;
    paths[source] = 1;
    for (double step = 0; step < static_cast<double>(channels.sites); ++step) {
      for (const auto& [from, to] : channels.all) {
        if (hops[from] != step || hops[to] < step + 1) continue;
        hops[to] = step + 1;
        paths[to] += paths[from];
      }
    }
    out.hops.push_back(std::move(hops));
    out.paths.push_back(std::move(paths));
  }
  return out;
}

bool is_connected(const Channels& channels, const AllPairs& pairs) {
  for (std::size_t a = 0; a < channels.sites; ++a) {
    for (std::size_t b = 0; b < channels.sites; ++b) {
      if (channels.is_node[a] && channels.is_node[b] && pairs.hops[a][b] >= kFar) return false;
    }
  }
  return true;
}

bool stays_connected(const Topology& topology, const std::vector<std::size_t>& failed) {
  const Channels channels = without(topology, failed);
  return is_connected(channels, all_pairs(channels));
}

/// The mean of a figure of two nodes over ordered pairs of distinct nodes.
double mean_over_pairs(const Channels& channels, const std::vector<std::vector<double>>& of) {
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < channels.sites; ++a) {
    for (std::size_t b = 0; b < channels.sites; ++b) {
      if (a == b || !channels.is_node[a] || !channels.is_node[b]) continue;
      sum += of[a][b];
      ++pairs;
    }
  }
  return sum / pairs;
}

/// The load of the busiest channel by definition: each pair adds the share of its shortest paths that use the channel.
double busiest(const Channels& channels, const AllPairs& pairs) {
  double most = 0, nodes = 0;
  for (const bool node : channels.is_node) nodes += node ? 1 : 0;
  for (const auto& [from, to] : channels.all) {
    double load = 0;
    for (std::size_t a = 0; a < channels.sites; ++a) {
      for (std::size_t b = 0; b < channels.sites; ++b) {
        if (!channels.is_node[a] || !channels.is_node[b]) continue;
        if (pairs.hops[a][from] + 1 + pairs.hops[to][b] != pairs.hops[a][b]) continue;
        load += pairs.paths[a][from] * pairs.paths[to][b] / pairs.paths[a][b];
      }
    }
    most = std::max(most, load);
  }
  return most / nodes;
}

/// Calls visit(numbers) for every choice of `count` of `all` links; true if some call returns true.
template <class Visit>
bool any_choice(std::size_t all, std::size_t count, const Visit& visit, std::vector<std::size_t> chosen = {}) {
  if (chosen.size() == count) return visit(chosen);
  for (std::size_t next = chosen.empty() ? 0 : chosen.back() + 1; next < all; ++next) {
    std::vector<std::size_t> more = chosen;
    more.push_back(next);
    if (any_choice(all, count, visit, std::move(more))) return true;
  }
  return false;
}

std::uint64_t connectivity_by_brute_force(const Topology& topology) {
  for (std::size_t count = 1;; ++count) {
    const bool parted = any_choice(topology.link_count(), count, [&](const std::vector<std::size_t>& failed) {
      return !stays_connected(topology, failed);
    });
    if (parted) return count;
  }
}

/// The same network with one class of two-way links and one of one-way links.
Topology faults_flattened(const Topology& topology) {
  Topology flat = graph_of(static_cast<std::uint32_t>(topology.node_count()), {});
  flat.classes.resize(2, flat.classes[0]);
  flat.classes[1].channels = 1;
  cutline::for_each_link(topology, [&](std::size_t link_class, std::size_t, std::uint64_t a, std::uint64_t b) {
    const LocalLink link = {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    flat.classes[topology.classes[link_class].channels == 1 ? 1 : 0].links.push_back(link);
  });
  return flat;
}

Topology cube(const char* family, std::int64_t radix, std::int64_t dimensions) {
  return build_topology(family, {{"radix", radix}, {"dimensions", dimensions}});
}

std::uint64_t connectivity(const Topology& topology) {
  const auto found = resilience(topology, kFaultsEffort);
  REQUIRE(found.edge_connectivity.value() != nullptr);
  return *found.edge_connectivity.value();
}

double paths(const Topology& topology) {
  const auto found = resilience(topology, kFaultsEffort);
  REQUIRE(found.mean_shortest_paths.value() != nullptr);
  return *found.mean_shortest_paths.value();
}

double factorial(std::int64_t n) { return n < 2 ? 1 : static_cast<double>(n) * factorial(n - 1); }

}  // namespace

TEST_CASE("edge connectivity has its closed forms: 2n of tori, n of meshes and cubes, N - 1 of complete networks") {
  for (std::int64_t n = 1; n <= 5; ++n) {
    for (std::int64_t k = 3; k <= 6; ++k) {
      CHECK(connectivity(cube("torus", k, n)) == static_cast<std::uint64_t>(2 * n));
      CHECK(connectivity(cube("mesh", k, n)) == static_cast<std::uint64_t>(n));
      CHECK(connectivity(cube("hyperx", k, n)) == static_cast<std::uint64_t>(n * (k - 1)));
    }
  }
  CHECK(connectivity(build_topology("hypercube", {{"dimensions", 20}})) == 20);
  CHECK(connectivity(build_topology("complete", {{"nodes", 50}})) == 49);
  for (std::int64_t d = 3; d <= 7; ++d) CHECK(connectivity(build_topology("ccc", {{"dimensions", d}})) == 3);
  for (std::int64_t n = 3; n <= 6; ++n)
    CHECK(connectivity(build_topology("star", {{"symbols", n}})) == static_cast<std::uint64_t>(n - 1));
  cutline::Random random(41);
  CHECK(connectivity(faults_random_graph(random, 200, 0)) == 1);
}

TEST_CASE("edge connectivity of any small graph is that of trying all choices of failed links") {
  cutline::Random random(43);
  for (int round = 0; round < 40; ++round) {
    const int channels = round % 2 == 0 ? 2 : 1;
    const auto nodes = static_cast<std::uint32_t>(3 + random.below(4));
    const Topology topology = faults_random_graph(random, nodes, random.below(8), channels);
    CAPTURE(round);
    CHECK(connectivity(topology) == connectivity_by_brute_force(topology));
  }
  // Vertex-transitive with parallel links: the loss of two single links splits the ring, though each node has eleven
  // links.
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < 6; ++i) links.insert(links.end(), i % 2 == 0 ? 10 : 1, {i, (i + 1) % 6});
  Topology ring = graph_of(6, links);
  ring.theorems.vertex_transitive = true;
  CHECK(connectivity(ring) == 2);
  const Topology express = build_topology("express", {{"radix", 5}, {"dimensions", 1}, {"spacing", 2}});
  CHECK(connectivity(express) == connectivity_by_brute_force(express));
}

TEST_CASE("connectivity and paths by theorem and product are those of flows and searches of the flattened network") {
  std::size_t networks = 0, theorems = 0;
  cutline::test::each_small_network(64, [&](const std::string& label, const Topology& topology) {
    const bool shared = std::any_of(topology.classes.begin(), topology.classes.end(),
                                    [](const LinkClass& link_class) { return link_class.shared; });
    if (shared || topology.has_interchanges()) return;
    CAPTURE(label);
    const auto found = resilience(topology, kFaultsEffort);
    const auto flat = resilience(faults_flattened(topology), kFaultsEffort);
    REQUIRE(found.edge_connectivity.value());
    CHECK(*found.edge_connectivity.value() == *flat.edge_connectivity.value());
    REQUIRE(found.mean_shortest_paths.value());
    CHECK(*found.mean_shortest_paths.value() == Approx(*flat.mean_shortest_paths.value()).epsilon(1e-12));
    ++networks;
    theorems += found.edge_connectivity.method() != flat.edge_connectivity.method() ? 1 : 0;
  });
  CHECK(networks > 100);
  CHECK(theorems > 30);
}

TEST_CASE("a hypercube has d! shortest paths between nodes d apart") {
  for (std::int64_t n = 1; n <= 16; ++n) {
    double sum = 0, ways = 1;
    for (std::int64_t d = 1; d <= n; ++d) {
      ways = ways * static_cast<double>(n - d + 1) / static_cast<double>(d);
      sum += ways * factorial(d);
    }
    const Topology network = build_topology("hypercube", {{"dimensions", n}});
    CHECK(paths(network) == Approx(sum / (std::pow(2.0, static_cast<double>(n)) - 1)).epsilon(1e-12));
  }
}

TEST_CASE("a mesh has as many shortest paths as ways to order the hops of its dimensions") {
  const std::vector<std::int64_t> radices = {5, 4, 3};
  double sum = 0;
  for (int a = 0; a < 60; ++a) {
    for (int b = 0; b < 60; ++b) {
      const std::int64_t x = std::abs(a % 5 - b % 5), y = std::abs(a / 5 % 4 - b / 5 % 4),
                         z = std::abs(a / 20 - b / 20);
      if (a != b) sum += factorial(x + y + z) / (factorial(x) * factorial(y) * factorial(z));
    }
  }
  CHECK(paths(build_topology("mesh", {{"radices", radices}})) == Approx(sum / (60 * 59)).epsilon(1e-12));
}

TEST_CASE("shortest paths past every number are absent and say so") {
  const auto found = resilience(cube("mesh", 2000, 2), kFaultsEffort);
  CHECK(!found.mean_shortest_paths.value());
  CHECK((found.mean_shortest_paths.method() == cutline::PathsMethod::overflow));
  CHECK(*found.edge_connectivity.value() == 2);
}

TEST_CASE("one failed link of any small graph leaves what an independent count finds") {
  cutline::Random random(47);
  for (int round = 0; round < 30; ++round) {
    const int channels = round % 3 == 0 ? 1 : 2;
    const Topology topology = faults_random_graph(random, static_cast<std::uint32_t>(3 + random.below(8)), 8, channels);
    CAPTURE(round);
    double connected = 0, distance = 0, load = 0, worst_distance = 0, worst_load = 0;
    for (std::size_t link = 0; link < topology.link_count(); ++link) {
      const Channels channels_left = without(topology, {link});
      const AllPairs pairs = all_pairs(channels_left);
      if (!is_connected(channels_left, pairs)) continue;
      ++connected;
      const double mean = mean_over_pairs(channels_left, pairs.hops);
      const double peak = busiest(channels_left, pairs);
      distance += mean;
      load += peak;
      worst_distance = std::max(worst_distance, mean);
      worst_load = std::max(worst_load, peak);
    }
    const FaultMeasures found = fail_links(topology, {.links = 1}, 1, kFaultsEffort);
    CHECK(found.exact);
    CHECK(found.samples == topology.link_count());
    CHECK(*found.connected_fraction == Approx(connected / static_cast<double>(topology.link_count())));
    CHECK(found.any_connected() == (connected > 0));
    if (connected == 0) continue;
    CHECK(found.left.mean_distance_hops.mean == Approx(distance / connected));
    CHECK(found.left.mean_distance_hops.worst == Approx(worst_distance));
    CHECK(found.left.peak_channel_load.mean == Approx(load / connected));
    CHECK(found.left.peak_channel_load.worst == Approx(worst_load));
  }
}

TEST_CASE("one link of each kind stands for all links of tori, cubes and products of complete graphs") {
  const Topology mixed = build_topology("torus", {{"radices", cutline::IntegerList{3, 4, 3}}});
  for (const Topology& topology : {cube("torus", 5, 2), mixed, cube("hyperx", 4, 2), cube("hyperx", 3, 3),
                                   build_topology("hypercube", {{"dimensions", 5}})}) {
    const FaultMeasures few = fail_links(topology, {.links = 1}, 1, kFaultsEffort);
    const FaultMeasures all = fail_links(faults_flattened(topology), {.links = 1}, 1, kFaultsEffort);
    CAPTURE(topology.family);
    CHECK(few.method == "one link of each kind");
    CHECK(all.method == "every link");
    CHECK(few.samples == all.samples);
    CHECK(*few.connected_fraction == Approx(*all.connected_fraction));
    CHECK(few.left.mean_distance_hops.mean == Approx(all.left.mean_distance_hops.mean));
    CHECK(few.left.mean_distance_hops.worst == Approx(all.left.mean_distance_hops.worst));
    CHECK(few.left.peak_channel_load.mean == Approx(all.left.peak_channel_load.mean));
    CHECK(few.left.peak_channel_load.worst == Approx(all.left.peak_channel_load.worst));
  }
  CHECK(fail_links(cube("mesh", 4, 2), {.links = 1}, 1, kFaultsEffort).method == "every link");
}

TEST_CASE("all choices of two links count once where they are few, and draws come near their mean") {
  const Topology mesh = cube("mesh", 3, 2);
  double connected = 0, choices = 0, distance = 0;
  any_choice(mesh.link_count(), 2, [&](const std::vector<std::size_t>& failed) {
    const Channels channels = without(mesh, failed);
    const AllPairs pairs = all_pairs(channels);
    ++choices;
    if (!is_connected(channels, pairs)) return false;
    ++connected;
    distance += mean_over_pairs(channels, pairs.hops);
    return false;
  });
  CHECK(choices == 66);
  const FaultMeasures all = fail_links(mesh, {.links = 2}, 1, kFaultsEffort);
  CHECK(all.exact);
  CHECK(all.samples == 66);
  CHECK(all.method == "every choice of links");
  CHECK(*all.connected_fraction == Approx(connected / choices));
  CHECK(all.left.mean_distance_hops.mean == Approx(distance / connected));
  const FaultMeasures drawn = fail_links(mesh, {.links = 2, .samples = 65}, 1, kFaultsEffort);
  CHECK(!drawn.exact);
  CHECK(drawn.method == "a sample");
  CHECK(*drawn.connected_fraction == Approx(connected / choices).epsilon(0.05));
  CHECK(drawn.left.mean_distance_hops.mean == Approx(distance / connected).epsilon(0.05));
}

TEST_CASE("draws follow the seed alone, whatever the number of threads") {
  const Topology torus = cube("torus", 6, 2);
  const auto with = [&](std::uint64_t seed, int threads) {
    cutline::set_thread_count(threads);
    FaultMeasures found = fail_links(torus, {.links = 5, .samples = 40}, seed, kFaultsEffort);
    cutline::set_thread_count(0);
    return found;
  };
  const FaultMeasures one = with(7, 1), two = with(7, 2), other = with(8, 2);
  CHECK(one.left.mean_distance_hops.mean == two.left.mean_distance_hops.mean);
  CHECK(one.left.peak_channel_load.mean == two.left.peak_channel_load.mean);
  CHECK(one.left.peak_channel_load.worst == two.left.peak_channel_load.worst);
  CHECK(one.left.peak_channel_load.mean != other.left.peak_channel_load.mean);
  CHECK(fail_links(torus, {.links = 5, .samples = 40, .seed = 8}, 7, kFaultsEffort).left.peak_channel_load.mean ==
        other.left.peak_channel_load.mean);
}

TEST_CASE("without failed links a network is whole, without all of them it is in pieces") {
  const Topology mesh = cube("mesh", 4, 2);
  const Channels channels = without(mesh, {});
  const AllPairs pairs = all_pairs(channels);
  const FaultMeasures whole = fail_links(mesh, {.links = 0}, 1, kFaultsEffort);
  CHECK(*whole.connected_fraction == 1);
  CHECK(whole.left.mean_distance_hops.mean == Approx(mean_over_pairs(channels, pairs.hops)));
  CHECK(whole.left.peak_channel_load.worst == Approx(busiest(channels, pairs)));
  const FaultMeasures none = fail_links(mesh, {.links = 24, .samples = 3}, 1, kFaultsEffort);
  CHECK(*none.connected_fraction == 0);
  CHECK(!none.any_connected());
  const FaultMeasures too_many = fail_links(mesh, {.links = 25}, 1, kFaultsEffort);
  CHECK(too_many.method == "not computed: there are only 24 links");
  CHECK(!too_many.connected_fraction);
}

TEST_CASE("what would pass the effort is absent and says how much it takes") {
  const Topology mesh = cube("mesh", 30, 2);
  const FaultMeasures found = fail_links(mesh, {.links = 3, .samples = 1'000'000}, 1, kFaultsEffort);
  CHECK(!found.connected_fraction);
  CHECK(found.method == "not computed: 1000000 samples would take 4.7e+12 link visits, more than 2000000000");
  CHECK(!resilience(graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}), 10).edge_connectivity.value());
  CHECK(!fail_links(build_topology("bus", {{"nodes", 8}}), {}, 1, kFaultsEffort).connected_fraction);
}
