// SPDX-License-Identifier: Apache-2.0
// Switches and cables of the dragonfly with which a switch-less one on wafers is compared [Feng 2024].
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/topology/topology.hpp"
#include "published/published.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

double published(const std::string& network, const std::string& quantity) {
  for (const Row& row : golden("published/switchless_cables.csv")) {
    if (row.text("network") == network && row.text("quantity") == quantity) return row.number("value");
  }
  FAIL("no " << quantity << " of " << network);
  return 0;
}

}  // namespace

TEST_CASE("groups, switches and cables of a dragonfly of radix 64 are those of the switch-less comparison") {
  const Topology dragonfly =
      build_topology("dragonfly", {{"global_links", 17}, {"routers", 32}, {"concentration", 16}});
  const auto cables = [&](const std::string& of) { return published("dragonfly", of); };
  CHECK(static_cast<double>(dragonfly.node_count()) == cables("switches"));
  CHECK(static_cast<double>(dragonfly.node_count()) / 32 == cables("groups"));
  CHECK(static_cast<double>(dragonfly.terminal_count()) == cables("terminals"));
  CHECK(cables("cables_terminal") == cables("terminals"));
  double local = 0, global = 0;
  for_each_link(dragonfly, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    ++(a / 32 == b / 32 ? local : global);
  });
  CHECK(local == cables("cables_local"));
  CHECK(global == cables("cables_global"));
  CHECK(static_cast<double>(dragonfly.link_count()) == published("switchless_dragonfly", "cables"));
  CHECK(static_cast<double>(dragonfly.link_count() + dragonfly.terminal_count()) == cables("cables"));
}

TEST_CASE("global cables between 529 places are as long as printed, once halved and along rows and columns") {
  // The printed lengths are over ordered pairs, and so doubled. They are straight lines at a pitch of 2 and of 1, in
  // 46ths of the machine's edge.
  const double local = published("dragonfly", "cables_local") * std::sqrt(2);
  const double switched = (published("dragonfly", "cable_length") * 46 - local) / 2 / 2;
  const double on_wafers = published("switchless_dragonfly", "cable_length") * 46 / 2;
  CHECK(switched == doctest::Approx(on_wafers).epsilon(1e-6));
  const Told t = told(kBits, "topology: {family: complete, nodes: 529}, placement: {columns: 23}");
  const double manhattan = t.number("length.total_span");
  // The sum over all pairs in a square of n x n places is 2 n^2 x (n^3 - n) / 6 pitches.
  CHECK(manhattan == 2 * 529 * (23 * 23 * 23 - 23) / 6.0);
  // In a full square of side 1, two points have a mean distance of (2 + sqrt 2 + 5 ln(1 + sqrt 2)) / 15, and of 2/3
  // along the sides.
  const double straight = (2 + std::sqrt(2) + 5 * std::log(1 + std::sqrt(2))) / 15;
  CHECK(manhattan / on_wafers == doctest::Approx(2 / 3.0 / straight).epsilon(0.002));
}

TEST_CASE("a fat tree of three levels of radix 64 is two 32-ary 3-trees that share their top switches") {
  const Topology tree = build_topology("fat_tree", {{"radix", 32}, {"levels", 3}});
  const double top = 32 * 32;
  const double chips = 2 * static_cast<double>(tree.terminal_count());
  CHECK(2 * static_cast<double>(tree.site_count()) - top == published("fat_tree", "switches"));
  CHECK(chips == published("fat_tree", "chips"));
  CHECK(2 * static_cast<double>(tree.link_count()) + chips == published("fat_tree", "cables"));
}
