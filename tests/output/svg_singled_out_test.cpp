// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/drawable.hpp"
#include "output/svg_reader.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Twenty nodes in five columns with random links, most of which are bent.
std::unique_ptr<Drawable> tangle(std::uint64_t seed, IntegerTable& links) {
  Random random(seed);
  for (std::int64_t node = 1; node < 20; ++node)
    links.push_back({static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(node))), node});
  for (int i = 0; i < 15; ++i) {
    const auto a = static_cast<std::int64_t>(random.below(20)), b = static_cast<std::int64_t>(random.below(20));
    if (a != b) links.push_back({a, b});
  }
  PlacementChoice choice;
  choice.columns = 5;
  return drawable("graph", {{"nodes", 20}, {"links", links}}, choice);
}

Element showing(const Drawable& network, std::vector<std::string> show, FloorplanView view = FloorplanView::fitting) {
  DrawOptions options;
  options.show = std::move(show);
  options.view = view;
  return parsed(network.svg(options));
}

std::size_t singled_out_wires(const Element& root) {
  const std::vector<Element> groups = of_class(root, "singled-out");
  REQUIRE(groups.size() == 1);
  return of_class(groups[0], "wire").size();
}

}  // namespace

TEST_CASE("a node's links are singled out, each wire of each, and all others are pale") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    IntegerTable links;
    const auto network = tangle(seed, links);
    for (std::int64_t node = 0; node < 20; ++node) {
      std::size_t own = 0;
      for (const auto& link : links) own += link[0] == node || link[1] == node ? 1 : 0;
      const Element root = showing(*network, {"node:" + std::to_string(node)});
      CHECK(singled_out_wires(root) == 2 * own);
      CHECK(of_class(root, "all-wires").at(0).attributes.at("opacity") == "0.15");
      CHECK(of_class(root, "singled-nodes").at(0).children.size() == 1);
      CHECK(of_class(root, "longest").empty());
    }
  }
}

TEST_CASE("as many wires are singled out over a cut as it counts") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    IntegerTable links;
    const auto network = tangle(seed, links);
    const Layout& layout = network->candidate.laid_out()->layout;
    for (const Axis axis : {Axis::x, Axis::y}) {
      const Profile profile = machine_profile(layout, axis);
      for (std::size_t cut = 1; cut <= profile.wires.size(); ++cut) {
        const std::string name = std::string("cut:") + letter(axis) + "=" + std::to_string(cut);
        CHECK(singled_out_wires(showing(*network, {name})) == static_cast<std::size_t>(profile.wires[cut - 1]));
      }
    }
    const auto peak = static_cast<std::size_t>(std::max(network->candidate.laid_out()->measures.density[0].peak_links,
                                                        network->candidate.laid_out()->measures.density[1].peak_links));
    CHECK(singled_out_wires(showing(*network, {"cut:peak"})) == 2 * peak);
  }
}

TEST_CASE("the middle cut of a torus and its links stand alone; nodes go by their addresses, else by their numbers") {
  const auto network = drawable("torus", {{"radix", 6}, {"dimensions", 2}});
  CHECK(singled_out_wires(showing(*network, {"cut:middle"})) == 6 * 4);
  CHECK(singled_out_wires(showing(*network, {"node:10"})) == 8);
  CHECK(of_class(showing(*network, {"node:10"}), "singled-nodes").at(0).children.at(0).children.at(0).text ==
        "singled out: node 10");
  CHECK(of_class(showing(*network, {"node:35"}), "singled-nodes").at(0).children.at(0).children.at(0).text ==
        "singled out: node 35");
  CHECK(of_class(showing(*network, {"node:8"}), "singled-nodes").at(0).children.at(0).children.at(0).text ==
        "singled out: node 12");
  const Element schematic = showing(*network, {"node:10"}, FloorplanView::schematic);
  CHECK(of_class(schematic, "singled-out").at(0).children.size() == 4);  // one arc for each link
  CHECK(of_class(showing(*network, {"node:10", "longest"}), "longest").size() == 1);
}

TEST_CASE("every module on a bus is an end of its link") {
  const auto network = drawable("bus", {{"nodes", 8}});
  for (const char* node : {"node:0", "node:3", "node:7"})
    CHECK(singled_out_wires(showing(*network, {node})) == of_class(parsed(network->svg()), "wire").size());
}

TEST_CASE("what cannot be singled out is an error that says what can") {
  const auto network = drawable("mesh", {{"radix", 4}, {"dimensions", 2}});
  const auto message = [&](const std::string& what) { return message_and_hint([&] { showing(*network, {what}); }); };
  CHECK(message("cut:x=4") == "there is no cut 4 along x | 4 columns have cuts 1 to 3");
  CHECK(message("cut:y=0") == "there is no cut 0 along y | 4 rows have cuts 1 to 3");
  CHECK(message("cut:z=1") == "there is no cut 'z=1' | write cut:x=3, cut:y=3, cut:middle or cut:peak");
  CHECK(message("cut:x=1x") == "there is no cut 'x=1x' | write cut:x=3, cut:y=3, cut:middle or cut:peak");
  CHECK(message("cut:") == "there is no cut '' | write cut:x=3, cut:y=3, cut:middle or cut:peak");
  CHECK(message("node:44") == "there is no node '44' to show | nodes are called 00 to 33");
  const auto large = drawable("hypercube", {{"dimensions", 14}});
  CHECK(message_and_hint([&] { showing(*large, {"node:0"}); }) ==
        "'hypercube' is too large to single out links: 16,384 nodes | up to 1,024 nodes can be drawn link by link");
}

TEST_CASE("wires are coloured by the layers that they run on") {
  const auto network = drawable("hypercube", {{"dimensions", 6}}, {}, 2);
  DrawOptions options;
  options.colour = WireColour::layer;
  const Element root = parsed(network->svg(options));
  for (const std::size_t pair : {0U, 1U}) {
    std::size_t drawn = 0;
    for (const Element& group : of_class(root, "wires d" + std::to_string(pair)))
      drawn += of_class(group, "wire").size();
    const std::vector<std::uint64_t>& on = network->candidate.laid_out()->measures.wires_on_layers;
    CHECK(drawn == on[2 * pair] + on[2 * pair + 1]);
  }
  const std::vector<Element> legend = of_class(root, "legend-text");
  CHECK(std::count_if(legend.begin(), legend.end(),
                      [](const Element& text) { return text.text == "layers 3 and 4 (highest)"; }) == 1);
}
