// SPDX-License-Identifier: Apache-2.0
#include "link_places.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "cutline/layout/runs.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// Whether lines of one pattern hold equal links.
bool lines_are_alike(const Topology& topology, const Placement& placement, const Layout& layout) {
  return digits_have_axes(topology, placement) && topology.is_product() && layout.wiring.joints.empty();
}

void visit_patterns(const Topology& topology, const Placement& placement, const Layout& layout,
                    FunctionRef<void(const PlacedLink&)> visit) {
  std::array<std::vector<std::uint64_t>, 3> numbers;
  for (const Axis axis : kAxes) numbers[index(axis)] = sites_by_slot(topology, placement[axis]);
  for_each_link_place(layout, [&](const LinkPlace& place, std::uint64_t copies) {
    const Pattern& pattern = layout.lines(place.axis).patterns[place.pattern];
    const std::vector<std::uint64_t>& number = numbers[index(place.axis)];
    visit({.link_class = layout.wiring.kinds[pattern.kind[place.part]].link_class,
           .a = number[slot_of(pattern.lo[place.part])],
           .b = number[slot_of(pattern.hi[place.part])],
           .place = place,
           .copies = copies});
  });
}

/// The network of some digits of a product network, given in ascending order, and for each class of the whole network
/// the number of this class in it.
std::pair<Topology, std::vector<std::size_t>> network_of(const Topology& whole,
                                                         const std::vector<std::uint8_t>& digits) {
  Topology own;
  own.inner = whole.inner;
  own.express = whole.express;
  for (const std::uint8_t digit : digits) own.digits.push_back(whole.digits[digit]);
  const auto own_digit = [&](std::uint8_t digit) { return std::find(digits.begin(), digits.end(), digit); };
  std::vector<std::size_t> own_class(whole.classes.size());
  for (std::size_t i = 0; i < whole.classes.size(); ++i) {
    LinkClass each = whole.classes[i];
    if (own_digit(each.digits[0]) == digits.end()) continue;
    std::erase_if(each.only, [&](const LinkClass::Only& only) { return own_digit(only.digit) == digits.end(); });
    for (LinkClass::Only& only : each.only)
      only.digit = static_cast<std::uint8_t>(own_digit(only.digit) - digits.begin());
    each.digits[0] = static_cast<std::uint8_t>(own_digit(each.digits[0]) - digits.begin());
    own_class[i] = own.classes.size();
    own.classes.push_back(std::move(each));
  }
  return {std::move(own), std::move(own_class)};
}

/// The only pattern of an axis that holds links; absent if several do, or if it holds more than `most_links`.
std::optional<std::uint32_t> only_pattern(const std::vector<Pattern>& patterns, std::uint64_t most_links) {
  std::optional<std::uint32_t> only;
  for (std::uint32_t p = 0; p < patterns.size(); ++p) {
    if (patterns[p].size() == 0) continue;
    if (only || patterns[p].size() > most_links) return std::nullopt;
    only = p;
  }
  return only;
}

/// The network on the lines of one axis; absent if the lines differ or hold more than `most_links`.
std::optional<NetworkWithLinks> network_on(Axis axis, const Topology& whole, const AxisPlacement& placement,
                                           const Layout& layout, std::uint64_t most_links) {
  const std::vector<Pattern>& patterns = layout.lines(axis).patterns;
  const std::optional<std::uint32_t> only = only_pattern(patterns, most_links);
  if (!only) return std::nullopt;
  std::vector<std::uint8_t> digits = placement.digits;
  std::sort(digits.begin(), digits.end());
  auto [topology, own_class] = network_of(whole, digits);
  AxisPlacement own = placement;
  for (std::uint8_t& digit : own.digits)
    digit = static_cast<std::uint8_t>(std::lower_bound(digits.begin(), digits.end(), digit) - digits.begin());
  const std::vector<std::uint64_t> number = sites_by_slot(topology, own);
  NetworkWithLinks network{std::move(topology), {}};
  const Pattern& pattern = patterns[*only];
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    network.links.push_back({.link_class = own_class[layout.wiring.kinds[pattern.kind[part]].link_class],
                             .a = number[slot_of(pattern.lo[part])],
                             .b = number[slot_of(pattern.hi[part])],
                             .place = {axis, *only, part}});
  }
  return network;
}

/// Finds the node that stands in a cell.
class NodesByCell {
 public:
  NodesByCell(const Topology& topology, const Placement& placement) {
    const std::uint64_t sites = topology.site_count();
    nodes_.reserve(sites);
    for (std::uint64_t node = 0; node < sites; ++node) {
      if (topology.kind(node) == SiteKind::nothing) continue;
      nodes_.emplace_back(cell_of(topology, placement, node), node);
    }
    std::sort(nodes_.begin(), nodes_.end());
  }
  std::uint64_t at(const Cell& cell) const {
    const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), std::pair(cell, std::uint64_t{0}));
    CUTLINE_EXPECT(found != nodes_.end() && found->first == cell);
    return found->second;
  }

 private:
  std::vector<std::pair<Cell, std::uint64_t>> nodes_;
};

}  // namespace

void for_each_link_by_itself(const Topology& topology, const Placement& placement, const Layout& layout,
                             FunctionRef<void(const PlacedLink&)> visit) {
  const NodesByCell nodes(topology, placement);
  const GridSize& grid = layout.wiring.grid;
  for (const Axis axis : kAxes) {
    const Lines& lines = layout.lines(axis);
    for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::uint32_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        visit({.link_class = layout.wiring.kinds[pattern.kind[part]].link_class,
               .a = nodes.at(cell_on_line(grid, axis, line, slot_of(pattern.lo[part]))),
               .b = nodes.at(cell_on_line(grid, axis, line, slot_of(pattern.hi[part]))),
               .place = {axis, lines.pattern_of_line[line], part}});
      }
    }
  }
  for (std::uint32_t i = 0; i < layout.wiring.joints.size(); ++i) {
    const Joint& joint = layout.wiring.joints[i];
    const auto [a, b] = layout.wiring.ends(joint);
    visit({.link_class = layout.wiring.kind(joint).link_class,
           .a = nodes.at(a),
           .b = nodes.at(b),
           .place = {Axis::x, LinkPlace::kBent, i}});
  }
}

void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          FunctionRef<void(const PlacedLink&)> visit) {
  if (lines_are_alike(topology, placement, layout)) {
    visit_patterns(topology, placement, layout, visit);
  } else {
    for_each_link_by_itself(topology, placement, layout, visit);
  }
}

NetworkWithLinks whole_network(const Topology& topology, const Placement& placement, const Layout& layout) {
  NetworkWithLinks network{topology, {}};
  for_each_link_by_itself(topology, placement, layout, [&](const PlacedLink& link) { network.links.push_back(link); });
  return network;
}

std::optional<std::vector<NetworkWithLinks>> networks_by_axis(const Topology& topology, const Placement& placement,
                                                              const Layout& layout, std::uint64_t most_links) {
  if (!lines_are_alike(topology, placement, layout)) return std::nullopt;
  std::vector<NetworkWithLinks> networks;
  for (const Axis axis : kAxes) {
    if (placement[axis].digits.empty()) continue;
    auto network = network_on(axis, topology, placement[axis], layout, most_links);
    if (!network) return std::nullopt;
    networks.push_back(std::move(*network));
  }
  return networks;
}

}  // namespace cutline
