// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/study/quantities.hpp"
#include "output/exported.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("the watts of switches, cables and cables to terminals are together those of the machine") {
  const std::string hall =
      "clock: {rule: fixed, frequency: 25 GHz}\nrouter: {delay: 250 ns}\npopulation: any\nwires: pipelined\n"
      "machine: {rows: 4, columns: 8, rack: {switches: 4, terminals: 8}, rate: 100 Gb/s, prices: ethernet-100g-2018}\n";
  for (const std::string topology :
       {"family: torus, radix: 4, dimensions: 2, concentration: 2",
        "family: torus, radix: 3, dimensions: 2, channels: unidirectional", "family: fat_tree, radix: 4, levels: 3",
        "family: dragonfly, global_links: 2, routers: 4, concentration: 2",
        "family: graph, nodes: 5, links: [[0, 1], [0, 1], [1, 4], [2, 3], [3, 4], [0, 3]]"}) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology, hall));
    const ExportNetwork network = each.network();
    const UnderDelay asked = under_delay(each.study, each.one(), 0);
    double typical = 0, most = 0;
    const auto add = [&](const ExportWatts& watts) {
      typical += watts.typical;
      most += watts.most;
    };
    for (const ExportNode& node : network.nodes) {
      add(node.watts.value());
      add(node.terminal_watts);
    }
    for (const ExportLink& link : network.links) add(link.watts.value());
    CHECK(typical == doctest::Approx(quantity_value(asked, std::string_view("machine.power_w")).number()));
    CHECK(most == doctest::Approx(quantity_value(asked, std::string_view("machine.power_most_w")).number()));
  }
  std::string bare = spec_of("family: torus, radix: 4, dimensions: 2", hall);
  bare.erase(bare.find(", prices: ethernet-100g-2018"), 28);
  const Evaluated without(bare);
  CHECK_FALSE(without.network().links.front().watts);
  CHECK(without.to("simgrid", to_file("net.xml")).files.at(0).content.find("wattage") == std::string::npos);
}
