// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "cutline/placement/floorplan_file.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

namespace {

/// Cuts DEF and LEF into words; `#` begins a comment, and words in quotes are one.
class DefWords {
 public:
  explicit DefWords(const GraphText& file) : file_(file) {}

  /// The next word; empty at the end of the file.
  std::string_view next() {
    skip();
    begin_ = at_;
    if (at_ < file_.text.size() && file_.text[at_] == '"') {
      at_ = std::min(file_.text.find('"', at_ + 1), file_.text.size() - 1) + 1;
    } else {
      while (at_ < file_.text.size() && !blank(file_.text[at_])) ++at_;
    }
    return std::string_view(file_.text).substr(begin_, at_ - begin_);
  }
  void expect(std::string_view wanted) {
    if (next() != wanted) fail(fmt::format("`{}` should stand here", wanted));
  }
  double number() {
    const std::string_view word = next();
    double value = 0;
    const auto [stop, trouble] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (trouble != std::errc() || stop != word.data() + word.size() || !std::isfinite(value))
      fail("a number should stand here");
    if (std::abs(value) > 1e12) fail("a number of DEF is at most 10^12 here");
    return value;
  }
  std::pair<double, double> point() {
    expect("(");
    const double x = number(), y = number();
    expect(")");
    return {x, y};
  }
  /// Goes on behind the next `;`, which ends every statement.
  void skip_statement() {
    for (std::string_view word = next(); word != ";"; word = next()) {
      if (word.empty()) fail("the file ends within a statement");
    }
  }
  [[noreturn]] void fail(std::string message) const {
    file_.fail(begin_, std::move(message),
               "read are DIEAREA, COMPONENTS and BLOCKAGES of DEF, and MACRO with SIZE of LEF");
  }

 private:
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  void skip() {
    while (at_ < file_.text.size() && (blank(file_.text[at_]) || file_.text[at_] == '#')) {
      at_ = file_.text[at_] == '#' ? std::min(file_.text.find('\n', at_), file_.text.size()) : at_ + 1;
    }
  }

  const GraphText& file_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

struct MacroSize {
  Length width, height;
};

/// The sizes of the macros of a LEF file, in microns there.
std::map<std::string, MacroSize, std::less<>> read_macros(const GraphText& lef) {
  std::map<std::string, MacroSize, std::less<>> macros;
  DefWords words(lef);
  std::string macro;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "MACRO") {
      macro = words.next();
    } else if (word == "SIZE" && !macro.empty()) {
      MacroSize& size = macros[macro];
      size.width = nanometres(words.number() * 1e3);
      words.expect("BY");
      size.height = nanometres(words.number() * 1e3);
      if (size.width.base < 0 || size.height.base < 0) words.fail("a macro has no negative size");
    } else if (word == "END" && !macro.empty() && words.next() == macro) {
      macro.clear();
    }
  }
  return macros;
}

class DefReader {
 public:
  DefReader(const GraphText& file, const GraphText& lef) : words_(file), lef_(lef), macros_(read_macros(lef)) {}

  TilePlan read() {
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (word == "UNITS") {
        read_units();
      } else if (word == "DIEAREA") {
        read_die();
      } else if (word == "COMPONENTS") {
        read_section("COMPONENTS", [this] { read_component(); });
      } else if (word == "BLOCKAGES") {
        read_section("BLOCKAGES", [this] { read_blockage(); });
      }
    }
    return std::move(floorplan_);
  }

 private:
  Length length(double units) const { return nanometres(units * 1e3 / per_micron_); }
  Rectangle rectangle(std::pair<double, double> a, std::pair<double, double> b) const {
    const auto [left, right] = std::minmax(a.first, b.first);
    const auto [low, high] = std::minmax(a.second, b.second);
    return {length(left), length(low), length(right) - length(left), length(high) - length(low)};
  }

  void read_units() {
    words_.expect("DISTANCE");
    words_.expect("MICRONS");
    per_micron_ = words_.number();
    if (!(per_micron_ >= 1)) words_.fail("a micron has at least one unit of distance");
    words_.skip_statement();
  }

  void read_die() {
    const auto from = words_.point();
    const auto to = words_.point();
    if (words_.next() != ";") words_.fail("the die is a rectangle: two points");
    floorplan_.outline = rectangle(from, to);
  }

  /// The statements of a section, each behind its `-`, up to END and the section's name.
  template <class ReadOne>
  void read_section(std::string_view name, const ReadOne& read_one) {
    words_.skip_statement();  // how many there are
    for (std::string_view word = words_.next(); word != "END"; word = words_.next()) {
      if (word != "-") words_.fail(fmt::format("a statement of {} begins with `-`", name));
      read_one();
    }
    words_.expect(name);
  }

  void read_component() {
    Tile tile;
    tile.name = words_.next();
    const std::string macro(words_.next());
    const auto size = macros_.find(macro);
    if (size == macros_.end())
      words_.fail(fmt::format("'{}' has no macro {} with a SIZE", lef_.path, quoted_name(macro)));
    std::optional<Tile> placed;
    for (std::string_view word = words_.next(); word != ";"; word = words_.next()) {
      if (word.empty()) words_.fail("the file ends within a component");
      if (word != "PLACED" && word != "FIXED" && word != "COVER") continue;
      const auto [x, y] = words_.point();
      const auto orientation = find_orientation(words_.next());
      if (!orientation) words_.fail("an orientation is N, W, S, E, FN, FW, FS or FE");
      const MacroSize& macro_size = size->second;
      placed = turned_tile({length(x), length(y), macro_size.width, macro_size.height}, *orientation,
                           macro_size.width * 0.5, macro_size.height * 0.5);
    }
    if (!placed) return;  // a component without a place is no part of the floorplan yet
    placed->name = tile.name;
    placed->kind = macro;
    floorplan_.tiles.push_back(std::move(*placed));
  }

  /// `- LAYER name + ... RECT ( x y ) ( x y ) ... ;`, or `- PLACEMENT ... ;`, which blocks no wires.
  void read_blockage() {
    if (words_.next() != "LAYER") return words_.skip_statement();
    const std::string layer(words_.next());
    for (std::string_view word = words_.next(); word != ";"; word = words_.next()) {
      if (word.empty()) words_.fail("the file ends within a blockage");
      if (word == "POLYGON") words_.fail("blockages are rectangles here: split the polygon into RECTs");
      if (word != "RECT") continue;
      const auto from = words_.point();
      const auto to = words_.point();
      floorplan_.blockages.push_back({rectangle(from, to), {layer}});
    }
  }

  DefWords words_;
  const GraphText& lef_;
  std::map<std::string, MacroSize, std::less<>> macros_;
  double per_micron_ = 100;
  TilePlan floorplan_;
};

TilePlan read_def(const GraphText& file, const GraphText* lef) { return DefReader(file, *lef).read(); }

}  // namespace

FloorplanFormat def_floorplan_format() {
  return {.name = "def",
          .summary =
              "the placed components, the die and the blockages of DEF; sizes from a LEF file; routers in the middle",
          .source = "LEF/DEF 5.8",
          .endings = {".def"},
          .needs_lef = true,
          .read = read_def};
}

}  // namespace cutline
