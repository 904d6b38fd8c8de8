// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/text/table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "base/utf8.hpp"
#include "json.hpp"
#include "output/text/number.hpp"

using namespace cutline;

namespace {

Table small_table() {
  return {{{"name", "candidate", "", true}, {"latency_ns", "latency", "tau"}, {"pins", "pins", ""}},
          {{"mesh", 33.75, std::int64_t{64}}, {"cube, \"natural\"", 154.0, TableCell()}}};
}

std::vector<std::string> lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> result;
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

}  // namespace

TEST_CASE("a text table aligns its columns and shows units below the titles") {
  CHECK(text_table(small_table()) ==
        "candidate        latency  pins\n"
        "                     tau\n"
        "---------------  -------  ----\n"
        "mesh               33.75    64\n"
        "cube, \"natural\"   154.00     -\n");
}

TEST_CASE("markdown puts the unit into the title and keeps bars inside cells") {
  Table table = small_table();
  table.rows[1][0] = "a|b";
  CHECK(markdown_table(table) ==
        "| candidate | latency (tau) | pins |\n"
        "| :--- | ---: | ---: |\n"
        "| mesh | 33.75 | 64 |\n"
        "| a\\|b | 154.00 | - |\n");
}

TEST_CASE("HTML heads columns and rows, has the unit below the title, and keeps markup as text") {
  Table table = small_table();
  table.rows[1][0] = "</td><b>&";
  CHECK(html_table(table, "a < b") ==
        "<table>\n<caption>a &lt; b</caption>\n"
        "<thead><tr><th scope=\"col\" class=\"text\"><span>candidate</span></th><th scope=\"col\"><span>latency</span>"
        "<small>tau</small></th><th scope=\"col\"><span>pins</span></th></tr></thead>\n<tbody>\n"
        "<tr><th scope=\"row\">mesh</th><td>33.75</td><td>64</td></tr>\n"
        "<tr><th scope=\"row\">&lt;/td&gt;&lt;b&gt;&amp;</th><td>154.00</td><td>-</td></tr>\n"
        "</tbody>\n</table>\n");
}

TEST_CASE("CSV holds every number in full and quotes what needs it") {
  Table table = small_table();
  table.rows[0][1] = 1.0 / 3;
  CHECK(csv_table(table) ==
        "name,latency_ns,pins\n"
        "mesh,0.3333333333333333,64\n"
        "\"cube, \"\"natural\"\"\",154,\n");
  CHECK(csv_table(table, false).find("latency") == std::string::npos);
}

TEST_CASE("JSON rows are maps by key with null for what is absent") {
  const nlohmann::ordered_json rows = test::json_of(table_data(small_table()));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].dump() == R"({"name":"mesh","latency_ns":33.75,"pins":64})");
  CHECK(rows[1].at("pins").is_null());
}

TEST_CASE("reals of a column share their decimals: four digits of the smallest, none that are only zeros") {
  struct Case {
    std::vector<double> values;
    std::vector<std::string> texts;
  };
  const std::vector<Case> cases = {{{1, 2, 3}, {"1", "2", "3"}},
                                   {{0.123456, 10}, {"0.1235", "10.0000"}},
                                   {{33.75, 81}, {"33.75", "81.00"}},
                                   {{1.0 / 3, 1e12}, {"0.3333", "1e12"}},
                                   {{123456.789, 2}, {"123,456.79", "2.00"}}};
  for (const Case& each : cases) {
    Table table{{{"v", "value", ""}}, {}};
    for (const double value : each.values) table.rows.push_back({value});
    const std::vector<std::string> out = lines(text_table(table));
    for (std::size_t i = 0; i < each.texts.size(); ++i) {
      const std::string& line = out[i + 2];
      CHECK(line.substr(std::min(line.find_first_not_of(' '), line.size())) == each.texts[i]);
    }
  }
}

TEST_CASE("whole numbers among reals show the same decimals") {
  const Table table{{{"v", "value", ""}}, {{std::int64_t{4}}, {2.52}}};
  CHECK(text_table(table) == "value\n-----\n 4.00\n 2.52\n");
}

