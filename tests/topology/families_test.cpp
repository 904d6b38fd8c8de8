// SPDX-License-Identifier: Apache-2.0
#include "topology/families.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/detail/topology/shape.hpp"
#include "support/counted.hpp"

using namespace cutline;

namespace {

Parameters of(std::int64_t radix, std::int64_t dimensions) { return {{"radix", radix}, {"dimensions", dimensions}}; }

}  // namespace

TEST_CASE("every family's examples are sound networks: ends exist, no self-link, counts add up") {
  for (const Family& family : families()) {
    CAPTURE(family.name);
    REQUIRE(!family.examples.empty());
    for (const Parameters& example : family.examples) {
      const Topology topology = build_topology(family.name, example);
      std::uint64_t links = 0;
      for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
        ++links;
        CHECK(a != b);
        for (const std::uint64_t end : {a, b}) {
          REQUIRE(end < topology.site_count());
          CHECK(topology.kind(end) != SiteKind::nothing);
        }
      });
      CHECK(links == topology.link_count());
      std::set<std::string> addresses;
      for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
        if (topology.kind(site) != SiteKind::nothing) addresses.insert(address(topology, site));
      }
      CHECK(addresses.size() == topology.node_count() + topology.interchange_count());
    }
  }
}

TEST_CASE("meshes and tori have n k^n links less those that would wrap") {
  for (std::int64_t k = 2; k < 7; ++k) {
    for (std::int64_t n = 1; n < 5; ++n) {
      const auto nodes = static_cast<std::uint64_t>(std::llround(std::pow(k, n)));
      const auto per_dimension = nodes / static_cast<std::uint64_t>(k);
      const Topology mesh = build_topology("mesh", of(k, n));
      const Topology torus = build_topology("torus", of(k, n));
      CHECK(mesh.node_count() == nodes);
      CHECK(mesh.link_count() == static_cast<std::uint64_t>(n * (k - 1)) * per_dimension);
      CHECK(torus.link_count() ==
            (k == 2 ? static_cast<std::uint64_t>(n) * nodes / 2 : static_cast<std::uint64_t>(n) * nodes));
    }
  }
}

TEST_CASE("a hypercube is the binary torus and the binary mesh") {
  for (std::int64_t n = 1; n < 9; ++n) {
    const Topology cube = build_topology("hypercube", {{"dimensions", n}});
    for (const char* other : {"torus", "mesh"}) {
      const Topology same = build_topology(other, of(2, n));
      REQUIRE(same.classes.size() == cube.classes.size());
      for (std::size_t c = 0; c < cube.classes.size(); ++c) CHECK(same.classes[c].links == cube.classes[c].links);
    }
  }
}

TEST_CASE("a one-way torus has one channel a link, but two where the radix is 2") {
  const Topology torus = build_topology("torus", {{"radices", IntegerList{2, 5}}, {"channels", "unidirectional"}});
  CHECK(torus.classes[0].channels == 2);
  CHECK(torus.classes[1].channels == 1);
}

TEST_CASE("the bisection of meshes of mixed radices is the sum of the theorem") {
  CHECK(mesh_bisection_links({4, 4}) == 4);
  CHECK(mesh_bisection_links({3, 3}) == 4);
  CHECK(mesh_bisection_links({5, 5, 5}) == 31);
  CHECK(mesh_bisection_links({3, 5}) == 4);  // 3 + 1
  CHECK(mesh_bisection_links({5, 4}) == 5);  // 4 + 1
  CHECK(mesh_bisection_links({2, 3, 8}) == 6);
}

