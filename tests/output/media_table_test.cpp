// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "json.hpp"
#include "output/tables/candidate_tables.hpp"

using namespace cutline;
using Json = nlohmann::ordered_json;

namespace {

Json use(const std::string& medium, int links, const Json& longest_m) {
  return {{"medium", medium},      {"links", links},         {"wires", 8 * links},
          {"links_total_m", 12.5}, {"longest_m", longest_m}, {"carried_max_m", longest_m},
          {"reach_m", 3.0},        {"delay_max_ns", 211.8}};
}

Json level(const Json& media, int over = 0) {
  return Json::array({{{"level", "rack"}, {"media", media}, {"over_reach", over}, {"wires_over_reach", 8 * over}}});
}

}  // namespace

TEST_CASE("the table of media says links, wires and metres, and how many links none reaches") {
  Table table;
  tables::add_media(table, test::data_of(level(Json::array({use("copper", 5, 2.5), use("light", 0, nullptr)}), 3)),
                    "ns", "torus");
  CHECK(text_table(table, {}) ==
        "between modules  of level  medium        links  wires  longest  carried  reach  all carried  slowest\n"
        "                                                             m        m      m            m       ns\n"
        "---------------  --------  ------------  -----  -----  -------  -------  -----  -----------  -------\n"
        "torus            rack      copper            5     40      2.5      2.5      3         12.5    211.8\n"
        "torus            rack      light             0      0        -        -      3         12.5    211.8\n"
        "torus            rack      none reaches      3     24        -        -      -            -        -\n");
}

TEST_CASE("media that are all shorter than a metre are told in millimetres, those of the unit technology in pitches") {
  Table table;
  tables::add_media(table, test::data_of(level(Json::array({use("bridge", 5, 0.0015)}))), "ns");
  CHECK(text_table(table, {}) ==
        "between modules  medium  links  wires  longest  carried  reach  all carried  slowest\n"
        "                                            mm       mm     mm           mm       ns\n"
        "---------------  ------  -----  -----  -------  -------  -----  -----------  -------\n"
        "rack             bridge      5     40      1.5      1.5   3000       12,500    211.8\n");
  Table unit;
  tables::add_media(unit,
                    test::data_of(level(Json::array({{{"medium", nullptr},
                                                      {"links", 2},
                                                      {"wires", 4},
                                                      {"links_total_pitches", 9.0},
                                                      {"longest_pitches", 5.0},
                                                      {"carried_max_pitches", 4.0},
                                                      {"reach_pitches", nullptr},
                                                      {"delay_max_ns", 1.0}}}))),
                    "tau");
  CHECK(unit.columns.at(4).unit == "pitches");
  CHECK(unit.columns.at(8).unit == "tau");
  CHECK(std::get<std::string>(unit.rows.at(0).at(1)) == "-");
}

TEST_CASE("no level with media, no table") {
  Table table;
  tables::add_media(table, test::data_of(level(Json::array())), "ns");
  CHECK(table.columns.empty());
  CHECK(table.rows.empty());
}
