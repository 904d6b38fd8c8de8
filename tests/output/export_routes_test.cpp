// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "cutline/base/format.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "output/exported.hpp"
#include "routing/routings.hpp"
#include "routing/ways_to.hpp"
#include "support/occurrences.hpp"

/// The candidate's routes in exports: messages on them load every channel as the routes themselves do.

namespace {

using namespace cutline;
using namespace cutline::test;

struct RoutedCase {
  const char* topology;
  const char* routing;  ///< empty: the default
};

/// All routings, with datelines, shares, switches, interchanges, parallel and one-way links; also layers whose last one
/// has other paths than the rest.
const RoutedCase kRoutedCases[] = {
    {"family: torus, radix: 4, dimensions: 2", ""},
    {"family: torus, radix: 5, dimensions: 2, channels: unidirectional", ""},
    {"family: torus, radix: 4, dimensions: 2", "minimal"},
    {"family: torus, radix: 2, dimensions: 3", ""},
    {"family: express, radix: 12, dimensions: 1, spacing: 4", ""},
    {"family: fat_tree, radix: 2, levels: 3", "minimal"},
    {"family: fat_tree, radix: 2, levels: 3", "up_down"},
    {"family: ccc, dimensions: 3", "balanced"},
    {"family: torus, radix: 5, dimensions: 2", "layered"},
    {"family: torus, radix: 8, dimensions: 2", "layered"},
    {"family: ring, nodes: 9", "layered"},
    {"family: graph, nodes: 5, links: [[0, 1], [0, 1], [1, 2], [2, 3], [3, 4], [3, 4]]", "minimal"},
    {"family: graph, nodes: 5, links: [[0, 1], [0, 1], [1, 2], [2, 3], [3, 4], [3, 4]]", "balanced"}};

std::string routed_spec(const RoutedCase& each, const std::string& more = "") {
  std::string spec = spec_of(each.topology, more);
  if (*each.routing != '\0') spec.replace(spec.rfind("}}"), 2, fmt::format("}}, routing: {}}}", each.routing));
  return spec;
}

Routes routes_of(const Evaluated& each) { return std::get<Routes>(cutline::routes_of(each.study, each.one(), {})); }

Routes read_back(const Evaluated& each, const std::string& text) {
  const std::string path = std::filesystem::temp_directory_path() / "cutline_exported_routes.csv";
  std::ofstream(path, std::ios::binary) << text;
  return table_routes(each.one().network()->topology, shared_graph(each.one().network()->topology), path);
}

void check_same(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == doctest::Approx(b[i]).epsilon(1e-9));
}

/// A BookSim file of routes as examples/booksim reads it.
struct BooksimRoutes {
  std::size_t routers = 0, destinations = 0;
  std::uint32_t layers = 0, datelines = 0;
  std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> layer;
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<std::string>> to;
};

BooksimRoutes booksim_routes(const std::string& text) {
  BooksimRoutes out;
  for (const std::string& line : lines_of(text)) {
    if (line[0] == '#') continue;
    std::stringstream words(line);
    std::string word;
    std::size_t number = 0;
    words >> word;
    if (word == "routers") {
      words >> out.routers >> word >> out.destinations >> word >> out.layers >> word >> out.datelines;
    } else if (word == "layer") {
      words >> number;
      for (std::size_t to = 0; to < out.destinations; ++to) words >> out.layer[{number, to}];
    } else {
      std::uint32_t layer = 0;
      words >> number >> layer;
      auto& hops = out.to[{number, layer}];
      while (words >> word) hops.push_back(word);
      CHECK(hops.size() == out.routers);
    }
  }
  return out;
}

using Loads = std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>, double>;  // from, to, class

/// Adds the load that a message at a router puts on the channels of its path.
void add_loads(const BooksimRoutes& routes, std::uint64_t at, std::uint64_t to, std::uint32_t layer, double messages,
               Loads& loads) {
  if (at == to) return;
  std::stringstream hops(routes.to.at({to, layer}).at(at));
  double shares = 0;
  for (std::string hop; std::getline(hops, hop, ',');) {
    std::stringstream words(hop);
    std::uint64_t next = 0;
    std::uint32_t dateline = 0;
    double share = 1;
    REQUIRE(static_cast<bool>(words >> next));
    for (char sign = 0; words >> sign;) sign == '/' ? words >> dateline : words >> share;
    shares += share;
    loads[{at, next, layer * routes.datelines + dateline}] += messages * share;
    add_loads(routes, next, to, layer, messages * share, loads);
  }
  CHECK(shares == doctest::Approx(1));
}

}  // namespace

