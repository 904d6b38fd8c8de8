// SPDX-License-Identifier: Apache-2.0
// Files of floorplans: the same tiles from every format, and the errors of files that cannot be read.
#include <doctest/doctest.h>

#include "base/random.hpp"
#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "placement/floorplan_file.hpp"
#include "support/errors.hpp"
#include "support/mutated.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const std::string kCsv =
    "# a comment\nnode,x_mm,y_mm,width_mm,height_mm,rotation,router_x_mm,router_y_mm,kind\n"
    "cpu,0.5,0.25,2,1,,,,core\n\"l2, shared\",2.6,0.25,1,2,90,,,cache\n";
const std::string kFlp =
    "# name width height left bottom\ncpu\t0.002\t0.001\t0.0005\t0.00025\nl2,\t0.002\t0.001\t0.0026\t0.00025 # heat\n";
const std::string kLef =
    "VERSION 5.8 ;\nMACRO core\n  CLASS BLOCK ;\n  SIZE 2000 BY 1000 ;\n  PIN a\n    PORT\n    END\n  END a\nEND core\n"
    "MACRO cache\n  SIZE 1000 BY 2000 ;\nEND cache\n";
const std::string kDef =
    "VERSION 5.8 ;\nDESIGN chip ;\nUNITS DISTANCE MICRONS 2000 ;\nDIEAREA ( 0 0 ) ( 8000000 6000000 ) ;\n"
    "COMPONENTS 3 ;\n- cpu core + FIXED ( 1000000 500000 ) N ;\n- l2, cache\n + SOURCE DIST + PLACED ( 5200000 500000 "
    ") W "
    ";\n- spare core ;\nEND COMPONENTS\nBLOCKAGES 2 ;\n- LAYER M1 RECT ( 0 0 ) ( 2000 4000 ) ;\n"
    "- PLACEMENT RECT ( 0 0 ) ( 9 9 ) ;\nEND BLOCKAGES\nEND DESIGN\n";

const std::vector<std::string> kPieces = {"(",
                                          ")",
                                          ";",
                                          "-",
                                          "END",
                                          "\"",
                                          ",",
                                          "#",
                                          "1e999",
                                          "nan",
                                          "RECT",
                                          "\n",
                                          "9999999999",
                                          "POLYGON ( 0 0 ) ( 9 0 ) ( 0 9 )",
                                          "OBS LAYER OVERLAP ; POLYGON 0 0 9 0 0 9 ; END",
                                          "*"};

void check_tile(const Tile& tile, const char* name, std::array<double, 4> box) {
  CHECK(tile.name == name);
  CHECK(in_mm(tile.box.x) == doctest::Approx(box[0]));
  CHECK(in_mm(tile.box.y) == doctest::Approx(box[1]));
  CHECK(in_mm(tile.box.width) == doctest::Approx(box[2]));
  CHECK(in_mm(tile.box.height) == doctest::Approx(box[3]));
  CHECK(in_mm(tile.router_x) == doctest::Approx(box[0] + box[2] / 2));
  CHECK(in_mm(tile.router_y) == doctest::Approx(box[1] + box[3] / 2));
}

/// Place and message of the error in a file of this name and text.
std::string plan_error(const std::string& name, const std::string& text) {
  const OwnFolder folder;
  std::vector<std::string> lef;
  if (name.ends_with(".def")) lef = {folder.write("tiles.lef", kLef)};
  const std::string path = folder.write(name, text);
  return placed_message_of([&] { read_floorplan_file(path, lef); });
}

}  // namespace

