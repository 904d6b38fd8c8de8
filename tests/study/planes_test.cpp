// SPDX-License-Identifier: Apache-2.0
#include "study/planes.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/topology/topology.hpp"
#include "evaluate/proof.hpp"
#include "spec/reading.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace planes_tested {
namespace {

/// The links of a network as a graph in a spec, each with its width times `width`.
std::string links_of(const Topology& network, std::uint32_t width = 1) {
  std::string text;
  for_each_link(network, [&](std::size_t c, std::size_t link, std::uint64_t a, std::uint64_t b) {
    text += fmt::format("{}[{}, {}, {}]", text.empty() ? "" : ", ", a, b, network.classes[c].width(link) * width);
  });
  return text;
}

/// Places for 16 nodes, by no rule: node n stands in cell 7 n mod 16.
std::string cells_of_16() {
  std::string text = "[";
  for (int n = 0; n < 16; ++n) text += fmt::format("{}[{}, {}]", n == 0 ? "" : ", ", 7 * n % 16 % 4, 7 * n % 16 / 4);
  return text + "]";
}

const std::string kHead =
    "cutline: 1\ntechnology: nangate45\nnode: {width: 0.2 mm, height: 0.2 mm}\n"
    "router: {delay: 2 cycles}\n";

/// Two topologies as planes with these widths, each alone, and one graph with the links of both.
struct Pair {
  std::string first, second;
  std::uint32_t first_width = 1, second_width = 1;

  std::string candidate(const std::string& name, const std::string& network) const {
    return fmt::format("  - {{name: {}, {}, placement: {{cells: {}}}}}\n", name, network, cells_of_16());
  }
  std::string spec(const std::string& head) const {
    const auto built = [&](const std::string& topology) {
      const Study study =
          reading::read(kHead + "channel: {width: 8 bits}\ncandidates:\n" + candidate("one", "topology: " + topology));
      return evaluate(study, {}, Layouts::kept).front().network()->topology;
    };
    const std::string both = links_of(built(first), first_width) + ", " + links_of(built(second), second_width);
    return head + "candidates:\n" +
           candidate("two", fmt::format("planes: [{{name: a, topology: {}, width: {}}}, {{name: b, topology: {}, "
                                        "width: {}}}]",
                                        first, first_width, second, second_width)) +
           candidate("graph",
                     fmt::format("topology: {{family: graph, nodes: 16, repeats: parallel, links: [{}]}}", both)) +
           candidate("first", "topology: " + first) + candidate("second", "topology: " + second);
  }
};

const Candidate& plane(const Candidate& candidate, const std::string& name) {
  const PlaneResult* found = find_plane(candidate, name);
  REQUIRE(found != nullptr);
  return found->candidate;
}

double value(const Study& study, const Candidate& candidate, const std::string& key) {
  const Data found = quantity_value(under_delay(study, candidate, 0), key);
  REQUIRE_MESSAGE(found.is_number(), key);
  return found.number();
}

const std::string kTorusPlane = "{family: torus, radix: 4, dimensions: 2}";
const std::string kMeshPlane = "{family: mesh, radix: 4, dimensions: 2}";
const std::string kLongMesh = "{family: mesh, radices: [8, 2]}";
const std::string kRingPlane = "{family: ring, nodes: 16}";
const std::string kFatPlane =
    "{family: graph, nodes: 16, links: [[0, 5, 2], [5, 10], [10, 15, 3], [15, 1], [1, 2, 2], [2, 3], "
    "[3, 4], [4, 6], [6, 7], [7, 8, 4], [8, 9], [9, 11], [11, 12], [12, 13], [13, 14], [14, 0]]}";
const std::string kCubePlane = "{family: hypercube, dimensions: 4}";

}  // namespace

