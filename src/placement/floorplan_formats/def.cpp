// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>

#include "cutline/placement/floorplan_file.hpp"
#include "cutline/topology/graph_text.hpp"

namespace cutline {

namespace {

using Point = std::pair<double, double>;

/// Whether a word is this keyword, in capital or small letters.
bool is(std::string_view word, std::string_view keyword) {
  const auto capital = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                    [&](char a, char b) { return capital(a) == b; });
}
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> keywords) {
  return std::any_of(keywords.begin(), keywords.end(), [&](std::string_view keyword) { return is(word, keyword); });
}

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
    const std::string_view word = next();
    if (word != wanted && !is(word, wanted)) fail(fmt::format("`{}` should stand here", wanted));
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
  /// The next point; absent if the statement ends instead.
  std::optional<Point> next_point() {
    const std::string_view word = next();
    if (word == ";") return std::nullopt;
    if (word != "(") fail("`(` should stand here");
    const double x = number(), y = number();
    expect(")");
    return Point{x, y};
  }
  Point point() {
    if (const auto next = next_point()) return *next;
    fail("`(` should stand here");
  }
  /// The next word of something that has not ended yet.
  std::string_view within(std::string_view what) {
    const std::string_view word = next();
    if (word.empty()) fail(fmt::format("the file ends within {}", what));
    return word;
  }
  /// Goes on behind the next `;`, which ends every statement.
  void skip_statement() {
    while (within("a statement") != ";") continue;
  }
  /// Goes on behind `END name`.
  void skip_to_end_of(std::string_view name) {
    bool ends = false;
    for (std::string_view word = within("a block"); !ends || word != name; word = within("a block"))
      ends = is(word, "END");
  }
  /// Goes on behind ENDEXT, which ends the extensions of other programs.
  void skip_extension() {
    while (!is(within("an extension"), "ENDEXT")) continue;
  }
  /// Where the last word begins, as a byte.
  std::size_t begin() const { return begin_; }
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
  bool operator==(const MacroSize&) const = default;
};
using Macros = std::map<std::string, MacroSize, std::less<>>;

/// Reads the sizes of the macros of a LEF file, in microns there. Every statement ends with `;`, but for the blocks
/// that end with END: those with a name of their own and its repetition, those with that of their keyword, and PORT,
/// OBS and DENSITY with nothing.
class LefReader {
 public:
  LefReader(const GraphText& file, Macros& macros) : words_(file), macros_(macros) {}

  void read() {
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (is(word, "MACRO")) {
        read_macro();
      } else if (is_one_of(word, {"LAYER", "VIA", "VIARULE", "NONDEFAULTRULE", "SITE", "ARRAY"})) {
        words_.skip_to_end_of(words_.next());
      } else if (is_one_of(word, {"UNITS", "PROPERTYDEFINITIONS", "SPACING", "NOISETABLE", "CORRECTIONTABLE"})) {
        words_.skip_to_end_of(word);
      } else if (is(word, "BEGINEXT")) {
        words_.skip_extension();
      } else if (is(word, "END")) {
        words_.expect("LIBRARY");  // of files joined to one, another may follow
      } else {
        words_.skip_statement();
      }
    }
  }

 private:
  /// Goes on behind the END of a block of statements; `read` takes each by its first word, and leaves its `;` behind.
  template <class Read>
  void read_block(const Read& read) {
    for (std::string_view word = words_.within("a block"); !is(word, "END"); word = words_.within("a block"))
      read(word);
  }
  void skip_block() {
    read_block([this](std::string_view) { words_.skip_statement(); });
  }

  void read_macro() {
    const std::string name(words_.next());
    read_block([&](std::string_view word) {
      if (is(word, "SIZE")) {
        read_size(name);
      } else if (is(word, "PIN")) {
        read_pin();
      } else if (is(word, "OBS") || is(word, "DENSITY")) {
        skip_block();
      } else if (is(word, "TIMING")) {
        words_.skip_to_end_of(word);
      } else {
        words_.skip_statement();
      }
    });
    words_.expect(name);
  }

  void read_pin() {
    const std::string_view name = words_.next();
    read_block([this](std::string_view word) { is(word, "PORT") ? skip_block() : words_.skip_statement(); });
    words_.expect(name);
  }

  void read_size(const std::string& macro) {
    MacroSize size;
    size.width = nanometres(words_.number() * 1e3);
    words_.expect("BY");
    size.height = nanometres(words_.number() * 1e3);
    if (size.width.base < 0 || size.height.base < 0) words_.fail("a macro has no negative size");
    if (const auto [known, is_new] = macros_.emplace(macro, size); !is_new && known->second != size)
      words_.fail(fmt::format("the macro {} has another size elsewhere", quoted_name(macro)));
    words_.expect(";");
  }

  DefWords words_;
  Macros& macros_;
};

class DefReader {
 public:
  DefReader(const GraphText& file, const std::vector<GraphText>& lef) : words_(file) {
    for (const GraphText& each : lef) {
      LefReader(each, macros_).read();
      lef_names_ += fmt::format("{}'{}'", lef_names_.empty() ? "" : ", ", each.path);
    }
  }

