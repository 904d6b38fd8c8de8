// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "topology/families.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology polarfly(std::uint64_t q) { return build_topology("polarfly", {{"q", static_cast<std::int64_t>(q)}}); }

}  // namespace

TEST_CASE("a polarfly of a power of a prime has q^2 + q + 1 routers two hops apart at most, q + 1 of them of q links") {
  for (const std::uint64_t q : {2, 3, 4, 5, 7, 8, 9, 11, 13, 16}) {
    CAPTURE(q);
    const std::uint64_t nodes = q * q + q + 1;
    const std::uint64_t links = q * (q + 1) * (q + 1) / 2;
    const Topology network = polarfly(q);
    const double mean = 2 - 2.0 * static_cast<double>(links) / static_cast<double>(nodes * (nodes - 1));
    check_closed_forms(network, {nodes, links, q + 1, 2, mean});
    CHECK(counted(network).degree_min == q);
    std::uint64_t short_of_one = 0;
    for (const auto& ends : neighbours(network)) short_of_one += ends.size() == q ? 1 : 0;
    CHECK(short_of_one == q + 1);
    CHECK(network.concentration == (q + 2) / 2);
  }
}

TEST_CASE("any two routers of a polarfly have at most one neighbour in common: there is no ring of four") {
  for (const std::uint64_t q : {2, 3, 4, 5, 7, 8, 9}) {
    CAPTURE(q);
    std::set<std::pair<std::uint64_t, std::uint64_t>> joined;
    bool twice = false;
    for (const auto& ends : neighbours(polarfly(q))) {
      for (const std::uint64_t a : ends) {
        for (const std::uint64_t b : ends) twice = twice || (a < b && !joined.insert({a, b}).second);
      }
    }
    CHECK(!twice);
  }
}

TEST_CASE("no polarfly is built of a number that is no power of a prime") {
  for (const std::uint64_t q : {6, 10, 12, 15, 36, 250})
    CHECK_THROWS_WITH_AS(polarfly(q), doctest::Contains("no polarfly"), Error);
}

TEST_CASE("in a finite field a and -a add to 0, and a times its inverse is 1") {
  for (const std::uint32_t q : {2, 3, 4, 5, 8, 9, 25, 27}) {
    CAPTURE(q);
    const auto field = GaloisField::of(q);
    REQUIRE(field);
    for (std::uint32_t a = 0; a < q; ++a) {
      CHECK(field->sum(a, field->negative(a)) == 0);
      if (a > 0) CHECK(field->product(a, field->inverse(a)) == 1);
    }
  }
}
