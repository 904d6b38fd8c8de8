// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "cutline/topology/bisection_parts.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// The number of nodes whose number is below `half` and whose digit of this weight and radix is `value`.
std::uint64_t below(std::uint64_t half, std::uint64_t weight, std::uint64_t radix, std::uint64_t value) {
  const std::uint64_t block = weight * radix;
  const std::uint64_t rest = half % block;
  return half / block * weight + std::clamp<std::uint64_t>(rest, value * weight, (value + 1) * weight) - value * weight;
}

/// The node coordinate of each value of each digit. An interchange has the coordinate of the node before it, or else 0.
std::vector<std::vector<std::uint64_t>> coordinates(const Topology& topology) {
  std::vector<std::vector<std::uint64_t>> all;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    std::vector<std::uint64_t>& of_digit = all.emplace_back();
    std::uint64_t nodes = 0;
    for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
      nodes += topology.level(digit, value) == 0 ? 1 : 0;
      of_digit.push_back(nodes > 0 ? nodes - 1 : 0);
    }
  }
  return all;
}

/// The cut between the first half of the nodes and the others, if nodes are numbered with the digits in this order,
/// from the lowest to the highest.
Cut cut_in_order(const Topology& topology, const std::vector<std::vector<std::uint64_t>>& places,
                 const std::vector<std::size_t>& order) {
  const std::uint64_t half = topology.node_count() / 2;
  std::vector<std::uint64_t> weights(order.size());
  std::uint64_t weight = 1;
  for (const std::size_t digit : order) {
    weights[digit] = weight;
    weight *= topology.node_value_count(digit);
  }
  Cut cut;
  for (const LinkClass& link_class : topology.classes) {
    const std::size_t digit = link_class.digits[0];
    const std::uint64_t radix = topology.node_value_count(digit);
    for (std::size_t i = 0; i < link_class.links.size(); ++i) {
      const auto [low, high] = std::minmax(places[digit][link_class.links[i].a], places[digit][link_class.links[i].b]);
      const std::uint64_t links = below(half, weights[digit], radix, low) - below(half, weights[digit], radix, high);
      cut.links += links;
      cut.channels += links * static_cast<std::uint64_t>(link_class.channels);
      cut.widths += links * link_weight(link_class, i, CutIn::wires);
    }
  }
  return cut;
}

/// A cut, and the order of digits that gives it, from the lowest digit of the numbers to the highest.
struct OrderedCut {
  Cut cut;
  std::vector<std::size_t> order;
};

std::vector<std::size_t> natural_order(const Topology& topology) {
  std::vector<std::size_t> order(topology.digits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// The best of the cuts in natural order and in orders with the digits of larger radix higher, where one digit of each
/// kind in turn is the highest.
OrderedCut cut_of_product(const Topology& topology, CutIn what) {
  std::vector<std::size_t> order = natural_order(topology);
  const auto places = coordinates(topology);
  OrderedCut best = {cut_in_order(topology, places, order), order};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return topology.node_value_count(a) < topology.node_value_count(b);
  });
  for (const DigitKind& kind : digit_kinds(topology)) {
    std::vector<std::size_t> led = order;
    led.erase(std::find(led.begin(), led.end(), kind.digits.back()));
    led.push_back(kind.digits.back());
    const Cut cut = cut_in_order(topology, places, led);
    if (cut.in(what) < best.cut.in(what)) best = {cut, std::move(led)};
  }
  return best;
}

/// The side of each site, if nodes are numbered with the digits in this order: 0 for the first half of the nodes, else
/// 1. An interchange is on the side of the node before it.
Sides sides_in_order(const Topology& topology, const std::vector<std::size_t>& order) {
  const auto places = coordinates(topology);
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  const std::uint64_t half = topology.node_count() / 2;
  Sides sides(topology.site_count());
  for (std::uint64_t site = 0; site < sides.size(); ++site) {
    std::uint64_t number = 0, weight = 1;
    for (const std::size_t digit : order) {
      number += weight * places[digit][site / weights[digit] % topology.digits[digit].radix];
      weight *= places[digit].back() + 1;
    }
    sides[site] = number < half ? 0 : 1;
  }
  return sides;
}

}  // namespace

std::optional<Cut> halving_cut(const Topology& topology, CutIn what) {
  if (topology.is_product()) return cut_of_product(topology, what).cut;
  constexpr std::uint64_t kMostLinks = std::uint64_t{1} << 28;
  if (topology.link_count() > kMostLinks || topology.site_count() > kMostLinks) return std::nullopt;
  return cut_between(topology, sides_in_order(topology, natural_order(topology)));
}

Partition halves(const Topology& topology, CutIn what) {
  Sides sides =
      sides_in_order(topology, topology.is_product() ? cut_of_product(topology, what).order : natural_order(topology));
  const Cut cut = cut_between(topology, sides);
  return {std::move(sides), cut, kHalves};
}

}  // namespace cutline