TEST_CASE("routes: a table that was exported gives the same routes again, whatever the routing") {
  for (const RoutedCase& each : kRoutedCases) {
    for (const char* channels : {"", "virtual_channels: 2\n"}) {
      CAPTURE(each.topology);
      CAPTURE(std::string(each.routing));
      const Evaluated one(routed_spec(each, channels));
      const Routes routes = ::routes_of(one);
      const Routes read = read_back(one, one.to("routes").files.at(0).content);
      CHECK(read.layers == routes.layers);
      CHECK(read.datelines == routes.datelines);
      check_same(uniform_flows(read).messages, uniform_flows(routes).messages);
    }
  }
}

TEST_CASE("routes: of single paths in layers it is the table of four columns") {
  const Evaluated one(routed_spec({"family: torus, radix: 5, dimensions: 2", "layered"}));
  const std::string text = one.to("routes").files.at(0).content;
  CHECK(text.find("\nsite,destination,next,layer\n") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') ==
        static_cast<std::ptrdiff_t>(export_header(find_export("routes"), one.network()).size()) + 3 + 25 * 24);
}

TEST_CASE("booksim: its file of routes loads every class of every channel as the routes do") {
  for (const RoutedCase& each : kRoutedCases) {
    CAPTURE(each.topology);
    CAPTURE(std::string(each.routing));
    const Evaluated one(routed_spec(each));
    const Exported made = one.to("booksim", to_file("n.anynet"));
    REQUIRE(made.files.size() == 3);
    CHECK(made.files[2].extension == ".routes");
    const BooksimRoutes file = booksim_routes(made.files[2].content);
    const auto nodes = static_cast<double>(file.destinations);
    Loads loads;
    for (std::uint64_t from = 0; from < file.destinations; ++from) {
      for (std::uint64_t to = 0; to < file.destinations; ++to) {
        const std::uint32_t layer = file.layers > 1 ? file.layer.at({from, to}) : 0;
        add_loads(file, from, to, layer, 1 / nodes, loads);
      }
    }
    const Flows flows = uniform_flows(::routes_of(one));
    CHECK(file.layers * file.datelines == flows.classes);
    const NodeNumbers numbers(one.one().network()->topology);
    Loads truth;
    for (std::uint32_t site = 0; site < flows.graph->node_count(); ++site) {
      for (std::uint64_t c = flows.graph->first[site]; c < flows.graph->first[site + 1]; ++c) {
        for (std::uint32_t k = 0; k < flows.classes; ++k) {
          const double messages = flows.messages[c * flows.classes + k];
          if (messages > 0) truth[{numbers.number(site), numbers.number(flows.graph->head[c]), k}] += messages;
        }
      }
    }
    REQUIRE(loads.size() == truth.size());
    for (const auto& [channel, messages] : truth) CHECK(loads.at(channel) == doctest::Approx(messages).epsilon(1e-9));
  }
}

TEST_CASE("booksim: routes that need more virtual channels than there are, or of too many routers, are not written") {
  const Exported few = Evaluated(spec_of("family: torus, radix: 4, dimensions: 2", "virtual_channels: 1\n"))
                           .to("booksim", to_file("n.anynet"));
  CHECK(few.files.size() == 2);
  CHECK(says(few.notes, "they need 2 virtual channels, and `virtual_channels` gives 1"));
  CHECK(few.files[1].content.find("routes_file") == std::string::npos);
  const Exported large =
      Evaluated(spec_of("family: torus, radix: 33, dimensions: 2")).to("booksim", to_file("n.anynet"));
  CHECK(large.files.size() == 2);
  CHECK(says(large.notes, "up to 1,024 nodes"));
}

TEST_CASE("booksim: the configuration runs without the routes, and says how to run with them") {
  const std::string text = Evaluated(spec_of("family: torus, radix: 4, dimensions: 2"))
                               .to("booksim", to_file("n.anynet"))
                               .files.at(1)
                               .content;
  CHECK(text.find("\nrouting_function = min;\n") != std::string::npos);
  CHECK(text.find("//   booksim n.cfg routing_function=cutline routes_file=n.routes\n") != std::string::npos);
}

TEST_CASE("omnet and ns3: their files of routes are BookSim's but for comments, and the settings name it") {
  const auto data = [](const std::string& text) {
    std::vector<std::string> lines = lines_of(text);
    std::erase_if(lines, [](const std::string& line) { return line[0] == '#'; });
    return lines;
  };
  const Evaluated torus(spec_of("family: torus, radix: 4, dimensions: 2"));
  const auto truth = data(torus.to("booksim", to_file("n.anynet")).files.at(2).content);
  const Exported omnet = torus.to("omnet", to_file("n.ned"));
  CHECK(data(omnet.files.at(3).content) == truth);
  CHECK(says(lines_of(omnet.files.at(2).content), "*.n*.routes = \"n.routes\""));
  CHECK(data(torus.to("ns3", to_file("n.inet")).files.at(2).content) == truth);
}

