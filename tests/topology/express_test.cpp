// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/detail/base/values.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/digit_graphs.hpp"

using namespace cutline;

namespace {

Topology express(std::int64_t radix, std::int64_t dimensions, std::int64_t spacing,
                 const std::vector<std::pair<std::string, Value>>& more = {}) {
  Parameters parameters = {{"radix", radix}, {"dimensions", dimensions}, {"spacing", spacing}};
  for (const auto& [name, value] : more) parameters.set(name, value);
  return build_topology("express", parameters);
}

Value number(std::int64_t value) { return value; }
Value word(const char* text) { return std::string(text); }

/// The sites of a line: a dot for each node, its level for each interchange.
std::string line_text(const Topology& topology) {
  std::string text;
  for (std::uint32_t value = 0; value < topology.digits[0].radix; ++value) {
    const int level = topology.level(0, value);
    text += level == 0 ? std::string(".") : std::to_string(level);
  }
  return text;
}

/// The links of a class, by the addresses of their ends.
std::string links_text(const Topology& topology, const std::string& name) {
  std::string text;
  for (const LinkClass& link_class : topology.classes) {
    if (link_class.name != name) continue;
    for (const LocalLink& link : link_class.links)
      text += " " + address(topology, link.a) + "-" + address(topology, link.b);
  }
  return text;
}

/// Compares the distances of all pairs of nodes with those of the whole graph.
void check_distances(const Topology& topology) {
  const ChannelGraph graph = channel_graph(topology);
  const GraphMeasures measures = graph_measures(topology);
  std::uint64_t diameter = 0, total = 0;
  const std::uint64_t nodes = topology.node_count();
  for (std::uint64_t number = 0; number < nodes; ++number) {
    const auto hops = hops_from(graph, static_cast<std::uint32_t>(node_site(topology, number)));
    for (std::uint64_t other = 0; other < nodes; ++other) {
      const std::uint64_t distance = hops[node_site(topology, other)];
      diameter = std::max(diameter, distance);
      total += distance;
    }
  }
  CHECK(measures.distances->diameter_hops == diameter);
  CHECK(measures.distances->mean_hops ==
        doctest::Approx(static_cast<double>(total) / static_cast<double>(nodes * (nodes - 1))));
}

/// The fewest links cut by any split of the nodes into halves; each interchange goes to the side where it cuts fewest.
std::uint64_t smallest_cut(const Topology& topology) {
  const std::uint64_t sites = topology.site_count(), nodes = topology.node_count();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> links;
  for_each_link(topology,
                [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) { links.emplace_back(a, b); });
  std::uint64_t node_mask = 0;
  for (std::uint64_t number = 0; number < nodes; ++number) node_mask |= std::uint64_t{1} << node_site(topology, number);
  std::uint64_t best = links.size();
  for (std::uint64_t side = 0; side < std::uint64_t{1} << sites; ++side) {
    if (static_cast<std::uint64_t>(__builtin_popcountll(side & node_mask)) != nodes / 2) continue;
    std::uint64_t cut = 0;
    for (const auto& [a, b] : links) cut += (side >> a & 1) != (side >> b & 1) ? 1 : 0;
    best = std::min(best, cut);
  }
  return best;
}

}  // namespace

TEST_CASE("a flat line has an interchange every i nodes, none at its ends, joined by express channels") {
  const Topology line = express(10, 1, 3);
  CHECK(line_text(line) == "...1...1...1.");
  CHECK(links_text(line, "dimension 0 local") == " 0-1 1-2 2-2+ 2+-3 3-4 4-5 5-5+ 5+-6 6-7 7-8 8-8+ 8+-9");
  CHECK(links_text(line, "dimension 0 express level 1") == " 2+-5+ 5+-8+");
}

TEST_CASE("a hierarchical line has at each boundary the highest level that divides it") {
  const Topology line = express(17, 1, 2, {{"levels", number(3)}});
  CHECK(line_text(line) == "..1..2..1..3..1..2..1..3.");
  CHECK(links_text(line, "dimension 0 express level 3") == " 7+-15+");
  CHECK(links_text(line, "dimension 0 express level 2") == " 3+-7+ 7+-11+ 11+-15+");
  const Topology mixed = build_topology("express", {{"radix", 13}, {"dimensions", 1}, {"spacings", IntegerList{3, 2}}});
  CHECK(line_text(mixed) == "...1...2...1...2.");
}

TEST_CASE("m express channels share an interchange, or have interleaved ones of their own") {
  const Topology shared = express(9, 1, 4, {{"multiplicity", number(2)}});
  CHECK(line_text(shared) == "....1....1.");
  CHECK(links_text(shared, "dimension 0 express level 1") == " 3+-7+ 3+-7+");
  const Topology own = express(12, 1, 4, {{"multiplicity", number(2)}, {"style", word("interleaved")}});
  CHECK(line_text(own) == "..1..1..1..1..1..");
  CHECK(links_text(own, "dimension 0 express level 1") == " 1+-5+ 3+-7+ 5+-9+");
}

