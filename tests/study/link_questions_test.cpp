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
