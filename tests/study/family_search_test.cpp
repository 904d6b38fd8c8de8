// SPDX-License-Identifier: Apache-2.0
#include "families/family_search.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "families/search.hpp"

using namespace cutline;

namespace {

/// All lists of factors of 2 or more, in any order, whose product is `number`.
std::vector<IntegerList> ordered_factors(std::int64_t number) {
  if (number == 1) return {{}};
  std::vector<IntegerList> all;
  for (std::int64_t first = 2; first <= number; ++first) {
    if (number % first != 0) continue;
    for (IntegerList rest : ordered_factors(number / first)) {
      rest.insert(rest.begin(), first);
      all.push_back(rest);
    }
  }
  return all;
}

std::string question(std::mt19937& random) {
  const auto one_of = [&](std::initializer_list<const char*> words) {
    return *(words.begin() + random() % words.size());
  };
  return fmt::format(
      "cutline: 1\ntechnology: nangate45\nnode: {{width: {0} um, height: {0} um}}\nchannel: {{width: {1} bits}}\n"
      "router: {{delay: {2} cycles}}\nclock: {{rule: fixed, frequency: {3} GHz}}\nwires: {4}\nmessage: {5} bits\n",
      one_of({"200", "500", "1000", "2000"}), one_of({"8", "32", "64", "128"}), one_of({"1", "2", "3", "5"}),
      one_of({"0.5", "1", "2"}), one_of({"pipelined", "unpipelined"}), one_of({"64", "256", "1024"}));
}

double latency_ns(const Candidate& candidate) { return in_ns(candidate.latency.timings.front().latency.total()); }

/// The least latency of all tori, meshes and hyperx of `nodes` nodes, with every choice of the dimensions on x and the
/// others on y.
double least_by_sweep(const std::string& asked, std::int64_t nodes) {
  std::string spec = asked + "candidates:\n";
  for (const IntegerList& radices : ordered_factors(nodes)) {
    if (!std::is_sorted(radices.rbegin(), radices.rend())) continue;
    for (std::uint32_t on_x = 0; on_x < 1U << radices.size(); ++on_x) {
      std::vector<char> axes;
      for (std::size_t i = 0; i < radices.size(); ++i) axes.push_back((on_x >> i & 1U) != 0 ? 'x' : 'y');
      for (const char* family : {"torus", "mesh", "hyperx"}) {
        for (const char* order : {"natural", "folded"}) {
          spec += fmt::format(
              "  - name: '{0} [{1}] {2} {3}'\n    topology: {{family: {0}, radices: [{1}]}}\n"
              "    placement: {{axes: [{2}], order: {3}}}\n",
              family, fmt::join(radices, ", "), fmt::join(axes, ", "), order);
        }
      }
    }
  }
  const std::vector<Candidate> candidates = evaluate(parse_study(spec, "sweep.yaml", "."));
  double least = 1e300;
  for (const Candidate& candidate : candidates) {
    if (candidate.can_be_built()) least = std::min(least, latency_ns(candidate));
  }
  return least;
}

SearchAnswer answer_of(const std::string& spec) { return search(parse_study(spec, "search.yaml", "."), {}); }

}  // namespace

TEST_CASE("every network that a family lists for a size has that size, and none is listed twice") {
  constexpr SizeRange kRange{2, 150};
  for (const Family& family : families()) {
    if (family.sizes.networks == nullptr) continue;
    CAPTURE(family.name);
    std::set<std::string> seen;
    std::size_t built = 0;
    for (const Parameters& parameters : family.sizes.networks(kRange)) {
      CAPTURE(to_string(parameters));
      CHECK(seen.insert(to_string(parameters)).second);
      Topology topology;
      try {
        topology = build_topology(FamilyName(family.name), parameters);
      } catch (const Error&) {
        continue;  // an enumeration may list sizes that do not exist; the search counts them as not built
      }
      ++built;
      const std::uint64_t size = family.sizes.of_terminals ? topology.terminal_count() : topology.node_count();
      CHECK(size >= kRange.least);
      CHECK(size <= kRange.most);
    }
    CHECK((built > 0 || family.name == "cascade"));  // the networks of cascade begin with 384 terminals
  }
}

