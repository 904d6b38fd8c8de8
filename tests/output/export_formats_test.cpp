// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include "output/exported.hpp"
#include "output/text/number.hpp"
#include "support/csv.hpp"
#include "support/occurrences.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const Evaluated& torus() {
  static const Evaluated one(spec_of("family: torus, radix: 4, dimensions: 2"));
  return one;
}
const Evaluated& parallel() {
  static const Evaluated one(spec_of("family: graph, nodes: 4, links: [[0, 1], [0, 1], [1, 2], [2, 3]]"));
  return one;
}
const Evaluated& one_way() {
  static const Evaluated one(spec_of("family: torus, radix: 4, dimensions: 1, channels: unidirectional"));
  return one;
}

template <class Number>
Number number_at(const std::string& bytes, std::size_t& at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof(Number));
  at += sizeof(Number);
  return value;
}

}  // namespace

TEST_CASE("csv: every link is one row with its own length and delay, in full") {
  const ExportNetwork network = torus().network();
  const std::vector<std::string> lines = lines_of(torus().to("csv").files.at(0).content);
  std::vector<std::string> names;
  std::size_t row = 0;
  for (const std::string& line : lines) {
    if (line[0] == '#') continue;
    if (names.empty()) {
      names = split(line);
      continue;
    }
    const Row read(names, split(line));
    const ExportLink& link = network.links.at(row++);
    CHECK(read.integer("from") == static_cast<long long>(link.from));
    CHECK(read.integer("to") == static_cast<long long>(link.to));
    CHECK(read.integer("length_pitches") == link.length_pitches);
    CHECK(read.number("length_mm") == text::twelve_digits(in_mm(link.length)));
    CHECK(read.number("delay_ns") == text::twelve_digits(in_ns(link.delay)));
    CHECK(read.integer("delay_cycles") == static_cast<long long>(link.cycles));
    CHECK(read.number("route_cost") == static_cast<double>(link.cycles + 3));
    CHECK(read.text("class").find("dimension") == 0);
  }
  CHECK(row == 32);
}

TEST_CASE("csv: in the unit technology millimetres are empty, and without a clock cycles are") {
  const Evaluated ring(
      "cutline: 1\nclock: {rule: per_link}\ncandidates:\n  - {name: r, topology: {family: ring, nodes: 4}}\n");
  const std::vector<std::string> lines = lines_of(ring.to("csv").files.at(0).content);
  const std::vector<std::string> cells = split(lines.back());
  const std::vector<std::string> names = split(lines.at(lines.size() - 5));
  REQUIRE(names.at(12) == "length_mm");
  REQUIRE(names.at(14) == "delay_cycles");
  CHECK(cells.at(12) == "");
  CHECK(cells.at(14) == "");
  CHECK(says(lines, "clock: none"));
}

TEST_CASE("npy: the record array reads back byte by byte") {
  const ExportNetwork network = torus().network();
  const std::string bytes = torus().to("npy", to_file("links.npy")).files.at(0).content;
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  std::size_t at = 8;
  const std::size_t head = 10 + number_at<std::uint16_t>(bytes, at);
  CHECK(head % 64 == 0);
  CHECK(bytes[head - 1] == '\n');
  CHECK(bytes.substr(0, head).find("'shape': (32,)") != std::string::npos);
  at = head;
  for (const ExportLink& link : network.links) {
    CHECK(number_at<std::uint32_t>(bytes, at) == link.from);
    CHECK(number_at<std::uint32_t>(bytes, at) == link.to);
    CHECK(number_at<std::uint8_t>(bytes, at) == 0);
    CHECK(number_at<std::uint16_t>(bytes, at) == link.link_class);
    CHECK(number_at<std::uint32_t>(bytes, at) == link.wires);
    CHECK(number_at<double>(bytes, at) == 32);
    CHECK(number_at<double>(bytes, at) == link.span);
    CHECK(number_at<std::int64_t>(bytes, at) == link.length_pitches);
    CHECK(number_at<double>(bytes, at) == text::twelve_digits(in_mm(link.length)));
    CHECK(number_at<double>(bytes, at) == text::twelve_digits(in_ns(link.delay)));
    CHECK(number_at<std::uint32_t>(bytes, at) == link.cycles);
    CHECK(number_at<double>(bytes, at) == static_cast<double>(link.cycles + 3));
  }
  CHECK(at == bytes.size());
}