TEST_CASE("Every format gives the same tiles") {
  const OwnFolder folder;
  const TilePlan csv = read_floorplan_file(folder.write("chip.csv", kCsv), {});
  REQUIRE(csv.tiles.size() == 2);
  check_tile(csv.tiles[0], "cpu", {0.5, 0.25, 2, 1});
  check_tile(csv.tiles[1], "l2, shared", {2.6, 0.25, 2, 1});  // turned
  CHECK(csv.tiles[0].kind == "core");
  CHECK_FALSE(csv.outline);

  const TilePlan flp = read_floorplan_file(folder.write("chip.flp", kFlp), {});
  REQUIRE(flp.tiles.size() == 2);
  check_tile(flp.tiles[0], "cpu", {0.5, 0.25, 2, 1});
  check_tile(flp.tiles[1], "l2,", {2.6, 0.25, 2, 1});

  const TilePlan def = read_floorplan_file(folder.write("chip.def", kDef), {folder.write("tiles.lef", kLef)});
  REQUIRE(def.tiles.size() == 2);  // the component without a place is left out
  check_tile(def.tiles[0], "cpu", {0.5, 0.25, 2, 1});
  check_tile(def.tiles[1], "l2,", {2.6, 0.25, 2, 1});
  CHECK(def.tiles[1].kind == "cache");
  REQUIRE(def.outline);
  CHECK(in_mm(def.outline->width) == 4);
  CHECK(in_mm(def.outline->height) == 3);
  REQUIRE(def.blockages.size() == 1);
  CHECK(def.blockages[0].layers == std::vector<std::string>{"M1"});
  CHECK(in_mm(def.blockages[0].box.width) == doctest::Approx(0.001));
}

TEST_CASE("A file that cannot be read says where and why") {
  const std::string head = "node,x_mm,y_mm,width_mm,height_mm\n";
  CHECK(plan_error("a.csv", "") == "1:1: the file is empty");
  CHECK(plan_error("a.csv", "node,x_mm,y_mm\n") == "1:1: the column 'width_mm' is missing");
  CHECK(plan_error("a.csv", head + "a,0,0,1,x\n") == "2:9: 'height_mm' is not a number that can be read");
  CHECK(plan_error("a.csv", head + "a,0,0,-1,1\n") == "2:7: 'width_mm' is from 0 to 1e+06");
  CHECK(plan_error("a.csv", head + "a,0,0,1\n") == "2:1: this line has 4 fields, and the first line 5");
  CHECK(plan_error("a.csv", "node,x_mm,y_mm,width_mm,height_mm,rotation\na,0,0,1,1,45\n") == "2:11: no such rotation");
  CHECK(plan_error("a.flp", "a 0.1 0.1 0 zero\n") == "1:17: the lower side is a number of metres");
  CHECK(plan_error("a.def", "COMPONENTS 1 ;\n- a disk + FIXED ( 0 0 ) N ;\n").find("has no macro 'disk' with a SIZE") !=
        std::string::npos);
  CHECK(plan_error("a.def", "COMPONENTS 1 ;\n- a core + FIXED ( 0 0 ) NW ;\n") ==
        "2:26: an orientation is N, W, S, E, FN, FW, FS or FE");
  CHECK(plan_error("a.def", "DIEAREA ( 0 0 ) ( 9 9 ) ( 3 3 ) ;\n") ==
        "1:1: the die has no area: all its corners lie on one line");
  const OwnFolder folder;
  const std::string def = folder.write("chip.def", kDef), csv = folder.write("chip.csv", kCsv);
  CHECK(message_of([&] { read_floorplan_file(def, {}); }).find("does not say how large its tiles are") !=
        std::string::npos);
  CHECK(message_of([&] { read_floorplan_file(csv, {def}); }).find("needs no LEF file") != std::string::npos);
  const std::string twice = folder.write("twice.csv", head + "a,0,0,1,1\na,1,0,1,1\n");
  CHECK(placed_message_of([&] { read_floorplan_file(twice, {}); }) == "3:1: 'a' (line 2) has a second place here");
}

