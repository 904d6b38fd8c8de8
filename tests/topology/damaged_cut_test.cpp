// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <optional>

#include "base/random.hpp"
#include "cutline/detail/topology/faults.hpp"
#include "cutline/topology/family.hpp"
#include "support/graphs.hpp"

using cutline::build_topology;
using cutline::CutIn;
using cutline::Topology;
using doctest::Approx;

namespace {

constexpr std::uint64_t kDamagedEffort = 2'000'000'000;

/// The fewest links or channel widths over any halving of the nodes that are left; interchanges stand on the better
/// side.
std::optional<std::size_t> least_halving(const Topology& topology, const std::vector<std::uint64_t>& gone, CutIn what) {
  const auto sites = static_cast<std::size_t>(topology.site_count());
  const auto is_gone = [&](std::uint64_t site) { return std::find(gone.begin(), gone.end(), site) != gone.end(); };
  std::vector<bool> counts;
  for (std::size_t site = 0; site < sites; ++site)
    counts.push_back(topology.kind(site) == cutline::SiteKind::node && !is_gone(site));
  const auto nodes = static_cast<std::size_t>(std::count(counts.begin(), counts.end(), true));
  if (nodes < 2) return std::nullopt;
  std::size_t least = ~std::size_t{0};
  for (std::uint32_t half = 0; half < (1U << sites); ++half) {
    std::size_t on_first = 0, cut = 0;
    for (std::size_t site = 0; site < sites; ++site) on_first += counts[site] && ((half >> site) & 1U) ? 1U : 0U;
    if (on_first != nodes / 2) continue;
    cutline::for_each_link(topology, [&](std::size_t number, std::size_t link, std::uint64_t a, std::uint64_t b) {
      const bool parted = ((half >> a) & 1U) != ((half >> b) & 1U);
      if (parted && !is_gone(a) && !is_gone(b)) cut += cutline::link_weight(topology.classes[number], link, what);
    });
    least = std::min(least, cut);
  }
  return least;
}

void check_cuts(const Topology& topology, const std::vector<std::vector<std::uint64_t>>& parts, CutIn what,
                const std::optional<cutline::FaultSpread>& found) {
  double sum = 0, least = 1e9, count = 0;
  for (const auto& part : parts) {
    const auto cut = least_halving(topology, part, what);
    if (!cut) continue;
    ++count;
    sum += static_cast<double>(*cut);
    least = std::min(least, static_cast<double>(*cut));
  }
  REQUIRE(found.has_value());
  CHECK(found->mean == Approx(sum / count));
  CHECK(found->worst == least);
}

}  // namespace

TEST_CASE("where parts fail, the bisection is the least halving of what is left, by trying all") {
  cutline::Random random(47);
  std::vector<Topology> networks = {build_topology("torus", {{"radix", 3}, {"dimensions", 2}}),
                                    build_topology("fat_tree", {{"radix", 4}, {"levels", 2}}),
                                    build_topology("complete", {{"nodes", 7}})};
  for (int i = 0; i < 4; ++i) networks.push_back(cutline::test::random_graph(random, 10, 8));
  for (int i = 0; i < 2; ++i) {
    std::vector<cutline::LocalLink> ring;
    for (std::uint32_t node = 0; node < 10; ++node) ring.push_back({node, (node + 1) % 10});
    cutline::test::add_random(random, 10, 8, ring);
    networks.push_back(cutline::test::graph_of(10, ring, 1));
  }
  for (const std::size_t i : {std::size_t{3}, networks.size() - 1}) {
    Topology& wide = networks.emplace_back(networks[i]);
    for (std::size_t link = 0; link < wide.classes[0].links.size(); ++link)
      wide.classes[0].widths.push_back(1 + static_cast<std::uint32_t>(random.below(3)));
  }
  for (const Topology& topology : networks) {
    CAPTURE(topology.family);
    // Every site alone, and then three parts of neighbouring sites.
    std::vector<std::vector<std::uint64_t>> alone, three(3);
    for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
      if (topology.kind(site) == cutline::SiteKind::nothing) continue;
      alone.push_back({site});
      three[site * 3 / topology.site_count()].push_back(site);
    }
    for (const auto& parts : {alone, three}) {
      const cutline::PartsLost lost = cutline::fail_parts(topology, parts, kDamagedEffort).lost;
      check_cuts(topology, parts, CutIn::links, lost.bisection);
      check_cuts(topology, parts, CutIn::wires, lost.bisection_channels);
    }
  }
}

TEST_CASE("a part with all nodes leaves no bisection, and a torus without a node has a cut less by its links") {
  const Topology ring = build_topology("ring", {{"nodes", 6}});
  CHECK_FALSE(cutline::fail_parts(ring, {{0, 1, 2, 3, 4, 5}}, kDamagedEffort).lost.bisection);
  // A ring without a node is a path, which one link halves.
  const auto path = cutline::fail_parts(ring, {{0}, {3}}, kDamagedEffort).lost.bisection;
  REQUIRE(path.has_value());
  CHECK(path->mean == 1);
  // An 8 x 8 torus is halved by 16 links. Without a node of which one is cut, 15 halve 63 nodes; more never help.
  const Topology torus = build_topology("torus", {{"radix", 8}, {"dimensions", 2}});
  std::vector<std::vector<std::uint64_t>> each;
  for (std::uint64_t site = 0; site < 64; ++site) each.push_back({site});
  const auto found = cutline::fail_parts(torus, each, kDamagedEffort).lost.bisection;
  REQUIRE(found.has_value());
  CHECK(found->worst == found->mean);
  CHECK(found->worst <= 15);
}
