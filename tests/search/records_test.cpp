// SPDX-License-Identifier: Apache-2.0
// By hand, for it takes minutes: cutline_tests --no-skip --test-case='*Graph Golf*' --success
#include <doctest/doctest.h>

#include "cutline/detail/search/link_search.hpp"

using namespace cutline;

TEST_CASE("the grids of Graph Golf 2019 up to 10 x 10, by the default moves: the record's diameter, and near its hops" *
          doctest::skip()) {
  // Mean hops of the best known networks, as the tests of a public program print them.
  struct Record {
    std::uint32_t columns, rows, degree;
    std::uint64_t span, diameter;
    double mean_hops;
  };
  for (const Record& record : {Record{5, 5, 4, 2, 4, 2.26667},
                               {5, 10, 4, 2, 7, 3.10694},
                               {10, 10, 4, 2, 9, 3.98586},
                               {10, 10, 6, 3, 6, 2.90303},
                               {10, 10, 8, 4, 5, 2.42626}}) {
    LinkLimits limits;
    limits.columns = record.columns;
    limits.rows = record.rows;
    limits.degree = record.degree;
    limits.span = record.span;
    limits.diameter = record.diameter;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(record.columns);
      CAPTURE(record.degree);
      CAPTURE(seed);
      const auto found = search_links(limits, {default_moves(limits), 8, seed});
      REQUIRE(found.has_value());
      CHECK(found->diameter == record.diameter);
      CHECK(found->mean_hops(limits) < record.mean_hops * 1.003);
    }
  }
}
