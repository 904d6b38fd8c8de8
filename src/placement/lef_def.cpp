// SPDX-License-Identifier: Apache-2.0
#include "placement/lef_def.hpp"

#include <tuple>

#include "base/letters.hpp"
#include "cutline/base/format.hpp"
#include "geometry/grid.hpp"

namespace cutline {

namespace {

bool is_blank_of_def(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

constexpr double kLeastNm = 1e-3;  // the grid of polygons

/// Reads the macros of a LEF file, in microns there. Every statement ends with `;`, but for the blocks that end with
/// END: those with a name of their own and its repetition, those with that of their keyword, and PORT, OBS and DENSITY
/// with nothing.
class LefReader {
 public:
  LefReader(const GraphText& file, MacroOutlines& macros) : words_(file), macros_(macros) {}

  void read() {
    words_.read_all("LIBRARY", {"UNITS", "PROPERTYDEFINITIONS", "SPACING", "NOISETABLE", "CORRECTIONTABLE"},
                    [this](std::string_view word) {
                      if (is_keyword(word, "MACRO")) {
                        read_macro();
                      } else if (is_keyword_of(word, {"LAYER", "VIA", "VIARULE", "NONDEFAULTRULE", "SITE", "ARRAY"})) {
                        read_named(is_keyword(word, "LAYER"));
                      } else {
                        return false;
                      }
                      return true;
                    });
  }

 private:
  /// A macro while it is read.
  struct Macro {
    MacroOutline outline;
    Length origin_x, origin_y;     ///< by how much its shapes move to those from 0, 0
    std::vector<Polygon> overlap;  ///< before they move
    std::size_t corners = 0;       ///< of these
    bool has_arrays = false;       ///< some are given by ITERATE
  };

  /// Goes on behind the END of a block of statements; `read` takes each by its first word, and leaves its `;` behind.
  template <class Read>
  void read_block(const Read& read) {
    for (std::string_view word = words_.within("a block"); !is_keyword(word, "END"); word = words_.within("a block"))
      read(word);
  }
  void skip_block() {
    read_block([this](std::string_view) { words_.skip_statement(); });
  }

  /// A block with a name of its own. Layers of the type OVERLAP are noted.
  void read_named(bool is_layer) {
    const std::string_view name = words_.next();
    bool ends = false, type = false;
    for (std::string_view word = words_.within("a block"); !ends || word != name; word = words_.within("a block")) {
      if (is_layer && type && is_keyword(word, "OVERLAP")) overlap_layers_.emplace_back(name);
      ends = is_keyword(word, "END");
      type = is_keyword(word, "TYPE");
    }
  }

  void read_macro() {
    const std::string name(words_.next());
    const std::size_t at = words_.begin();
    Macro macro;
    bool is_sized = false;
    read_block([&](std::string_view word) {
      if (is_keyword(word, "SIZE")) {
        read_size(name, macro.outline);
        is_sized = true;
      } else if (is_keyword(word, "ORIGIN")) {
        std::tie(macro.origin_x, macro.origin_y) = lef_point();
        words_.expect(";");
      } else if (is_keyword(word, "PIN")) {
        read_pin();
      } else if (is_keyword(word, "OBS")) {
        read_obstructions(name, macro);
      } else if (is_keyword(word, "DENSITY")) {
        skip_block();
      } else if (is_keyword(word, "TIMING")) {
        words_.skip_to_end_of(word);
      } else {
        words_.skip_statement();
      }
    });
    words_.expect(name);
    if (!is_sized) return;
    set_shape(macro);
    if (const auto [known, is_new] = macros_.emplace(name, macro.outline); !is_new && known->second != macro.outline)
      words_.fail(at, fmt::format("the macro {} has another shape elsewhere", quoted_name(name)),
                  "a macro has one SIZE and the same shapes on OVERLAP in all files");
  }

  void read_pin() {
    const std::string_view name = words_.next();
    read_block([this](std::string_view word) { is_keyword(word, "PORT") ? skip_block() : words_.skip_statement(); });
    words_.expect(name);
  }

  void read_size(const std::string& name, MacroOutline& outline) {
    outline.width = microns();
    words_.expect("BY");
    outline.height = microns();
    if (outline.width.base < 0 || outline.height.base < 0) words_.fail("a macro has no negative size");
    const auto known = macros_.find(name);
    if (known != macros_.end() && (known->second.width != outline.width || known->second.height != outline.height))
      words_.fail(fmt::format("the macro {} has another size elsewhere", quoted_name(name)));
    words_.expect(";");
  }

  Length microns() { return nanometres(words_.number() * 1e3); }
  /// A point of LEF, with parentheses or without.
  std::pair<Length, Length> lef_point() {
    const bool in_parentheses = words_.peek() == "(";
    if (in_parentheses) words_.next();
    const Length x = microns(), y = microns();
    if (in_parentheses) words_.expect(")");
    return {x, y};
  }
  Polygon::Corner lef_corner() {
    const auto [x, y] = lef_point();
    return {x, y};
  }

  /// A layer without a type in files read so far is one of this type if it has its name.
  bool is_overlap(std::string_view layer) const {
    return is_keyword(layer, "OVERLAP") || std::ranges::find(overlap_layers_, layer) != overlap_layers_.end();
  }

  void read_obstructions(const std::string& name, Macro& macro) {
    bool on_overlap = false;
    read_block([&](std::string_view word) {
      if (is_keyword(word, "LAYER")) on_overlap = is_overlap(words_.next());
      const bool is_rect = is_keyword(word, "RECT");
      if (on_overlap && (is_rect || is_keyword(word, "POLYGON"))) {
        skip_mask();
        if (is_keyword(words_.peek(), "ITERATE")) {
          macro.has_arrays = true;
          return words_.skip_statement();
        }
        macro.overlap.push_back(is_rect ? overlap_rectangle() : overlap_polygon(name));
        macro.corners += macro.overlap.back().corners.size();
        if (macro.corners > kMostCorners)
          words_.fail(fmt::format("the shapes of the macro {} on OVERLAP have more than {} corners, the limit",
                                  quoted_name(name), kMostCorners));
      }
      words_.skip_statement();
    });
  }

  /// `RECT x y x y`.
  Polygon overlap_rectangle() {
    const Polygon::Corner a = lef_corner(), b = lef_corner();
    const auto [left, right] = std::minmax(a.x, b.x);
    const auto [low, high] = std::minmax(a.y, b.y);
    return polygon_of({left, low, right - left, high - low});
  }

  /// `POLYGON x y x y x y ...`.
  Polygon overlap_polygon(const std::string& name) {
    const std::size_t at = words_.begin();
    std::vector<Polygon::Corner> corners;
    while (words_.peek() != ";") corners.push_back(lef_corner());
    return words_.polygon(std::move(corners), fmt::format("the polygon of the macro {}", quoted_name(name)), at);
  }

  void skip_mask() {
    if (!is_keyword(words_.peek(), "MASK")) return;
    words_.next();
    words_.next();
  }

  /// Unites the shapes on OVERLAP. If they are all of SIZE, there is no shape.
  static void set_shape(Macro& macro) {
    const auto take_box = [&] { macro.outline.is_boxed = true; };
    if (macro.has_arrays) return take_box();
    std::erase_if(macro.overlap, [](const Polygon& shape) { return polygon_area(shape).base == 0; });
    if (macro.overlap.empty()) return;
    if (macro.overlap.size() > 1 && !std::ranges::all_of(macro.overlap, is_rectilinear)) return take_box();
    std::optional<Polygon> shape = united(macro.overlap);
    if (!shape) return take_box();
    shape = moved(std::move(*shape), macro.origin_x, macro.origin_y);
    const Rectangle box = bounding_box(*shape);
    const Length width = macro.outline.width, height = macro.outline.height;
    if (box.x < kTileTolerance * -1 || box.y < kTileTolerance * -1 || box.right() > width + kTileTolerance ||
        box.top() > height + kTileTolerance)
      return take_box();
    const bool fills = in_nm(width - box.width) < kLeastNm && in_nm(height - box.height) < kLeastNm;
    if (!fills || !is_rectangle(*shape)) macro.outline.shape = std::move(*shape);
  }

  DefWords words_;
  MacroOutlines& macros_;
  std::vector<std::string> overlap_layers_;
};

}  // namespace

bool is_keyword(std::string_view word, std::string_view keyword) { return same_but_case(word, keyword); }

bool is_keyword_of(std::string_view word, std::initializer_list<std::string_view> keywords) {
  return std::ranges::any_of(keywords, [&](std::string_view keyword) { return is_keyword(word, keyword); });
}

std::string_view DefWords::next() {
  skip();
  begin_ = at_;
  if (at_ < file_.text.size() && file_.text[at_] == '"') {
    at_ = std::min(file_.text.find('"', at_ + 1), file_.text.size() - 1) + 1;
  } else {
    while (at_ < file_.text.size() && !is_blank_of_def(file_.text[at_])) ++at_;
  }
  return std::string_view(file_.text).substr(begin_, at_ - begin_);
}

std::string_view DefWords::peek() {
  const std::size_t at = at_, begin = begin_;
  const std::string_view word = next();
  at_ = at;
  begin_ = begin;
  return word;
}

void DefWords::expect(std::string_view wanted) {
  const std::string_view word = next();
  if (word != wanted && !is_keyword(word, wanted)) fail(fmt::format("`{}` should stand here", wanted));
}

double DefWords::number() {
  const std::optional<double> value = read_as_finite(next());
  if (!value) fail("a number should stand here");
  if (std::abs(*value) > 1e12) fail("a number of DEF is at most 10^12 here");
  return *value;
}

DefPoint DefWords::point() {
  expect("(");
  const double x = number(), y = number();
  expect(")");
  return {x, y};
}

std::vector<DefPoint> DefWords::points() {
  std::vector<DefPoint> all;
  const auto coordinate = [&](double DefPoint::*of) {
    if (all.empty() || peek() != "*") return number();
    next();
    return all.back().*of;
  };
  while (peek() == "(") {
    next();
    const double x = coordinate(&DefPoint::first), y = coordinate(&DefPoint::second);
    expect(")");
    all.emplace_back(x, y);
  }
  return all;
}

std::string_view DefWords::within(std::string_view what) {
  const std::string_view word = next();
  if (word.empty()) fail(fmt::format("the file ends within {}", what));
  return word;
}

void DefWords::skip_statement() {
  while (within("a statement") != ";") continue;
}

void DefWords::skip_to_end_of(std::string_view name) {
  bool ends = false;
  for (std::string_view word = within("a block"); !ends || word != name; word = within("a block"))
    ends = is_keyword(word, "END");
}

void DefWords::skip_extension() {
  while (!is_keyword(within("an extension"), "ENDEXT")) continue;
}

Polygon DefWords::polygon(std::vector<Polygon::Corner> corners, std::string_view what, std::size_t at) const {
  if (const auto fault = polygon_fault(corners))
    fail(at, fmt::format("{} {}", what, fault_words(*fault)), std::string(fault_hint(*fault)));
  return counter_clockwise(std::move(corners));
}

void DefWords::fail(std::string message) const {
  fail(begin_, std::move(message),
       "read are DIEAREA, COMPONENTS and BLOCKAGES of DEF, and MACRO with SIZE and OVERLAP of LEF");
}

void DefWords::fail(std::size_t at, std::string message, std::string hint) const {
  file_.fail(at, std::move(message), std::move(hint));
}

void DefWords::skip() {
  while (at_ < file_.text.size() && (is_blank_of_def(file_.text[at_]) || file_.text[at_] == '#')) {
    at_ = file_.text[at_] == '#' ? std::min(file_.text.find('\n', at_), file_.text.size()) : at_ + 1;
  }
}

void read_lef_macros(const GraphText& file, MacroOutlines& macros) { LefReader(file, macros).read(); }

}  // namespace cutline
