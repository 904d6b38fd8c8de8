// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "cutline/technology/technology.hpp"

namespace cutline::exporting {

/// The two numbers by which GDSII and OASIS tell layers apart.
///
/// Node boxes are on layer 1, interchanges on 2, posts from a plane to the next on 3, posts that pass through a plane
/// on 4, and the outline of a die that is a polygon on 5. Metal m (from 1 at the bottom) is on layer 10 m, and the vias
/// from it to metal m + 1 on 10 m + 5. In plane z the shapes have datatype 10 z; other purposes add their number to it.
struct DrawnLayer {
  std::uint16_t layer = 0, datatype = 0;
  auto operator<=>(const DrawnLayer&) const = default;
};

/// The purpose of a shape: the number that is added to the datatype.
enum class Purpose : std::uint16_t {
  shapes = 0,
  texts = 1,          ///< addresses of nodes, names of links
  terminals = 2,      ///< where a wire meets its node; for a post, its node in the lower plane
  through = 3,        ///< where a wire enters a box to reach its post: the box joins wire and post
  upper_ends = 4,     ///< as `terminals`, in the upper plane
  upper_through = 5,  ///< as `through`, in the upper plane
};

/// The largest number of planes whose datatypes fit: numbers have 16 bits, and readers take them as signed.
inline constexpr std::uint32_t kMostPlanesDrawn = 3276;

DrawnLayer box_layer(bool interchange, std::uint32_t plane, Purpose purpose = Purpose::shapes);
/// `layer` counts from 0, as the shapes of a layout do.
DrawnLayer metal_layer(int layer, std::uint32_t plane, Purpose purpose = Purpose::shapes);
DrawnLayer via_layer(int lower, std::uint32_t plane);
/// The layer of posts from a plane to the next; passed_layer() is that of posts that pass through a plane.
DrawnLayer post_layer(std::uint32_t lower_plane, Purpose purpose = Purpose::shapes);
DrawnLayer passed_layer(std::uint32_t plane, Purpose purpose = Purpose::shapes);
DrawnLayer outline_layer();

/// The technology's name of a metal, "metal5"; if it lists none, "metal 3". `layer` counts from 0.
std::string metal_text(int layer, const Technology& technology);
/// The name of a layer: "metal5", "vias metal5 to metal6", "nodes"; with several planes it also names the plane.
std::string name_of(const DrawnLayer& layer, const Technology& technology, bool planes);

/// A KLayout layer-properties file: name, colour and stipple of each layer; the header's lines as a comment.
std::string layer_properties(const std::vector<DrawnLayer>& layers, const Technology& technology, bool planes,
                             const std::vector<std::string>& header);

}  // namespace cutline::exporting
