// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/topology.hpp"
#include "output/drawable.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg_reader.hpp"
#include "output/text/number.hpp"
#include "study/studies.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::unique_ptr<Drawable> svg_hypercube(std::int64_t dimensions, const PlacementChoice& choice = {}, int pairs = 1,
                                        const ChannelWires& channel = {}) {
  return drawable("hypercube", {{"dimensions", dimensions}}, choice, pairs, channel);
}

/// Thirty nodes in six columns, with a tree and random links: bent links, unequal boxes.
std::unique_ptr<Drawable> random_graph(std::uint64_t seed, int pairs = 1) {
  Random random(seed);
  IntegerTable links;
  for (std::int64_t node = 1; node < 30; ++node) {
    links.push_back({static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(node))), node});
  }
  for (int i = 0; i < 20; ++i) {
    const auto a = static_cast<std::int64_t>(random.below(30)), b = static_cast<std::int64_t>(random.below(30));
    if (a != b) links.push_back({a, b});
  }
  PlacementChoice choice;
  choice.columns = 6;
  return drawable("graph", {{"nodes", 30}, {"links", links}}, choice, pairs);
}

}  // namespace

TEST_CASE("every family's example is drawn as well-formed XML without scripts, and twice the same") {
  for (const Family& family : families()) {
    for (const Parameters& parameters : family.examples) {
      const auto network = drawable(std::string(family.name), parameters);
      CAPTURE(family.name);
      CAPTURE(to_string(parameters));
      const std::string svg = network->svg();
      parsed(svg);
      CHECK(svg == network->svg());
      for (const std::string word : {"nan", "inf", "<script", "http://", "url("}) {
        CAPTURE(word);
        CHECK(occurrences(svg, word) == (word == "http://" ? 2 : 0));
      }
    }
  }
}

TEST_CASE("every wire is drawn, piece by piece where it is routed") {
  std::vector<std::unique_ptr<Drawable>> networks;
  networks.push_back(svg_hypercube(5));
  networks.push_back(svg_hypercube(6, {}, 2));
  networks.push_back(drawable("torus", {{"radix", 4}, {"dimensions", 3}}));
  networks.push_back(drawable("ccc", {{"dimensions", 4}}));
  networks.push_back(drawable("bus", {{"nodes", 8}}));
  networks.push_back(drawable("wire", {{"distance", 6}}));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) networks.push_back(random_graph(seed, seed % 2 == 0 ? 2 : 1));
  for (const auto& network : networks) {
    const Element root = parsed(network->svg());
    CHECK(drawn_runs(root) == routed_runs(network->candidate.laid_out()->layout));
    double total = 0;
    for (const Element& wire : of_class(root, "wire")) {
      for (const std::string& piece : pieces(wire.attributes.at("d"))) total += length(corners(piece));
    }
    CHECK(total == static_cast<double>(network->candidate.laid_out()->measures.length.total_pitches));
    CHECK(of_class(root, "node").size() == network->candidate.network()->topology.node_count());
  }
}

TEST_CASE("interchanges have a shape of their own, round, with their address, and stand in the legend") {
  for (const std::string interchanges : {"separate", "multidimensional"}) {
    const auto network =
        drawable("express", {{"radix", 5}, {"dimensions", 2}, {"spacing", 2}, {"interchanges", interchanges}});
    const Topology& topology = network->candidate.network()->topology;
    const Element root = parsed(network->svg());
    CHECK(of_class(root, "node").size() == topology.node_count());
    std::set<std::string> titles;
    for (const Element& shape : of_class(root, "interchange")) {
      CHECK(shape.attributes.count("rx") == 1);
      titles.insert(shape.children.at(0).text);
    }
    CHECK(titles.size() == topology.interchange_count() + 1);  // one more is the sign in the legend
    CHECK(titles.count("interchange") == 1);
    CHECK(titles.count("interchange 01+, column 2, row 0") == 1);
  }
}