TEST_CASE("tori are listed for every way to split the nodes into dimensions") {
  for (std::uint64_t nodes = 4; nodes <= 256; ++nodes) {
    std::set<IntegerList> expected, listed;
    for (IntegerList factors : ordered_factors(static_cast<std::int64_t>(nodes))) {
      std::sort(factors.rbegin(), factors.rend());
      if (factors.size() > 1 && factors.front() > 2) expected.insert(factors);
    }
    for (const Family& family : families()) {
      if (family.name != "torus") continue;
      for (const Parameters& parameters : family.sizes.networks({nodes, nodes}))
        listed.insert(parameters.list("radices"));
    }
    CHECK_MESSAGE(listed == expected, nodes);
  }
}

TEST_CASE("the best network of a search is as good as the best of a sweep written by hand") {
  std::mt19937 random(22);
  for (int round = 0; round < 20; ++round) {
    const std::array<std::int64_t, 8> sizes = {12, 16, 24, 30, 36, 48, 64, 72};
    const std::int64_t nodes = sizes[random() % sizes.size()];
    const std::string asked = question(random);
    CAPTURE(asked);
    CAPTURE(nodes);
    const std::string wanted = fmt::format(
        "search: {{terminals: {}, families: [torus, mesh, hyperx, hypercube, ring, complete], irregular: no}}\n",
        nodes);
    Study study = parse_study(asked + wanted, "search.yaml", ".");
    const SearchAnswer answer = search(study, {});
    REQUIRE(answer.found());
    study.search.reset();
    study.designs = {answer.regular->best.front()};
    CHECK(latency_ns(evaluate(study).front()) == doctest::Approx(least_by_sweep(asked, nodes)));
  }
}

TEST_CASE("a search counts every network that it considers once") {
  const RegularAnswer answer =
      *answer_of("cutline: 1\nsearch: {terminals: 256, irregular: no, limits: {links_of_router: 6}}\n").regular;
  std::size_t sum = answer.not_built + answer.same + answer.ranked;
  for (const auto& [limit, number] : answer.ruled_out) sum += number;
  for (const auto& [limit, number] : answer.over) sum += number;
  CHECK(sum == answer.considered);
  CHECK(answer.ruled_out.contains("links_of_router"));
}

TEST_CASE("a tile has as much area for each of its terminals, whatever the concentration") {
  const SearchAnswer answer = answer_of(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\n"
      "search: {terminals: 64, families: [mesh], concentration: [1, 4], irregular: no}\n");
  std::map<std::int64_t, double> widths;
  for (const Design& design : answer.regular->best) {
    const bool four = design.parameters.has("concentration");
    widths[four ? 4 : 1] = in_mm(design.node_width);
  }
  CHECK(widths == std::map<std::int64_t, double>{{1, 1.0}, {4, 2.0}});
}

TEST_CASE("what is ruled out before its layout is neither among the best nor on the front") {
  // There is no floor of the total wire. So if a little of it is added to the objective, every network is laid out.
  const std::string kAll = ", total: 0.000000001}";
  std::mt19937 random(7);
  const auto one_of = [&](const std::vector<std::string>& words) { return words[random() % words.size()]; };
  const std::vector<std::string> measures = {"latency", "hops", "pins", "area", "span", "longest"};
  std::size_t ruled_out = 0;
  for (int round = 0; round < 24; ++round) {
    const std::string a = one_of(measures), b = one_of(measures);
    const std::string clock = one_of(
        {"", "clock: {rule: fixed, frequency: 1 GHz}\n", "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\n"});
    const std::string technology = one_of({"nangate45\nnode: {width: 1 mm, height: 1 mm}", "unit", "sky130"});
    if (technology == "unit" && !clock.empty()) continue;
    const std::string width =
        one_of({"channel: {width: 1 bit}", "channel: {width: 32 bits}", "hold: {bisection: 64 wires, count: graph}",
                "hold: {bisection: 4096 wires, count: graph}"});
    const std::string families =
        one_of({"[mesh, torus, hypercube, ring]", "[hyperx, mesh, complete]", "[sparse_hamming, torus, fat_tree]",
                "[mesh, de_bruijn, butterfly, xgft]", "[star, xpander, kautz, h_tree, torus]"});
    const std::string asked = fmt::format(
        "cutline: 1\ntechnology: {}\n{}\n{}search: {{terminals: {}, families: {}, irregular: no, objective: ",
        technology, width, clock, one_of({"16", "36", "64", "[15, 17]", "[30, 36]"}), families);
    CAPTURE(asked);
    CAPTURE(a);
    CAPTURE(b);
    const SearchAnswer all =
        answer_of(asked + (a == b ? "{" + a + ": 1" : "{" + a + ": 1, " + b + ": 1") + kAll + "}\n");
    const SearchAnswer one = answer_of(asked + a + "}\n");
    std::vector<double> values;
    for (const SearchPoint& point : all.points) values.push_back(point.values.front());
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < one.winners.size(); ++i) {
      const auto same = [&](const SearchPoint& point) { return point.name == one.winners[i].name; };
      const auto found = std::find_if(one.points.begin(), one.points.end(), same);
      CHECK(found->values.front() == doctest::Approx(values.at(i)));
    }
    for (const auto& [why, number] : one.regular->ruled_out) ruled_out += number;
    if (a == b) continue;
    const SearchAnswer front = answer_of(asked + "[" + a + ", " + b + "]}\n");
    std::set<std::pair<double, double>> wanted, found;
    for (const SearchPoint& point : all.points) {
      const bool beaten = std::any_of(all.points.begin(), all.points.end(), [&](const SearchPoint& other) {
        const bool as_good = other.values[0] <= point.values[0] && other.values[1] <= point.values[1];
        return as_good && (other.values[0] < point.values[0] || other.values[1] < point.values[1]);
      });
      if (!beaten) wanted.insert({point.values[0], point.values[1]});
    }
    for (const SearchPoint& point : front.points) {
      if (point.on_front) found.insert({point.values[0], point.values[1]});
    }
    CHECK(found == wanted);
  }
  CHECK(ruled_out > 100);
}

