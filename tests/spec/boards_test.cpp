// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "board/board.hpp"
#include "spec/library_files.hpp"
#include "spec/reading.hpp"
#include "study/board_choice.hpp"
#include "support/csv.hpp"
#include "support/errors.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using reading::outcome;
using reading::read;
using test::message_of;

namespace {

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + folder))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

template <class Named>
std::vector<std::string> names_in(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& each : all) names.push_back(each.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string board_spec(const std::string& connectors, const std::string& more = "") {
  return "cutline: 1\nboard:\n  slot_pitch: 20 mm\n  connectors: " + connectors +
         "\n  tracks: {width: 5 mil, space: 6 mil}\n" + more + reading::kTorus;
}

board::Connector connector_in(const std::string& text) {
  return read(board_spec(text)).designs.at(0).board->connectors.at(0);
}

std::int64_t count_of(const board::Connector& connector, board::PinUse use) {
  return std::count_if(connector.pins.begin(), connector.pins.end(), [&](const auto& pin) { return pin.use == use; });
}

}  // namespace

TEST_CASE("every file of connectors and materials is part of the library under its own name") {
  CHECK(names_in(connector_files().all()) == files_in("/layouts/connectors"));
  CHECK(names_in(material_files().all()) == files_in("/layouts/materials"));
}

TEST_CASE("a connector of the library has a source, or says that it is an example") {
  for (const board::Connector& each : connector_files().all()) {
    CAPTURE(each.name);
    CHECK(each.source.empty() == (each.summary.find("check with the maker") != std::string::npos));
    CHECK(each.pins.size() == std::size_t{each.columns} * each.rows);
  }
  const board::Connector hard_metric = connector_in("cpci-2mm-hm");
  CHECK(hard_metric.columns * hard_metric.rows == 235);
  CHECK(count_of(hard_metric, board::PinUse::signal) == 220);
}

TEST_CASE("materials are those of the tables, with their sources") {
  const std::vector<test::Row> rows = test::golden("boards_materials.csv");
  for (const board::Material& each : material_files().all()) {
    CAPTURE(each.name);
    CHECK(!each.source.empty());
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const test::Row& row) {
      return row.number("dk") == each.dk && row.number("df") == each.df;
    }));
  }
  CHECK(rows.size() == material_files().all().size());
}

TEST_CASE("a board is read with its defaults") {
  const Study study = read(board_spec("[cpci-2mm-hm, vpx-16]"));
  const BoardChoice& choice = *study.designs.at(0).board;
  CHECK(choice.slot_pitch == 20'000'000);
  CHECK(choice.connectors.size() == 2);
  CHECK(choice.tracks.width == 127'000);
  CHECK(choice.tracks.clearance == 152'400);
  CHECK(choice.tracks.edge == 500'000);
  CHECK_FALSE(choice.tracks.pairs);
  CHECK(choice.margin == std::array<board::Nanometres, 2>{0, 5'000'000});
  CHECK(choice.signal_layers == 0);
  CHECK_FALSE(choice.material.has_value());
}

TEST_CASE("the clearance of planes is a length, and anti-pads that meet are refused") {
  const auto with = [](const std::string& clearance) {
    std::string text = board_spec("cpci-2mm-hm");
    const std::string tracks = "tracks: {";
    return read(text.insert(text.find(tracks) + tracks.size(), "plane_clearance: " + clearance + ", "));
  };
  CHECK(with("0.4 mm").designs.at(0).board->tracks.plane_clearance == 400'000);
  CHECK_FALSE(read(board_spec("cpci-2mm-hm")).designs.at(0).board->tracks.plane_clearance.has_value());
  CHECK(message_of([&] { with("0.45 mm"); }).find("anti-pads of 2 mm leave no plane between the pins") !=
        std::string::npos);
}

TEST_CASE("pairs have a space of their own, and that of tracks is then the usual clearance or refused") {
  const auto with = [](const std::string& more) {
    return read(
               "cutline: 1\nchannel: {wires_per_bit: 2}\nboard:\n  slot_pitch: 20 mm\n  connectors: {name: "
               "cpci-2mm-hm, "
               "pairs: 2}\n  tracks: {width: 5 mil, pairs: {gap: 5 mil, space: 15 mil}" +
               more + "}\n" + reading::kTorus)
        .designs.at(0)
        .board->tracks;
  };
  CHECK(with("").clearance == 381'000);
  CHECK(with(", space: 6 mil").clearance == 152'400);
  CHECK(with(", clearance: 5 mil").clearance == 127'000);
  CHECK(with(", space: 6 mil").between() == 381'000);
  CHECK(message_of([&] { with(", space: 6 mil, clearance: 5 mil"); }).find("'space' has no effect") !=
        std::string::npos);
}

TEST_CASE("a candidate overrides the board that all share, and `none` takes it away") {
  const std::string base = board_spec("cpci-2mm-hm");
  const std::string shared = base.substr(0, base.find("candidates"));
  const Study three = read(shared +
                           "candidates:\n"
                           "  - {name: a, board: {slot_pitch: 3 cm, material: {dk: 4, df: 0}}, topology: &r {family: "
                           "ring, nodes: 4}}\n"
                           "  - {name: b, topology: *r}\n"
                           "  - {name: c, board: none, topology: *r}\n");
  CHECK(three.designs[0].board->slot_pitch == 30'000'000);
  CHECK(three.designs[0].board->material->dk == 4);
  CHECK(three.designs[1].board->slot_pitch == 20'000'000);
  CHECK_FALSE(bool(three.designs[2].board));
}

TEST_CASE("a connector of the library can take another map of pins, and keeps its key") {
  const board::Connector grounds = connector_in("{name: cpci-2mm-hm, ground: 1 in 4}");
  CHECK(count_of(grounds, board::PinUse::ground) == 55);
  CHECK(count_of(grounds, board::PinUse::unused) == 15);
  const board::Connector pairs = connector_in("{name: cpci-2mm-hm, pairs: 2}");
  CHECK(count_of(pairs, board::PinUse::signal) == 4 * 44);
  CHECK(pairs.pin(11, 0).use == board::PinUse::unused);
  const board::Connector letters = connector_in("{name: vpx-16, map: [SSGSSGP, '-------']}");
  CHECK(count_of(letters, board::PinUse::power) == 8);
  CHECK(count_of(letters, board::PinUse::unused) == 56);
}

TEST_CASE("a file of one's own is a connector, and its mistakes have places there") {
  const test::OwnFolder folder;
  const std::string good =
      "name: own\ncolumns: 4\nrows: 2\ncolumn_pitch: 2 mm\nrow_pitch: 2 mm\npad: 1 mm\ndrill: 0.6 mm\n";
  folder.write("own.yaml", good);
  folder.write("slip.yaml", good + "mapp: [SS]\n");
  folder.write("loop.yaml", "name: ./loop.yaml\n");
  CHECK(outcome(board_spec("own.yaml"), {}, folder.path.string()).text == "fine");
  const reading::Outcome slip = outcome(board_spec("slip.yaml"), {}, folder.path.string());
  CHECK(slip.code == 2);
  CHECK(slip.text.find("slip.yaml:8:1: error: unknown key 'mapp'") != std::string::npos);
  CHECK(outcome(board_spec("loop.yaml"), {}, folder.path.string()).code == 2);
  CHECK(outcome(board_spec("none.yaml"), {}, folder.path.string()).code != 0);
}
