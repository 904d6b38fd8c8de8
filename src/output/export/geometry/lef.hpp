// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/layout/layout.hpp"
#include "cutline/technology/technology.hpp"
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

/// The layers that carry a network, from the bottom as they are stacked.
class LayerStack {
 public:
  /// Keeps the technology by reference. Throws an input error for a name that LEF cannot hold.
  LayerStack(const Technology& technology, const LayoutRules& rules, int units_per_micron);
  int units_per_micron() const { return units_per_micron_; }
  double microns(std::int64_t units) const { return static_cast<double>(units) / units_per_micron_; }
  std::size_t size() const { return layers_.size(); }
  const Layer& operator[](std::size_t place) const { return *layers_[place]; }
  /// The place of a layer of the layout, whose numbers count the horizontal layer of a pair first.
  std::size_t place(int layer) const { return place_[static_cast<std::size_t>(layer)]; }
  /// The sizes of a wire and its pieces.
  const CellMetal& metal(std::size_t place) const { return metal_[place]; }
  /// Half the sides of the metal in one cell, in database units.
  DrawnPoint half_size(std::size_t place) const;
  /// The name of the via from the layer at this place up to the next.
  std::string via(std::size_t place) const;
  /// The resistance of that via, including the vias through layers in between that carry no network; absent if the
  /// technology does not give it.
  std::optional<double> via_ohm(std::size_t place) const;

 private:
  const Technology& technology_;
  int units_per_micron_;  ///< of the database
  std::vector<const Layer*> layers_;
  std::vector<std::size_t> place_;
  std::vector<CellMetal> metal_;
};

/// A terminal of a node, relative to the lower left corner of its box, in database units.
struct LefPin {
  std::int64_t x = 0, y = 0;
  std::size_t layer = 0;  ///< its place in the stack
  auto operator<=>(const LefPin&) const = default;
};

/// A node's box.
struct LefMacro {
  std::int64_t width = 0, height = 0;
  std::vector<DrawnPoint> shape;  ///< corners within the box, counter-clockwise; empty: all of it
  std::vector<LefPin> pins;       ///< sorted, none twice; pin i is "p<i>"
  auto operator<=>(const LefMacro&) const = default;
};

/// A LEF 5.8 library: layers with pitch, width, resistance and capacitance, vias with resistance if the technology
/// gives it, and the macros "node<i>", those with a shape with its polygon on a layer of the type OVERLAP.
std::string lef_text(const LayerStack& layers, const std::vector<const LefMacro*>& macros);

}  // namespace cutline::exporting
