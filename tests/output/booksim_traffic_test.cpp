// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "output/exported.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

constexpr const char* kMeshOf64 = "family: mesh, radices: [8, 8]";

Exported with_traffic(const std::string& topology, const std::string& traffic, const std::string& more = "") {
  return Evaluated(spec_of(topology, "traffic: " + traffic + "\n" + more)).to("booksim", to_file("n.anynet"));
}

std::string traffic_words(const Exported& made) {
  for (const std::string& line : lines_of(made.files.at(1).content)) {
    if (line.rfind("traffic = ", 0) == 0) return line.substr(10, line.size() - 11);
  }
  return {};
}

const std::string* traffic_file(const Exported& made) {
  for (const ExportFile& file : made.files) {
    if (file.extension == ".traffic") return &file.content;
  }
  return nullptr;
}

/// What a file of traffic says: by router the rate of each of its terminals, and the part of its messages to each
/// router.
struct Said {
  std::vector<double> terminals, rates;
  std::vector<std::vector<double>> parts;
};

Said read_traffic(const std::string& text) {
  Said said;
  for (const std::string& line : lines_of(text)) {
    std::stringstream words(line);
    std::string word;
    words >> word;
    if (word == "at") {
      for (double count = 0; words >> count;) said.terminals.push_back(count);
      said.rates.resize(said.terminals.size());
      said.parts.assign(said.terminals.size(), std::vector<double>(said.terminals.size()));
    }
    if (word != "from") continue;
    std::size_t router = 0, to = 0;
    words >> router >> said.rates.at(router);
    char sign = 0;
    double part = 0;
    while (words >> to >> sign >> part) {
      said.parts.at(router).at(to) = part;
      words >> sign;
    }
  }
  return said;
}

}  // namespace

TEST_CASE("booksim: a pattern has BookSim's own word where the word means the same messages") {
  CHECK(traffic_words(with_traffic(kMeshOf64, "uniform")) == "uniform");
  CHECK(traffic_words(with_traffic(kMeshOf64, "transpose")) == "transpose");
  CHECK(traffic_words(with_traffic(kMeshOf64, "bit_complement")) == "bitcomp");
  CHECK(traffic_words(with_traffic(kMeshOf64, "bit_reversal")) == "bitrev");
  CHECK(traffic_words(with_traffic(kMeshOf64, "shuffle")) == "shuffle");
  CHECK(traffic_words(with_traffic("family: torus, radix: 5, dimensions: 2", "tornado")) == "tornado({5,2,1})");
  CHECK(traffic_words(with_traffic("family: ring, nodes: 4", "{pattern: hot_spot, node: 2, share: 0.5}")) ==
        "hotspot({{0,1,2,3},{125000,125000,625000,125000}})");
  CHECK(traffic_words(with_traffic("family: ring, nodes: 4", "{pattern: hot_spot, node: 2}")) ==
        "hotspot({{2},{1000000}})");
  CHECK(traffic_file(with_traffic(kMeshOf64, "transpose")) == nullptr);
}

TEST_CASE("booksim: all other traffic stands in a file, with every message that the spec sends") {
  const Exported square = with_traffic("family: mesh, radices: [3, 3]", "transpose");
  CHECK(traffic_words(square) == "uniform");
  REQUIRE(traffic_file(square) != nullptr);
  const Said transposed = read_traffic(*traffic_file(square));
  for (std::size_t node = 0; node < 9; ++node) {
    CHECK(transposed.rates[node] == Approx(1));
    CHECK(transposed.parts[node][node % 3 * 3 + node / 3] == Approx(1));
  }
  // Node 0 sends three times as much as node 1, and nodes 2 and 3 send nothing.
  const Exported rows = with_traffic(
      "family: ring, nodes: 4", "{pattern: matrix, rows: [[0, 2, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}");
  REQUIRE(traffic_file(rows) != nullptr);
  const Said said = read_traffic(*traffic_file(rows));
  CHECK(said.rates[0] == Approx(3));
  CHECK(said.rates[1] == Approx(1));
  CHECK(said.rates[2] == 0);
  CHECK(said.parts[0][1] == Approx(2.0 / 3));
  CHECK(said.parts[0][2] == Approx(1.0 / 3));
  CHECK(said.parts[1][0] == Approx(1));
  CHECK(says(lines_of(rows.files.at(1).content), "traffic_file=n.traffic"));
}

TEST_CASE("booksim: terminals of unequal nodes send alike, and none sends to its own node if the spec says so") {
  const Exported made = Evaluated(spec_of("family: ring, nodes: 4",
                                          "traffic: {pattern: uniform, self: false}\n"
                                          "defaults: {tiles: [{name: wide, at: [1], terminals: 3}]}\n"))
                            .to("booksim", to_file("n.anynet"));
  REQUIRE(traffic_file(made) != nullptr);
  const Said said = read_traffic(*traffic_file(made));
  CHECK(said.terminals == std::vector<double>{1, 3, 1, 1});
  double offered = 0;
  for (std::size_t node = 0; node < 4; ++node) {
    offered += said.rates[node] * said.terminals[node];
    CHECK(said.parts[node][node] == 0);
  }
  CHECK(offered == Approx(6));
  CHECK(said.parts[0][1] == Approx(3.0 / 5));
}

TEST_CASE("booksim: the header's latency without load is that of the spec's traffic") {
  // A transposed 8 x 8 mesh: 2 |x - y| links, in the mean 2 x 21 / 8; three cycles a router, one a link.
  const Exported made = with_traffic(kMeshOf64, "transpose");
  CHECK(made.expected.on_these_routes == Approx(3 + (5.25 + 1) * 3 + 5.25 + 4 - 1));
  CHECK(says(lines_of(made.files.at(1).content), "under the traffic transpose"));
}