TEST_CASE("the marked wire is as long as the longest wire measured") {
  std::vector<std::unique_ptr<Drawable>> networks;
  for (std::int64_t dimensions = 1; dimensions <= 11; ++dimensions) networks.push_back(svg_hypercube(dimensions));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) networks.push_back(random_graph(seed));
  for (const auto& network : networks) {
    const std::vector<Element> marked = of_class(parsed(network->svg()), "longest-core");
    const auto path = std::find_if(marked.begin(), marked.end(), [](const Element& e) { return e.name == "path"; });
    REQUIRE(path != marked.end());
    const std::string pitches =
        svg::short_number(static_cast<double>(network->candidate.laid_out()->measures.length.longest_pitches));
    const std::string& title = path->children.at(0).text;
    CHECK(title.substr(title.rfind("span")).find(", " + pitches + " wire pitches") != std::string::npos);
  }
}

TEST_CASE("as many drawn wires cross the peak cut's line as the cut counts") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto network = random_graph(seed);
    const Layout& layout = network->candidate.laid_out()->layout;
    const Density& density = network->candidate.laid_out()->measures.density[0];
    const double cut = static_cast<double>(layout.columns().start[density.peak_cut]) - 0.5;
    std::int64_t crossing = 0;
    for (const DrawnRun& run : drawn_runs(parsed(network->svg()))) {
      crossing += static_cast<double>(run[0])<cut&& static_cast<double>(run[2])> cut ? 1 : 0;
    }
    CHECK(crossing == machine_profile(layout, Axis::x).wires[density.peak_cut - 1]);
    const std::string label =
        "peak cut " + std::to_string(density.peak_cut) + ": " + text::counted(density.peak_links, "link");
    CHECK(occurrences(network->svg(), ">" + label + "<") == 1);
  }
}

TEST_CASE("the profile has one bar a cut, with its count in the title") {
  const auto network = random_graph(7);
  const Element root = parsed(network->svg());
  std::multiset<std::string> titles, expected;
  for (const std::string css_class : {"bar", "bar peak-bar"}) {
    for (const Element& bar : of_class(root, css_class)) titles.insert(bar.children.at(0).text);
  }
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Profile profile = machine_profile(network->candidate.laid_out()->layout, axis);
    for (std::size_t cut = 0; cut < profile.links.size(); ++cut) {
      expected.insert(fmt::format("cut {} along {}: {}, {}", cut + 1, letter(axis),
                                  text::counted(profile.links[cut], "link"),
                                  text::counted(profile.wires[cut], "wire")));
    }
  }
  CHECK(titles == expected);
}

TEST_CASE("no text is smaller than 7 pt, whatever the size, and addresses are drawn or said to be left out") {
  for (const std::int64_t dimensions : {2, 3, 6, 8}) {
    const auto network = svg_hypercube(dimensions);
    for (const double width : {60.0, 88.0, 180.0, 400.0, 1200.0}) {
      DrawOptions options;
      options.width_mm = width;
      const std::string svg = network->svg(options);
      const Element root = parsed(svg);
      std::size_t texts = 0;
      visit(root, [&](const Element& element) {
        if (element.name != "text") return;
        texts += 1;
        CHECK(std::stod(element.attributes.at("font-size")) >= svg::kLeastPt * svg::kPointMm - 0.001);
      });
      CHECK(texts > 10);
      CHECK(root.attributes.at("width") == fmt::format("{}mm", width));
      CHECK(of_class(root, "address").empty() == (occurrences(notes(root), "Addresses are left out") == 1));
    }
    DrawOptions large;
    large.width_mm = 2000;
    std::string digits, addresses;
    for (const Element& text : of_class(parsed(network->svg(large)), "address")) digits += text.text;
    const Topology& topology = network->candidate.network()->topology;
    for (std::uint64_t node = 0; node < topology.node_count(); ++node) addresses += address(topology, node);
    std::sort(digits.begin(), digits.end());
    std::sort(addresses.begin(), addresses.end());
    CHECK(digits == addresses);
  }
}