TEST_CASE("the layout of two planes is that of one graph with the links of both") {
  const std::vector<Pair> pairs = {{kTorusPlane, kTorusPlane}, {kTorusPlane, kMeshPlane}, {kMeshPlane, kRingPlane},
                                   {kMeshPlane, kFatPlane},    {kFatPlane, kRingPlane},   {kRingPlane, kCubePlane},
                                   {kLongMesh, kTorusPlane},   {kFatPlane, kFatPlane}};
  for (const Pair& pair : pairs) {
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    const Study study = reading::read(pair.spec(kHead + "channel: {width: 8 bits}\n"));
    const std::vector<Candidate> all = evaluated(study);
    const Measures &two = all[0].laid_out()->measures, &graph = all[1].laid_out()->measures;
    CHECK(prove_candidate(all[0]).passed());
    for (const char* key :
         {"links", "layout.width_pitches", "layout.height_pitches", "layout.area_mm2", "length.total_pitches",
          "length.total_span", "length.longest_span", "tracks.wires_per_row", "tracks.wires_per_column",
          "pins.per_node_max", "density.x.peak_wires", "density.y.peak_wires", "density.x.middle_wires",
          "graph.degree_max", "graph.bisection_wires.upper", "delay.longest_wire_ns"}) {
      CAPTURE(key);
      CHECK(value(study, all[0], key) == value(study, all[1], key));
    }
    CHECK(two.wires_on_layers == graph.wires_on_layers);
    CHECK(two.length.longest_pitches == graph.length.longest_pitches);
  }
}

TEST_CASE("each plane has the links, hops and loads that it has alone, and its part of the wires") {
  for (const Pair& pair : std::vector<Pair>{{kTorusPlane, kTorusPlane},
                                            {kTorusPlane, kMeshPlane},
                                            {kMeshPlane, kRingPlane},
                                            {kCubePlane, kFatPlane, 2, 1},
                                            {kRingPlane, kLongMesh, 1, 3}}) {
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    const Study study = reading::read(pair.spec(kHead + "channel: {width: 8 bits}\n"));
    const std::vector<Candidate> all = evaluated(study);
    double total = 0, links = 0, longest = 0;
    for (const auto& [name, alone] : std::map<std::string, std::size_t>{{"a", 2}, {"b", 3}}) {
      const PlaneResult* own = find_plane(all[0], name);
      REQUIRE(own != nullptr);
      for (const char* key : {"links", "graph.degree_max", "graph.diameter_hops", "graph.mean_distance_hops",
                              "graph.bisection_links.upper", "length.longest_span", "length.total_span",
                              "performance.mean_hops", "performance.peak_channel_load"}) {
        CAPTURE(key);
        CHECK(value(*own->study, own->candidate, key) == doctest::Approx(value(study, all[alone], key)));
      }
      CHECK(own->candidate.traffic.class_loads == all[alone].traffic.class_loads);
      CHECK(own->candidate.channel.width_bits == own->width * 8);
      CHECK(
          value(*own->study, own->candidate, "performance.saturation_bits_per_cycle_per_terminal") ==
          doctest::Approx(own->width * value(study, all[alone], "performance.saturation_bits_per_cycle_per_terminal")));
      total += value(*own->study, own->candidate, "length.total_pitches");
      links += value(*own->study, own->candidate, "links");
      longest = std::max(longest, value(*own->study, own->candidate, "length.longest_mm"));
    }
    CHECK(total == value(study, all[0], "length.total_pitches"));
    CHECK(links == value(study, all[0], "links"));
    CHECK(longest == doctest::Approx(value(study, all[0], "length.longest_mm")));
  }
}