  TilePlan read() {
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (is(word, "UNITS")) {
        read_units();
      } else if (is(word, "DIEAREA")) {
        read_die();
      } else if (is(word, "COMPONENTS")) {
        read_section("COMPONENTS", [this] { read_component(); });
      } else if (is(word, "BLOCKAGES")) {
        read_section("BLOCKAGES", [this] { read_blockage(); });
      } else if (is_one_of(word, {"PROPERTYDEFINITIONS", "VIAS", "STYLES", "NONDEFAULTRULES", "REGIONS", "PINS",
                                  "PINPROPERTIES", "SLOTS", "FILLS", "SPECIALNETS", "NETS", "SCANCHAINS", "GROUPS"})) {
        words_.skip_to_end_of(word);
      } else if (is(word, "BEGINEXT")) {
        words_.skip_extension();
      } else if (is(word, "END")) {
        words_.expect("DESIGN");
      } else {
        words_.skip_statement();
      }
    }
    return std::move(floorplan_);
  }

 private:
  Length length(double units) const { return nanometres(units * 1e3 / per_micron_); }
  Rectangle rectangle(const Point& a, const Point& b) const {
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
    std::vector<Point> corners;
    while (const auto corner = words_.next_point()) corners.push_back(*corner);
    const auto beside = [&](std::size_t a, std::size_t b) {
      return (corners[a].first == corners[b].first) != (corners[a].second == corners[b].second);
    };
    const bool of_four = corners.size() == 4 && beside(0, 1) && beside(1, 2) && beside(2, 3) && beside(3, 0);
    if (!of_four && corners.size() != 2) words_.fail("the die is a rectangle: two points, or its four corners in turn");
    floorplan_.outline = rectangle(corners[0], corners[corners.size() / 2]);
  }

  /// The statements of a section, each behind its `-`, up to END and the section's name.
  template <class ReadOne>
  void read_section(std::string_view name, const ReadOne& read_one) {
    words_.skip_statement();  // how many there are
    for (std::string_view word = words_.next(); !is(word, "END"); word = words_.next()) {
      if (word != "-") words_.fail(fmt::format("a statement of {} begins with `-`", name));
      read_one();
    }
    words_.expect(name);
  }

  /// A name without the backslashes before letters that DEF uses itself: a\[3\] is a[3].
  static std::string plain_name(std::string_view word) {
    std::string name;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word[i] == '\\' && i + 1 < word.size()) ++i;
      name += word[i];
    }
    return name;
  }

  void read_component() {
    const std::string name = plain_name(words_.next());
    const std::size_t at = words_.begin();
    const std::string macro(words_.next());
    std::optional<Tile> placed;
    for (std::string_view word = words_.within("a component"); word != ";"; word = words_.within("a component")) {
      if (!is_one_of(word, {"PLACED", "FIXED", "COVER"})) continue;
      const auto size = macros_.find(macro);
      if (size == macros_.end())
        words_.fail(fmt::format("{} has no macro {} with a SIZE", lef_names_, quoted_name(macro)));
      const auto [x, y] = words_.point();
      const auto orientation = find_orientation(words_.next());
      if (!orientation) words_.fail("an orientation is N, W, S, E, FN, FW, FS or FE");
      const auto [width, height] = size->second;
      placed = turned_tile({length(x), length(y), width, height}, *orientation, width * 0.5, height * 0.5);
    }
    if (!placed) {
      ++floorplan_.unplaced;
      return;
    }
    placed->name = name;
    placed->at = at;
    placed->kind = macro;
    floorplan_.tiles.push_back(std::move(*placed));
  }

  /// `- LAYER name + ... RECT ( x y ) ( x y ) ... ;`, or `- PLACEMENT ... ;`, which blocks no wires. Those with FILLS
  /// and SLOTS block none either.
  void read_blockage() {
    if (!is(words_.next(), "LAYER")) return words_.skip_statement();
    const std::string layer(words_.next());
    bool blocks_wires = true;
    for (std::string_view word = words_.within("a blockage"); word != ";"; word = words_.within("a blockage")) {
      if (is(word, "FILLS") || is(word, "SLOTS")) blocks_wires = false;
      if (is(word, "POLYGON")) words_.fail("blockages are rectangles here: split the polygon into RECTs");
      if (!is(word, "RECT")) continue;
      const Point from = words_.point(), to = words_.point();
      if (blocks_wires) floorplan_.blockages.push_back({rectangle(from, to), {layer}, true});
    }
  }

  DefWords words_;
  std::string lef_names_;
  Macros macros_;
  double per_micron_ = 100;
  TilePlan floorplan_;
};

TilePlan read_def(const GraphText& file, const std::vector<GraphText>& lef) { return DefReader(file, lef).read(); }

}  // namespace

FloorplanFormat def_floorplan_format() {
  return {
      .name = "def",
      .summary = "the placed components, the die and the blockages of DEF; sizes from LEF files; routers in the middle",
      .source = "LEF/DEF 5.8",
      .endings = {".def"},
      .needs_lef = true,
      .read = read_def};
}

}  // namespace cutline