TEST_CASE("a macro keeps its own size, whatever blocks stand in it and sizes behind it, in one file or several") {
  const OwnFolder folder;
  const std::string macros =
      "VERSION 5.8 ;\nUNITS\n  DATABASE MICRONS 2000 ;\nEND UNITS\nLAYER M1\n  TYPE ROUTING ;\nEND M1\n"
      "MACRO core\n  CLASS BLOCK ;\n  SIZE 2000 BY 1000 ;\n  PIN A\n    DIRECTION INPUT ;\n    PORT\n      LAYER M1 ;\n"
      "      RECT 0 0 1 1 ;\n    END\n  END A\n  OBS\n    LAYER M1 ;\n    RECT 0 0 2000 1000 ;\n  END\n"
      "  DENSITY\n    LAYER M1 ;\n      RECT 0 0 1 1 40 ;\n  END\nEND core\n";
  const std::string cache = "MACRO cache\n  SIZE 1000 BY 2000 ;\n  OBS\n    LAYER M1 ;\n  END\nEND cache\n";
  const std::string via = "Via v1 Default\n  Layer M1 ;\nEnd v1\nViaRule v2 Generate\n  Layer M1 ;\nEND v2\n";
  const std::string site = "SITE core\n  CLASS CORE ;\n  SIZE 0.19 BY 1.4 ;\nEND core\nEND LIBRARY\n";
  const std::string def = folder.write("chip.def", kDef);
  const auto sizes = [&](const std::vector<std::string>& lef) {
    const TilePlan plan = read_floorplan_file(def, lef);
    REQUIRE(plan.tiles.size() == 2);
    check_tile(plan.tiles[0], "cpu", {0.5, 0.25, 2, 1});
    check_tile(plan.tiles[1], "l2,", {2.6, 0.25, 2, 1});
  };
  sizes({folder.write("all.lef", macros + cache + "END LIBRARY\n" + site)});
  sizes({folder.write("all.lef", site + via + macros + site + cache)});
  sizes({folder.write("a.lef", macros + site), folder.write("b.lef", cache)});
  std::string small = cache;  // keywords may be written small, names are as they are
  for (const auto& [from, to] : {std::pair("MACRO", "macro"), std::pair("SIZE", "Size"), std::pair("OBS", "Obs")})
    small.replace(small.find(from), std::string(from).size(), to);
  sizes({folder.write("a.lef", macros + site), folder.write("b.lef", small)});
  sizes({folder.write("a.lef", macros + cache), folder.write("b.lef", cache)});
  const std::string other = folder.write("c.lef", "MACRO core\n  SIZE 1 BY 1 ;\nEND core\n");
  CHECK(placed_message_of([&] {
          read_floorplan_file(def, {folder.write("a.lef", macros), other});
        }) == "2:13: the macro 'core' has another size elsewhere");
  const std::string open = folder.write("d.lef", "MACRO core\n  OBS\n    LAYER M1 ;\n  END\n");
  CHECK(placed_message_of([&] { read_floorplan_file(def, {open}); }) == "5:1: the file ends within a block");
}

TEST_CASE("what a DEF file has besides the network is read past, with a note: free cells, other layers, four corners") {
  const OwnFolder folder;
  const std::string lef = folder.write("ram.lef", "MACRO ram\n  SIZE 20 BY 20 ;\nEND ram\n");
  const auto evaluated = [&](const std::string& die, const std::string& more, const std::string& before = "") {
    const std::string def = folder.write(
        "chip.def", "VERSION 5.8 ;\nDESIGN top ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA " + die + " ;\n" + before +
                        "COMPONENTS 2 ;\n- 0 ram + FIXED ( 0 0 ) N ;\n- 1 ram + PLACED ( 600000 200000 ) N ;\n" + more +
                        "END COMPONENTS\nEND DESIGN\n");
    return evaluate(parse_study("cutline: 1\ntechnology: nangate45\ncandidates:\n  - name: one\n    topology: {family: "
                                "graph, nodes: 2, links: [[0, 1]]}\n    placement: {positions: {file: " +
                                    def + ", lef: [" + lef + "]}}\n",
                                "spec.yaml", "."),
                    {}, Layouts::kept)
        .at(0);
  };
  const auto notes = [](const Candidate& candidate, NoteKind kind) {
    return std::count_if(candidate.notes.begin(), candidate.notes.end(),
                         [&](const Note& note) { return note.kind == kind; });
  };
  const std::string two = "( 0 0 ) ( 1000000 800000 )";
  const Candidate plain = evaluated(two, "");
  const auto length = [](const Candidate& candidate) { return candidate.laid_out()->measures.length.mm->longest; };
  CHECK(notes(plain, NoteKind::components_without_place) == 0);
  CHECK(notes(plain, NoteKind::layers_not_blocked) == 0);
  const Candidate more = evaluated(two, "- c DFF ;\n- d DFF + UNPLACED ;\n");
  CHECK(notes(more, NoteKind::components_without_place) == 1);
  const Candidate other = evaluated(two, "", "BLOCKAGES 1 ;\n- LAYER M1 RECT ( 0 0 ) ( 100 100 ) ;\nEND BLOCKAGES\n");
  CHECK(notes(other, NoteKind::layers_not_blocked) == 1);
  const Candidate four = evaluated("( 0 0 ) ( 0 800000 ) ( 1000000 800000 ) ( 1000000 0 )", "");
  for (const Candidate* each : {&more, &other, &four}) {
    CHECK(length(*each) == length(plain));
    CHECK(each->laid_out()->measures.size.mm.area_mm2 == plain.laid_out()->measures.size.mm.area_mm2);
  }
}

