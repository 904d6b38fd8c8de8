// SPDX-License-Identifier: Apache-2.0
// Slurm's topology.yaml, and rates of InfiniBand's cables.
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using namespace cutline::test;

TEST_CASE("slurm's topology.yaml is the same network as its topology.conf") {
  const auto same = [](const std::string& yaml, const std::string& conf) {
    const GraphFile a = read_graph("slurm", yaml), b = read_graph("slurm", conf);
    CHECK(a.nodes == b.nodes);
    CHECK(edges_of(a) == edges_of(b));
    CHECK(a.switches == b.switches);
    for (std::uint32_t node = 0; node < std::min(a.names.size(), b.names.size()); ++node)
      CHECK(a.names[node] == b.names[node]);
    return a;
  };
  const std::string tree =
      "SwitchName=root Switches=s[1-2]\nSwitchName=s1 Nodes=n[01-02]\nSwitchName=s2 Nodes=n[03-04]\n";
  const std::string own = "- topology: fat\n  cluster_default: true\n  tree:\n    switches:\n";
  const std::string switches =
      "    - switch: root\n      children: s[1-2]\n    - {switch: s1, nodes: \"n[01-02]\"}\n"
      "    - switch: s2\n      nodes: n[03-04]\n";
  same(own + switches, tree);
  same("# a comment\n---\n" + own + switches, tree);
  const std::string other = "- topology: other\n  cluster_default: false\n  flat: true\n";
  CHECK(notes_say(same(other + own + switches, tree), "the file has 2 topologies: 'fat' is read"));
  const GraphFile blocks = same(
      "- topology: b\n  block:\n    block_sizes: [2, 4]\n    blocks:\n    - block: b1\n      nodes: n[1-2]\n"
      "    - block: b2\n      nodes: n[3-4]\n",
      "BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockSizes=2,4\n");
  CHECK(notes_say(blocks, "a star of its nodes"));
  check_mistakes({{"slurm", other, 1, 3, "neither a tree nor of blocks"},
                  {"slurm", own + "    - switch: s1\n      nodes: n[3-1]\n", 6, 16, "ends before it begins"},
                  {"slurm", own + "    - switch: s1\n      node: n1\n", 6, 13, "'node' is no key of a switch"},
                  {"slurm", own + "    - switch: s1\n      children: s2\n", 6, 17, "no line of the switch 's2'"},
                  {"slurm", own + "    - nodes: n1\n", 5, 7, "here `switch` is due"},
                  {"slurm", "- topology: t\n  tree: {}\n", 2, 9, "no list of switches"}});
}

TEST_CASE("cables of InfiniBand are as wide as their rates if that is asked for") {
  const std::string fabric =
      "Switch 4 \"S-1\" # \"leaf\"\n[1] \"H-1\"[1] # \"a\" lid 1 4xHDR\n[2] \"H-2\"[1] # \"b\" lid 2 4xEDR\n"
      "[3] \"H-3\"[1]\nCa 1 \"H-1\" # \"a\"\n[1] \"S-1\"[1]\nCa 1 \"H-2\" # \"b\"\n[1] \"S-1\"[2]\n"
      "Ca 1 \"H-3\" # \"c\"\n[1] \"S-1\"[3] # lid 3 \"leaf\" lid 9 2xNDR \r\n";
  const GraphFile alike = read_graph("ibnetdiscover", fabric);
  CHECK(alike.widths.empty());
  CHECK(notes_say(alike, "cables carry from 100 to 200 Gb/s and count alike: `width_from: rate`"));
  const GraphFile wide = read_graph("ibnetdiscover", fabric, "rate");
  CHECK(wide.widths == std::vector<std::uint32_t>{200, 100, 200});
  CHECK_FALSE(notes_say(wide, "count alike"));
  const std::string silent = "Switch 4 \"S-1\"\n[1] \"H-1\"[1]\nCa 1 \"H-1\"\n";
  CHECK_THROWS_AS(read_graph("ibnetdiscover", silent, "rate"), Error);
}
