// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/drawing.hpp"
#include "output/svg/canvas.hpp"
#include "output/text/xml.hpp"

namespace cutline::exporting {

namespace {

constexpr int kFinest = -3;   // a thousandth of a nanometre
constexpr int kCoarsest = 9;  // a metre
constexpr double kWhole = 1e-6;
constexpr double kUnitPitchNm = 1000;  // the drawn size of a wire pitch of the unit technology

struct CellNm {
  double x = 0, y = 0;
};

CellNm cell_nm(const LayoutRules& rules) {
  if (rules.unit) return {kUnitPitchNm, kUnitPitchNm};
  return {rules.cell_width_nm, rules.cell_height_nm};
}

/// The technology's layer for a layer of the layout, which counts from 0; null if the technology lists none.
const Layer* listed_layer(const Technology& technology, int layer) {
  const bool listed = !technology.unit && layer / 2 < technology.layer_pairs();
  return listed ? &technology.metal(layer) : nullptr;
}

/// The metal of a layer, for all formats of geometry. A wire has the width that the technology gives, else half the
/// pitch of its layer. A piece in one cell is a square, but at most half a pitch long along the wires, because every
/// cell may hold one.
/// derived: the space is the lesser of the rests of two pitches: of the layer's own, and of the pitch along its wires.
CellMetal cell_metal(const LayoutRules& rules, const Technology& technology, int layer) {
  const bool horizontal = layer == horizontal_layer(layer / 2);
  const CellNm cell = cell_nm(rules);
  const double across = horizontal ? cell.y : cell.x, along = horizontal ? cell.x : cell.y;
  const Layer* listed = listed_layer(technology, layer);
  const double pitch = listed == nullptr ? across : in_nm(listed->pitch);
  const double* given = listed != nullptr ? listed->figures.find(TechnologyFigure::width_nm) : nullptr;
  const double width = given != nullptr ? *given : pitch / 2;
  const double length = std::min(width, along / 2);
  return {width, length, std::min(pitch - width, along - length)};
}

/// A length as a whole number of units; absent if it is none, or less than 2, because a wire and the space beside it
/// need a unit each.
std::optional<std::int64_t> whole(double nm, int exponent) {
  const double units = nm / std::pow(10.0, exponent);
  if (units > static_cast<double>(kMostCoordinate) || std::abs(units - std::round(units)) > kWhole) return std::nullopt;
  const std::int64_t count = std::llround(units);
  return count >= 2 ? std::optional(count) : std::nullopt;
}

std::optional<DrawnPoint> whole_pitch(const CellNm& cell, int exponent) {
  const auto x = whole(cell.x, exponent), y = whole(cell.y, exponent);
  if (!x || !y) return std::nullopt;
  return DrawnPoint{*x, *y};
}

bool fits(const Layout& layout, const DrawnPoint& pitch) {
  return layout.columns().total <= kMostCoordinate / pitch.x && layout.rows().total <= kMostCoordinate / pitch.y;
}

[[noreturn]] void refuse(const Layout& layout, const CellNm& cell) {
  const auto side = [](std::int64_t cells, double nm) {
    return text::short_text(static_cast<double>(cells) * nm * 1e-6);
  };
  throw_limit_error(
      fmt::format("a layout of {} x {} mm does not fit into coordinates of 32 bits (up to {}) in any unit in which its "
                  "pitches, {} x {} nm, are whole",
                  side(layout.columns().total, cell.x), side(layout.rows().total, cell.y),
                  text::with_thousands(kMostCoordinate), text::short_text(cell.x, 10), text::short_text(cell.y, 10)),
      "export a smaller network of the same kind, or take a technology with rounder pitches");
}

constexpr std::uint16_t kPost = 3, kPassed = 4, kOutline = 5;
constexpr std::uint32_t kOfPlane = 10;
constexpr int kOfMetal = 10, kViaAbove = 5;

DrawnLayer numbered(int layer, std::uint32_t plane, Purpose purpose) {
  return {static_cast<std::uint16_t>(layer),
          static_cast<std::uint16_t>(kOfPlane * plane + static_cast<std::uint32_t>(purpose))};
}

std::string shape_name(int layer, const Technology& technology) {
  if (layer == 1) return "nodes";
  if (layer == 2) return "interchanges";
  if (layer == kPost) return "posts to the plane above";
  if (layer == kPassed) return "posts through the plane";
  if (layer == kOutline) return "outline of the die";
  if (layer % kOfMetal == 0) return metal_text(layer / kOfMetal - 1, technology);
  return fmt::format("vias {} to {}", metal_text(layer / kOfMetal - 1, technology),
                     metal_text(layer / kOfMetal, technology));
}

/// The colour of a layer: metals take colours in turn, vias and posts are black, boxes are grey.
std::string_view colour(int layer) {
  if (layer <= 2) return layer == 1 ? "#808080" : "#c0c0c0";
  if (layer < kOfMetal || layer % kOfMetal != 0) return "#202020";
  return svg::kClassColours[static_cast<std::size_t>(layer / kOfMetal - 1) % svg::kClassColours.size()];
}

/// The name of a layer: "metal5", "vias metal5 to metal6", "nodes"; with several planes it also names the plane.
std::string drawn_layer_name(const DrawnLayer& layer, const Technology& technology, bool planes) {
  constexpr std::array<const char*, 6> kPurposes = {"",
                                                    ", texts",
                                                    ", terminals",
                                                    ", terminals of wires that pass",
                                                    ", upper terminals",
                                                    ", upper terminals of wires that pass"};
  return fmt::format("{}{}{}", shape_name(layer.layer, technology), kPurposes[layer.datatype % kOfPlane],
                     planes ? fmt::format(", plane {}", layer.datatype / kOfPlane) : "");
}

std::string rect(const LayerStack& layers, std::int64_t x, std::int64_t y, const DrawnPoint& half) {
  return fmt::format("RECT {} {} {} {} ;\n", layers.microns(x - half.x), layers.microns(y - half.y),
                     layers.microns(x + half.x), layers.microns(y + half.y));
}

std::string layer_text(const Layer& layer, const CellMetal& metal) {
  const double width = metal.width * 1e-3;
  std::string text = fmt::format(
      "LAYER {}\n  TYPE ROUTING ;\n  DIRECTION {} ;\n  PITCH {:.9g} ;\n  WIDTH {:.9g} ;\n  SPACING {:.9g} ;\n",
      layer.name, layer.direction == LayerDirection::horizontal ? "HORIZONTAL" : "VERTICAL", in_nm(layer.pitch) * 1e-3,
      width, metal.space * 1e-3);
  if (metal.length < metal.width) text += fmt::format("  MINWIDTH {:.9g} ;\n", metal.length * 1e-3);
  if (const double* r = layer.figures.find(TechnologyFigure::r_ohm_per_mm))
    text += fmt::format("  RESISTANCE RPERSQ {:.9g} ;\n", *r * 1e-3 * width);
  if (const double* c = layer.figures.find(TechnologyFigure::c_ff_per_mm))
    text += fmt::format("  CAPACITANCE CPERSQDIST {:.9g} ;\n", *c * 1e-6 / width);
  return text + fmt::format("END {}\n", layer.name);
}

/// The line with the resistance of a via; LEF has it for the via and for its cut layer. Empty if the technology does
/// not give it.
std::string via_resistance(const LayerStack& layers, std::size_t place) {
  const std::optional<double> ohm = layers.via_ohm(place);
  return ohm ? fmt::format("  RESISTANCE {:.9g} ;\n", *ohm) : "";
}

std::string cut_name(const LayerStack& layers, std::size_t place) {
  return fmt::format("cut_{}_{}", layers[place].name, layers[place + 1].name);
}

std::string via_text(const LayerStack& layers, std::size_t place) {
  const DrawnPoint below = layers.half_size(place), above = layers.half_size(place + 1);
  const DrawnPoint cut = {std::min(below.x, above.x), std::min(below.y, above.y)};
  return fmt::format("VIA {0} DEFAULT\n{1}  LAYER {2} ;\n    {3}  LAYER {4} ;\n    {5}  LAYER {6} ;\n    {7}END {0}\n",
                     layers.via(place), via_resistance(layers, place), layers[place].name, rect(layers, 0, 0, below),
                     cut_name(layers, place), rect(layers, 0, 0, cut), layers[place + 1].name,
                     rect(layers, 0, 0, above));
}

void put_macro(std::string& out, const LayerStack& layers, const LefMacro& macro, std::size_t number) {
  append(out, "MACRO node{}\n  CLASS BLOCK ;\n  ORIGIN 0 0 ;\n  SIZE {} BY {} ;\n", number, layers.microns(macro.width),
         layers.microns(macro.height));
  for (std::size_t i = 0; i < macro.pins.size(); ++i) {
    const LefPin& pin = macro.pins[i];
    append(out, "  PIN p{}\n    DIRECTION INOUT ;\n    USE SIGNAL ;\n    PORT\n      LAYER {} ;\n        {}", i,
           layers[pin.layer].name, rect(layers, pin.x, pin.y, layers.half_size(pin.layer)));
    append(out, "    END\n  END p{}\n", i);
  }
  if (!macro.shape.empty()) {
    append(out, "  OBS\n    LAYER OVERLAP ;\n      POLYGON");
    for (const DrawnPoint& corner : macro.shape)
      append(out, " {} {}", layers.microns(corner.x), layers.microns(corner.y));
    append(out, " ;\n  END\n");
  }
  append(out, "END node{}\n", number);
}

}  // namespace

DatabaseGrid database_grid(const Layout& layout, const Technology& technology) {
  const CellNm cell = cell_nm(layout.rules);
  DatabaseGrid grid;
  std::optional<DrawnPoint> pitch;
  while (!(pitch = whole_pitch(cell, grid.exponent)) && grid.exponent > kFinest) --grid.exponent;
  while (pitch && !fits(layout, *pitch) && grid.exponent >= 0 && grid.exponent < kCoarsest)
    pitch = whole_pitch(cell, ++grid.exponent);
  if (!pitch || !fits(layout, *pitch)) refuse(layout, cell);
  grid.pitch = *pitch;
  grid.post = {pitch->x / 2, pitch->y / 2};
  for (int layer = 0; layer < 2 * static_cast<int>(layout.rules.layer_pairs); ++layer) {
    const CellMetal metal = cell_metal(layout.rules, technology, layer);
    const bool horizontal = layer == horizontal_layer(layer / 2);
    const auto units = [&](double nm, std::int64_t side) {
      return std::clamp<std::int64_t>(static_cast<std::int64_t>(nm / grid.unit_nm() + kWhole), 1, side - 1);
    };
    grid.size.push_back({units(horizontal ? metal.length : metal.width, pitch->x),
                         units(horizontal ? metal.width : metal.length, pitch->y)});
  }
  return grid;
}

std::string unit_text(const DatabaseGrid& grid) {
  if (grid.exponent >= 3) return text::exact_text(std::pow(10.0, grid.exponent - 3)) + " um";
  return text::exact_text(grid.unit_nm()) + " nm";
}

std::string micrometres(const DatabaseGrid& grid, std::int64_t length) {
  return fmt::format("{:.10g}", static_cast<double>(length) * grid.unit_nm() * 1e-3);
}

DrawnLayer box_layer(bool interchange, std::uint32_t plane, Purpose purpose) {
  return numbered(interchange ? 2 : 1, plane, purpose);
}
DrawnLayer metal_layer(int layer, std::uint32_t plane, Purpose purpose) {
  return numbered(kOfMetal * (layer + 1), plane, purpose);
}
DrawnLayer via_layer(int lower, std::uint32_t plane) {
  return numbered(kOfMetal * (lower + 1) + kViaAbove, plane, Purpose::shapes);
}
DrawnLayer post_layer(std::uint32_t lower_plane, Purpose purpose) { return numbered(kPost, lower_plane, purpose); }
DrawnLayer passed_layer(std::uint32_t plane, Purpose purpose) { return numbered(kPassed, plane, purpose); }
DrawnLayer outline_layer() { return numbered(kOutline, 0, Purpose::shapes); }

std::string metal_text(int layer, const Technology& technology) {
  const Layer* listed = listed_layer(technology, layer);
  return listed == nullptr ? fmt::format("metal {}", layer + 1) : listed->name;
}

std::string layer_properties(const std::vector<DrawnLayer>& layers, const Technology& technology, bool planes,
                             const std::vector<std::string>& header) {
  std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!--\n";
  for (const std::string& line : header) out += text::xml_comment(line) + "\n";
  out += "-->\n<layer-properties>\n";
  for (const DrawnLayer& layer : layers) {
    const bool filled = layer.datatype % kOfPlane == 0 && layer.layer != kOutline;
    out += fmt::format(
        " <properties>\n  <frame-color>{0}</frame-color>\n  <fill-color>{0}</fill-color>\n"
        "  <dither-pattern>{1}</dither-pattern>\n  <visible>true</visible>\n  <transparent>true</transparent>\n"
        "  <width>1</width>\n  <name>{2}</name>\n  <source>{3}/{4}@1</source>\n </properties>\n",
        colour(layer.layer),
        !filled            ? "I1"
        : layer.layer <= 2 ? "I9"
                           : "I5",
        text::xml_escape(drawn_layer_name(layer, technology, planes)), layer.layer, layer.datatype);
  }
  return out + "</layer-properties>\n";
}

LayerStack::LayerStack(const Technology& technology, const LayoutRules& rules, int units_per_micron)
    : technology_(technology), units_per_micron_(units_per_micron) {
  for (const Layer& layer : technology.layers) {
    const bool plain = std::ranges::all_of(layer.name, [](char c) { return is_plain(c) || c == '-'; });
    if (!plain || layer.name.empty()) {
      throw_input_error(fmt::format("LEF cannot hold a layer of the name '{}'", layer.name),
                        "take letters, digits, - and _ alone");
    }
    layers_.push_back(&layer);
  }
  for (std::size_t i = 0; i + 1 < layers_.size(); i += 2) {
    const std::size_t horizontal = layers_[i]->direction == LayerDirection::horizontal ? i : i + 1;
    place_.push_back(horizontal);
    place_.push_back(horizontal == i ? i + 1 : i);
  }
  metal_.resize(layers_.size());
  for (int layer = 0; layer < static_cast<int>(place_.size()); ++layer)
    metal_[place(layer)] = cell_metal(rules, technology, layer);
}

DrawnPoint LayerStack::half_size(std::size_t place) const {
  const auto half = [this](double nm) { return std::llround(nm * 1e-3 * units_per_micron_ / 2); };
  const std::int64_t across = half(metal_[place].width), along = half(metal_[place].length);
  if (layers_[place]->direction == LayerDirection::horizontal) return {along, across};
  return {across, along};
}

std::string LayerStack::via(std::size_t place) const {
  return fmt::format("via_{}_{}", layers_[place]->name, layers_[place + 1]->name);
}

std::optional<double> LayerStack::via_ohm(std::size_t place) const {
  const std::vector<Layer>& all = technology_.all_layers.empty() ? technology_.layers : technology_.all_layers;
  const auto at = [&](const Layer* layer) { return std::ranges::find(all, layer->name, &Layer::name); };
  double sum = 0;
  const auto upper = at(layers_[place + 1]);
  for (auto each = at(layers_[place]); each != upper;) {
    ++each;
    const double* via = each->figures.find(TechnologyFigure::via_ohm);
    if (via == nullptr) return std::nullopt;
    sum += *via;
  }
  return sum;
}

std::string lef_text(const LayerStack& layers, const std::vector<const LefMacro*>& macros) {
  std::string out;
  append(out, "VERSION 5.8 ;\nBUSBITCHARS \"[]\" ;\nDIVIDERCHAR \"/\" ;\nUNITS\n  DATABASE MICRONS {} ;\nEND UNITS\n",
         layers.units_per_micron());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    append(out, "{}", layer_text(layers[i], layers.metal(i)));
    if (i + 1 == layers.size()) continue;
    append(out, "LAYER {0}\n  TYPE CUT ;\n{1}END {0}\n", cut_name(layers, i), via_resistance(layers, i));
  }
  if (std::ranges::any_of(macros, [](const LefMacro* macro) { return !macro->shape.empty(); }))
    append(out, "LAYER OVERLAP\n  TYPE OVERLAP ;\nEND OVERLAP\n");
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) append(out, "{}", via_text(layers, i));
  for (std::size_t i = 0; i < macros.size(); ++i) put_macro(out, layers, *macros[i], i);
  append(out, "END LIBRARY\n");
  return out;
}

}  // namespace cutline::exporting
