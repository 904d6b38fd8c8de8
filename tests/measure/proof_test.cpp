// SPDX-License-Identifier: Apache-2.0
#include "measure/proof.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "layout/checked.hpp"

namespace {

using namespace cutline;
using cases::Case;
using cases::words;

/// The findings about measures alone.
std::string compared(const Case& c, const Measures& stated) {
  CheckResult result;
  const CheckResult checked = cases::check_of(c);
  result.shown = checked.shown;
  result.wires = checked.wires;
  expect_measures(stated, c.layout, c.topology, c.placement, result);
  return words(result);
}

void expect_agreement(const Case& c) {
  CAPTURE(c.name);
  CHECK(compared(c, cases::measure(c)).empty());
}

}  // namespace

TEST_CASE("the measures of every network of the catalogues are those that its shapes show") {
  cases::for_each_catalogue_case(cases::in_all_ways(expect_agreement), 2);
}

TEST_CASE("the measures of random graphs and networks are those that their shapes show") {
  cases::for_each_random_case(120, cases::in_all_ways(expect_agreement));
}

TEST_CASE("a measure that is wrong is found, with both values") {
  const Case c = cases::random_graph(12);
  const Measures good = cases::measure(c);
  REQUIRE(compared(c, good).empty());
  struct Wrong {
    const char* words;
    std::function<void(Measures&)> make;
  };
  const std::vector<Wrong> all = {
      {"length: longest wire, in wire pitches", [](Measures& m) { m.length.longest_pitches += 1; }},
      {"length: length of all wires", [](Measures& m) { m.length.total_pitches -= 2; }},
      {"length: mean length of a wire", [](Measures& m) { m.length.mean_pitches *= 1.001; }},
      {"length: the link with the longest wire",
       [](Measures& m) { m.length.longest_link_b = m.length.longest_link_b == 0 ? 1 : 0; }},
      {"span: longest span", [](Measures& m) { m.length.longest_span = m.length.longest_span + node_pitches(1); }},
      // One link counted twice.
      {"span: links of ", [](Measures& m) { ++m.length.by_class[0].links; }},
      {"span: total span", [](Measures& m) { m.length.total_span_halves += 2; }},
      // A cut whose links are counted at another width.
      {"cut: rows: wires over the cut with the most", [](Measures& m) { m.density[0].peak_wires *= 2; }},
      {"cut: columns: wires over the middle cut", [](Measures& m) { m.density[1].middle_wires += 3; }},
      {"cut: columns: links over the densest cut", [](Measures& m) { ++m.density[1].peak_links; }},
      {"cut: rows: the densest cut", [](Measures& m) { ++m.density[0].peak_cut; }},
      {"cut: rows: digest", [](Measures& m) { m.density[0].profile_sha256[0] ^= 1; }},
      {"tracks: columns", [](Measures& m) { --m.tracks[1].wires; }},
      {"layers: wires on layer 1", [](Measures& m) { m.wires_on_layers[1] = 0; }},
      {"size: width", [](Measures& m) { --m.size.width_pitches; }},
      {"size: area", [](Measures& m) { m.size.area_pitches2 += 1; }}};
  for (const Wrong& wrong : all) {
    CAPTURE(wrong.words);
    Measures stated = good;
    wrong.make(stated);
    CHECK_MESSAGE(compared(c, stated).find(wrong.words) == 0, compared(c, stated));
  }
  Measures stated = good;
  stated.length.longest_pitches = 7;
  CHECK(compared(c, stated) == "length: longest wire, in wire pitches: stated 7, and the shapes show " +
                                   std::to_string(good.length.longest_pitches) + "\n");
}
