// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <fstream>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "routing/routings.hpp"
#include "routing/ways_to.hpp"
#include "support/csv.hpp"
#include "support/errors.hpp"
#include "support/mutated.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Routes routes_of_text(const Topology& network, const std::string& text) {
  const OwnFolder folder;
  return table_routes(network, shared_graph(network), folder.write("a.csv", text));
}

/// Line, column, message.
std::string route_table_error(const Topology& network, const std::string& text) {
  return placed_message_of([&] { routes_of_text(network, text); });
}

/// The first paths of some routes in the format of a route file, by numbers of nodes and switches.
std::string table_text(const Topology& network, const Routes& routes) {
  const NodeNumbers numbers(network);
  const ChannelGraph& graph = *routes.graph;
  std::string text = "site,destination,next,layer\n";
  for (std::uint32_t to = 0; to < graph.node_count(); ++to) {
    if (!graph.is_node(to)) continue;
    const WaysToNode ways = routes.ways_to(to, 0);
    for (const std::uint32_t site : ways.order) {
      const std::uint32_t next = graph.head[ways.hops[ways.first[site]].channel];
      text += fmt::format("{},{},{},{}\n", numbers.number(site), numbers.number(to), numbers.number(next),
                          graph.is_node(site) ? routes.layer(site, to) : 0);
    }
  }
  return text;
}

/// The links of a golden file, which has one link on each line.
std::vector<LocalLink> golden_links(const std::string& name) {
  std::ifstream file(source_folder() + "/tests/golden/booksim/" + name);
  std::vector<LocalLink> links;
  for (LocalLink link; file >> link.a >> link.b;) links.push_back(link);
  REQUIRE(!links.empty());
  return links;
}

const std::string kLineOfThree = "0 1 1\n0 2 1 1\n1 0 0\n1 2 2\n2 0 1 1 # last\n2,1,1\r\n";

}  // namespace

TEST_CASE("a table of up-down or layered routes gives the same routes again, with switches too") {
  for (const char* family : {"fat_tree", "torus", "h_tree"}) {
    CAPTURE(family);
    const Topology network = build_topology(family, find_family(family)->examples[0]);
    const auto graph = shared_graph(network);
    for (const Routes& routes : {up_down_of(network, graph), layered_of(network, graph)}) {
      const Routes read = routes_of_text(network, table_text(network, routes));
      CHECK(read.layers == routes.layers);
      CHECK(uniform_flows(read).messages == uniform_flows(routes).messages);
    }
  }
}

TEST_CASE("a table has layers for pairs, comments, a line of names or none, and takes turns on parallel channels") {
  const Topology line = graph_of(3, {{0, 1}, {1, 2}, {1, 2}});
  for (const char* names : {"", "# routes\n\n", "site destination next layer\n"}) {
    const Routes routes = routes_of_text(line, names + kLineOfThree);
    CHECK(routes.layers == 2);
    CHECK(routes.layer(0, 2) == 1);
    CHECK(routes.layer(0, 1) == 0);
    const auto path = first_path(routes, 2, 0);
    REQUIRE(path.size() == 2);
    CHECK(path[0].vc_class == 1);
    CHECK(path[0].channel != first_path(routes, 2, 1)[0].channel);
  }
}

