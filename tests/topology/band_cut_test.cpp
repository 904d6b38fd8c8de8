// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "support/graphs.hpp"
#include "topology/levelled_cuts.hpp"

using cutline::LocalLink;
using cutline::MergedGraph;
using cutline::Sides;

namespace {

std::int64_t cut_of(const MergedGraph& graph, const Sides& sides) {
  std::int64_t twice = 0;
  for (std::uint32_t node = 0; node < graph.count(); ++node) {
    for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      twice += sides[node] != sides[graph.head[c]] ? graph.weight[c] : 0;
  }
  return twice / 2;
}

/// The lightest cut between the first node and the last, by trying all.
std::int64_t least_between_ends(const MergedGraph& graph) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  Sides sides(graph.count());
  sides.back() = 1;
  for (std::uint32_t set = 0; set < 1u << (graph.count() - 2); ++set) {
    for (std::size_t node = 1; node + 1 < graph.count(); ++node) sides[node] = set >> (node - 1) & 1;
    least = std::min(least, cut_of(graph, sides));
  }
  return least;
}

/// Meshes of different sizes, each joined to earlier ones by a few links, in a scrambled order.
struct JoinedMeshes {
  std::vector<std::uint32_t> nodes;                  ///< of each mesh
  std::vector<std::array<std::uint32_t, 2>> joined;  ///< the meshes of each link between two
  cutline::Topology topology;
};

JoinedMeshes joined_meshes(std::uint64_t seed, std::uint32_t count, std::uint32_t least_side, std::uint32_t sides) {
  cutline::Random random(seed);
  const auto drawn = [&](std::uint64_t below) { return static_cast<std::uint32_t>(random.below(below)); };
  JoinedMeshes meshes;
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> first = {0};
  for (std::uint32_t mesh = 0; mesh < count; ++mesh) {
    const std::uint32_t width = least_side + drawn(sides), height = least_side + drawn(sides);
    for (std::uint32_t node = 0; node < width * height; ++node) {
      if (node % width > 0) links.push_back({first[mesh] + node - 1, first[mesh] + node});
      if (node >= width) links.push_back({first[mesh] + node - width, first[mesh] + node});
    }
    meshes.nodes.push_back(width * height);
    first.push_back(first[mesh] + width * height);
    for (std::uint32_t bridges = mesh == 0 ? 0 : 1 + drawn(2); bridges > 0; --bridges) {
      const std::uint32_t other = mesh - 1 - drawn(std::min(mesh, 4u));
      for (std::uint32_t more = 1 + drawn(4); more > 0; --more) {
        links.push_back({first[other] + drawn(meshes.nodes[other]), first[mesh] + drawn(meshes.nodes[mesh])});
        meshes.joined.push_back({other, mesh});
      }
    }
  }
  std::vector<std::uint32_t> number(first.back());
  std::iota(number.begin(), number.end(), 0u);
  for (std::size_t i = number.size(); i > 1; --i) std::swap(number[i - 1], number[random.below(i)]);
  for (LocalLink& link : links) link = {number[link.a], number[link.b]};
  meshes.topology = cutline::test::graph_of(first.back(), links);
  return meshes;
}

/// The fewest links between whole meshes that have half of the nodes together, by trying all.
std::uint64_t least_between_whole(const JoinedMeshes& meshes) {
  const std::uint32_t total = std::accumulate(meshes.nodes.begin(), meshes.nodes.end(), 0u);
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t set = 0; set < 1u << (meshes.nodes.size() - 1); ++set) {
    std::uint32_t nodes = 0;
    for (std::size_t mesh = 0; mesh < meshes.nodes.size(); ++mesh) nodes += (set >> mesh & 1) * meshes.nodes[mesh];
    if (nodes != total / 2 && nodes != total - total / 2) continue;
    std::uint64_t cut = 0;
    for (const auto& [one, other] : meshes.joined) cut += (set >> one & 1) != (set >> other & 1) ? 1 : 0;
    least = std::min(least, cut);
  }
  return least;
}

}  // namespace

TEST_CASE("the cut in a band is the lightest of all that keep the nodes past the band") {
  cutline::Random random(11);
  int lighter = 0;
  for (int round = 0; round < 200; ++round) {
    // The first and the last node are too large for any band, and every other node is at the cut.
    const auto nodes = static_cast<std::uint32_t>(4 + random.below(7));
    Sides sides(nodes);
    sides.back() = 1;
    for (std::uint32_t node = 1; node + 1 < nodes; ++node) sides[node] = static_cast<std::uint8_t>(random.below(2));
    std::vector<LocalLink> links;
    for (std::uint32_t node = 1; node + 1 < nodes; ++node) links.push_back({node, sides[node] == 0 ? nodes - 1 : 0});
    for (std::uint64_t more = 1 + random.below(4 * nodes); more > 0; --more) {
      const auto one = static_cast<std::uint32_t>(random.below(nodes));
      const auto other = static_cast<std::uint32_t>(random.below(nodes));
      if (one != other) links.push_back({one, other});
    }
    MergedGraph graph = cutline::unmerged(cutline::link_graph(cutline::test::graph_of(nodes, links)));
    graph.size.front() = graph.size.back() = 100;
    graph.total = 2 * 100 + nodes - 2;
    const std::int64_t before = cut_of(graph, sides), least = least_between_ends(graph);
    const auto found = cutline::lighter_in_band(graph, sides, nodes, random);
    REQUIRE(found.has_value() == (least < before));
    if (!found) continue;
    CHECK(cut_of(graph, *found) == least);
    CHECK(found->front() == 0);
    CHECK(found->back() == 1);
    ++lighter;
  }
  CHECK(lighter > 50);
}

TEST_CASE("a path with nodes on the wrong side is cut once") {
  std::vector<LocalLink> links;
  for (std::uint32_t node = 1; node < 20; ++node) links.push_back({node - 1, node});
  const MergedGraph graph = cutline::unmerged(cutline::link_graph(cutline::test::graph_of(20, links)));
  Sides sides(20, 1);
  for (const std::uint32_t node : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 12u}) sides[node] = 0;
  cutline::Random random(1);
  const auto found = cutline::lighter_in_band(graph, sides, 7, random);
  REQUIRE(found.has_value());
  CHECK(cut_of(graph, *found) == 1);
  CHECK(found->front() == 0);
  CHECK(found->back() == 1);
}

TEST_CASE("a room for no node leaves the cut as it is") {
  const MergedGraph graph =
      cutline::unmerged(cutline::link_graph(cutline::test::graph_of(4, {{0, 1}, {1, 2}, {2, 3}})));
  cutline::Random random(1);
  CHECK_FALSE(cutline::lighter_in_band(graph, {0, 1, 0, 1}, 0, random));
}

TEST_CASE("halves of whole meshes that few links join are found, or better ones") {
  // One population, and METIS from 60 seeds, cut one link more.
  const JoinedMeshes meshes = joined_meshes(325, 15, 4, 20);
  const std::uint64_t whole = least_between_whole(meshes);
  CHECK(whole == 12);
  CHECK(cutline::is_thin(cutline::link_graph(meshes.topology), whole));
  const cutline::Partition found = cutline::improved_partition(meshes.topology, cutline::CutIn::links, whole);
  CHECK(found.cut.links <= whole);
  CHECK(std::ranges::count(found.sides, 0) * 2 - static_cast<std::ptrdiff_t>(found.sides.size()) <= 1);
}