TEST_CASE("a picture says how it is drawn: wire by wire, in bands, by pattern, or as a density map") {
  const std::string wires = svg_hypercube(10)->svg();
  CHECK(occurrences(wires, "class=\"wire\"") == 10240);
  CHECK(occurrences(wires, "every wire is drawn, on its track (10,240 wires)") == 1);
  CHECK(wires.size() < 5'000'000);

  ChannelWires eight_bits;
  eight_bits.width_bits = 8;
  const std::string bands = svg_hypercube(10, {}, 1, eight_bits)->svg();
  CHECK(occurrences(bands, "class=\"wire\"") == 5120);
  CHECK(occurrences(bands, "81,920 wires in 5,120 bands") == 1);

  const std::string patterns = svg_hypercube(14)->svg();
  CHECK(occurrences(patterns, "<use class=\"line\"") == 256);
  CHECK(occurrences(patterns, "class=\"wire\"") == 2 * 64 * 7);
  CHECK(occurrences(patterns, "Drawn by pattern") == 1);

  const std::string map = svg_hypercube(20)->svg();
  CHECK(occurrences(map, "class=\"wire\"") == 0);
  CHECK(occurrences(map, "Density map") == 1);
  CHECK(occurrences(map, "class=\"density\"") >= 32);
  CHECK(map.size() < 5'000'000);
}

TEST_CASE("a network drawn by pattern shows every link where it runs") {
  const auto network = svg_hypercube(11);
  const Layout& layout = network->candidate.laid_out()->layout;
  const Element root = parsed(network->svg());
  std::map<std::string, Element> shapes;
  visit(root, [&](const Element& element) {
    if (element.attributes.count("id") != 0) shapes["#" + element.attributes.at("id")] = element;
  });
  std::multiset<DrawnRun> drawn, routed;
  for (const Element& use : of_class(root, "line")) {
    const bool row = use.attributes.count("y") != 0;
    const double shift = std::stod(use.attributes.at(row ? "y" : "x"));
    for (const Element& wire : of_class(shapes.at(use.attributes.at("xlink:href")), "wire")) {
      const std::vector<Point> points = corners(wire.attributes.at("d"));
      const auto moved = [&](Point p) { return Point{2 * (p.x + (row ? 0 : shift)), 2 * (p.y + (row ? shift : 0))}; };
      for (std::size_t i = 1; i < points.size(); ++i) drawn.insert(run_between(moved(points[i - 1]), moved(points[i])));
    }
  }
  std::vector<Segment> first;
  for_each_wire(layout, [&](const WireShapes& shapes_of_wire) {
    if (shapes_of_wire.wire == 0) {
      first = shapes_of_wire.segments;
      return;
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      const Segment &a = first[i], &b = shapes_of_wire.segments[i];
      // A band runs along the middle of its two wires. Where the wires turn at different places, so does the band.
      routed.insert({a.x0 + b.x0, a.y0 + b.y0, a.x1 + b.x1, a.y1 + b.y1});
    }
  });
  CHECK(drawn == routed);
}

TEST_CASE("the user chooses what is shown") {
  const auto network = svg_hypercube(4);
  const auto with = [&](std::vector<std::string> show) {
    DrawOptions options;
    options.show = std::move(show);
    return parsed(network->svg(options));
  };
  CHECK(of_class(with({"nodes"}), "node").size() == 16);
  CHECK(of_class(with({"nodes"}), "wire").empty());
  CHECK(of_class(with({"nodes", "wires"}), "wire").size() == 64);
  CHECK(of_class(with({"dimension 2"}), "wire").size() == 16);
  CHECK(of_class(with({"dimension 2"}), "node").size() == 16);
  CHECK(of_class(with({"dimension 2", "nodes"}), "bar").empty());
  CHECK(of_class(with({"profile"}), "bar peak-bar").size() == 6);
  CHECK(of_class(with({"nodes"}), "title").empty());
  CHECK(message_and_hint([&] { with({"dimenson 2"}); }) ==
        "a floorplan has no 'dimenson 2' to show | did you mean 'dimension 2'?");
}

TEST_CASE("a route is a shortest one and its hops are marked") {
  const auto network = svg_hypercube(6);
  DrawOptions options;
  options.route = {{"5", "58"}};
  const Element root = parsed(network->svg(options));
  CHECK(of_class(root, "route-node").size() == 7);
  std::size_t hops = 0;
  for (const Element& mark : of_class(root, "route-core")) hops += mark.name == "path" ? 1 : 0;
  CHECK(hops == 6);
  options.route = {{"3", "3"}};
  CHECK(of_class(parsed(network->svg(options)), "route-node").size() == 1);
  options.route = {{"0", "64"}};
  CHECK(message_and_hint([&] { network->svg(options); }) == "the network has no node 64 | the nodes are 0 to 63");
}

