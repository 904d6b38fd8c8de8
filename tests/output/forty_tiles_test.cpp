// SPDX-License-Identifier: Apache-2.0
// A floorplan of forty tiles of eight kinds, as CSV, as HotSpot's .flp and as DEF with LEF. All give one layout, and
// every length is the sum over the tracks that a reader of the exported DEF finds.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <map>
#include <sstream>

#include "cutline/study/laid_out.hpp"
#include "output/exported_files.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

constexpr int kColumns = 8, kRows = 5, kKinds = 8;
constexpr double kUnitsPerMm = 2e6;

/// A tile in micrometres. The tiles of a column or a row of the floorplan have their middles on one line.
struct GivenTile {
  int number = 0, kind = 0, x = 0, y = 0, width = 0, height = 0;
};

/// Forty tiles; tile number `moved` stands `by` micrometres further to the right.
std::vector<GivenTile> forty_tiles(int moved = -1, int by = 0) {
  std::vector<GivenTile> tiles;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      GivenTile tile{row * kColumns + column, (column + 3 * row) % kKinds};
      tile.width = 400 + 40 * tile.kind;
      tile.height = 700 - 40 * tile.kind;
      tile.x = 500 + 900 * column - tile.width / 2 + (tile.number == moved ? by : 0);
      tile.y = 400 + 800 * row - tile.height / 2;
      tiles.push_back(tile);
    }
  }
  return tiles;
}

constexpr int kDieWidth = 7400, kDieHeight = 4000;

std::string as_csv(const std::vector<GivenTile>& tiles) {
  std::string text = "node,x_mm,y_mm,width_mm,height_mm,kind\n";
  for (const GivenTile& t : tiles)
    text +=
        fmt::format("{},{},{},{},{},kind{}\n", t.number, t.x / 1e3, t.y / 1e3, t.width / 1e3, t.height / 1e3, t.kind);
  return text;
}

std::string as_flp(const std::vector<GivenTile>& tiles) {
  std::string text;
  for (const GivenTile& t : tiles)
    text += fmt::format("{}\t{}\t{}\t{}\t{}\n", t.number, t.width / 1e6, t.height / 1e6, t.x / 1e6, t.y / 1e6);
  return text;
}

std::string as_lef() {
  std::string text = "VERSION 5.8 ;\n";
  for (const GivenTile& t : forty_tiles()) {
    if (t.number < kKinds)
      text += fmt::format("MACRO kind{0}\n  SIZE {1} BY {2} ;\nEND kind{0}\n", t.kind, t.width, t.height);
  }
  return text;
}

std::string as_def(const std::vector<GivenTile>& tiles) {
  std::string text = fmt::format(
      "VERSION 5.8 ;\nDESIGN chip ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( {}000 {}000 ) ;\nCOMPONENTS {} "
      ";\n",
      kDieWidth, kDieHeight, tiles.size());
  for (const GivenTile& t : tiles)
    text += fmt::format("- {} kind{} + FIXED ( {}000 {}000 ) N ;\n", t.number, t.kind, t.x, t.y);
  return text + "END COMPONENTS\nEND DESIGN\n";
}

/// A mesh of the forty tiles with two long links, one wire in each direction, at the places given in a file.
Evaluated chip_in(const Folder& folder, const std::string& positions) {
  std::string links;
  const auto link = [&](int a, int b) { links += fmt::format("{}[{}, {}]", links.empty() ? "" : ", ", a, b); };
  for (int n = 0; n < kColumns * kRows; ++n) {
    if (n % kColumns + 1 < kColumns) link(n, n + 1);
    if (n + kColumns < kColumns * kRows) link(n, n + kColumns);
  }
  link(0, 39);
  link(7, 26);
  const std::string outline = fmt::format(", outline: [{} um, {} um]", kDieWidth, kDieHeight);
  return Evaluated(
      "cutline: 1\ntechnology: nangate45\ndelay: d2m\nchannel: {width: 1 bits}\nmessage: 8 bits\n"
      "clock: {rule: fixed, frequency: 2 GHz}\nrouter: {delay: 3 cycles}\ncandidates:\n  - name: one\n"
      "    topology: {family: graph, nodes: 40, links: [" +
          links + "]}\n    placement: {positions: " + positions + outline + "}\n",
      (folder / "").string());
}

