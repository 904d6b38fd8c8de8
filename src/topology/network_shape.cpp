// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/network_shape.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cutline/topology/graph_shape.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// Whether the class has exactly these digits and is present at every value of all others, with plain links of width 1.
bool is_everywhere(const LinkClass& links, const std::vector<std::uint8_t>& digits) {
  return links.digits == digits && links.only.empty() && links.widths.empty() && !links.shared;
}

/// The shape of a product of paths or of rings: every digit has one class, a path or a ring. Two nodes fit either kind.
/// All rings must have the same directions, and rings and paths of three or more nodes must not be mixed. Dimensions of
/// radix 1, which have no links, are left out.
NetworkShape product_shape(const Topology& topology) {
  bool rings = false, paths = false, one_way = false, both_ways = false;
  std::vector<bool> seen(topology.digits.size());
  for (const LinkClass& links : topology.classes) {
    if (links.digits.size() != 1 || !is_everywhere(links, links.digits)) return {};
    const std::size_t digit = links.digits[0];
    if (seen[digit]) return {};
    seen[digit] = true;
    const std::uint32_t radix = topology.digits[digit].radix;
    if (radix == 1) continue;
    const Shape shape = shape_of_links(links.links, radix, links.channels);
    if (shape == Shape::other) return {};
    if (radix == 2) continue;
    paths = paths || shape == Shape::path;
    rings = rings || shape != Shape::path;
    one_way = one_way || shape == Shape::one_way_ring;
    both_ways = both_ways || shape == Shape::ring;
  }
  if ((rings && paths) || (one_way && both_ways)) return {};
  std::vector<double> radices;
  for (const Digit& digit : topology.digits) {
    if (digit.radix > 1) radices.push_back(digit.radix);
  }
  return cube_shape(paths ? NetworkKind::paths : NetworkKind::rings, std::move(radices), one_way);
}

/// Whether digit 0 is a level, all other digits are bits, and the first class is a path or ring of the levels,
/// whichever way its channels go.
bool has_levels(const Topology& topology, bool wrapped) {
  const std::vector<Digit>& digits = topology.digits;
  const auto levels = static_cast<std::uint32_t>(digits.size() - 1);
  const bool bits = std::all_of(digits.begin() + 1, digits.end(), [](const Digit& digit) { return digit.radix == 2; });
  const LinkClass& straight = topology.classes[0];
  if (!bits || digits[0].radix != levels + (wrapped ? 0 : 1) || !is_everywhere(straight, {0})) return false;
  const Shape shape = shape_of_links(straight.links, digits[0].radix, 2);
  return shape == (wrapped && levels > 2 ? Shape::ring : Shape::path);
}

bool is_cycles_of_cube(const Topology& topology) {
  if (!has_levels(topology, true)) return false;
  for (std::uint32_t level = 0; level + 1 < topology.classes.size(); ++level) {
    const LinkClass& cube = topology.classes[level + 1];
    const bool at_level = cube.only.size() == 1 && cube.only[0].digit == 0 && cube.only[0].values.size() == 1 &&
                          cube.only[0].values[0] == level;
    if (!at_level || cube.digits.size() != 1 || cube.digits[0] != level + 1 || !cube.widths.empty() || cube.shared ||
        shape_of_links(cube.links, 2, 2) != Shape::path)
      return false;
  }
  return true;
}

bool is_butterfly(const Topology& topology) {
  if (!has_levels(topology, false) || topology.classes[0].channels != 2) return false;
  const std::uint32_t levels = topology.digits[0].radix;
  for (std::uint32_t level = 0; level + 1 < topology.classes.size(); ++level) {
    const LinkClass& cross = topology.classes[level + 1];
    const std::vector<LocalLink> links = {{level, levels + level + 1}, {level + 1, levels + level}};
    if (!is_everywhere(cross, {0, static_cast<std::uint8_t>(level + 1)}) || cross.links != links || cross.channels != 2)
      return false;
  }
  return true;
}

}  // namespace

bool NetworkShape::is_binary() const {
  // Real radices come from roots, so a radix of 2 may have a rounding error.
  return kind == NetworkKind::rings && !radices.empty() &&
         std::all_of(radices.begin(), radices.end(), [](double radix) { return std::abs(radix - 2) < 1e-9; });
}

NetworkShape cube_shape(NetworkKind kind, std::vector<double> radices, bool one_way) {
  NetworkShape shape{NetworkKind::rings, std::move(radices), one_way};
  if (!shape.is_binary()) shape.kind = kind;
  return shape;
}

NetworkShape network_shape(const Topology& topology) {
  const std::vector<LinkClass>& classes = topology.classes;
  if (classes.empty() || topology.has_interchanges() || !topology.has_dimensions) return {};
  if (classes.size() == 1 && classes[0].shared && topology.digits.size() == 1)
    return {.kind = NetworkKind::bus, .radices = {static_cast<double>(topology.digits[0].radix)}};
  if (classes.size() != topology.digits.size()) return {};
  if (NetworkShape shape = product_shape(topology); shape.kind != NetworkKind::other) return shape;
  if (is_cycles_of_cube(topology)) {
    const bool one_way =
        std::any_of(classes.begin(), classes.end(), [](const LinkClass& c) { return c.channels == 1; });
    return {.kind = NetworkKind::cycles_of_cube, .one_way = one_way};
  }
  return {.kind = is_butterfly(topology) ? NetworkKind::butterfly : NetworkKind::other};
}

std::string_view kind_word(NetworkKind kind) {
  switch (kind) {
    case NetworkKind::rings:
      return "torus";
    case NetworkKind::paths:
      return "mesh";
    case NetworkKind::cycles_of_cube:
      return "ccc";
    case NetworkKind::butterfly:
      return "butterfly";
    case NetworkKind::bus:
      return "bus";
    case NetworkKind::other:
      break;
  }
  return "other";
}

}  // namespace cutline