TEST_CASE("routes over bent links are drawn along them") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto network = random_graph(seed);
    DrawOptions options;
    options.route = {{"0", "29"}};
    const Element root = parsed(network->svg(options));
    std::set<std::string> wires;
    for (const Element& wire : of_class(root, "wire")) wires.insert(wire.children.at(0).text);
    std::size_t hops = 0;
    for (const Element& mark : of_class(root, "route-core")) {
      if (mark.name != "path") continue;
      hops += 1;
      const std::string& title = mark.children.at(0).text;
      CHECK(wires.count(title.substr(title.find(": ") + 2)) == 1);
    }
    CHECK(of_class(root, "route-node").size() == hops + 1);
  }
}

TEST_CASE("wires are coloured by the load of the busier of their channels") {
  // On a path of 8 nodes the link behind node i carries (i + 1) (7 - i) of 64 messages each way: from 7 / 8 to 2.
  Study study = unit_study();
  study.designs = {design("path", "mesh", {{"radix", 8}, {"dimensions", 1}})};
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  DrawOptions options;
  options.colour = WireColour::load;
  const std::string svg = floorplan_svg(study, candidates[0], options);
  CHECK(occurrences(svg, ">load: 0.875 to 2 messages for each of a node<") == 1);
  CHECK(occurrences(svg, "class=\"wires q0\"") >= 1);
  CHECK(occurrences(svg, "class=\"wires q7\"") >= 1);
}

TEST_CASE("wires are coloured by length or delay in steps from the shortest to the longest") {
  const auto network = svg_hypercube(6);
  network->study.technology = unit_technology();
  network->candidate.of_study = network->study.technology;
  network->study.delays = {choose_delay("linear", {})};
  for (const std::string colour : {"length", "delay"}) {
    DrawOptions options;
    options.colour = wire_colour(colour);
    const std::string svg = network->svg(options);
    CHECK(occurrences(svg, "class=\"wires q0\"") >= 1);
    CHECK(occurrences(svg, "class=\"wires q7\"") >= 1);
    CHECK(occurrences(svg, "class=\"wires d") == 0);
    CHECK(occurrences(svg, "class=\"key\"") == 8);
    CHECK(occurrences(svg, ">" + colour + ": ") == 1);
  }
  CHECK(message_and_hint([&] { wire_colour("mauve"); }) ==
        "a floorplan cannot be coloured by 'mauve' | it takes: dimension, length, delay, load, layer");
}

TEST_CASE("sizes that leave no room and candidates without a layout are refused") {
  const auto network = svg_hypercube(4);
  DrawOptions options;
  options.height_mm = 30;
  CHECK(message_and_hint([&] { network->svg(options); }).find("the picture is too low") == 0);
  options.height_mm = 150;
  CHECK(parsed(network->svg(options)).attributes.at("height") == "150mm");
  for (const double width : {0.0, -3.0, 59.0, 1e9, std::nan("")}) {
    DrawOptions bad;
    bad.width_mm = width;
    CHECK(message_and_hint([&] { network->svg(bad); }).find("a picture of this size") == 0);
  }
  network->candidate.built = CannotBeBuilt{"it has no layout", {}};
  CHECK(message_and_hint([&] { network->svg(); }).find("candidate 'hypercube' has no layout to draw") == 0);
}

TEST_CASE("names of candidates cannot break the picture, and pictures of several can share a page") {
  const auto network = svg_hypercube(11);
  const std::string first = network->svg();
  Design design = *network->candidate.design;
  design.name = "</title><script>&\"\x01";
  network->candidate.design = SharedConst<Design>(std::move(design));
  const std::string second = network->svg();
  parsed(second);
  CHECK(occurrences(second, "<script") == 0);
  std::set<std::string> ids;
  for (const std::string& svg : {first, second}) {
    visit(parsed(svg), [&](const Element& element) {
      if (element.attributes.count("id") != 0) CHECK(ids.insert(element.attributes.at("id")).second);
    });
  }
  CHECK(ids.size() >= 4);
}
