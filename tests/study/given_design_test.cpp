// SPDX-License-Identifier: Apache-2.0
// Networks that a program gives: their candidates are those of the same graph in a spec or in a file. What their links
// measure, by number, is what exports list.
#include <doctest/doctest.h>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <tuple>

#include "cutline/output/export/network.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/link_values.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/topology/boost_graph.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/proof.hpp"
#include "study/studies.hpp"
#include "support/graphs.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Study chip_study() {
  Study study;
  study.technology = load_technology("nangate45");
  study.delays = {choose_delay("repeated", {}, wire_medium(study.technology))};
  return study;
}

/// The keys of quantities in which two candidates of a study differ, but for their names.
std::set<std::string> differing(const Study& study, const Candidate& a, const Candidate& b) {
  std::set<std::string> keys;
  for (const Quantity& quantity : quantities()) {
    if (quantity.value == nullptr || quantity.key == "name") continue;
    if (!(quantity_value(under_delay(study, a, 0), quantity) == quantity_value(under_delay(study, b, 0), quantity)))
      keys.insert(quantity.key);
  }
  return keys;
}

/// A random connected graph with widths, as a program gives it.
GivenGraph random_given(Random& random, bool real_widths) {
  GivenGraph graph;
  graph.nodes = 5 + random.below(12);
  graph.links = random_links(random, static_cast<std::uint32_t>(graph.nodes), 6);
  for (std::size_t i = 0; i < graph.links.size(); ++i)
    graph.widths.push_back(real_widths ? static_cast<double>(1 + random.below(4)) / 2
                                       : static_cast<double>(1 + random.below(3)));
  return graph;
}

/// Calls work(study, candidate) for the examples of every family.
template <class Work>
void each_candidate(const Work& work) {
  for (const Family& family : families()) {
    CAPTURE(family.name);
    for (const Parameters& parameters : family.examples) {
      Study study = chip_study();
      study.designs = {design("one", std::string(family.name), parameters)};
      work(study, evaluated(study)[0]);
    }
  }
}

/// A link as exports and the numbers of links both tell it.
using ToldLink = std::tuple<std::uint64_t, std::uint64_t, std::size_t, std::uint32_t, double, double>;

}  // namespace

TEST_CASE("a network of a program has the record of the same links in a spec") {
  Random random(11);
  for (int i = 0; i < 12; ++i) {
    const GivenGraph given = random_given(random, false);
    IntegerTable rows;
    for (std::size_t k = 0; k < given.links.size(); ++k)
      rows.push_back({given.links[k].a, given.links[k].b, static_cast<std::int64_t>(given.widths[k])});
    Study study = i % 2 == 0 ? unit_study() : chip_study();
    study.designs = {graph("spec", static_cast<std::int64_t>(given.nodes), rows),
                     design_of_network("program", network_of_graph(given))};
    const std::vector<Candidate> both = evaluated(study);
    CHECK(differing(study, both[0], both[1]) == std::set<std::string>{"parameters"});
  }
}

