// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "evaluate/network.hpp"

namespace cutline {

namespace {

bool has_table(const Parameters& parameters) {
  const auto& values = parameters.values();
  return std::any_of(values.begin(), values.end(),
                     [](const auto& entry) { return std::holds_alternative<IntegerTable>(entry.second); });
}

/// Whether the placement depends on kinds of tile.
bool kinds_bind(const Design& design) {
  const auto lists_nodes = [](const TileKind& kind) { return !kind.at.nodes.empty(); };
  return optimises(design.placement) && std::any_of(design.tiles.begin(), design.tiles.end(), lists_nodes);
}

/// Whether designs have one topology. Mistakes in a network are reported unless it is swept.
bool built_alike(const Design& a, const Design& b) {
  return a.swept == b.swept && a.family == b.family && a.parameters == b.parameters;
}

/// Whether designs of one topology have one placement. A search for it may weigh by traffic, so it also depends on what
/// they are asked.
bool placed_alike(const Design& a, const Design& b) {
  return a.placement == b.placement && (!optimises(a.placement) || a.asked == b.asked);
}

}  // namespace

std::vector<std::size_t> first_with_topology(const std::vector<Design>& designs) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> first(designs.size());
  std::optional<std::size_t> before;  // the last design that is alike to any
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Design& design = designs[i];
    first[i] = i;
    if (design.ideal || design.planes || design.network || has_table(design.parameters)) continue;
    const bool same = before && built_alike(designs[*before], design);  // most often so in a sweep
    first[i] = same ? first[*before]
                    : known
                          .emplace(fmt::format("{}{} {}", design.swept ? "swept " : "", design.family.printed(),
                                               to_string(design.parameters)),
                                   i)
                          .first->second;
    before = i;
  }
  return first;
}

std::vector<std::size_t> first_with_placement(const std::vector<Design>& designs,
                                              const std::vector<std::size_t>& first_with_topology) {
  std::vector<std::size_t> first(designs.size());
  std::multimap<std::size_t, std::size_t> known;  // by topology
  for (std::size_t i = 0; i < designs.size(); ++i) {
    first[i] = i;
    if (kinds_bind(designs[i]) || designs[i].machine) continue;  // cables are figures of a network's links
    const auto [from, to] = known.equal_range(first_with_topology[i]);
    const auto same =
        std::find_if(from, to, [&](const auto& entry) { return placed_alike(designs[entry.second], designs[i]); });
    if (same != to) {
      first[i] = same->second;
    } else {
      known.emplace(first_with_topology[i], i);
    }
  }
  return first;
}

std::vector<std::optional<std::size_t>> first_with_wiring(const std::vector<PlacedOrIdeal>& networks,
                                                          std::pair<std::size_t, std::size_t> block,
                                                          FunctionRef<bool(std::size_t design)> apart) {
  const auto [begin, end] = block;
  std::vector<std::optional<std::size_t>> first(end - begin);
  std::map<std::pair<const PlacedNetwork*, CornerRule>, std::size_t> known;
  for (std::size_t i = begin; i < end; ++i) {
    const auto* placed = std::get_if<PlacedDesign>(&networks[i]);
    if (placed == nullptr || apart(i) || wiring_memory(*placed->network) > kMostSharedBytes) continue;
    const std::size_t same = known.emplace(std::pair(&*placed->network, placed->rules.corners()), i).first->second;
    if (same != i) first[i - begin] = first[same - begin] = same;
  }
  return first;
}

}  // namespace cutline
