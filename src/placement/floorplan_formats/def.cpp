// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "placement/floorplan_file.hpp"
#include "placement/lef_def.hpp"

namespace cutline {

namespace {

class DefReader {
 public:
  DefReader(const GraphText& file, const std::vector<GraphText>& lef) : words_(file) {
    for (const GraphText& each : lef) {
      read_lef_macros(each, macros_);
      lef_names_ += fmt::format("{}'{}'", lef_names_.empty() ? "" : ", ", each.path);
    }
  }

  TilePlan read() {
    words_.read_all("DESIGN",
                    {"PROPERTYDEFINITIONS", "VIAS", "STYLES", "NONDEFAULTRULES", "REGIONS", "PINS", "PINPROPERTIES",
                     "SLOTS", "FILLS", "SPECIALNETS", "NETS", "SCANCHAINS", "GROUPS"},
                    [this](std::string_view word) {
                      if (is_keyword(word, "UNITS")) {
                        read_units();
                      } else if (is_keyword(word, "DIEAREA")) {
                        read_die();
                      } else if (is_keyword(word, "COMPONENTS")) {
                        read_section("COMPONENTS", [this] { read_component(); });
                      } else if (is_keyword(word, "BLOCKAGES")) {
                        read_section("BLOCKAGES", [this] { read_blockage(); });
                      } else {
                        return false;
                      }
                      return true;
                    });
    return std::move(floorplan_);
  }

 private:
  Length length(double units) const { return nanometres(units * 1e3 / per_micron_); }
  Rectangle rectangle(const DefPoint& a, const DefPoint& b) const {
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

  /// The polygon of points; what() is its subject in errors, at this byte. A rectangle has no shape.
  Polygon polygon_through(const std::vector<DefPoint>& points, std::string_view what, std::size_t at) const {
    std::vector<Polygon::Corner> corners;
    for (const auto& [x, y] : points) corners.push_back({length(x), length(y)});
    return words_.polygon(std::move(corners), what, at);
  }

  /// Two points are corners of a rectangle, more are those of a polygon.
  void read_die() {
    const std::size_t at = words_.begin();
    const std::vector<DefPoint> points = words_.points();
    words_.expect(";");
    if (points.size() < 2) words_.fail(at, "the die is no polygon", "two points of a rectangle, or three and more");
    if (points.size() == 2) {
      floorplan_.outline = rectangle(points[0], points[1]);
      return;
    }
    Polygon shape = polygon_through(points, "the die", at);
    floorplan_.outline = bounding_box(shape);
    if (!is_rectangle(shape)) floorplan_.outline_shape = std::move(shape);
  }

  /// The statements of a section, each behind its `-`, up to END and the section's name.
  template <class ReadOne>
  void read_section(std::string_view name, const ReadOne& read_one) {
    words_.skip_statement();  // how many there are
    for (std::string_view word = words_.next(); !is_keyword(word, "END"); word = words_.next()) {
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

  /// A macro with its lower left corner here, its router in the middle.
  static Tile tile_of(const MacroOutline& macro, Length x, Length y, Orientation orientation) {
    const Polygon::Corner middle =
        macro.shape.empty() ? Polygon::Corner{macro.width * 0.5, macro.height * 0.5} : middle_of(macro.shape);
    return turned_tile({x, y, macro.width, macro.height}, orientation, middle.x, middle.y, macro.shape);
  }

  void read_component() {
    const std::string name = plain_name(words_.next());
    const std::size_t at = words_.begin();
    const std::string macro(words_.next());
    std::optional<Tile> placed;
    for (std::string_view word = words_.within("a component"); word != ";"; word = words_.within("a component")) {
      if (!is_keyword_of(word, {"PLACED", "FIXED", "COVER"})) continue;
      const auto found = macros_.find(macro);
      if (found == macros_.end())
        words_.fail(fmt::format("{} has no macro {} with a SIZE", lef_names_, quoted_name(macro)));
      const auto [x, y] = words_.point();
      const auto orientation = find_orientation(words_.next());
      if (!orientation) words_.fail("an orientation is N, W, S, E, FN, FW, FS or FE");
      placed = tile_of(found->second, length(x), length(y), *orientation);
    }
    if (!placed) {
      ++floorplan_.unplaced;
      return;
    }
    placed->name = name;
    placed->at = at;
    placed->kind = macro;
    floorplan_.boxed += macros_.find(macro)->second.is_boxed ? 1 : 0;
    floorplan_.tiles.push_back(std::move(*placed));
  }

  /// `- LAYER name + ... RECT ( x y ) ( x y ) POLYGON ( x y ) ( x y ) ( x y ) ... ;`, or `- PLACEMENT ... ;`, which
  /// blocks no wires. Those with FILLS and SLOTS block none either.
  void read_blockage() {
    if (!is_keyword(words_.next(), "LAYER")) return words_.skip_statement();
    const std::string layer(words_.next());
    bool blocks_wires = true;
    for (std::string_view word = words_.within("a blockage"); word != ";"; word = words_.within("a blockage")) {
      if (is_keyword_of(word, {"FILLS", "SLOTS"})) blocks_wires = false;
      Blockage blockage{{}, {layer}, true, {}};
      if (is_keyword(word, "RECT")) {
        const DefPoint from = words_.point(), to = words_.point();
        blockage.box = rectangle(from, to);
      } else if (is_keyword(word, "POLYGON")) {
        const std::size_t at = words_.begin();
        Polygon shape = polygon_through(words_.points(), "the blockage", at);
        blockage.box = bounding_box(shape);
        if (!is_rectangle(shape)) blockage.shape = std::move(shape);
      } else {
        continue;
      }
      if (blocks_wires) floorplan_.blockages.push_back(std::move(blockage));
    }
  }

  DefWords words_;
  std::string lef_names_;
  MacroOutlines macros_;
  double per_micron_ = 100;
  TilePlan floorplan_;
};

TilePlan read_def(const GraphText& file, const std::vector<GraphText>& lef) { return DefReader(file, lef).read(); }

}  // namespace

FloorplanFormat def_floorplan_format() {
  return {.name = "def",
          .summary =
              "the placed components, die and blockages of DEF; sizes and shapes from LEF files; routers in the middle",
          .source = "LEF/DEF 5.8",
          .endings = {".def"},
          .needs_lef = true,
          .read = read_def};
}

}  // namespace cutline
