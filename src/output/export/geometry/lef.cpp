// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/lef.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"

namespace cutline::exporting {

namespace {

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

LayerStack::LayerStack(const Technology& technology, const LayoutRules& rules, int units_per_micron)
    : technology_(technology), units_per_micron_(units_per_micron) {
  for (const Layer& layer : technology.layers) {
    const bool plain = std::all_of(layer.name.begin(), layer.name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
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
  const auto at = [&](const Layer* layer) {
    return std::find_if(all.begin(), all.end(), [&](const Layer& each) { return each.name == layer->name; });
  };
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
  if (std::any_of(macros.begin(), macros.end(), [](const LefMacro* macro) { return !macro->shape.empty(); }))
    append(out, "LAYER OVERLAP\n  TYPE OVERLAP ;\nEND OVERLAP\n");
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) append(out, "{}", via_text(layers, i));
  for (std::size_t i = 0; i < macros.size(); ++i) put_macro(out, layers, *macros[i], i);
  append(out, "END LIBRARY\n");
  return out;
}

}  // namespace cutline::exporting