TEST_CASE("Mutated files are read or refused") {
  const OwnFolder folder;
  Random random(3);
  const std::string lef = folder.write("tiles.lef", kLef);
  std::size_t read = 0, refused = 0;
  for (int round = 0; round < 600; ++round) {
    const bool is_def = round % 3 == 2, mutate_lef = round % 6 == 2;
    const std::string name = is_def ? "m.def" : round % 3 == 1 ? "m.flp" : "m.csv";
    const std::string text = is_def ? kDef : round % 3 == 1 ? kFlp : kCsv;
    const std::string path = folder.write(name, mutate_lef ? text : mutated(text, kPieces, random));
    const std::string sizes = mutate_lef ? folder.write("m.lef", mutated(kLef, kPieces, random)) : lef;
    try {
      read_floorplan_file(path, is_def ? std::vector{sizes} : std::vector<std::string>{});
      ++read;
    } catch (const Error&) {
      ++refused;
    }
  }
  CHECK(read > 0);
  CHECK(refused > 100);
}

TEST_CASE("Tiles in a spec, and places in a graph's file") {
  const auto sizes = [](const std::string& topology, const std::string& placement) {
    const Study study =
        parse_study("cutline: 1\ntechnology: asap7\ncandidates:\n  - name: one\n    topology: " + topology +
                        "\n    placement: " + placement + "\n",
                    "spec.yaml", ".");
    const std::vector<Candidate> all = evaluate(study, {}, Layouts::kept);
    return all[0].laid_out()->measures.size.mm.width;
  };
  const std::string tiles =
      "{positions: [{node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 2 mm, rotation: 90, kind: core}, {node: 1, x: 3 "
      "mm, "
      "y: 0 mm, width: 1 mm, height: 1 mm, router: [0.1 mm, 0.5 mm]}]";
  CHECK(sizes("{family: graph, nodes: 2, links: [[0, 1]]}", tiles + "}") == doctest::Approx(4).epsilon(1e-3));
  CHECK(sizes("{family: graph, nodes: 2, links: [[0, 1]]}", tiles + ", outline: [5 mm, 3 mm]}") ==
        doctest::Approx(5).epsilon(1e-3));
  const OwnFolder folder;
  const std::string dot = folder.write("net.dot",
                                       "graph g { a [x_mm=0, y_mm=0, tile_width_mm=1, tile_height_mm=1]; b [x_mm=2.5, "
                                       "y_mm=0, tile_width_mm=0.5, tile_height_mm=1]; a -- b; }\n");
  CHECK(sizes("{family: graph, file: " + dot + "}", "{snap: 0 mm}") == doctest::Approx(3).epsilon(1e-3));
  const auto refusal = [&](const std::string& placement) {
    return message_of([&] { sizes("{family: graph, nodes: 2, links: [[0, 1]]}", placement); });
  };
  CHECK(refusal("{snap: 1 mm}") == "`outline`, `blocked` and `snap` belong to places that are given");
  CHECK(refusal(tiles + ", columns: 2}").find("so does another key") != std::string::npos);
  CHECK(refusal("{positions: [{node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm, router: [2 mm, 0 mm]}]}") ==
        "the router lies outside its tile");
}