TEST_CASE("one plane alone is the network itself") {
  const Study study =
      reading::read(kHead +
                    "channel: {width: 8 bits}\nmessage: 64 bits\nload: [0.3 of saturation, 2 bits/cycle]\ncandidates:\n"
                    "  - {name: planes, planes: [{name: only, topology: " +
                    kTorusPlane +
                    "}]}\n"
                    "  - {name: alone, topology: " +
                    kTorusPlane + "}\n");
  const std::vector<Candidate> all = evaluated(study);
  for (const Quantity& row : quantities()) {
    if (row.value == nullptr || row.ranks_alone() || (row.wanted != nullptr && !row.wanted(study))) continue;
    const std::string key = row.key;
    if (key == "name" || key == "family" || key == "parameters" || key == "planes" || key.starts_with("graph.") ||
        key == "length.by_class" || key.find("quantiles") != std::string::npos ||
        key.find("by_distance") != std::string::npos || key.find("limited_by") != std::string::npos ||
        key.find("capacity") != std::string::npos || key.find("load_points") != std::string::npos || key == "bounds" ||
        key == "sources" || key.find("routing") != std::string::npos)
      continue;
    CAPTURE(key);
    const Data planes = row.value(under_delay(study, all[0], 0)), alone = row.value(under_delay(study, all[1], 0));
    if (alone.is_real() && planes.is_real()) {
      CHECK(planes.number() == doctest::Approx(alone.number()));
    } else {
      CHECK(planes == alone);
    }
  }
  const auto &points = all[0].latency.timings[0].load_points, &own = all[1].latency.timings[0].load_points;
  REQUIRE(points.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(points[i].offered == doctest::Approx(own[i].offered));
    REQUIRE(points[i].latency() != nullptr);
    CHECK(in_ns(*points[i].latency()) == doctest::Approx(in_ns(*own[i].latency())));
  }
}

TEST_CASE("two equal planes share what is held by the ratio of their widths") {
  for (const char* held : {"bisection: 1024 wires", "pins: 2048 wires", "peak_density: 600 wires", "area: 40 mm2"}) {
    CAPTURE(held);
    const auto width = [&](const std::string& planes) {
      const Study study =
          reading::read(kHead + fmt::format("hold: {{{}}}\n", held) + "candidates:\n  - {name: c, " + planes + "}\n");
      return evaluated(study).front();
    };
    const Candidate one = width("topology: " + kTorusPlane);
    const Candidate even =
        width("planes: [{name: a, topology: " + kTorusPlane + "}, {name: b, topology: " + kTorusPlane + "}]");
    const Candidate two_to_one =
        width("planes: [{name: a, width: 2, topology: " + kTorusPlane + "}, {name: b, topology: " + kTorusPlane + "}]");
    CHECK(even.channel.width_before_rounding == doctest::Approx(one.channel.width_before_rounding / 2).epsilon(0.02));
    CHECK(two_to_one.channel.width_before_rounding ==
          doctest::Approx(one.channel.width_before_rounding / 3).epsilon(0.02));
    CHECK(plane(two_to_one, "a").channel.width_bits == 2 * plane(two_to_one, "b").channel.width_bits);
    CHECK(plane(even, "a").channel.width_bits == even.channel.width_bits);
  }
}

TEST_CASE("the whole has the mean hops of its messages, and is full where its first plane is") {
  const std::string planes = "planes: [{name: a, topology: " + kTorusPlane +
                             ", share: 3}, {name: b, topology: " + kRingPlane +
                             ", message: 600 bits, traffic: tornado}]";
  const Study study = reading::read(
      kHead + "channel: {width: 16 bits}\nmessage: 100 bits\ncandidates:\n  - {name: c, " + planes + "}\n");
  const Candidate whole = evaluated(study).front();
  const PlaneResult &a = *find_plane(whole, "a"), &b = *find_plane(whole, "b");
  CHECK(a.message_share == 0.75);
  CHECK(b.message_share == 0.25);
  CHECK(a.bit_share == doctest::Approx(1.0 / 3));
  CHECK(b.study->traffic);
  const auto of = [&](const PlaneResult& p, const char* key) { return value(*p.study, p.candidate, key); };
  for (const char* key : {"performance.mean_hops", "performance.latency_ns", "performance.latency_parts_ns.node",
                          "performance.latency_cycles"})
    CHECK(value(study, whole, key) == doctest::Approx(0.75 * of(a, key) + 0.25 * of(b, key)));
  const char* full = "performance.saturation_bits_per_cycle_per_terminal";
  CHECK(value(study, whole, full) == doctest::Approx(std::min(of(a, full) * 3, of(b, full) * 1.5)));
  CHECK(of(a, "delay.cycle_ns") == of(b, "delay.cycle_ns"));
  CHECK(of(a, "delay.cycle_ns") == value(study, whole, "delay.cycle_ns"));
}

