// SPDX-License-Identifier: Apache-2.0
#include "study/alike.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "cutline/placement/order.hpp"

namespace cutline {

namespace {

/// Of one wiring; a block of designs shares at most half as many.
constexpr double kMostSharedBytes = 1 << 19;

bool has_table(const Parameters& parameters) {
  const auto& values = parameters.values();
  return std::any_of(values.begin(), values.end(),
                     [](const auto& entry) { return std::holds_alternative<IntegerTable>(entry.second); });
}

bool optimises(const PlacementChoice& choice) {
  return std::any_of(choice.orders.begin(), choice.orders.end(), [](const std::string& name) {
    const Order* order = find_order(name);
    return order != nullptr && order->arrange != nullptr;
  });
}

}  // namespace

std::vector<std::size_t> first_of_topology(const std::vector<Design>& designs) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> first(designs.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Design& design = designs[i];
    first[i] = i;
    if (design.ideal || has_table(design.parameters)) continue;
    first[i] = known.emplace(design.family + " " + to_string(design.parameters), i).first->second;
  }
  return first;
}

std::vector<std::size_t> first_of_placement(const std::vector<Design>& designs,
                                            const std::vector<std::size_t>& first_of_topology) {
  std::vector<std::size_t> first(designs.size());
  std::multimap<std::size_t, std::size_t> placements;  // by topology, the first design of each
  for (std::size_t i = 0; i < designs.size(); ++i) {
    first[i] = i;
    if (!optimises(designs[i].placement)) continue;
    const auto [from, to] = placements.equal_range(first_of_topology[i]);
    const auto same = std::find_if(
        from, to, [&](const auto& known) { return designs[known.second].placement == designs[i].placement; });
    if (same == to) {
      placements.emplace(first_of_topology[i], i);
    } else {
      first[i] = same->second;
    }
  }
  return first;
}

std::vector<std::optional<std::size_t>> first_of_wiring(const std::vector<Network>& networks,
                                                        const std::vector<std::size_t>& first_of_topology,
                                                        std::size_t begin, std::size_t end,
                                                        std::optional<std::size_t> reference) {
  std::vector<std::optional<std::size_t>> first(end - begin);
  std::multimap<std::size_t, std::size_t> placements;  // by topology, the first design of each
  for (std::size_t i = begin; i < end; ++i) {
    const Network& network = networks[i];
    if (!network.placed || i == reference || memory_estimate(network) > kMostSharedBytes) continue;
    const auto [from, to] = placements.equal_range(first_of_topology[i]);
    const auto same = std::find_if(from, to, [&](const auto& known) {
      return networks[known.second].design->placement == network.design->placement;
    });
    if (same == to) {
      placements.emplace(first_of_topology[i], i);
      continue;
    }
    first[i - begin] = same->second;
    first[same->second - begin] = same->second;
  }
  return first;
}

}  // namespace cutline
