// SPDX-License-Identifier: Apache-2.0
// Exports of layouts in given places. A short reader that knows nothing of the layout reads the DEF.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "cutline/study/laid_out.hpp"
#include "output/exported.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The length of every net of a DEF file in millimetres, from the sides of its pieces, whose points are `( x y )` or `(
/// x y ext )`.
std::map<std::string, double> net_lengths(const std::string& def) {
  std::map<std::string, double> lengths;
  std::string net;
  std::size_t at = def.find("NETS ");
  std::vector<double> points;
  for (const std::string& line : lines_of(def.substr(at))) {
    if (line.rfind("- ", 0) == 0) net = line.substr(2, line.find(' ', 2) - 2);
    if (line.find("ROUTED") == std::string::npos && line.find("NEW") == std::string::npos) continue;
    std::vector<std::array<double, 2>> ends;
    for (std::size_t open = line.find('('); open != std::string::npos; open = line.find('(', open + 1)) {
      std::stringstream numbers(line.substr(open + 1));
      std::array<double, 2> point{};
      numbers >> point[0] >> point[1];
      ends.push_back(point);
    }
    if (ends.size() != 2) continue;  // a via
    lengths[net] += (std::abs(ends[0][0] - ends[1][0]) + std::abs(ends[0][1] - ends[1][1])) / 2000 / 1000;
  }
  return lengths;
}

/// One candidate of the gallery's system on chip.
Evaluated soc(const std::string& candidate) {
  const std::string folder = source_folder() + "/layouts/gallery";
  std::ifstream file(folder + "/soc.yaml");
  std::stringstream text;
  text << file.rdbuf();
  std::string spec = text.str();
  const std::size_t list = spec.find("candidates:\n") + 12;
  const std::size_t line = spec.find("  - {name: " + candidate);
  spec = spec.substr(0, list) + spec.substr(line, spec.find('\n', line) + 1 - line);
  return Evaluated(spec, folder);
}

double total_mm(const Evaluated& from) { return from.one().laid_out()->measures.length.mm->total; }

}  // namespace

TEST_CASE("Every length of a floorplan is the sum over its tracks in the exported DEF") {
  const Evaluated mesh = soc("mesh");
  REQUIRE(mesh.one().laid_out()->measures.overflow()->wires == 0);
  const Exported def = mesh.to("def", to_file("a.def"));
  const auto lengths = net_lengths(def.files[0].content);
  double total = 0, longest = 0;
  for (const auto& [net, mm] : lengths) {
    total += mm;
    longest = std::max(longest, mm);
  }
  std::size_t wires = 0;
  for (const ExportLink& link : mesh.network().links) wires += link.wires;
  CHECK(lengths.size() == wires);
  CHECK(total == doctest::Approx(total_mm(mesh)).epsilon(1e-6));
  CHECK(longest == doctest::Approx(mesh.one().laid_out()->measures.length.mm->longest).epsilon(1e-6));
}

TEST_CASE("Wires without room are left out, and the file says so") {
  const Evaluated express = soc("express");
  const std::uint64_t without = express.one().laid_out()->measures.overflow()->wires;
  REQUIRE(without > 0);
  std::size_t wires = 0;
  for (const ExportLink& link : express.network().links) wires += link.wires;
  const Exported def = express.to("def", to_file("a.def"));
  CHECK(net_lengths(def.files[0].content).size() == wires - without);
  CHECK(def.files[0].content.find("NETS " + std::to_string(wires - without) + " ;") != std::string::npos);
  CHECK(def.files[0].content.find("wires have no room in the given places and are left out") != std::string::npos);
  CHECK(express.to("gds", to_file("a.gds")).files[0].content.size() > 1000);
}

TEST_CASE("Blocked rectangles and tiles stand in the DEF") {
  const Exported def = soc("mesh").to("def", to_file("a.def"));
  // In half nanometres, as given and not at whole tracks of 280 nm: 7.3 mm, 2.2 mm; ddr0 at 0.2 mm, 0.3 mm.
  CHECK(def.files[0].content.find("BLOCKAGES 2 ;\n- LAYER metal3 RECT ( 14600000 4400000 ) ( 15600000 5000000 ) ;") !=
        std::string::npos);
  CHECK(def.files[0].content.find("- ddr0 node0 + FIXED ( 400000 600000 ) N ;") != std::string::npos);
}

TEST_CASE("DEF has tiles, die and blockages as they are given, and wires on the cells of the grid, in units for both") {
  // Cells of 252 nm, which divide none of the places; the second die asks for units of a tenth of a nanometre.
  const auto exported = [](const std::string& x, const std::string& outline) {
    return Evaluated(
               "cutline: 1\ntechnology: {name: own, layers: [{name: h, direction: horizontal, pitch: 126 nm, free: 50 "
               "%},"
               " {name: v, direction: vertical, pitch: 252 nm}]}\ncandidates:\n  - {name: one, topology: {family: "
               "graph, "
               "nodes: 2, links: [[0, 1]]}, placement: {positions: [{node: 0, x: 0 mm, y: 0 mm, width: 1.1 mm, height: "
               "1 mm}, {node: 1, x: " +
               x + ", y: 0.3 mm, width: 1.1 mm, height: 1 mm, rotation: 90}], outline: " + outline +
               ", blocked: [{x: 10.8 mm, y: 5.5 mm, width: 2.4 mm, height: 1.1 mm}]}}\n")
        .to("def", to_file("a.def"));
  };
  const Exported def = exported("1200 um", "[13.2 mm, 6.6 mm]");
  const std::string text = def.files[0].content;
  const auto has = [](const std::string& in, const std::string& line) { return in.find(line) != std::string::npos; };
  CHECK(has(text, "UNITS DISTANCE MICRONS 2000 ;\n"));
  CHECK(has(text, "DIEAREA ( 0 0 ) ( 26400000 13200000 ) ;\n"));
  CHECK(has(text, "- n1 node1 + FIXED ( 2400000 600000 ) N ;\n"));
  CHECK(has(text, "BLOCKAGES 2 ;\n- LAYER h RECT ( 21600000 11000000 ) ( 26400000 13200000 ) ;\n"));
  CHECK(has(text, "TRACKS Y 252 DO 26190 STEP 504 LAYER h ;\n"));
  CHECK(has(def.files[1].content, "SIZE 1000 BY 1100 ;\n"));
  CHECK_FALSE(says(def.notes, "places are rounded"));
  const Exported fine = exported("1200.0001 um", "[13.2 mm, 6.6 mm]");
  CHECK(has(fine.files[0].content, "UNITS DISTANCE MICRONS 10000 ;\n"));
  CHECK(has(fine.files[0].content, "- n1 node1 + FIXED ( 12000001 3000000 ) N ;\n"));
  CHECK(has(fine.files[0].content, "TRACKS Y 1260 DO 26190 STEP 2520 LAYER h ;\n"));
  CHECK(has(fine.files[1].content, "DATABASE MICRONS 10000 ;\n"));
  CHECK(says(exported("1200.00001 um", "[13.2 mm, 6.6 mm]").notes, "places are rounded"));
}
