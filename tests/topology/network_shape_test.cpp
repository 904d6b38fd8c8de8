// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/shape.hpp"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/ideal_network.hpp"

using namespace cutline;

namespace {

NetworkShape shape(const char* family, const Parameters& parameters) {
  return network_shape(build_topology(family, parameters));
}

Parameters sides(const IntegerList& radices, const char* channels = "bidirectional") {
  return {{"radices", radices}, {"channels", std::string(channels)}};
}

template <class A, class B>
concept Comparable = requires(const A& a, const B& b) {
  a == b;
}
|| requires(const A& a, const B& b) { b != a; };

}  // namespace

TEST_CASE("the name of a family compares with another one, and with no text") {
  static_assert(Comparable<FamilyName, FamilyName>);
  static_assert(!Comparable<FamilyName, char[6]>);
  static_assert(!Comparable<FamilyName, const char*>);
  static_assert(!Comparable<FamilyName, std::string>);
  static_assert(!Comparable<FamilyName, std::string_view>);
  static_assert(!std::is_convertible_v<FamilyName, std::string>);
  static_assert(!std::is_convertible_v<FamilyName, std::string_view>);
  CHECK(FamilyName("torus").printed() == "torus");
  CHECK(find_family("torus")->name == "torus");
}

TEST_CASE("rings in every dimension are rings, both ways or one way round, whatever the radices") {
  const NetworkShape torus = shape("torus", sides({5, 2, 3}, "unidirectional"));
  CHECK(torus.kind == NetworkKind::rings);
  CHECK(torus.radices == std::vector<double>{5, 2, 3});
  CHECK(torus.one_way);
  CHECK(!torus.is_binary());
  CHECK(!shape("torus", sides({4, 4})).one_way);
  CHECK(shape("ring", {{"nodes", 9}}).kind == NetworkKind::rings);
}

TEST_CASE("paths are paths, and a cube of two nodes a dimension is the binary cube by any name") {
  CHECK(shape("mesh", sides({4, 2})).kind == NetworkKind::paths);
  for (const NetworkShape& cube : {shape("mesh", sides({2, 2, 2})), shape("torus", sides({2, 2, 2}, "unidirectional")),
                                   shape("hypercube", {{"dimensions", 3}}), shape("hyperx", sides({2, 2, 2}))}) {
    CHECK(cube.is_binary());
    CHECK(!cube.one_way);
    CHECK(cube.radices.size() == 3);
  }
}

TEST_CASE("a path of three nodes beside a ring, wide links and a second class of links are of no known kind") {
  Topology mixed = build_topology("torus", sides({4, 3}));
  mixed.classes[1].links.pop_back();
  CHECK(network_shape(mixed).kind == NetworkKind::other);
  Topology wide = build_topology("torus", sides({4, 3}));
  wide.classes[0].widths.assign(4, 2);
  CHECK(network_shape(wide).kind == NetworkKind::other);
  Topology twice = build_topology("torus", sides({4, 3}));
  twice.classes.push_back(twice.classes[0]);
  CHECK(network_shape(twice).kind == NetworkKind::other);
  Topology one_way = build_topology("torus", sides({4, 3}));
  one_way.classes[0].channels = 1;
  CHECK(network_shape(one_way).kind == NetworkKind::other);
}

TEST_CASE("every family with closed forms has the shape that they are of, and no two kinds are alike") {
  for (const Family& family : families()) {
    for (const Parameters& example : family.examples) {
      CAPTURE(family.name);
      const NetworkShape own = shape(std::string(family.name).c_str(), example);
      const std::string name(family.name);
      const NetworkKind expected = name == "torus" || name == "ring" || name == "hypercube" ? NetworkKind::rings
                                   : name == "mesh"                                         ? NetworkKind::paths
                                   : name == "ccc"       ? NetworkKind::cycles_of_cube
                                   : name == "butterfly" ? NetworkKind::butterfly
                                   : name == "bus"       ? NetworkKind::bus
                                                         : NetworkKind::other;
      if (expected != NetworkKind::other) CHECK(own.kind == expected);
      if (family.ideal == nullptr || (example.has("radices") && own.radices[0] != own.radices.back())) continue;
      const IdealNetwork ideal = ideal_of(family.name, example);
      CHECK(ideal.shape.kind == own.kind);
      REQUIRE(ideal.shape.radices.size() == own.radices.size());
      for (std::size_t i = 0; i < own.radices.size(); ++i)
        CHECK(ideal.shape.radices[i] == doctest::Approx(own.radices[i]).epsilon(1e-12));
      CHECK(ideal.shape.one_way == own.one_way);
    }
  }
  for (std::int64_t d = 2; d < 6; ++d) {
    CHECK(shape("ccc", {{"dimensions", d}}).kind == NetworkKind::cycles_of_cube);
    Topology one_way = build_topology("ccc", {{"dimensions", d}});
    for (LinkClass& links : one_way.classes) links.channels = 1;
    CHECK(network_shape(one_way).kind == NetworkKind::cycles_of_cube);
    CHECK(network_shape(one_way).one_way);
    CHECK(shape("wrapped_butterfly", {{"dimensions", d + 1}}).kind == NetworkKind::other);
  }
}

TEST_CASE("the terminals of closed forms, and their busiest channel") {
  const Parameters grouped = {{"radix", 4.0}, {"dimensions", 2}, {"concentration", 3}};
  CHECK(ideal_of("mesh", grouped).terminals() == 48);
  CHECK(ideal_of("mesh", grouped).busiest_load() == 1);  // half of all messages, over 8 channels of 16 nodes
  CHECK(ideal_of("torus", grouped).busiest_load() == 0.5);
  CHECK(!ideal_of("ccc", {{"dimensions", 3}}).busiest_load());
}