TEST_CASE("mistakes in a table are told with line and column") {
  const Topology line = graph_of(3, {{0, 1}, {1, 2}});
  const Topology ring = graph_of(3, {{0, 1}, {1, 2}, {2, 0}});
  CHECK(route_table_error(line, kLineOfThree) == "no error");
  CHECK(route_table_error(line, "0,1") == "1:4: the next site is missing");
  CHECK(route_table_error(line, "0,x,1") == "1:3: the destination is a whole number");
  CHECK(route_table_error(line, "0,1,-1") == "1:5: the next site is a whole number");
  CHECK(route_table_error(line, "0,3,1") == "1:3: the destination is from 0 to 2");
  CHECK(route_table_error(line, "0,99999999999999999999,1") == "1:3: the destination is from 0 to 2");
  CHECK(route_table_error(line, "0,1,1,256") == "1:7: the layer is from 0 to 255");
  CHECK(route_table_error(line, "0,1,1,0,0") == "1:9: this line goes on after its layer");
  CHECK(route_table_error(line, "0,2,2") == "1:5: no channel leads from 0 to 2");
  CHECK(route_table_error(line, "0,0,1") == "1:5: messages stay where they are to go");
  CHECK(route_table_error(line, "0,1,1\n0,1,1") == "2:3: where messages for 1 go at 0 was said before");
  CHECK(route_table_error(line, "0,1,1\n\n1,0,0\n0,2,1\n") == "5:1: no line says where messages for 0 go at 2");
  CHECK(route_table_error(line, "1,0,0\n2,0,1\n0,1,1\n2,1,1\n0,2,1\n") ==
        "5:1: no line says where messages for 2 go at 1");
  CHECK(route_table_error(ring, "1 0 2\n# round\n2 0 1\n") == "1:1: messages for 0 go round in a circle: 1, 2, 1");
  const std::string named = "site destination next share within parallel\n";
  CHECK(route_table_error(line, "site to next\n") == "1:6: this column is to be `destination`");
  CHECK(route_table_error(line, "site,destination,next,lane\n") == "1:23: there is no column 'lane'");
  CHECK(route_table_error(line, "site,destination,next,layer,layer\n") == "1:29: a second column 'layer'");
  CHECK(route_table_error(line, named + "0 1 1 0") == "2:7: a share is above 0 and at most 1");
  CHECK(route_table_error(line, named + "0 1 1 1 0 1") == "2:11: the parallel channel is from 0 to 0");
  CHECK(route_table_error(line, named + "1 0 0 0.5\n2 0 1") == "2:1: the shares of messages for 0 at 1 add up to 0.5");
  CHECK(route_table_error(line, named + "1 0 0 0.5\n2 0 1\n1 0 0 0.5") ==
        "4:3: where messages for 0 go at 1 was said before");
  CHECK(route_table_error(line, "site destination next layer within\n1 0 0 0 0\n2 0 1\n1 0 0 1 1\n") ==
        "4:9: messages from 1 for 0 were in layer 0 before");
  CHECK(route_table_error(line, "") == "1:1: no line says where messages for 0 go at 1");
}

TEST_CASE("a table needs no lines for messages that have no way") {
  const Topology two = graph_of(4, {{0, 1}, {2, 3}});
  const Flows flows = uniform_flows(routes_of_text(two, "0 1 1\n1 0 0\n2 3 3\n3 2 2\n"));
  CHECK(flows.mean_hops == 0.25);  // four of sixteen messages have a hop
  CHECK(route_table_error(two, "0 1 1\n1 0 0\n2 3 3\n") == "4:1: no line says where messages for 2 go at 3");
}

TEST_CASE("whatever stands in a table, it is read or refused") {
  const Topology line = graph_of(3, {{0, 1}, {1, 2}});
  Random random(7);
  int read = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text =
        mutated(kLineOfThree, {"\n", ",", "0", "1 2 2\n", "#", "18446744073709551616", "e"}, random);
    CAPTURE(text);
    try {
      CHECK(routes_of_text(line, text).layers <= 256);
      ++read;
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_input);
    }
  }
  CHECK(read > 0);
}

TEST_CASE("the routes that BookSim2 took are tables without a circle, as heavily loaded as it says") {
  struct Case {
    const char* name;
    Topology network;
  };
  const std::string folder = source_folder() + "/tests/golden/booksim/";
  const Case cases[] = {
      {"sparse",
       build_topology("sparse_hamming",
                      {{"columns", 8}, {"rows", 8}, {"row_skips", IntegerList{4}}, {"column_skips", IntegerList{4}}})},
      {"express_node",
       build_topology("express", {{"radix", 8}, {"dimensions", 2}, {"spacing", 3}, {"style", std::string("node")}})},
      {"ccc", build_topology("ccc", {{"dimensions", 4}})},
      {"de_bruijn", build_topology("de_bruijn", {{"dimensions", 6}})},
      {"random4", graph_of(64, golden_links("random4-64.txt"))}};
  for (const Case& each : cases) {
    CAPTURE(each.name);
    const Routes routes =
        table_routes(each.network, shared_graph(each.network), folder + "routes-A-" + each.name + ".csv");
    const Flows flows = uniform_flows(routes);
    CHECK(waiting_circle(flows).empty());
    for (const Row& row : golden("booksim/load-A.csv")) {
      if (row.text("candidate") != each.name) continue;
      CHECK(row.number("width_bits") / busiest(flows) == doctest::Approx(row.number("bound_bits")).epsilon(0.005));
      CHECK(routes.layers == row.integer("classes"));
    }
  }
}
