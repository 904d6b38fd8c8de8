// SPDX-License-Identifier: Apache-2.0
// Files of routed boards, read back, and beside those that KiCad writes of the same boards.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "board/board.hpp"
#include "board/boards.hpp"
#include "board/kicad.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using board::Board;
using board::RoutedBoard;

const auto kFilesSkip = doctest::skip(!has_kicad());

std::vector<Board> boards_of_files() {
  Board both_sides = backplane(hard_metric(10), 4, ring_of(4), 3);
  set_letters(both_sides.connectors[0], {"SSGSP", "SSGSV"}, "PV");
  both_sides.connectors[0].rails = {"12V", "3V3"};
  both_sides.slots[1].back = both_sides.slots[2].back = true;
  return {backplane(hard_metric(10, 5), 6, full_mesh_of(6), 3),
          backplane(pair_connector(4), 4, ring_of(4), 2, 25 * kMm), both_sides};
}

/// The words of a text in brackets, each bracket a word; quotes are left out, and words in quotes stay whole.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool lone_quote = c == '"' && i + 1 < text.size() && text[i + 1] == ')' && word.empty();  // (string_quote ")
    if (c == '"' && !lone_quote) {
      const std::size_t end = text.find('"', i + 1);
      REQUIRE(end != std::string::npos);
      words.push_back(text.substr(i + 1, end - i - 1));
      i = end;
    } else if (c == '(' || c == ')' || c == ' ' || c == '\n') {
      if (!word.empty()) words.push_back(word);
      word.clear();
      if (c == '(' || c == ')') words.emplace_back(1, c);
    } else {
      word += c;
    }
  }
  return words;
}

using Nets = std::map<std::string, std::set<std::string>>;  // "J1-a1" of each net

Nets nets_of(const exporting::NamedBoard& board) {
  Nets nets;
  for (const board::Pin& pin : board.routed.pins) {
    if (const std::size_t net = board.net_number(pin); net > 0)
      nets[board.nets[net - 1]].insert(board.reference(pin) + "-" + exporting::pin_name(pin.column, pin.row));
  }
  return nets;
}

/// The nets of a Specctra design: (net NAME (pins REF-PIN ...)).
Nets nets_of_design(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  Nets nets;
  for (std::size_t i = 0; i + 4 < words.size(); ++i) {
    if (words[i] != "net" || words[i + 2] != "(" || words[i + 3] != "pins") continue;
    for (std::size_t p = i + 4; words[p] != ")"; ++p) nets[words[i + 1]].insert(words[p]);
  }
  return nets;
}

/// A rule of KiCad: (rule NAME (condition TEXT) (constraint WHAT (min 1mm) (max 2mm))).
struct KicadRule {
  std::string name, what;
  std::string nets;  ///< how the names begin that its condition asks for
  board::Nanometres least = 0, most = 0;
};

std::vector<KicadRule> rules_of(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  const auto length = [](const std::string& mm) {
    REQUIRE(mm.ends_with("mm"));
    return static_cast<board::Nanometres>(std::llround(std::stod(mm) * 1e6));
  };
  std::vector<KicadRule> rules;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "rule") rules.push_back({words[i + 1], {}, {}});
    if (rules.empty()) continue;
    const std::size_t star = words[i].find("*'"), quote = words[i].find("'L");
    if (star != std::string::npos && quote < star) rules.back().nets = words[i].substr(quote + 1, star - quote - 1);
    if (words[i] == "constraint") rules.back().what = words[i + 1];
    if (words[i] == "min") rules.back().least = length(words[i + 1]);
    if (words[i] == "max") rules.back().most = length(words[i + 1]);
  }
  return rules;
}

std::multiset<std::string> records_of(const std::string& text) {
  std::multiset<std::string> records;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("317")) records.insert(line);
  }
  return records;
}

}  // namespace

TEST_CASE("IPC-D-356 read back by its columns tells the net of every pin, and its place to 1.3 micrometres") {
  for (const Board& board : boards_of_files()) {
    const RoutedBoard routed = route_board(board);
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    std::stringstream lines(exporting::ipc_356(named));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "P  CODE 00");
    std::getline(lines, line);
    CHECK(line == "P  UNITS CUST 0");
    for (const board::Pin& pin : routed.pins) {
      std::getline(lines, line);
      REQUIRE(line.size() == 73);
      const auto field = [&](std::size_t from, std::size_t count) {
        const std::string text = line.substr(from - 1, count);
        return text.substr(0, text.find_last_not_of(' ') + 1);
      };
      const std::size_t net = named.net_number(pin);
      CHECK(field(4, 14) == (net == 0 ? "N/C" : named.nets[net - 1]));
      CHECK(field(21, 6) == named.reference(pin));
      CHECK(field(28, 4) == exporting::pin_name(pin.column, pin.row));
      CHECK(std::abs(std::stod(field(43, 7)) * 2540 - static_cast<double>(named.x(pin.x))) <= 1300);
      CHECK(std::abs(std::stod(field(51, 7)) * 2540 + static_cast<double>(named.y(pin.y))) <= 1300);
    }
    std::getline(lines, line);
    CHECK(line == "999");
  }
}

