// SPDX-License-Identifier: Apache-2.0
#include "link_places.hpp"

#include <algorithm>
#include <utility>

#include "cutline/layout/layout.hpp"

namespace cutline {

namespace {

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

/// The network on the lines of one axis, all of which have this pattern.
NetworkWithLinks network_on(Axis axis, std::uint32_t only, const Topology& whole, const Placement& placement,
                            const Layout& layout) {
  const Pattern& pattern = layout.lines(axis).patterns[only];
  std::vector<std::uint8_t> digits = placement[axis].digits;
  std::sort(digits.begin(), digits.end());
  auto [topology, own_class] = network_of(whole, digits);
  const std::vector<std::uint64_t> weights = digit_weights(whole), sites = sites_by_slot(whole, placement[axis]);
  std::vector<std::uint64_t> own;  // numbers in the axis's own network, by slot
  own.reserve(sites.size());
  for (const std::uint64_t site : sites) own.push_back(number_of_digits(whole, weights, digits, site));
  std::vector<PlacedLink> links = links_of_axis(whole, sites, layout, axis);
  for (PlacedLink& link : links) {
    const std::uint32_t low = slot_of(pattern.lo[link.place.part]), high = slot_of(pattern.hi[link.place.part]);
    const bool leads_up = link.a == sites[low];
    link.link_class = own_class[link.link_class];
    link.a = own[leads_up ? low : high];
    link.b = own[leads_up ? high : low];
  }
  return {std::move(topology), std::move(links)};
}

}  // namespace

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
    const std::optional<std::uint32_t> only = only_pattern(layout.lines(axis).patterns, most_links);
    if (!only) return std::nullopt;
    networks.push_back(network_on(axis, *only, topology, placement, layout));
  }
  return networks;
}

}  // namespace cutline