TEST_CASE("Tiles of the network stand on the die and side by side, and errors name the lines of both") {
  const OwnFolder folder;
  const auto study = [&](const std::string& csv, const std::string& more = "") {
    const std::string spec =
        "cutline: 1\ntechnology: nangate45\ndelay: constant\nrouter: {delay: 1 ns}\n"
        "candidates: [{name: a, topology: {family: graph, nodes: 2, links: [[0, 1]]}, "
        "placement: {positions: " +
        folder.write("p.csv", csv) + more + "}}]\n";
    return placed_message_of([&] { evaluate(parse_study(spec, "a.yaml", "")); });
  };
  const std::string head = "node,x_mm,y_mm,width_mm,height_mm,rotation\n";
  CHECK(study(head + "0,0,0,1,1,\n1,1,0,1,2,90\n") == "no error");
  CHECK(study(head + "0,0,0,1,1,\n# turned\n1,0.5,0,2,1,90\n") ==
        "4:1: the tile of '1' lies upon that of '0' (line 2) from 0.5, 0 to 1, 1 mm");
  CHECK(study(head + "0,0,0,1,1,\n1,0.99,0.99,1,1,\n", ", snap: 0.1 mm") ==
        "3:1: the tile of '1' lies upon that of '0' (line 2) from 0.99, 0.99 to 1, 1 mm");
  CHECK(study(head + "0,0,0,1,1,\n1,2,0,3,1,\n", ", outline: [4 mm, 4 mm]") ==
        "3:1: the tile of '1' reaches past the die");
  CHECK(study(head + "0,0,0,1,1,\n1,4,0,3,1,\n", ", outline: [4 mm, 4 mm]") ==
        "3:1: the router of '1' stands outside the die");
  CHECK(study(head + "0,0,0,1,1,\n1,0.5,0.5,0,0,\n") ==
        "3:1: the router of '1' stands in the place of that of '0' (line 2)");
  // A router alone may stand on a tile, and what is not of the network anywhere.
  CHECK(study(head + "0,0,0,1,1,\n1,0.2,0.2,0,0,\nmacro,0.5,-2,3,3,\n", ", outline: [4 mm, 4 mm]") == "no error");
}

TEST_CASE("a table of tiles gives shapes: corners from the tile's lower left corner, before it is turned") {
  const OwnFolder folder;
  const std::string head = "node,x_mm,y_mm,width_mm,height_mm,rotation,router_x_mm,router_y_mm,shape_mm\n";
  const TilePlan plan = read_floorplan_file(
      folder.write("p.csv", head + "a,1,2,,,,,,0 0 4 0 4 1 2 1 2 3 0 3\nb,10,0,,,E,0.5,0.25,0 0 0 3 2 3 2 1 4 1 4 0\n"
                                   "c,0,9,1,1,,,,\nd,0,20,,,,,,0 0 2 0 2 1 0 1\n"),
      {});
  REQUIRE(plan.tiles.size() == 4);
  const auto mm = [](double x, double y) { return Polygon::Corner{millimetres(x), millimetres(y)}; };
  CHECK(plan.tiles[0].shape == Polygon{{mm(1, 2), mm(5, 2), mm(5, 3), mm(3, 3), mm(3, 5), mm(1, 5)}});
  CHECK(plan.tiles[1].shape.corners.size() == 6);
  CHECK(plan.tiles[1].box == Rectangle{millimetres(10), {}, millimetres(3), millimetres(4)});
  CHECK(in_mm(plan.tiles[1].router_x) == doctest::Approx(10.25));
  CHECK(in_mm(plan.tiles[1].router_y) == doctest::Approx(3.5));
  CHECK(plan.tiles[2].shape.empty());
  CHECK(plan.tiles[3].shape.empty());  // a rectangle
  CHECK(plan.tiles[3].box == Rectangle{{}, millimetres(20), millimetres(2), millimetres(1)});
  CHECK(plan_error("a.csv", head + "a,0,0,,,,,,0 0 1 1 1 0 0 1\n") == "2:12: the shape crosses or touches itself");
  CHECK(plan_error("a.csv", head + "a,0,0,,,,,,0 0 1 1 1\n") == "2:12: a corner of a shape has an x and a y");
  CHECK(plan_error("a.csv", head + "a,0,0,,,,,,0 0 1 x 1 0\n") == "2:12: 'shape_mm' is not a number that can be read");
  CHECK(plan_error("a.csv", head + "a,0,0,,,,,,0 1 1 1 1 2\n") ==
        "2:12: the shape does not begin at the tile's lower left corner");
  CHECK(plan_error("a.csv", head + "a,0,0,2,,,,,0 0 1 0 1 1\n") ==
        "2:13: 'shape_mm' and 'width_mm' or 'height_mm' both say how large the tile is");
  CHECK(plan_error("a.csv", head + "a,0,0,,,,3,2,0 0 4 0 4 1 2 1 2 3 0 3\n") ==
        "2:1: the router lies outside its tile");
}