TEST_CASE("netlist and Specctra design read back hold the nets of the board, pin by pin") {
  for (const Board& board : boards_of_files()) {
    const RoutedBoard routed = route_board(board);
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    const std::string design = exporting::specctra_dsn(named);
    CHECK(nets_of_design(design) == nets_of(named));
    const std::vector<std::string> words = words_of(exporting::kicad_netlist(named));
    CHECK(std::count(words.begin(), words.end(), "(") == std::count(words.begin(), words.end(), ")"));
    Nets nets;
    std::string net;
    for (std::size_t i = 0; i + 8 < words.size(); ++i) {
      if (words[i] == "name") net = words[i + 1];
      if (words[i] == "node") nets[net].insert(words[i + 3] + "-" + words[i + 7]);
    }
    CHECK(nets == nets_of(named));
  }
}

TEST_CASE("rules for KiCad read back hold every net of a matched link between two lengths a window apart") {
  Board single = backplane(hard_metric(20), 6, full_mesh_of(6), 4);
  single.rules.match = 300'000;
  Board pairs = backplane(pair_connector(6), 4, ring_of(4), 3, 25 * kMm);
  pairs.rules.match = 200'000;
  pairs.rules.match_in_pairs = 50'000;
  for (const Board& board : {single, pairs}) {
    const RoutedBoard routed = route_board(board);
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    const std::vector<KicadRule> rules = rules_of(exporting::kicad_rules(named));
    const std::vector<board::Nanometres> lengths = lengths_of_nets(routed);
    std::size_t of_links = 0, of_pairs = 0;
    for (const KicadRule& rule : rules) {
      CAPTURE(rule.name);
      if (rule.name == "tracks") CHECK(rule.least == (board.rules.pairs ? board.rules.pair_space : board.rules.space));
      if (rule.name == "pads") CHECK(rule.least == board.rules.clearance);
      of_pairs += rule.what == "skew" ? 1 : 0;
      if (rule.what == "skew") CHECK(rule.most == board.rules.match_in_pairs);
      if (rule.what != "length") continue;
      ++of_links;
      CHECK(rule.most - rule.least == board.rules.match);
      board::Nanometres longest = 0;
      for (std::size_t n = 0; n < lengths.size(); ++n) {
        if (!named.nets[n].starts_with(rule.nets)) continue;
        CHECK(lengths[n] >= rule.least);
        longest = std::max(longest, lengths[n]);
      }
      CHECK(longest == rule.most);
    }
    CHECK(of_links == board.links.size());
    CHECK(of_pairs == (board.rules.pairs ? board.links.size() * board.links.front().wires : 0));
  }
}

TEST_CASE("the table of pins has each pin's net, and the length of its tracks") {
  Board board = boards_of_files().front();
  board.thickness = 4 * kMm;
  const RoutedBoard routed = route_board(board);
  const exporting::NamedBoard named = exporting::named_board(board, routed);
  const std::vector<board::Nanometres> lengths = lengths_of_nets(routed);
  std::stringstream lines(exporting::pins_csv(named));
  std::string line;
  std::getline(lines, line);
  for (const board::Pin& pin : routed.pins) {
    REQUIRE(std::getline(lines, line));
    std::vector<std::string> fields;
    std::stringstream row(line + ",end");
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    REQUIRE(fields.size() == 16);
    CHECK(fields[3] == exporting::pin_name(pin.column, pin.row));
    if (pin.net == board::kNone) continue;
    CHECK(fields[7] == named.nets[pin.net]);
    CHECK(std::stod(fields[11]) == doctest::Approx(static_cast<double>(lengths[pin.net]) * 1e-6));
    // Signal layer k of n, counted from 1, is (2 k - 1) / 2 n of the thickness deep; the rest of the hole is a stub.
    const double depth = 4 * (2 * std::stod(fields[12]) - 1) / (2 * routed.signal_layers);
    CHECK(fields[13] == "0");
    CHECK(std::stod(fields[14]) == doctest::Approx(4 - depth).epsilon(1e-5));
  }
  CHECK(exporting::connectors_csv(named).find("HM,6,300,10,5,2,2,1.1,0.7,0 1 2 3 4 5,") != std::string::npos);
}

