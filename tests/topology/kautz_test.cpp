// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology kautz(std::int64_t degree, std::int64_t dimensions, const char* channels) {
  return build_topology("kautz", {{"degree", degree}, {"dimensions", dimensions}, {"channels", std::string(channels)}});
}

/// Calls visit(k, n, nodes) for small networks.
template <class Visit>
void each_small_kautz(const Visit& visit) {
  for (std::int64_t k = 2; k <= 4; ++k) {
    std::int64_t nodes = k + 1;
    for (std::int64_t n = 2; n <= 4; ++n) {
      CAPTURE(k);
      CAPTURE(n);
      nodes *= k;
      visit(k, n, nodes);
    }
  }
}

}  // namespace

TEST_CASE("a one-way Kautz network has (k + 1) k^(n-1) nodes, k links into and out of each, and n hops at most") {
  each_small_kautz([](std::int64_t k, std::int64_t n, std::int64_t nodes) {
    const Topology network = kautz(k, n, "unidirectional");
    const Counted count = counted(network);
    CHECK(count.nodes == nodes);
    CHECK(count.links == nodes * k);
    CHECK(count.diameter == n);
    std::vector<std::int64_t> in(network.site_count(), 0);
    for (const auto& ends : neighbours(network)) {
      CHECK(std::set(ends.begin(), ends.end()).size() == static_cast<std::size_t>(k));
      for (const std::uint64_t to : ends) ++in[to];
    }
    CHECK(std::all_of(in.begin(), in.end(), [&](std::int64_t links) { return links == k; }));
    const GraphMeasures measures = measures_without_cuts(network);
    CHECK(measures.distances->diameter_hops == count.diameter);
    CHECK(measures.distances->mean_hops == doctest::Approx(count.mean_distance).epsilon(1e-12));
  });
}

TEST_CASE("between any two words of a Kautz network is one walk of n - 1 or n links, and no more") {
  for (std::int64_t k = 2; k <= 3; ++k) {
    for (std::int64_t n = 2; n <= 4; ++n) {
      CAPTURE(k);
      CAPTURE(n);
      const Neighbours next = neighbours(kautz(k, n, "unidirectional"));
      for (std::uint64_t from = 0; from < next.size(); ++from) {
        std::vector<std::int64_t> ends(next.size(), 0), walks(next.size(), 0);
        walks[from] = 1;
        for (std::int64_t length = 1; length <= n; ++length) {
          std::vector<std::int64_t> longer(next.size(), 0);
          for (std::uint64_t at = 0; at < next.size(); ++at) {
            for (const std::uint64_t to : next[at]) longer[to] += walks[at];
          }
          walks = longer;
          if (length < n - 1) continue;
          for (std::uint64_t to = 0; to < next.size(); ++to) ends[to] += walks[to];
        }
        CHECK(ends == std::vector<std::int64_t>(next.size(), 1));
      }
    }
  }
}

TEST_CASE("both ways, two words that follow each other share a link: (k + 1) k / 2 pairs") {
  each_small_kautz([](std::int64_t k, std::int64_t n, std::int64_t nodes) {
    const Counted count = counted(kautz(k, n, "bidirectional"));
    CHECK(count.nodes == nodes);
    CHECK(count.links == nodes * k - (k + 1) * k / 2);
    CHECK(count.repeated == 0);
    CHECK(count.degree_min == 2 * k - 1);
    CHECK(count.degree_max == (n == 2 ? 2 * k - 1 : 2 * k));
    CHECK(count.diameter == n);
  });
  CHECK_THROWS_WITH_AS(kautz(4096, 3, "bidirectional"), doctest::Contains("2^26 links"), Error);
}
