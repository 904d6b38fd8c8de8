// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cutline/base/quantity.hpp"

namespace cutline {

enum class LayerDirection { horizontal, vertical };

/// One wiring layer. Its pitch is the distance of neighbouring wires, centre to centre.
struct Layer {
  std::string name;
  LayerDirection direction = LayerDirection::horizontal;
  Length pitch;
};

/// What wires are made of: layers from the bottom, in pairs of one horizontal and one vertical layer.
///
/// In the unit technology the wire pitch is 1, planes are one wire pitch a layer apart, the node box is as small as its
/// terminals allow, and a wire one node pitch long has the delay tau = 1 ns by definition; its lengths have no metres.
struct Technology {
  std::string name;
  std::string summary;
  std::string source;
  bool unit = false;
  std::vector<Layer> layers;  ///< bottom up
  Length node_width;          ///< the least node box; zero: as small as its terminals allow
  Length node_height;
  Length plane_pitch;  ///< from one plane of nodes to the next; zero: unknown
  int wires_per_bit = 1;
  int control_wires = 0;  ///< per channel

  int layer_pairs() const { return static_cast<int>(layers.size()) / 2; }
  /// The coarsest pitch of the layers that run along the axis x (horizontal) or y (vertical). Zero in the unit
  /// technology.
  Length track_pitch(LayerDirection direction) const;
};

/// The unit technology with some layer pairs.
Technology unit_technology(int layer_pairs = 1);

/// Throws an input error that names the layer where pairs or pitches do not fit together.
void expect_consistent(const Technology& technology);

}  // namespace cutline