TEST_CASE("networks that meet a least bisection are those of which it is proved") {
  for (const std::uint64_t least : {2, 8, 16, 30}) {
    CAPTURE(least);
    const Study study = parse_study(
        fmt::format("cutline: 1\nsearch: {{terminals: [35, 36], families: [mesh, torus, hyperx, sparse_hamming], "
                    "irregular: no, objective: total, limits: {{at_least: {{bisection: {}}}}}}}\n",
                    least),
        "search.yaml", ".");
    std::set<std::string> wanted, found;
    for (const Design& design : networks_of(*study.search)) {
      if (graph_measures(build_topology(design.family, design.parameters)).bisection.lower >= least)
        wanted.insert(design.name);
    }
    const SearchAnswer answer = search(study, {});
    for (const SearchPoint& point : answer.points) found.insert(point.name);
    CHECK(std::includes(wanted.begin(), wanted.end(), found.begin(), found.end()));
    CHECK(wanted.size() == found.size() + answer.regular->same);
    CHECK(!found.empty());
    CHECK((least == 2 || answer.regular->ruled_out.at("at_least.bisection") > 0));
  }
}

TEST_CASE("limits that no network meets are told with the nearest that one meets") {
  const SearchAnswer answer =
      answer_of("cutline: 1\nsearch: {terminals: 64, families: [mesh, torus], irregular: no, limits: {wire: 60}}\n");
  CHECK_FALSE(answer.found());
  REQUIRE(answer.regular->nearest.size() == 1);
  CHECK(answer.regular->contradicting == std::vector<std::vector<std::string>>{{"wire"}});
  CHECK(answer.regular->nearest.front().limit == "wire");
  CHECK(answer.regular->nearest.front().nearest == 63);  // the one-dimensional mesh has 63 links between neighbours
}

TEST_CASE("the smallest set of limits that no network meets together is told") {
  // A torus of 64 nodes has 128 links or more, and a mesh has a smaller bisection. Each limit alone is met by some
  // network.
  const SearchAnswer answer = answer_of(
      "cutline: 1\nsearch: {terminals: 64, families: [mesh, torus], irregular: no,\n"
      "  limits: {links: 120, span: 7, at_least: {bisection: 16}}}\n");
  CHECK_FALSE(answer.found());
  CHECK(answer.regular->contradicting == std::vector<std::vector<std::string>>{{"at_least.bisection", "links"}});
  for (const char* less : {"{links: 120, span: 7}", "{span: 14, at_least: {bisection: 16}}"})
    CHECK(answer_of(
              fmt::format("cutline: 1\nsearch: {{terminals: 64, families: [mesh, torus], irregular: no, limits: {}}}\n",
                          less))
              .found());
}

TEST_CASE("no nodes stand nearer than the span that their number and their diameter need") {
  // A hypercube of 1024 nodes has diameter 10. On no grid do 1024 nodes fit within 44 pitches of one another.
  const SearchAnswer answer =
      answer_of("cutline: 1\nsearch: {terminals: 1024, families: [hypercube], irregular: no, limits: {span: 4}}\n");
  CHECK_FALSE(answer.found());
  CHECK(answer.regular->ruled_out.at("span") == answer.regular->considered - answer.regular->not_built);
}

