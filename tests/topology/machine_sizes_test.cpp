// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"

/// Whole machines of 65,000 to 280,000 terminals, as a published comparison counts their cables.

using namespace cutline;
using namespace cutline::test;

namespace {

using Counts = std::map<std::string, std::uint64_t>;

std::uint64_t routers(const Topology& network) { return network.node_count() + network.interchange_count(); }

/// Counts cables, those of the terminals included; planes are copies of the network with the same terminals.
Counts tree_counts(const Topology& tree, std::uint64_t planes = 1) {
  return {{"switches", planes * routers(tree)},
          {"chips", tree.terminal_count()},
          {"cables", planes * (tree.link_count() + tree.terminal_count())}};
}

Topology fat_tree_of(const IntegerList& children, const IntegerList& parents, std::int64_t concentration) {
  return build_topology("xgft", {{"children", children}, {"parents", parents}, {"concentration", concentration}});
}

Counts polarfly_counts(std::int64_t q) {
  const Topology network = build_topology("polarfly", {{"q", q}});
  return {{"switches", routers(network)}, {"links", network.link_count()}};
}

Counts dragonfly_counts() {
  const Topology network = build_topology("dragonfly", {{"global_links", 17}, {"routers", 32}, {"concentration", 16}});
  const std::uint64_t global = network.classes[1].links.size();
  return {{"groups", network.digits[1].radix},
          {"switches", routers(network)},
          {"terminals", network.terminal_count()},
          {"cables_global", global},
          {"cables_local", network.link_count() - global},
          {"cables_terminal", network.terminal_count()},
          {"cables", network.link_count() + network.terminal_count()}};
}

}  // namespace

TEST_CASE("machines of 64-port switches have the switches, terminals and cables that a comparison of them counts") {
  const Topology boards = build_topology("hammingmesh", {{"board_columns", 4}, {"columns", 64}});
  const std::map<std::string, Counts> machines = {
      {"dragonfly", dragonfly_counts()},
      {"fat_tree", tree_counts(fat_tree_of({32, 64}, {32, 32}, 32))},
      {"tapered_fat_tree", tree_counts(fat_tree_of({32, 64}, {16, 32}, 48), 4)},
      // Its switches form one fat tree over all ends of boards; here each line has one switch.
      {"hammingmesh_4x4_1plane", {{"chips", boards.terminal_count()}}},
      {"hammingmesh_4x4_4plane", {{"chips", boards.terminal_count()}}},
      {"polarfly_q61", polarfly_counts(61)},
      {"polarfly_q64", polarfly_counts(64)}};
  std::size_t compared = 0, known = 0;
  for (const auto& [machine, counts] : machines) known += counts.size();
  for (const Row& row : golden("published/switchless_cables.csv")) {
    const auto machine = machines.find(row.text("network"));
    if (machine == machines.end()) continue;
    const auto count = machine->second.find(row.text("quantity"));
    if (count == machine->second.end()) continue;
    CAPTURE(machine->first);
    CAPTURE(count->first);
    CHECK(count->second == static_cast<std::uint64_t>(row.integer("value")));
    ++compared;
  }
  CHECK(compared == known);
}

TEST_CASE("the polarfly of q = 63 that the comparison counts does not exist") {
  CHECK_THROWS_WITH_AS(build_topology("polarfly", {{"q", 63}}), doctest::Contains("no polarfly"), Error);
}