TEST_CASE("parallel one-way links of both directions keep their own widths, bent or straight") {
  for (const char* columns : {"2", "3"}) {
    const Evaluated one(
        spec_of("family: graph, nodes: 3, channels: unidirectional, "
                "links: [[1, 2, 3], [1, 2, 5], [2, 1, 1], [0, 1], [2, 0]]",
                std::string("defaults: {placement: {columns: ") + columns + "}}\n"));
    std::multiset<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>> links;
    for (const ExportLink& link : one.network().links) links.insert({link.from, link.to, link.width});
    CHECK(links == decltype(links){{1, 2, 3}, {1, 2, 5}, {2, 1, 1}, {0, 1, 1}, {2, 0, 1}});
  }
}

TEST_CASE("dot: one-way links make a digraph in which the others go both ways") {
  const std::string both = torus().to("dot").files.at(0).content;
  CHECK(both.find("\ngraph \"one\" {") != std::string::npos);
  CHECK(occurrences(both, " -- ") == 32);
  const std::string directed = one_way().to("dot").files.at(0).content;
  CHECK(directed.find("\ndigraph \"one\" {") != std::string::npos);
  CHECK(occurrences(directed, " -> ") == 4);
  CHECK(occurrences(directed, "dir=both]") == 0);
  CHECK(says(one_way().to("dot").notes, "one-way"));
}

TEST_CASE("graphml: one-way links make a directed graph, parallel links stay, texts are escaped") {
  const std::string both = parallel().to("graphml").files.at(0).content;
  CHECK(both.find("edgedefault=\"undirected\"") != std::string::npos);
  CHECK(occurrences(both, "source=\"0\" target=\"1\"") == 2);
  const std::string directed = one_way().to("graphml").files.at(0).content;
  CHECK(directed.find("edgedefault=\"directed\"") != std::string::npos);
  CHECK(occurrences(directed, "<edge ") == 4);
  std::string spec = spec_of("family: ring, nodes: 4");
  spec.replace(spec.find("name: one"), 9, "name: 'a<b & \"c\"'");
  const std::string odd = Evaluated(spec).to("graphml").files.at(0).content;
  CHECK(odd.find("a&lt;b &amp; &quot;c&quot;") != std::string::npos);
  CHECK(odd.find("a<b") == std::string::npos);
}

TEST_CASE("metis: nodes count from 1, every pair stands twice, parallel and one-way links are added with a note") {
  for (const Evaluated* each : {&torus(), &parallel(), &one_way()}) {
    const Exported made = each->to("metis");
    std::vector<std::string> lines = lines_of(made.files.at(0).content);
    std::erase_if(lines, [](const std::string& line) { return line[0] == '%'; });
    std::stringstream first(lines.at(0));
    std::size_t nodes = 0, pairs = 0;
    std::string format;
    first >> nodes >> pairs >> format;
    CHECK(nodes == each->network().nodes.size());
    CHECK(format == "011");
    REQUIRE(lines.size() == nodes + 1);
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> wires;
    for (std::size_t i = 1; i <= nodes; ++i) {
      std::stringstream line(lines[i]);
      std::uint64_t terminals = 0, to = 0, weight = 0;
      line >> terminals;
      CHECK(terminals == 1);
      while (line >> to >> weight) CHECK(wires.emplace(std::pair(i, to), weight).second);
    }
    CHECK(wires.size() == 2 * pairs);
    std::uint64_t sum = 0;
    for (const auto& [ends, weight] : wires) {
      CHECK(wires.at({ends.second, ends.first}) == weight);
      sum += weight;
    }
    std::uint64_t expected = 0;
    for (const ExportLink& link : each->network().links) expected += 2 * link.wires;
    CHECK(sum == expected);
  }
  CHECK(says(parallel().to("metis").notes, "no parallel links"));
  CHECK(says(one_way().to("metis").notes, "no directions"));
  CHECK(parallel().to("metis").files.at(0).content.find("\n4 3 011 1\n") != std::string::npos);
  ExportChoice choice;
  choice.route_cost = RouteCost::hop;
  CHECK(refusal([&] { torus().to("metis", choice); }).find("no cost of routes") != std::string::npos);
}
