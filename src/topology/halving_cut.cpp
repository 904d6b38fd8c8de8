// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "bisection_parts.hpp"

namespace cutline {

namespace {

/// Nodes whose number is below `half` and whose digit has the value `value`.
std::uint64_t below(std::uint64_t half, std::uint64_t weight, std::uint64_t radix, std::uint64_t value) {
  const std::uint64_t block = weight * radix;
  const std::uint64_t rest = half % block;
  return half / block * weight + std::clamp<std::uint64_t>(rest, value * weight, (value + 1) * weight) - value * weight;
}

/// The cut below which half the nodes are numbered, with the digits from the fastest to the slowest in this order.
Cut cut_in_order(const Topology& topology, const std::vector<std::size_t>& order) {
  const std::uint64_t half = topology.node_count() / 2;
  std::vector<std::uint64_t> weights(order.size());
  std::uint64_t weight = 1;
  for (const std::size_t digit : order) {
    weights[digit] = weight;
    weight *= topology.radices[digit];
  }
  Cut cut;
  for (const LinkClass& link_class : topology.classes) {
    const std::size_t digit = link_class.digits[0];
    std::uint64_t links = 0;
    for (const LocalLink& link : link_class.links) {
      const auto [low, high] = std::minmax(link.a, link.b);
      links += below(half, weights[digit], topology.radices[digit], low) -
               below(half, weights[digit], topology.radices[digit], high);
    }
    cut.links += links;
    cut.channels += links * static_cast<std::uint64_t>(link_class.channels);
  }
  return cut;
}

/// The cut across one digit with an even number of coordinates, in its middle; each interchange goes with the node
/// before it.
std::optional<Cut> cut_across(const Topology& topology, std::size_t digit) {
  const std::vector<std::uint32_t> nodes = topology.node_values(digit);
  if (nodes.size() % 2 != 0) return std::nullopt;
  const std::uint32_t middle = nodes[nodes.size() / 2];
  Cut cut;
  for (const LinkClass& link_class : topology.classes) {
    if (link_class.digits[0] != digit) continue;
    const auto crossing = std::count_if(link_class.links.begin(), link_class.links.end(),
                                        [&](const LocalLink& link) { return (link.a < middle) != (link.b < middle); });
    const std::uint64_t links = static_cast<std::uint64_t>(crossing) * topology.copies(link_class);
    cut.links += links;
    cut.channels += links * static_cast<std::uint64_t>(link_class.channels);
  }
  return cut;
}

std::optional<Cut> cut_with_interchanges(const Topology& topology) {
  std::optional<Cut> best;
  for (std::size_t digit = 0; digit < topology.radices.size(); ++digit) {
    const auto cut = cut_across(topology, digit);
    if (cut && (!best || cut->links < best->links)) best = cut;
  }
  return best;
}

Cut cut_of_product(const Topology& topology) {
  std::vector<std::size_t> order(topology.radices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Cut best = cut_in_order(topology, order);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return topology.radices[a] < topology.radices[b]; });
  for (const DigitKind& kind : digit_kinds(topology)) {
    std::vector<std::size_t> led = order;
    led.erase(std::find(led.begin(), led.end(), kind.digits.back()));
    led.push_back(kind.digits.back());
    const Cut cut = cut_in_order(topology, led);
    if (cut.links < best.links) best = cut;
  }
  return best;
}

}  // namespace

std::optional<Cut> halving_cut(const Topology& topology) {
  if (topology.has_interchanges()) return topology.is_product() ? cut_with_interchanges(topology) : std::nullopt;
  if (topology.is_product()) return cut_of_product(topology);
  constexpr std::uint64_t kMostLinks = std::uint64_t{1} << 28;
  if (topology.link_count() > kMostLinks) return std::nullopt;
  const std::uint64_t half = topology.node_count() / 2;
  Cut cut;
  for_each_link(topology, [&](std::size_t link_class, std::size_t, NodeId a, NodeId b) {
    if ((a.index < half) == (b.index < half)) return;
    ++cut.links;
    cut.channels += static_cast<std::uint64_t>(topology.classes[link_class].channels);
  });
  return cut;
}

}  // namespace cutline
