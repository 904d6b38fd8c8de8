// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "support/counted.hpp"
#include "support/csv.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology sparse(std::int64_t columns, std::int64_t rows, const IntegerList& row_skips,
                const IntegerList& column_skips) {
  return build_topology(
      "sparse_hamming",
      {{"columns", columns}, {"rows", rows}, {"row_skips", row_skips}, {"column_skips", column_skips}});
}

IntegerList up_to(std::int64_t tiles) {
  IntegerList skips;
  for (std::int64_t skip = 2; skip < tiles; ++skip) skips.push_back(skip);
  return skips;
}

}  // namespace

TEST_CASE("a sparse Hamming graph without skips is the mesh, with all of them the product of complete graphs") {
  for (const auto& [columns, rows] : {std::pair<std::int64_t, std::int64_t>{4, 3}, {5, 5}, {2, 7}}) {
    CAPTURE(columns);
    const IntegerList radices = {columns, rows};
    const Counted mesh = counted(build_topology("mesh", {{"radices", radices}}));
    const Counted bare = counted(sparse(columns, rows, {}, {}));
    CHECK(bare.links == mesh.links);
    CHECK(bare.diameter == mesh.diameter);
    CHECK(bare.mean_distance == mesh.mean_distance);
    const Counted hyperx = counted(build_topology("hyperx", {{"radices", radices}}));
    const Counted full = counted(sparse(columns, rows, up_to(columns), up_to(rows)));
    CHECK(full.links == hyperx.links);
    CHECK(full.diameter == hyperx.diameter);
    CHECK(full.mean_distance == hyperx.mean_distance);
  }
}

TEST_CASE("a skip adds a link from every tile that has one so far on") {
  // 8 x 6 tiles; rows: 7 + 5 + 4 links, columns: 5 + 4; corners have the fewest links, and 7 tiles are 2 links apart.
  const Topology graph = sparse(8, 6, {3, 4}, {2});
  check_closed_forms(graph, {48, 6 * (7 + 5 + 4) + 8 * (5 + 4), 5 + 4, 2 + 3});
}

TEST_CASE("skips past the tiles, or listed twice, are refused") {
  CHECK_THROWS_WITH_AS(sparse(4, 4, {4}, {}), doctest::Contains("past all 4 tiles"), Error);
  CHECK_THROWS_WITH_AS(sparse(4, 4, {}, {2, 2}), doctest::Contains("lists 2 twice"), Error);
}