TEST_CASE("a network of a program has the record of the same graph in a file, with names and widths") {
  Random random(12);
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "cutline_given_design_test";
  std::filesystem::create_directories(folder);
  for (int i = 0; i < 12; ++i) {
    GivenGraph given = random_given(random, i % 3 == 0);
    given.directed = i % 2 == 0;
    const std::string path = (folder / "graph.gml").string();
    {
      std::ofstream out(path);
      out << "graph [\n directed " << (given.directed ? 1 : 0) << "\n";
      for (std::uint64_t node = 0; node < given.nodes; ++node) {
        given.names.push_back("n" + std::to_string(100 - node));
        given.terminals.push_back(node == 2 ? 0 : 3);
        out << " node [ id " << node << " label \"" << given.names.back() << "\" terminals " << given.terminals.back()
            << " ]\n";
      }
      for (std::size_t k = 0; k < given.links.size(); ++k)
        out << " edge [ source " << given.links[k].a << " target " << given.links[k].b << " width " << given.widths[k]
            << " ]\n";
      out << "]\n";
    }
    Study study = chip_study();
    study.designs = {design("file", "graph", {{"file", path}}), design_of_network("program", network_of_graph(given))};
    const std::vector<Candidate> both = evaluated(study);
    CHECK(differing(study, both[0], both[1]) == std::set<std::string>{"parameters"});
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("designs of two networks are two designs, placed, checked and ranked") {
  Study study = chip_study();
  study.hold = {.resource = Resource::bisection, .of = "torus"};
  Design torus = cutline::test::torus(4, 2);
  torus.name = "torus";
  torus.channel.width_bits = 16;
  Random random(3);
  study.designs = {torus, design_of_network("a", network_of_graph(random_given(random, false))),
                   design_of_network("b", network_of_graph(random_given(random, false)))};
  study.population.any = true;
  for (Design& each : study.designs) each.placement.orders = {each.network ? "annealed" : "folded"};
  const std::vector<Candidate> all = evaluated(study);
  CHECK(all[1].facts.nodes != all[2].facts.nodes);
  CHECK(rank(study, all).front().order.size() == 3);
  for (const Candidate& each : all) CHECK(prove_candidate(each).passed());
}

TEST_CASE("a network of a program has no closed forms") {
  Study study = unit_study();
  study.designs = {design_of_network("cube", build_topology("hypercube", {{"dimensions", 3}}))};
  CHECK(evaluated(study)[0].can_be_built());
  study.designs[0].ideal = true;
  CHECK(complaint([&] { evaluated(study); }).find("no closed forms are known") != std::string::npos);
}

TEST_CASE("links have the lengths and delays that exports list, in every family") {
  std::size_t networks = 0;
  each_candidate([&](const Study& study, const Candidate& one) {
    const Topology& topology = one.network()->topology;
    if (std::any_of(topology.classes.begin(), topology.classes.end(), [](const auto& each) { return each.shared; })) {
      CHECK(complaint([&] { link_values(study, one); }).find("has a bus") != std::string::npos);
      return;
    }
    const LinkValues values = link_values(study, one);
    const LinkNumbers numbers(topology);
    const NodeNumbers sites(topology);
    std::multiset<ToldLink> here, there;
    for (std::uint64_t i = 0; i < numbers.link_count(); ++i) {
      const LinkNumbers::Link link = numbers.link(i);
      std::uint64_t a = sites.number(link.a), b = sites.number(link.b);
      const LinkClass& in = topology.classes[link.link_class];
      if (in.channels == 2 && a > b) std::swap(a, b);
      here.emplace(a, b, link.link_class, in.width(link.local), values.length_mm[i], values.delay_ns[i]);
      CHECK(values.length_pitches[i] >= 1);
    }
    for (const ExportLink& link : export_network(study, one, {}).links)
      there.emplace(link.from, link.to, link.link_class, link.width, in_mm(link.length), in_ns(link.delay));
    CHECK(here == there);
    ++networks;
  });
  CHECK(networks > 40);
}

TEST_CASE("channels have the loads that are listed, and their sum is that of all hops, in every family") {
  std::size_t networks = 0;
  each_candidate([&](const Study& study, const Candidate& one) {
    if (one.traffic.mean_hops() == nullptr) return;
    std::vector<double> loads;
    const std::string refused = complaint([&] { loads = loads_of_channels(study, one); });
    if (!refused.empty()) {
      CHECK(refused.find("channels have no loads") != std::string::npos);
      return;
    }
    const BothWaysView g(one.network()->topology);
    REQUIRE(loads.size() == num_edges(g));
    const double hops = *one.traffic.mean_hops() * one.facts.nodes;
    CHECK(std::accumulate(loads.begin(), loads.end(), 0.0) == doctest::Approx(hops));
    std::multiset<std::tuple<std::uint64_t, std::uint64_t, double>> here, there;
    const NodeNumbers& sites = g.numbers().sites;
    const auto load = channel_map(g, loads);
    for (const auto& edge : boost::make_iterator_range(edges(g)))
      here.emplace(sites.site(source(edge, g)), sites.site(target(edge, g)), get(load, edge));
    for (const ChannelUnderLoad& channel : loaded_channels(study, one, {})) {
      if (channel.use == ChannelUse::link) there.emplace(channel.from, channel.to, channel.messages);
    }
    CHECK(here == there);
    const LinkView links(one.network()->topology);
    double sum = 0;
    for (const auto& edge : boost::make_iterator_range(edges(links))) sum += get(channel_map(links, loads), edge);
    CHECK(sum == doctest::Approx(hops));
    ++networks;
  });
  CHECK(networks > 40);
}

TEST_CASE("the farthest node of a line is as many mm away as all its links are long") {
  Study study = chip_study();
  study.designs = {design("line", "mesh", {{"radix", 12}, {"dimensions", 1}})};
  const std::vector<Candidate> all = evaluated(study);
  const LinkView g(all[0].network()->topology);
  const LinkValues values = link_values(study, all[0]);
  std::vector<double> mm(num_vertices(g));
  boost::dijkstra_shortest_paths(
      g, 0,
      boost::weight_map(link_map(g, values.length_mm))
          .distance_map(boost::make_iterator_property_map(mm.begin(), get(boost::vertex_index, g))));
  CHECK(mm[11] == doctest::Approx(std::accumulate(values.length_mm.begin(), values.length_mm.end(), 0.0)));
  CHECK(mm[11] > 0.001);
}