TEST_CASE("two equal planes bear twice the load of one, with its latency at half the load") {
  const std::string head = kHead + "channel: {width: 16 bits}\nload: [3 bits/cycle, 0.6 of saturation]\ncandidates:\n";
  const Study two = reading::read(head + "  - {name: c, planes: [{name: a, topology: " + kTorusPlane +
                                  "}, {name: b, topology: " + kTorusPlane + "}]}\n");
  const Candidate whole = evaluated(two).front();
  const PlaneResult& a = *find_plane(whole, "a");
  const Timing &both = whole.latency.timings.front(), &one = a.candidate.latency.timings.front();
  REQUIRE(both.model_saturation() != nullptr);
  CHECK(*both.model_saturation() == doctest::Approx(2 * *one.model_saturation()));
  REQUIRE(both.load_points.size() == 2);
  CHECK(both.load_points[0].offered == doctest::Approx(3));
  CHECK(both.load_points[1].offered == doctest::Approx(0.6 * *both.model_saturation()));
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(one.load_points[i].offered == doctest::Approx(both.load_points[i].offered / 2));
    REQUIRE(both.load_points[i].latency() != nullptr);
    CHECK(in_ns(*both.load_points[i].latency()) == doctest::Approx(in_ns(*one.load_points[i].latency())));
  }
}

TEST_CASE("planes with switches keep their own, and join the same nodes") {
  const std::string tree = "{family: fat_tree, radix: 4, levels: 2}",
                    mesh = "{family: mesh, radices: [4], concentration: 4}";
  const Study study = reading::read(
      kHead + "channel: {width: 8 bits}\ncandidates:\n  - {name: c, planes: [{name: a, topology: " + mesh +
      "}, {name: b, topology: " + tree + "}, {name: d, topology: " + tree + "}]}\n" +
      "  - {name: t, topology: " + tree + "}\n");
  const std::vector<Candidate> all = evaluated(study);
  CHECK(all[0].facts.nodes == 4);
  CHECK(value(study, all[0], "switches") == 2 * value(study, all[1], "switches"));
  CHECK(prove_candidate(all[0]).passed());
  CHECK(plane(all[0], "b").traffic.class_loads == all[1].traffic.class_loads);
  CHECK(*plane(all[0], "d").traffic.mean_hops() == doctest::Approx(*all[1].traffic.mean_hops()));
}

TEST_CASE("planes of a large machine keep its few patterns") {
  const std::string cube = "{family: hypercube, dimensions: 18}";
  const Study study = reading::read(
      "cutline: 1\ncandidates:\n  - {name: c, planes: [{name: a, topology: " + cube +
      "}, {name: b, topology: {family: mesh, radices: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]}}]}\n");
  const Candidate whole = evaluated(study).front();
  CHECK(whole.laid_out()->layout.lines(Axis::x).patterns.size() == 1);
  CHECK(value(study, whole, "links") == 2 * 18 * (1 << 17));
}

TEST_CASE("mistakes in planes are told at the plane") {
  const auto spec = [](const std::string& planes) {
    return "cutline: 1\ncandidates:\n  - name: c\n    planes: " + planes + "\n";
  };
  const std::string torus = "topology: " + kTorusPlane;
  const auto is_told = [&](const std::string& text, const std::string& message) {
    try {
      evaluated(reading::read(text));
      FAIL_CHECK("no error: " << message);
    } catch (const Error& error) {
      CHECK_MESSAGE(std::string(error.what()).find(message) != std::string::npos, error.what());
      CHECK(error.diagnostics().front().place.line >= 3);
    }
  };
  is_told(spec("[{name: a, " + torus + "}, {name: b, topology: {family: ring, nodes: 15}}]"),
          "the plane 'b' has 15 nodes, and 'a' has 16");
  is_told(spec("[{name: a, " + torus + "}, {name: a, " + torus + "}]"), "two planes are called 'a'");
  is_told(spec("[]"), "'planes' has 0 planes");
  is_told(spec("[{name: a}]"), "a plane needs the key 'topology'");
  is_told(spec("[{" + torus + "}]"), "a plane needs the key 'name'");
  is_told(spec("[{name: a/b, " + torus + "}]"), "has a '/'");
  is_told(spec("[{name: a, " + torus + "}]\n    ideal: true"), "closed forms know one network");
  is_told(spec("[{name: a, " + torus + "}]\n    " + torus), "either `topology` or `planes`");
  is_told(spec("[{name: a, " + torus + ", share: 0}]"), "'share' must be more than 0");
  is_told(spec("[{name: a, topology: {family: torus, radix: 0, dimensions: 2}}]"), "radix");
}

