// SPDX-License-Identifier: Apache-2.0
// The questions that a study gives to a search of links, and what it reports of the links found.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cutline/spec/spec.hpp"
#include "families/search.hpp"
#include "study/studies.hpp"

using namespace cutline;

namespace {

const char* const kFastWires =
    "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 32 bits}\n"
    "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\nmessage: 256 bits\n";

SearchAnswer searched(const std::string& spec) { return search(parse_study(spec, "search.yaml", "."), {}); }

const LinkAnswer& by_cycles(const SearchAnswer& answer) {
  REQUIRE(answer.irregular.size() == 2);
  REQUIRE(!answer.irregular.back().limits.steps.empty());
  return answer.irregular.back();
}

}  // namespace

TEST_CASE("a grid alone and a grid with its number of terminals ask for the same links, on the same tiles") {
  const std::string asked = std::string(kFastWires) + "search: {";
  const std::string rest =
      "grid: [4, 4], limits: {links_of_router: 4, longest_wire: 3.5 mm}, effort: {moves: 20000}}\n";
  const SearchAnswer alone = searched(asked + rest);
  const SearchAnswer beside = searched(asked + "terminals: 16, families: [mesh], " + rest);
  REQUIRE(alone.irregular.size() == beside.irregular.size());
  for (std::size_t i = 0; i < alone.irregular.size(); ++i) {
    const LinkAnswer &one = alone.irregular[i], &other = beside.irregular[i];
    CHECK(one.limits.span == 3);  // 3.5 mm over tiles of 1 mm
    CHECK(one.limits.span == other.limits.span);
    CHECK(one.limits.steps == other.limits.steps);
    CHECK(one.found->links == other.found->links);
    CHECK(in_mm(one.tile.width) == doctest::Approx(1));
    CHECK(in_mm(one.tile.width) == doctest::Approx(in_mm(other.tile.width)));
  }
}

TEST_CASE("steps of one cycle are exact: the bound, the gap and the mean way count cycles") {
  const SearchAnswer answer =
      searched(std::string(kFastWires) +
               "router: {delay: 2 cycles}\n"
               "search: {grid: [4, 4], limits: {links_of_router: 4}, effort: {moves: 20000}}\n");
  const LinkAnswer& links = by_cycles(answer);
  CHECK(links.step.exact);
  CHECK(links.step.cycles == 1);
  CHECK(links.found->cost >= links.bound->cost);
  CHECK(links.gap() >= 0);
  CHECK(links.gap_of_hops() >= 0);
}

TEST_CASE("links of more than 64 cycles are searched in steps of several cycles, of which nothing is proved") {
  // A router of 100 cycles alone exceeds the 64 steps that a link may cost.
  const SearchAnswer answer =
      searched(std::string(kFastWires) +
               "router: {delay: 100 cycles}\n"
               "search: {grid: [3, 3], limits: {links_of_router: 4}, effort: {moves: 20000}}\n");
  const LinkAnswer& links = by_cycles(answer);
  CHECK(links.step.cycles == 2);  // 100 to 128 cycles in at most 64 steps
  CHECK_FALSE(links.step.exact);
  CHECK_FALSE(links.bound->solved);
  CHECK_FALSE(links.needs);
  for (const std::uint32_t steps : links.limits.steps) CHECK(steps <= kMostLinkSteps);
}

TEST_CASE("a tolerance of more than 100 % asks for two terminals and more") {
  const Study study = parse_study(
      "cutline: 1\nsearch: {terminals: 16, families: [mesh], irregular: no, tolerance: 250 %}\n", "search.yaml", ".");
  CHECK(study.search->among->terminals.least == 2);
  CHECK(study.search->among->terminals.most == 56);
}

TEST_CASE("by the saturation bound one question is for the least load of the busiest channel; of a front, the second") {
  const std::string asked = std::string(kFastWires) +
                            "search: {grid: [4, 4], limits: {links_of_router: 4}, effort: "
                            "{moves: 20000}, objective: ";
  const SearchAnswer one = searched(asked + "saturation}\n");
  REQUIRE(one.irregular.size() == 1);
  const LinkAnswer& links = one.irregular.front();
  CHECK(links.limits.objective == LinkObjective::load);
  CHECK(links.limits.steps.empty());
  CHECK(links.found->busiest >= links.least_busiest * (1 - 1e-9));
  CHECK_FALSE(links.needs);
  const SearchAnswer front = searched(asked + "[hops, saturation]}\n");
  REQUIRE(front.irregular.size() == 2);
  CHECK(front.irregular[0].limits.objective == LinkObjective::cost);
  CHECK(front.irregular[1].limits.objective == LinkObjective::load);
}

