// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "spec/reading.hpp"
#include "support/places.hpp"

using namespace cutline;
using reading::mistakes;
using reading::outcome;
using reading::read;
using reading::with;

TEST_CASE("every file in layouts/technologies is part of the library under its own name") {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(cutline::test::source_folder() + "/layouts/technologies")) {
    files.push_back(entry.path().stem().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> names;
  for (const Technology& technology : technologies()) names.push_back(technology.name);
  std::sort(names.begin(), names.end());
  CHECK(names == files);
}

TEST_CASE("every technology of the library is consistent and says where its numbers come from") {
  for (const Technology& technology : technologies()) {
    CAPTURE(technology.name);
    CHECK_NOTHROW(expect_consistent(technology));
    CHECK_FALSE(technology.summary.empty());
    CHECK_FALSE(technology.source.empty());
    CHECK(technology.unit == (technology.name == "unit"));
    CHECK(technology.warnings.empty());
    CHECK((technology.unit || !technology.grade.empty()));
    if (technology.layers.empty()) {
      CHECK(mistakes(with("technology: " + technology.name)).find("has no layers to lay a network on") !=
            std::string::npos);
      continue;
    }
    CHECK(read(with("technology: " + technology.name)).technology.layers.size() == technology.layers.size());
    const std::string path = cutline::test::source_folder() + "/layouts/technologies/" + technology.name + ".yaml";
    CHECK(read(with("technology: " + path)).technology.source == technology.source);
  }
}

TEST_CASE("the papers' pitches are those of the papers") {
  const auto pitch = [](const std::string& name) {
    return in_nm(read(with("technology: " + name)).technology.track_pitch(LayerDirection::horizontal));
  };
  CHECK(1e6 / pitch("paper-cmos-1um") == 250);
  CHECK(pitch("paper-pcb") == 16 * 25400);
  CHECK(pitch("nangate45") == 280);
}

TEST_CASE("a candidate's technology has nothing of the one in the defaults") {
  const Study study = read(
      "cutline: 1\ntechnology: nangate45\ndefaults: {technology: {name: nangate45, use: [metal3, metal2]}}\n"
      "candidates:\n  - {topology: {family: torus, radix: 4}, technology: {name: asap7, vdd: 0.5 V}}\n");
  const Technology& own = *study.designs.at(0).technology;
  const Technology named = read(with("technology: asap7")).technology;
  REQUIRE(own.layers.size() == named.layers.size());
  CHECK(own.layers[0].name == named.layers[0].name);
  for (const auto direction : {LayerDirection::horizontal, LayerDirection::vertical})
    CHECK(in_nm(own.track_pitch(direction)) == in_nm(named.track_pitch(direction)));
}

TEST_CASE("a spec may change a technology of the library, or bring its own") {
  const Technology coarse = read(with("technology: {name: nangate45, use: [metal7, metal8]}")).technology;
  CHECK(coarse.layer_pairs() == 1);
  CHECK(in_nm(coarse.track_pitch(LayerDirection::vertical)) == 800);
  const Technology unit = read(with("technology: {name: unit, pairs: 3}")).technology;
  CHECK(unit.unit);
  CHECK(unit.layer_pairs() == 3);
  const Technology own =
      read(with("technology: {name: mine, layers: [{name: a, direction: vertical, pitch: 1 um}, {name: b, "
                "direction: horizontal, pitch: 2 um}], node: {width: 1 mm, height: 2 mm}, channel: "
                "{control: 6 wires, wires_per_bit: 2}}"))
          .technology;
  CHECK(own.name == "mine");
  CHECK_FALSE(own.unit);
  CHECK(in_nm(own.track_pitch(LayerDirection::horizontal)) == 2000);
  CHECK(in_mm(own.node_height) == 2);
  CHECK(own.control_wires == 6);
  CHECK(own.wires_per_bit == 2);
}

TEST_CASE("mistakes in technologies") {
  CHECK(mistakes(with("technology: nangate54")) ==
        "a.yaml:2:13: error: no technology is called 'nangate54'\n"
        "  technology: nangate54\n"
        "              ^\n"
        "hint: did you mean 'nangate45'? the technologies are: asap7, copper-cable, fr4-microstrip, fr4-stripline, "
        "gf180, gt2n, ihp-sg13g2, nangate45, optical-cable, organic-substrate, paper-cmos-1um, paper-j-machine, "
        "paper-line-card, paper-pcb, silicon-interposer, sky130, ucie-advanced, ucie-standard, unit, or the path of a "
        ".yaml file");
  CHECK(mistakes(with("technology: {name: m, layers: [{name: a, direction: up, pitch: 0 um}]}")) ==
        "a.yaml:2:53: error: 'direction' cannot be 'up'\n"
        "  technology: {name: m, layers: [{name: a, direction: up, pitch: 0 um}]}\n"
        "                                                      ^\n"
        "hint: it is one of: horizontal, vertical\n"
        "a.yaml:2:64: error: 'pitch' must be more than 0\n"
        "  technology: {name: m, layers: [{name: a, direction: up, pitch: 0 um}]}\n"
        "                                                                 ^");
}

TEST_CASE("a technology's own file is found beside the spec, and its mistakes stand in it") {
  const auto folder = std::filesystem::temp_directory_path() / "cutline-technologies";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "good.yaml") << "name: good\nlayers:\n- {name: a, direction: horizontal, pitch: 3 um}\n"
                                         "- {name: b, direction: vertical, pitch: 3 um}\n";
  std::ofstream(folder / "bad.yaml") << "name: bad\nlayer: []\n";
  CHECK(parse_study(with("technology: good.yaml"), "a.yaml", folder.string()).technology.name == "good");
  CHECK(parse_study(with("technology: ./good.yaml"), "a.yaml", folder.string()).technology.name == "good");
  const reading::Outcome bad = outcome(with("technology: bad.yaml"), {}, folder.string());
  CHECK(bad.code == 2);
  CHECK(bad.text.find((folder / "bad.yaml").string() +
                      ":2:1: error: unknown key 'layer' in the technology\n  layer: []") != std::string::npos);
  CHECK(outcome(with("technology: none.yaml"), {}, folder.string()).code == 3);
  CHECK(outcome(with("technology: ./"), {}, folder.string()).code == 3);
  std::filesystem::remove_all(folder);
}
