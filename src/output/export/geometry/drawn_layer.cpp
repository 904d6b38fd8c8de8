// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/drawn_layer.hpp"

#include <fmt/core.h>

#include <array>

#include "output/export/geometry/database_grid.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg/style.hpp"
#include "output/text/xml.hpp"

namespace cutline::exporting {

namespace {

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

}  // namespace

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

std::string name_of(const DrawnLayer& layer, const Technology& technology, bool planes) {
  constexpr std::array<const char*, 6> kPurposes = {"",
                                                    ", texts",
                                                    ", terminals",
                                                    ", terminals of wires that pass",
                                                    ", upper terminals",
                                                    ", upper terminals of wires that pass"};
  return fmt::format("{}{}{}", shape_name(layer.layer, technology), kPurposes[layer.datatype % kOfPlane],
                     planes ? fmt::format(", plane {}", layer.datatype / kOfPlane) : "");
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
        text::xml_escape(name_of(layer, technology, planes)), layer.layer, layer.datatype);
  }
  return out + "</layer-properties>\n";
}

}  // namespace cutline::exporting
