// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>

#include "cutline/study/placed_network.hpp"
#include "output/exported.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// An exported partition as a reader of the file sees it.
struct ReadPartition {
  std::map<std::string, int> side_of;  ///< by address
  std::uint64_t nodes[2] = {0, 0};
  std::uint64_t links_told = 0;
  std::vector<std::string> header;
};

ReadPartition partition_read(const Evaluated& candidate) {
  const Exported made = candidate.to("partition");
  REQUIRE(made.files.size() == 1);
  ReadPartition out;
  std::uint64_t number = 0;
  for (const std::string& line : lines_of(made.files[0].content)) {
    if (line[0] == '#') {
      out.header.push_back(line);
      if (line.rfind("# links cut: ", 0) == 0) out.links_told = std::stoull(line.substr(13));
      continue;
    }
    if (line == "node,address,kind,side") continue;
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    REQUIRE(cells.size() == 4);
    CHECK(std::stoull(cells[0]) == number++);
    const int side = std::stoi(cells[3]);
    out.side_of[cells[1]] = side;
    if (cells[2] == "node") ++out.nodes[side];
  }
  return out;
}

/// The number of links between the sides, counted again in another file, the csv export.
std::uint64_t recounted(const Evaluated& candidate, const ReadPartition& partition) {
  const ExportNetwork network = candidate.network();
  std::uint64_t links = 0;
  for (const ExportLink& link : network.links)
    links +=
        partition.side_of.at(network.nodes[link.from].address) != partition.side_of.at(network.nodes[link.to].address);
  return links;
}

}  // namespace

TEST_CASE("an exported partition halves the nodes and cuts as many links as it says") {
  for (const char* topology :
       {"family: torus, radix: 8, dimensions: 2", "family: mesh, radix: 5, dimensions: 2", "family: ccc, dimensions: 4",
        "family: star, symbols: 4", "family: de_bruijn, radix: 2, dimensions: 5",
        "family: wrapped_butterfly, dimensions: 3", "family: express, radix: 12, dimensions: 2, spacing: 4",
        "family: graph, nodes: 5, links: [[0, 1], [1, 2], "
        "[1, 2], [2, 3], [3, 4]]"}) {
    CAPTURE(topology);
    const Evaluated candidate(spec_of(topology));
    const ReadPartition partition = partition_read(candidate);
    const auto nodes = static_cast<std::uint64_t>(candidate.one().facts.nodes);
    CHECK(partition.nodes[0] + partition.nodes[1] == nodes);
    CHECK(std::min(partition.nodes[0], partition.nodes[1]) == nodes / 2);
    CHECK(partition.side_of.size() == nodes + candidate.one().network()->topology.interchange_count());
    CHECK(recounted(candidate, partition) == partition.links_told);
    CHECK(partition.links_told >= candidate.one().graph()->bisection.lower);
  }
}

TEST_CASE("where links differ in width, an exported partition has the sides of the least cut in links and in wires") {
  const Evaluated candidate(
      spec_of("family: graph, nodes: 4, links: [[0, 1], [0, 1], [0, 1], [2, 3], [2, 3], [2, 3], [1, 2, 10]]"));
  const std::string file = candidate.to("partition").files.at(0).content;
  const std::vector<std::string> lines = lines_of(file);
  CHECK(says(lines, "links cut: 1, channels cut: 2, each counted by its width: 20"));
  CHECK(says(lines, "links cut: 6, channels cut: 12, found by: branch and bound"));
  CHECK(says(lines, "bisection width: 12 channels, each counted by its width, exact"));
  CHECK(lines.at(lines.size() - 5) == "node,address,kind,side,side_in_wires");
  const auto sides_of = [&](std::size_t node) { return lines.at(lines.size() - 4 + node).substr(9); };
  CHECK(sides_of(0).substr(0, 1) == sides_of(1).substr(0, 1));
  CHECK(sides_of(0).substr(2) == sides_of(3).substr(2));
}

TEST_CASE("an exported partition stands beside the interval, with how either was found") {
  const ReadPartition torus = partition_read(Evaluated(spec_of("family: torus, radix: 8, dimensions: 2")));
  CHECK(torus.links_told == 16);
  CHECK(says(torus.header, "links cut: 16, channels cut: 32, found by: halves in node order"));
  CHECK(says(torus.header, "bisection width: 16 links, exact"));
  CHECK(says(torus.header, "method: theorem: "));
  const ReadPartition star = partition_read(Evaluated(spec_of("family: star, symbols: 5")));
  CHECK(says(star.header, "bisection width: from "));
  CHECK(says(star.header, "method: bounds: "));
}