TEST_CASE("a network without a rule for its places is laid out by the optimiser, and no worse than in natural order") {
  const SearchAnswer answer = answer_of(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 64 bits}\n"
      "search: {terminals: 64, families: [jellyfish, de_bruijn, mesh], irregular: no, objective: total}\n");
  std::map<std::string, double> values;
  for (const SearchPoint& point : answer.points) values[point.name] = point.values.front();
  for (const char* name : {"jellyfish 64 degree=4", "de_bruijn dimensions=6, radix=2"}) {
    CAPTURE(name);
    REQUIRE(values.contains(name));
    REQUIRE(values.contains(std::string(name) + ", by total"));
    CHECK(values.at(std::string(name) + ", by total") < 0.85 * values.at(name));
  }
  CHECK_FALSE(values.contains("mesh 8x8, xy, by total"));
}

TEST_CASE("equal networks with the same layout are listed once, under the name that is best known") {
  const auto names = [](const std::string& search) {
    const SearchAnswer answer = answer_of("cutline: 1\nsearch: {irregular: no, objective: total, " + search + "}\n");
    CHECK(answer.regular->same > 0);
    std::set<std::string> all;
    for (const SearchPoint& point : answer.points) all.insert(point.name);
    return all;
  };
  // Folded, the torus of 4 x 4 has the links of the hypercube, cell by cell.
  const std::set<std::string> cubes = names("terminals: 16, families: [torus, hypercube]");
  CHECK(cubes.contains("hypercube dimensions=4, xxyy"));
  CHECK(cubes.contains("torus 4x4, xy"));
  CHECK_FALSE(cubes.contains("torus 4x4, folded, xy"));
}

TEST_CASE("a channel that all nodes share is tried where it is named or where load counts") {
  const std::string asked =
      "cutline: 1\ntechnology: nangate45\nclock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\n"
      "router: {delay: 3 cycles}\nsearch: {terminals: 16, irregular: no";
  const auto has_bus = [](const SearchAnswer& answer) {
    return std::any_of(answer.points.begin(), answer.points.end(),
                       [](const SearchPoint& point) { return point.name == "bus 16"; });
  };
  const SearchAnswer usual = answer_of(asked + "}\n");
  CHECK_FALSE(has_bus(usual));
  CHECK(usual.regular->ruled_out.at("shared channel") == 1);
  CHECK(usual.notes.back().starts_with("a channel that all nodes share"));
  CHECK(has_bus(answer_of(asked + ", families: [bus, mesh]}\n")));
  CHECK(has_bus(answer_of(asked + ", limits: {at_least: {saturation: 0.001}}}\n")));
}

TEST_CASE("a network that its board cannot hold is left out of a search with the reason, and the others are ranked") {
  const SearchAnswer answer = answer_of(
      "cutline: 1\ntechnology: fr4-stripline\nchannel: {width: 8 bits}\nrank: hops\n"
      "board: {places: [20 mm, 40 mm, 60 mm, 80 mm], connectors: cpci-2mm-hm, tracks: {width: 5 mil, space: 5 mil}}\n"
      "search: {terminals: 8, families: [mesh], irregular: no}\n");
  CHECK(answer.found());
  CHECK(answer.regular->not_built > 0);
  CHECK(answer.regular->why_not_built.ends_with("takes 8 slots, and `places` has 4"));
}

TEST_CASE("in a hall, whose racks are filled by numbers, layouts along other axes are the same network") {
  const SearchAnswer answer = answer_of(
      "cutline: 1\nchannel: {width: 4 bits}\nclock: {rule: fixed, frequency: 25 GHz}\nrouter: {delay: 250 ns}\n"
      "rank: [cost, latency]\n"
      "machine: {rows: 2, columns: 4, rack: {units: 48, switches: 8, terminals: 32}, fill: in_order, "
      "prices: ethernet-100g-2018}\n"
      "search: {terminals: 64, families: [torus], concentration: 4, irregular: no}\n");
  REQUIRE(answer.found());
  std::set<std::string> networks;
  for (const SearchPoint& point : answer.points)
    CHECK(networks.insert(point.name.substr(0, point.name.find(','))).second);
  CHECK(networks.contains("torus 4x4"));
}
