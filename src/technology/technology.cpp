// SPDX-License-Identifier: Apache-2.0
#include "cutline/technology/technology.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {
namespace {

void expect_pitch(const Technology& technology, const Layer& layer) {
  if (technology.unit || layer.pitch.base > 0) return;
  throw_input_error(fmt::format("layer '{}' of technology '{}' has no pitch", layer.name, technology.name),
                    "a pitch is the distance of neighbouring wires, centre to centre: `pitch: 0.28 um`", "layers");
}

void expect_pair(const Technology& technology, const Layer& lower, const Layer& upper) {
  if (lower.direction != upper.direction) return;
  throw_input_error(fmt::format("layers '{}' and '{}' of technology '{}' form a pair and run in the same direction",
                                lower.name, upper.name, technology.name),
                    "layers come in pairs from the bottom, one horizontal and one vertical", "layers");
}

}  // namespace

Length Technology::track_pitch(LayerDirection direction) const {
  Length pitch;
  if (unit) return pitch;
  for (const Layer& layer : layers) {
    if (layer.direction == direction) pitch = std::max(pitch, layer.pitch);
  }
  return pitch;
}

Technology unit_technology(int layer_pairs) {
  CUTLINE_EXPECT(layer_pairs >= 1);
  Technology technology;
  technology.name = "unit";
  technology.summary = "wire pitch 1, node boxes as small as their terminals allow, tau for a wire one node pitch long";
  technology.source = "derived: the papers' abstract wires";
  technology.unit = true;
  for (int pair = 0; pair < layer_pairs; ++pair) {
    technology.layers.push_back({fmt::format("h{}", pair + 1), LayerDirection::horizontal, {}});
    technology.layers.push_back({fmt::format("v{}", pair + 1), LayerDirection::vertical, {}});
  }
  return technology;
}

void expect_consistent(const Technology& technology) {
  const std::vector<Layer>& layers = technology.layers;
  if (layers.empty()) throw_input_error(fmt::format("technology '{}' has no layers", technology.name), {}, "layers");
  for (const Layer& layer : layers) expect_pitch(technology, layer);
  if (layers.size() % 2 != 0) {
    throw_input_error(fmt::format("layer '{}' of technology '{}' has no partner", layers.back().name, technology.name),
                      "layers come in pairs from the bottom, one horizontal and one vertical", "layers");
  }
  for (std::size_t i = 0; i < layers.size(); i += 2) expect_pair(technology, layers[i], layers[i + 1]);
}

}  // namespace cutline