TEST_CASE("a table too wide for the screen wraps its texts and stays within") {
  Table table = small_table();
  table.columns[0].wraps = true;
  table.rows[0][0] = std::string("a name of many words that nobody would want to read on one line of a small screen");
  table.rows[1][0] = std::string(90, 'x');
  ReportStyle style;
  style.width = 50;
  const std::string text = text_table(table, style);
  for (const std::string& line : lines(text)) CHECK(character_count(line) <= 50);
  std::string letters;
  std::copy_if(text.begin(), text.end(), std::back_inserter(letters), [](char c) { return c == 'x'; });
  CHECK(letters.size() == 90);
}

TEST_CASE("a table still too wide continues below and repeats its leading columns") {
  Table table{{{"name", "name", "", true}}, {{"mesh"}}, 1};
  for (int c = 0; c < 12; ++c) {
    table.columns.push_back({"k" + std::to_string(c), "column " + std::to_string(c), ""});
    table.rows[0].push_back(std::int64_t{c});
  }
  ReportStyle style;
  style.width = 40;
  const std::string text = text_table(table, style);
  for (const std::string& line : lines(text)) CHECK(character_count(line) <= 40);
  for (int c = 0; c < 12; ++c) CHECK(text.find("column " + std::to_string(c)) != std::string::npos);
  const std::vector<std::string> out = lines(text);
  CHECK(std::count_if(out.begin(), out.end(), [](const std::string& line) { return line.rfind("mesh", 0) == 0; }) == 4);
}

TEST_CASE("a large number turns into a power of ten only where the table would be too wide") {
  Table table{{{"name", "name", "", true}, {"area", "area", ""}}, {{"mesh", 123456789}}};
  CHECK(text_table(table).find("123,456,789") != std::string::npos);
  ReportStyle style;
  style.width = 14;
  CHECK(text_table(table, style).find("1.235e8") != std::string::npos);
}

TEST_CASE("no line of a table ends in a blank, and colour only adds escape sequences") {
  ReportStyle colour;
  colour.colour = true;
  std::string coloured = text_table(small_table(), colour);
  for (const std::string& line : lines(text_table(small_table()))) CHECK((line.empty() || line.back() != ' '));
  CHECK(coloured.find("\x1b[1m") != std::string::npos);
  for (const std::string escape : {"\x1b[1m", "\x1b[0m"}) {
    for (std::size_t at; (at = coloured.find(escape)) != std::string::npos;) coloured.erase(at, escape.size());
  }
  CHECK(coloured == text_table(small_table()));
}

TEST_CASE("wrapped lines keep every word in order") {
  const std::string text = "who wins, by how much, and what limits the others";
  for (std::size_t width = 1; width < 60; ++width) {
    std::string joined;
    for (const std::string& line : wrap_text(text, width)) {
      CHECK(line.size() <= width);
      joined += line;
    }
    joined.erase(std::remove(joined.begin(), joined.end(), ' '), joined.end());
    std::string letters = text;
    letters.erase(std::remove(letters.begin(), letters.end(), ' '), letters.end());
    CHECK(joined == letters);
  }
}