TEST_CASE("each net of power has its pins and a plane, and pins of the back stand in rows from the right") {
  const Board board = boards_of_files().back();
  const RoutedBoard routed = route_board(board);
  const exporting::NamedBoard named = exporting::named_board(board, routed);
  CHECK(named.rails == 2);
  const Nets nets = nets_of(named);
  CHECK(nets.at("12V").size() == 4 * 5);
  CHECK(nets.at("3V3").count("J2-e2") == 1);
  std::set<std::size_t> planes;
  for (const std::uint32_t layer : exporting::copper_stack(named)) planes.insert(named.plane_net(layer));
  CHECK(planes == std::set<std::size_t>{0, named.nets.size() - 2, named.nets.size() - 1, named.nets.size()});
  for (const board::Pin& pin : routed.pins) {
    const board::PlacedConnector& placed = board.slots[pin.slot].connectors[pin.connector];
    const std::uint32_t from_left = board.slots[pin.slot].back ? 4 - pin.row : pin.row;
    CHECK(pin.x == placed.x + from_left * 2 * kMm);
  }
}

TEST_CASE("planes keep the distance of copper from the outline, and are left out where they cannot") {
  Board board = boards_of_files().front();
  const RoutedBoard routed = route_board(board);
  const auto [left, right] = std::ranges::minmax(routed.pins, {}, &board::Pin::x);
  const auto [low, high] = std::ranges::minmax(routed.pins, {}, &board::Pin::y);
  // Pads of 1.1 mm, clearances of 0.2032 mm: an anti-pad reaches 0.7532 mm. Beyond it lie 0.2032 mm, or 0.1 mm.
  for (const auto& [margin, beyond] : {std::pair{1'956'401, 956'400}, {1'956'399, 853'200}, {1'853'201, 853'200},
                                       {1'853'199, 0}}) {
    const board::Nanometres x0 = left.x - margin, x1 = right.x + margin, y0 = low.y - margin, y1 = high.y + margin;
    board.outline = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    const std::optional<board::BoardBox> plane = exporting::plane_box(named);
    CAPTURE(margin);
    CHECK(plane.has_value() == (beyond > 0));
    if (plane) CHECK(left.x - plane->x0 == beyond);
    const std::string file = exporting::kicad_files(named).front().content;
    CHECK((file.find("filled_polygon") != std::string::npos) == plane.has_value());
  }
}

TEST_CASE("anti-pads are the pad and twice the clearance of planes, around every pin of another net and no other") {
  Board board = boards_of_files().back();
  const RoutedBoard routed = route_board(board);
  const auto written = [&](std::optional<board::Nanometres> clearance) {
    board.rules.plane_clearance = clearance;
    return exporting::kicad_files(exporting::named_board(board, routed)).front().content;
  };
  CHECK(written({}) == written(board.rules.clearance));
  const std::string wider = written(300'000);
  const std::size_t zone = wider.find("(net_name \"12V\")");
  REQUIRE(zone != std::string::npos);
  const std::string plane = wider.substr(zone, wider.find("(net_name", zone + 1) - zone);
  CHECK(plane.find("(connect_pads yes (clearance 0.3))") != std::string::npos);
  const exporting::NamedBoard named = exporting::named_board(board, routed);
  const std::string filled = plane.substr(plane.find("filled_polygon"));
  for (const board::Pin& pin : routed.pins) {
    const std::size_t net = named.net_number(pin);
    const bool rail = net > 0 && named.nets[net - 1] == "12V";
    // The upper right corner of a square of 1.1 + 2 x 0.3 mm.
    const std::string corner = "(xy " + exporting::mm_text(named.x(pin.x + 850'000)) + " " +
                               exporting::mm_text(named.y(pin.y + 850'000)) + ")";
    CHECK((filled.find(corner) == std::string::npos) == rail);
  }
}

TEST_CASE("pins and columns are named by letters and numbers, lengths by whole nanometres") {
  CHECK(exporting::pin_name(0, 0) == "a1");
  CHECK(exporting::pin_name(46, 25) == "z47");
  CHECK(exporting::pin_name(0, 26) == "aa1");
  CHECK(exporting::mm_text(-2'540'001) == "-2.540001");
  CHECK(exporting::mm_text(100'000'000) == "100");
}

TEST_CASE("KiCad writes the same IPC-D-356 of our boards, byte for byte, and the same nets as a Specctra design" *
          kFilesSkip) {
  for (const Board& board : boards_of_files()) {
    const OwnFolder folder;
    const RoutedBoard routed = route_board(board);
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    write_for_kicad(folder, "one", named);
    seen_by_kicad(folder, {"one"});
    CHECK(records_of(text_of(folder.file("one.kicad.d356"))) == records_of(exporting::ipc_356(named)));
    CHECK(nets_of_design(text_of(folder.file("one.kicad.dsn"))) == nets_of(named));
  }
}
