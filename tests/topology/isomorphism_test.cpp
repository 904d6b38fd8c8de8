// SPDX-License-Identifier: Apache-2.0
// Networks that are one graph under two names; Boost.Graph finds how their nodes correspond.
#include <doctest/doctest.h>

#include "cutline/topology/family.hpp"
#include "support/boost_oracle.hpp"
#include "support/graphs.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

struct Named {
  const char* family;
  Parameters parameters;
};

bool are_one(const Named& one, const Named& other) {
  return boost_isomorphic(build_topology(one.family, one.parameters), build_topology(other.family, other.parameters));
}

}  // namespace

TEST_CASE("a 2n-cube is a torus of n rings of four") {
  for (std::int64_t n = 1; n <= 4; ++n) {
    CAPTURE(n);
    CHECK(are_one({"hypercube", {{"dimensions", 2 * n}}}, {"torus", {{"radix", 4}, {"dimensions", n}}}));
  }
  CHECK_FALSE(are_one({"hypercube", {{"dimensions", 6}}}, {"torus", {{"radices", IntegerList{8, 8}}}}));
}

TEST_CASE("families meet in their smallest and plainest networks") {
  CHECK(are_one({"star", {{"symbols", 3}}}, {"ring", {{"nodes", 6}}}));
  CHECK(are_one({"hyperx", {{"radices", IntegerList{7}}}}, {"complete", {{"nodes", 7}}}));
  CHECK(are_one({"arrangement", {{"symbols", 5}, {"places", 4}}}, {"star", {{"symbols", 5}}}));
  CHECK(are_one({"arrangement", {{"symbols", 6}, {"places", 1}}}, {"complete", {{"nodes", 6}}}));
  CHECK(are_one({"flattened_butterfly", {{"radix", 4}, {"stages", 3}}}, {"hyperx", {{"radix", 4}, {"dimensions", 2}}}));
  CHECK(are_one({"folded_hypercube", {{"dimensions", 2}}}, {"complete", {{"nodes", 4}}}));
  CHECK(are_one({"small_world", {{"nodes", 9}, {"neighbours", 8}}}, {"complete", {{"nodes", 9}}}));
  CHECK(are_one({"jellyfish", {{"nodes", 8}, {"degree", 7}}}, {"complete", {{"nodes", 8}}}));
  CHECK(are_one({"sparse_hamming", {{"columns", 4}, {"rows", 3}}}, {"mesh", {{"radices", IntegerList{4, 3}}}}));
}

TEST_CASE("networks of equal degrees and distances may differ, and renumbered ones do not") {
  // The ladder closed to a ring, and the same with a twist: both have 3 links a node and a diameter of 2 or more.
  std::vector<LocalLink> prism, twisted;
  for (std::uint32_t i = 0; i < 5; ++i) {
    prism.insert(prism.end(), {{i, (i + 1) % 5}, {i + 5, (i + 1) % 5 + 5}, {i, i + 5}});
    twisted.insert(twisted.end(), {{i, (i + 1) % 5}, {i + 5, (i + 2) % 5 + 5}, {i, i + 5}});
  }
  CHECK_FALSE(boost_isomorphic(graph_of(10, prism), graph_of(10, twisted)));
  std::vector<LocalLink> renumbered;
  for (const LocalLink& link : twisted) renumbered.push_back({(3 * link.b + 7) % 10, (3 * link.a + 7) % 10});
  CHECK(boost_isomorphic(graph_of(10, twisted), graph_of(10, renumbered)));
}