TEST_CASE("a column is in the unit that suits most of its numbers, and its neighbours of the same unit with it") {
  struct Case {
    std::string unit;
    std::vector<double> numbers;
    std::string shown;
  };
  const std::vector<Case> cases = {{"mm", {0.25, 0.5}, "um"},
                                   {"mm", {0.5, 120}, "mm"},
                                   {"mm", {16852, 9713}, "m"},
                                   {"m", {0.6, 2e6, 3e6}, "km"},
                                   {"mm2", {64, 64.02}, "mm2"},
                                   {"mm2", {0.05, 0.3}, "mm2"},
                                   {"mm2", {8.6e7}, "m2"},
                                   {"mm2", {3e-5}, "um2"},
                                   {"mm3", {2e10}, "m3"},
                                   {"pJ/bit", {0.02, 0.9}, "fJ/bit"},
                                   {"pJ/bit", {4000}, "nJ/bit"},
                                   {"mm2 per terminal", {0.002}, "um2 per terminal"},
                                   {"ns", {0.5}, "ps"},
                                   {"ns", {1000}, "ns"},
                                   {"ns", {1500}, "ns"},
                                   {"ns", {1600}, "us"},
                                   {"ns", {0.65}, "ns"},
                                   {"ns", {3e9}, "s"},
                                   {"GHz", {0.002}, "MHz"},
                                   {"ns", {0}, "ns"},
                                   {"ns", {}, "ns"},
                                   {"tau", {1e6}, "tau"},
                                   {"bits", {1e-6}, "bits"},
                                   {"", {1e9}, ""}};
  for (const Case& each : cases) {
    CAPTURE(each.unit);
    CHECK(text::readable_unit(each.unit, each.numbers) == each.shown);
    for (const double number : each.numbers) {
      const double shown = text::rescaled(number, each.unit, each.shown);
      CHECK(text::rescaled(shown, each.shown, each.unit) == doctest::Approx(number).epsilon(1e-12));
      CHECK(shown == doctest::Approx(number * text::units_in(each.unit, each.shown)).epsilon(1e-12));
    }
  }
  const Table table{
      {{"name", "name", "", true}, {"all_ns", "all", "ns"}, {"a_ns", "+ a", "ns"}, {"area_mm2", "area", "mm2"}},
      {{"mesh", 1500.0, 2.5, std::int64_t{20000000}}, {"torus", 4200.0, 3000.0, TableCell()}}};
  CHECK(text_table(table) ==
        "name    all     + a  area\n"
        "         ns      ns    m2\n"
        "-----  ----  ------  ----\n"
        "mesh   1500     2.5    20\n"
        "torus  4200  3000.0     -\n");
  CHECK(csv_table(table).find("mesh,1500,2.5,20000000") != std::string::npos);
}

TEST_CASE("a text that a spreadsheet would run as a formula stands behind an apostrophe, and numbers stay numbers") {
  for (const std::string formula : {"=1+1", "+cmd|x", "-2+3", "@SUM(A1)", "\t=1", "=\"a\",\"b\""}) {
    CAPTURE(formula);
    CHECK(csv_field(formula).substr(0, 2) == "\"'");
    CHECK(csv_field("a" + formula).find('\'') == std::string::npos);
  }
  for (const std::string plain : {"-12.5", "+3.2", "1e9", "mesh", "a-b", "-", ""}) CHECK(csv_field(plain) == plain);
  CHECK(csv_field("=\"a\"") == "\"'=\"\"a\"\"\"");
  const Table table{{{"name", "name", "", true}, {"x", "x", ""}}, {{"=A1", -2.5}, {"b", std::int64_t{-3}}}};
  CHECK(csv_table(table) == "name,x\n\"'=A1\",-2.5\nb,-3\n");
}

TEST_CASE("every factor between two units of a dimension is a power of ten") {
  for (const auto& [from, to, times] : std::vector<std::tuple<std::string, std::string, double>>{
           {"km", "um", 1e9}, {"um2", "m2", 1e-12}, {"mm3", "m3", 1e-9}, {"nJ/bit", "fJ/bit", 1e6}, {"ps", "s", 1e-12}})
    CHECK(text::units_in(from, to) == doctest::Approx(times).epsilon(1e-14));
}

TEST_CASE("numbers that rank are told apart, and columns of little weight give way to the width") {
  TableColumn latency{"latency_ns", "latency", "ns"};
  latency.tells_apart = true;
  TableColumn radix{"radix", "radix", ""};
  radix.if_room = true;
  const Table table{
      {{"name", "name", "", true}, latency, radix, {"hops", "hops", ""}},
      {{"mesh", 100.0001, std::int64_t{4}, std::int64_t{14}}, {"torus", 100.0002, std::int64_t{4}, std::int64_t{8}}},
      1};
  CHECK(text_table(table) ==
        "name    latency  radix  hops\n"
        "             ns\n"
        "-----  --------  -----  ----\n"
        "mesh   100.0001      4    14\n"
        "torus  100.0002      4     8\n");
  ReportStyle narrow;
  narrow.width = 24;
  const std::string text = text_table(table, narrow);
  CHECK(text.find("radix") == std::string::npos);
  CHECK(lines(text).size() == 5);
  CHECK(csv_table(table).find("radix") != std::string::npos);
}