/// The length of every net in mm, by its name, taken only from the text of a DEF file.
std::map<std::string, double> lengths_in(const std::string& def) {
  std::map<std::string, double> lengths;
  std::istringstream words(def.substr(def.find("\nNETS ")));
  std::string word, net;
  std::vector<std::array<double, 2>> points;
  const auto close_piece = [&] {
    for (std::size_t i = 1; i < points.size(); ++i) {
      lengths[net] +=
          (std::abs(points[i][0] - points[i - 1][0]) + std::abs(points[i][1] - points[i - 1][1])) / kUnitsPerMm;
    }
    points.clear();
  };
  bool routed = false;
  while (words >> word && word != "END") {
    if (word == "-") {
      words >> net;
      lengths[net];
      routed = false;
    } else if (word == "ROUTED" || word == "NEW" || word == ";") {
      close_piece();
      routed = word != ";";
    } else if (word == "(" && routed) {
      std::array<double, 2> point{};
      std::string x, y;
      words >> x >> y;
      point = {x == "*" ? points.back()[0] : std::stod(x), y == "*" ? points.back()[1] : std::stod(y)};
      points.push_back(point);
    }
  }
  return lengths;
}

std::string def_of(const Evaluated& chip) { return chip.to("def", to_file("a.def")).files.at(0).content; }

double link_length_in(const Evaluated& chip, std::uint64_t a, std::uint64_t b) {
  for (const ExportLink& link : chip.network().links) {
    if (link.from == a && link.to == b) return in_mm(link.length);
  }
  FAIL("no such link");
  return 0;
}

}  // namespace

TEST_CASE("forty tiles of eight kinds are one layout from CSV, .flp and DEF, with the lengths that its tracks have") {
  const Folder folder;
  folder.write("chip.csv", as_csv(forty_tiles()));
  folder.write("chip.flp", as_flp(forty_tiles()));
  folder.write("tiles.lef", as_lef());
  folder.write("chip.def", as_def(forty_tiles()));
  const Evaluated csv = chip_in(folder, "chip.csv");
  REQUIRE(csv.one().laid_out()->measures.overflow() != nullptr);
  CHECK(csv.one().laid_out()->measures.overflow()->wires == 0);
  const std::string def = def_of(csv);
  CHECK(def_of(chip_in(folder, "chip.flp")) == def);
  CHECK(def_of(chip_in(folder, "{file: chip.def, lef: tiles.lef}")) == def);
  const std::map<std::string, double> lengths = lengths_in(def);
  const std::vector<ExportLink> links = csv.network().links;
  REQUIRE(links.size() == 69);
  CHECK(lengths.size() == 2 * links.size());
  double total = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    double longest = 0;
    for (int wire = 0; wire < 2; ++wire) {
      const std::string net = fmt::format("l{}_{}_{}_{}", i, links[i].from, links[i].to, wire);
      CAPTURE(net);
      REQUIRE(lengths.count(net) == 1);
      longest = std::max(longest, lengths.at(net));
      total += lengths.at(net);
    }
    CHECK(longest == doctest::Approx(in_mm(links[i].length)).epsilon(1e-9));
  }
  CHECK(csv.one().laid_out()->measures.length.mm->total == doctest::Approx(total).epsilon(1e-9));
}

TEST_CASE("a tile that moves by 0.1 mm changes the lengths of its own links by so much, and no others by a track") {
  const Folder folder;
  folder.write("chip.csv", as_csv(forty_tiles()));
  folder.write("moved.csv", as_csv(forty_tiles(13, 100)));
  const Evaluated before = chip_in(folder, "chip.csv"), after = chip_in(folder, "moved.csv");
  const double pitches = 12 * in_mm(nanometres(280));  // stubs and tracks: a few pitches of the coarsest layer
  const auto change = [&](std::uint64_t a, std::uint64_t b) {
    return link_length_in(after, a, b) - link_length_in(before, a, b);
  };
  CHECK(std::abs(change(12, 13) - 0.1) <= pitches);
  CHECK(std::abs(change(13, 14) + 0.1) <= pitches);
  // The links of tile 13 in its column become bent.
  CHECK(std::abs(change(5, 13) - 0.1) <= pitches);
  CHECK(std::abs(change(13, 21) - 0.1) <= pitches);
  for (const ExportLink& link : before.network().links) {
    if (link.from != 13 && link.to != 13) CHECK(std::abs(change(link.from, link.to)) <= pitches);
  }
}