TEST_CASE("at a module boundary all channels end at edge interchanges, joined by links of their own number and width") {
  const Topology line =
      express(12, 1, 2, {{"module", number(6)}, {"module_channels", number(3)}, {"module_width", number(2)}});
  CHECK(line_text(line) == "..1..1..11..1..1..");
  CHECK(links_text(line, "dimension 0 module boundary") == " 5+-5++ 5+-5++ 5+-5++");
  CHECK(links_text(line, "dimension 0 express level 1") == " 1+-3+ 3+-5+ 5++-7+ 7+-9+");
  CHECK(line.classes.back().width(0) == 2);
  CHECK(links_text(line, "dimension 0 local").find("5+-5++") == std::string::npos);
}

TEST_CASE("a line of k nodes has ceil(k / i) - 1 interchanges, of level j and more ceil(k / s_j) - 1") {
  for (std::int64_t k = 9; k < 60; ++k) {
    for (std::int64_t i = 2; i < 5; ++i) {
      for (std::int64_t levels = 1; levels < 4; ++levels) {
        const auto top = static_cast<std::int64_t>(std::pow(i, levels));
        if (2 * top >= k) continue;
        const Topology line = express(k, 1, i, {{"levels", number(levels)}});
        CHECK(line.interchange_count() == static_cast<std::uint64_t>(ceil_div(k, i) - 1));
        std::int64_t spacing = 1;
        for (std::int64_t j = 1; j <= levels; ++j) {
          spacing *= i;
          const auto at_least =
              std::count_if(line.digits[0].levels.begin(), line.digits[0].levels.end(), [&](auto l) { return l >= j; });
          CHECK(at_least == ceil_div(k, spacing) - 1);
        }
      }
    }
  }
}

TEST_CASE(
    "n dimensions of separate interchanges have n k^(n-1) lines of them; multidimensional ones stand at all sites") {
  const Topology separate = express(9, 3, 4);
  CHECK(separate.is_product());
  CHECK(separate.node_count() == 729);
  CHECK(separate.interchange_count() == 3 * 81 * 2);
  const Topology multi = express(9, 2, 4, {{"interchanges", word("multidimensional")}});
  CHECK_FALSE(multi.is_product());
  CHECK(multi.interchange_count() == 11 * 11 - 81);
  REQUIRE(multi.notes.size() == 1);
  CHECK(multi.notes[0].find("experimental") != std::string::npos);
  for (const LinkClass& link_class : multi.classes) {
    const bool local = link_class.name.find("local") != std::string::npos;
    CHECK(multi.copies(link_class) == (local ? 11u : 2u));
  }
}

TEST_CASE("nodes, interchanges and switches are numbered without gaps, and found again") {
  std::vector<Topology> networks;
  for (const Family& family : families()) {
    for (const Parameters& example : family.examples) networks.push_back(build_topology(family.name, example));
  }
  for (const Topology& topology : networks) {
    CAPTURE(topology.family);
    std::vector<bool> seen(topology.node_count() + topology.interchange_count(), false);
    for (std::uint64_t number = 0; number < seen.size(); ++number)
      CHECK(node_number(topology, node_site(topology, number)) == number);
    for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
      if (topology.kind(site) == SiteKind::nothing) continue;
      const std::uint64_t number = node_number(topology, site);
      REQUIRE(number < seen.size());
      CHECK_FALSE(seen[number]);
      CHECK((topology.kind(site) == SiteKind::node) == (number < topology.node_count()));
      seen[number] = true;
    }
  }
}

TEST_CASE("distances of express cubes are those of the network written out, between nodes alone") {
  for (const Parameters& example : find_family("express")->examples)
    check_distances(build_topology("express", example));
  check_distances(express(7, 3, 2));
  check_distances(express(20, 1, 2, {{"levels", number(3)}}));
}

TEST_CASE("the bisection of small express cubes lies within its bounds") {
  for (const Topology& topology :
       {express(8, 1, 3), express(9, 1, 4, {{"multiplicity", number(2)}}), express(9, 1, 2, {{"levels", number(2)}}),
        express(8, 1, 3, {{"style", word("interleaved")}, {"multiplicity", number(2)}}),
        express(8, 1, 2, {{"module", number(4)}, {"module_channels", number(2)}}),
        express(3, 2, 2, {{"style", word("node")}})}) {
    if (topology.site_count() > 20) continue;
    const BisectionWidth width = graph_measures(topology).bisection;
    const std::uint64_t found = smallest_cut(topology);
    CHECK(width.lower <= found);
    CHECK(width.upper >= found);
  }
}

TEST_CASE("parameters that make no express cube are refused; tests/spec/messages_test.cpp has the words") {
  const Value two = number(2), four = number(4);
  const std::vector<std::vector<std::pair<std::string, Value>>> all = {
      {},
      {{"spacing", number(16)}},
      {{"spacing", four}, {"levels", two}},
      {{"spacing", number(1)}},
      {{"spacing", four}, {"multiplicity", IntegerList{1, 2}}},
      {{"spacing", two}, {"levels", two}, {"style", word("interleaved")}},
      {{"spacing", two}, {"multiplicity", number(3)}, {"style", word("interleaved")}},
      {{"spacing", four}, {"module_width", two}},
      {{"spacing", four}, {"style", word("intercange")}},
      {{"spacing", four}, {"channels", word("unidirectional")}}};
  for (const auto& more : all) {
    Parameters parameters{{"radix", 16}, {"dimensions", 1}};
    for (const auto& [name, value] : more) parameters.set(name, value);
    CAPTURE(to_string(parameters));
    CHECK_THROWS_AS(build_topology("express", parameters), Error);
  }
}