TEST_CASE("limits in metres on a grid are those in pitches where tiles are as long, and cells may be empty") {
  const std::string asked =
      std::string(kFastWires) + "search: {grid: [4, 3], effort: {moves: 20000}, objective: hops, ";
  const LinkAnswer pitches = searched(asked + "limits: {span: 2, wire: 30}}\n").irregular.front();
  const LinkAnswer metres = searched(asked + "limits: {span: 2.05 mm, wire: 30.5 mm}}\n").irregular.front();
  REQUIRE((pitches.found && metres.found));
  CHECK(metres.bound->hops == pitches.bound->hops);
  CHECK(static_cast<double>(metres.found->longest_span) * metres.limits.unit_mm <= 2.05);
  CHECK(metres.on_grid());
  const LinkAnswer holes =
      searched(asked + "limits: {span: 2}}\ndefaults: {placement: {empty: [[0, 0], {x: 2-3, y: 2}]}}\n")
          .irregular.front();
  REQUIRE(holes.limits.nodes() == 9);
  CHECK(holes.limits.places.front() == std::array<std::uint32_t, 2>{1, 0});
  CHECK(holes.limits.places.back() == std::array<std::uint32_t, 2>{1, 2});
  REQUIRE(holes.found);
  CHECK(holes.why_not.empty());
  CHECK(holes.over.empty());
}

TEST_CASE("routers of a search stand in listed cells, or where the tiles of a floorplan have them") {
  const std::string asked = std::string(kFastWires) + "search: {effort: {moves: 20000}, objective: hops, limits: ";
  const LinkAnswer cells =
      searched(asked + "{span: 2}}\ndefaults: {placement: {cells: [[0, 0], [2, 0], [1, 1], [0, 2]]}}\n")
          .irregular.front();
  CHECK(cells.limits.places[1] == std::array<std::uint32_t, 2>{2, 0});
  CHECK_FALSE(cells.on_grid());
  CHECK(cells.why_not.empty());
  const std::string tile = ", width: 1 mm, height: 1 mm}";
  const LinkAnswer tiles =
      searched(asked +
               "{span: 2.5 mm}}\ndefaults: {placement: {outline: [6 mm, 6 mm], positions: [{"
               "node: a, x: 0 mm, y: 0 mm" +
               tile + ", {node: b, x: 2 mm, y: 0.5 mm" + tile + ", {node: c, x: 0.25 mm, y: 2 mm" + tile + "]}}\n")
          .irregular.front();
  REQUIRE(tiles.limits.nodes() == 3);
  CHECK(tiles.limits.unit_mm == 0.001);
  CHECK(tiles.limits.span == 2500);
  REQUIRE(tiles.found);
  CHECK(tiles.found->links == std::vector<GridLink>{{0, 1}, {0, 2}});  // b and c are 3.25 mm apart
  CHECK(tiles.found->wire == 2500 + 2250);
  CHECK(tiles.why_not.empty());
}

TEST_CASE("traffic by the names of tiles weighs a search of links as traffic by their numbers does") {
  const auto found = [](const std::vector<std::string>& names) {
    std::string tiles;
    for (int i = 0; i < 6; ++i)
      tiles += fmt::format("{}{{node: {}, x: {} mm, y: {} mm, width: 1 mm, height: 1 mm}}", i > 0 ? ", " : "", names[i],
                           2 * (i % 3), 2 * (i / 3));
    return searched(std::string(kFastWires) + "traffic: {pattern: hot_spot, share: 0.8, node: " + names.back() +
                    "}\nsearch: {effort: {moves: 20000}, objective: hops, limits: {links_of_router: 3, links: 6}}\n"
                    "defaults: {placement: {outline: [8 mm, 8 mm], positions: [" +
                    tiles + "]}}\n")
        .irregular.front();
  };
  const LinkAnswer named = found({"cpu", "gpu", "io", "npu", "usb", "mem"});
  const LinkAnswer numbered = found({"0", "1", "2", "3", "4", "5"});
  CHECK(!named.limits.weights.empty());
  CHECK(named.limits.weights == numbered.limits.weights);
  REQUIRE(named.found);
  CHECK(named.found->links == numbered.found->links);
}
