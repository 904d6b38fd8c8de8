// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "search/measured_links.hpp"

using namespace cutline;

namespace {

/// Three routers in a row, all joined. A link over two pitches costs `long_link` steps, a link over one pitch costs 1.
std::vector<GridLink> kept_of_triangle(std::uint32_t long_link) {
  LinkLimits limits;
  limits.columns = 3;
  limits.degree = 2;
  limits.steps = {1, 1, long_link};
  return without_detours(limits, {{0, 1}, {1, 2}, {0, 2}});
}

}  // namespace

TEST_CASE("a link goes where other links join its ends for less, and stays where they cost as much") {
  CHECK(kept_of_triangle(3) == std::vector<GridLink>{{0, 1}, {1, 2}});
  CHECK(kept_of_triangle(2).size() == 3);
  CHECK(kept_of_triangle(1).size() == 3);
}