TEST_CASE("the closed forms of ideal networks are those of the built ones where the radix is whole") {
  for (std::int64_t k : {2, 4, 6}) {
    for (std::int64_t n = 2; n < 5; n += 2) {
      for (const char* channels : {"bidirectional", "unidirectional"}) {
        Parameters parameters = of(k, n);
        parameters.set("channels", std::string(channels));
        const IdealNetwork ideal = find_family("torus")->ideal(parameters);
        const Topology torus = build_topology("torus", parameters);
        CHECK(ideal.nodes == doctest::Approx(static_cast<double>(torus.node_count())));
        CHECK(ideal.links == doctest::Approx(static_cast<double>(torus.link_count())));
        CHECK(ideal.channels_per_link == torus.classes[0].channels);
        CHECK(ideal.bisection_channels == doctest::Approx(static_cast<double>(torus.theorems.bisection.channels)));
      }
    }
  }
}

TEST_CASE("parameters that make no network are refused; tests/spec/messages_test.cpp has the words") {
  const IntegerTable path = {{0, 1}, {1, 2}};
  const std::vector<std::pair<const char*, Parameters>> all = {
      {"torus", {{"nodes", 100}, {"dimensions", 3}}},
      {"torus", {{"radices", IntegerList{3, 3}}, {"radix", 3}}},
      {"torus", {{"radix", 2.5}, {"dimensions", 2}}},
      {"torus", of(1024, 5)},
      {"mesh", {{"radix", 4}, {"dimensions", 2}, {"channels", "unidirectional"}}},
      {"graph", {{"nodes", 3}, {"links", IntegerTable{{0, 3}}}}},
      {"graph", {{"nodes", 3}, {"links", IntegerTable{{1, 1}}}}},
      {"graph", {{"nodes", 3}, {"links", path}, {"switches", IntegerList{3}}}},
      {"graph", {{"nodes", 3}, {"links", path}, {"switches", IntegerList{0, 1, 2}}}},
      {"graph", {{"file", "f.txt"}, {"switches", IntegerList{0}}}},
      {"tours", {}}};
  for (const auto& each : all) {
    CAPTURE(to_string(each.second));
    CHECK_THROWS_AS(build_topology(each.first, each.second), Error);
  }
}

TEST_CASE("switches of a graph with listed links are numbered last, and the links follow them") {
  const Topology star = build_topology(
      "graph", {{"nodes", 4}, {"links", IntegerTable{{0, 1}, {0, 2}, {0, 3, 2}}}, {"switches", IntegerList{0}}});
  CHECK(star.node_count() == 3);
  CHECK(star.interchange_count() == 1);
  CHECK(star.has_switches());
  CHECK(star.classes[0].links == std::vector<LocalLink>{{3, 0}, {3, 1}, {3, 2}});
  CHECK(star.classes[0].widths == std::vector<std::uint32_t>{1, 1, 2});
}

TEST_CASE("a dimension of radix 1 has no links, and changes nothing but the number of dimensions") {
  for (const char* family : {"torus", "mesh", "hyperx", "express"}) {
    for (const char* channels : {"bidirectional", "unidirectional"}) {
      const bool one_way = std::string(channels) == "unidirectional";
      if (one_way && std::string(family) != "torus") continue;
      CAPTURE(family);
      const auto build = [&](const IntegerList& radices) {
        Parameters parameters = {{"radices", radices}, {"channels", std::string(channels)}};
        if (std::string(family) == "express") parameters.set("spacing", 2);
        return build_topology(family, parameters);
      };
      const Topology without = build({5, 3}), with = build({1, 5, 1, 3});
      CHECK(with.digits.size() == 4);
      CHECK(with.node_count() == without.node_count());
      const GraphMeasures one = graph_measures(without), other = graph_measures(with);
      CHECK(other.distances == one.distances);
      CHECK(other.degree_max == one.degree_max);
      CHECK(other.bisection.upper == one.bisection.upper);
      CHECK(other.bisection.lower == one.bisection.lower);
      CHECK(network_shape(with).radices == network_shape(without).radices);
      CHECK(network_shape(with).kind == network_shape(without).kind);
      CHECK(test::counted(with).mean_distance == test::counted(without).mean_distance);
    }
  }
  CHECK_THROWS_WITH_AS(build_topology("mesh", {{"radices", IntegerList{1, 1}}}), doctest::Contains("two nodes"), Error);
}