TEST_CASE("kinds of tile stand at the same nodes and switches in all planes") {
  const std::string tree =
      "{family: graph, nodes: 11, switches: [9, 10], links: [[0, 9], [1, 9], [2, 9], [3, 9], "
      "[4, 9], [5, 10], [6, 10], [7, 10], [8, 10], [9, 10, 2]]}";
  const auto tiles = [](const std::string& switches) {
    return "tiles: [{name: memory, at: [0, 5], router: {delay: 7 cycles}}" + switches + "]";
  };
  const std::string row = "{family: mesh, radices: [9]}";
  const Study study = reading::read(
      kHead + "candidates:\n  - {name: c, " +
      tiles(", {name: wide, at: [12], node: {width: 2 mm, height: 0.2 mm}}") +  // a switch of the second tree
      ", planes: [{name: row, topology: " + row + "}, {name: tree, topology: " + tree +
      "}, {name: other, topology: " + tree + "}]}\n  - {name: row, " + tiles("") + ", topology: " + row +
      "}\n  - {name: tree, " + tiles("") + ", topology: " + tree + "}\n");
  const std::vector<Candidate> all = evaluated(study);
  CHECK(prove_candidate(all[0]).passed());
  const auto node_cycles = [&](const Study& of, const Candidate& candidate) {
    return value(of, candidate, "performance.latency_parts_ns.node") / value(of, candidate, "delay.cycle_ns");
  };
  for (const auto& [name, alone] : std::map<std::string, std::size_t>{{"row", 1}, {"tree", 2}, {"other", 2}}) {
    const PlaneResult& own = *find_plane(all[0], name);
    CHECK(own.candidate.facts.tiles.kind == all[alone].facts.tiles.kind);
    CHECK(node_cycles(*own.study, own.candidate) == doctest::Approx(node_cycles(study, all[alone])));
  }
}

TEST_CASE("nodes that files name are one node in all planes, whatever their order") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "cutline-planes-test";
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  write("a.csv", "source,target\ncpu,gpu\ngpu,dram\ndram,io\nio,cpu\n");
  write("b.csv", "source,target\ndram,cpu\ncpu,io\nio,gpu\ngpu,dram\n");
  write("c.dot", "graph { s1 [kind=switch]; cpu -- s1; s1 -- gpu; io -- s1; dram -- s1 }\n");
  write("d.csv", "source,target\ncpu,gpu\ngpu,dram\ndram,disk\n");
  const auto spec = [](const std::string& planes) {
    return "cutline: 1\ncandidates:\n  - {name: c, planes: [" + planes + "]}\n";
  };
  const auto of_file = [](const std::string& plane, const std::string& file) {
    return "{name: " + plane + ", topology: {family: graph, file: " + file + "}}";
  };
  const std::string two = of_file("a", "a.csv") + ", " + of_file("b", "b.csv");
  for (const std::string& planes : {two, two + ", " + of_file("c", "c.dot")}) {
    const Candidate whole = evaluated(parse_study(spec(planes), "a.yaml", folder.string())).front();
    const PlacedNetwork &joint = *whole.network(), &b = *plane(whole, "b").network();
    for (const char* name : {"cpu", "gpu", "dram", "io"}) {
      const auto here = site_named(joint.topology, name), there = site_named(b.topology, name);
      REQUIRE(here);
      REQUIRE(there);
      CHECK(cell_of(joint.topology, joint.placement, *here) == cell_of(b.topology, b.placement, *there));
    }
  }
  const Study other =
      parse_study(spec(of_file("a", "a.csv") + ", " + of_file("d", "d.csv")), "a.yaml", folder.string());
  CHECK_THROWS_WITH_AS(evaluated(other), doctest::Contains("the plane 'd' has a node 'disk'"), Error);
  std::filesystem::remove_all(folder);
}

}  // namespace planes_tested