TEST_CASE("targets that cannot hold the candidate's routes say why, and take their own") {
  const std::string why = "the candidate's own routes are not written: ";
  const Evaluated shares(routed_spec({"family: ccc, dimensions: 3", "minimal"}));
  for (const char* target : {"simgrid", "ns3"})
    CHECK(says(shares.to(target, to_file("n.x")).notes, why + "they share messages among several ways"));
  CHECK(says(shares.to("garnet", to_file("N.py")).notes, why + "weights give dimension order alone"));
  // Two layers: messages that do not fit into the first go up and down in the second.
  const Evaluated layers(routed_spec({"family: torus, radix: 8, dimensions: 2", "layered"}, "virtual_channels: 2\n"));
  CHECK(says(layers.to("ns3", to_file("n.inet")).notes, why + "they differ from one layer"));
  CHECK(!says(layers.to("simgrid", to_file("n.xml")).notes, why));
  // A cost that the user names applies to the target's own routes.
  ExportChoice hops = to_file("n.inet");
  hops.route_cost = RouteCost::hop;
  const Exported told = Evaluated(spec_of("family: torus, radix: 4, dimensions: 2")).to("ns3", hops);
  CHECK(told.files.size() == 2);
  CHECK(!says(told.notes, why));
}

TEST_CASE("simgrid: the path of every pair is the candidate's") {
  for (const RoutedCase& each : kRoutedCases) {
    CAPTURE(each.topology);
    CAPTURE(std::string(each.routing));
    const Evaluated one(routed_spec(each));
    const std::string text = one.to("simgrid", to_file("n.xml")).files.at(0).content;
    if (text.find("routing=\"Full\"") == std::string::npos) continue;
    const Routes routes = ::routes_of(one);
    const NodeNumbers numbers(one.one().network()->topology);
    std::size_t pairs = 0;
    for (std::uint32_t from = 0; from < routes.graph->node_count(); ++from) {
      for (std::uint32_t to = 0; to < routes.graph->node_count(); ++to) {
        if (from == to || !routes.graph->is_node(from) || !routes.graph->is_node(to)) continue;
        const std::string start =
            fmt::format("<route src=\"n{}\" dst=\"n{}\" ", numbers.number(from), numbers.number(to));
        const std::size_t at = text.find(start);
        REQUIRE(at != std::string::npos);
        std::string line = text.substr(at, text.find('\n', at) - at);
        std::string entered, truth;
        for (std::size_t r = line.find("id=\"r"); r != line.npos; r = line.find("id=\"r", r + 1))
          entered += line.substr(r + 5, line.find('"', r + 5) - r - 5) + " ";
        for (const PathHop& hop : first_path(routes, from, to))
          truth += std::to_string(numbers.number(routes.graph->head[hop.channel])) + " ";
        CHECK(entered == truth);
        ++pairs;
      }
    }
    CHECK(occurrences(text, "<route ") == pairs);
  }
}

TEST_CASE("garnet: gem5's rule on the weights, of equal ways the link of the least weight, is dimension order") {
  for (const char* topology : {"family: mesh, radices: [4, 3, 2]", "family: hypercube, dimensions: 4",
                               "family: torus, radix: 5, dimensions: 2", "family: hyperx, radices: [3, 4]",
                               "family: torus, radices: [5, 3], channels: unidirectional"}) {
    CAPTURE(std::string(topology));
    const Evaluated one(spec_of(topology));
    const std::string text = one.to("garnet", to_file("N.py")).files.at(0).content;
    const Routes routes = ::routes_of(one);
    const std::size_t nodes = routes.graph->node_count();
    std::vector<std::vector<double>> far(nodes, std::vector<double>(nodes, 1e9)), weight = far;
    const std::string table = text.substr(text.find("LINKS = ["));
    for (const std::string& line : lines_of(table)) {
      unsigned from = 0, to = 0, cycles = 0, own = 0;
      if (std::sscanf(line.c_str(), " (%u, %u, %u, %u),", &from, &to, &cycles, &own) == 4)
        far[from][to] = weight[from][to] = own;
    }
    for (std::size_t i = 0; i < nodes; ++i) far[i][i] = 0;
    for (std::size_t k = 0; k < nodes; ++k) {
      for (std::size_t i = 0; i < nodes; ++i) {
        for (std::size_t j = 0; j < nodes; ++j) far[i][j] = std::min(far[i][j], far[i][k] + far[k][j]);
      }
    }
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const WaysToNode ways = routes.ways_to(to, 0);
      for (std::uint32_t at = 0; at < nodes; ++at) {
        if (at == to) continue;
        double least = 1e9;
        std::set<std::size_t> taken;
        for (std::size_t next = 0; next < nodes; ++next) {
          if (weight[at][next] + far[next][to] > far[at][to] || weight[at][next] > least) continue;
          if (weight[at][next] < least) taken.clear();
          least = weight[at][next];
          taken.insert(next);
        }
        REQUIRE(ways.first[at] + 1 == ways.first[at + 1]);
        CHECK(taken == std::set<std::size_t>{routes.graph->head[ways.hops[ways.first[at]].channel]});
      }
    }
  }
}
