// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "cutline/detail/study/design.hpp"
#include "evaluate/network.hpp"

namespace cutline {

namespace {

/// Largest size of a wiring that designs share. A shared wiring belongs to at least two designs, so a block shares at
/// most half as many wirings as it has designs.
constexpr double kMostSharedBytes = 3 << 18;

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

/// The first design of every combination of topology and placement seen so far.
class FirstPlaced {
 public:
  /// The first design with the same topology and placement as `design`, which may be `design` itself.
  std::size_t of(std::size_t topology, const PlacementChoice& placement, std::size_t design) {
    const auto [from, to] = known_.equal_range(topology);
    const auto same = std::find_if(from, to, [&](const auto& known) { return *known.second.first == placement; });
    if (same != to) return same->second.second;
    known_.emplace(topology, std::pair(&placement, design));
    return design;
  }

 private:
  std::multimap<std::size_t, std::pair<const PlacementChoice*, std::size_t>> known_;
};

}  // namespace

std::vector<std::size_t> first_with_topology(const std::vector<Design>& designs) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> first(designs.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Design& design = designs[i];
    first[i] = i;
    if (design.ideal || design.planes || design.network || has_table(design.parameters)) continue;
    first[i] = known.emplace(design.family.printed() + " " + to_string(design.parameters), i).first->second;
  }
  return first;
}

std::vector<std::size_t> first_with_placement(const std::vector<Design>& designs,
                                              const std::vector<std::size_t>& first_with_topology) {
  std::vector<std::size_t> first(designs.size());
  FirstPlaced placed;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    const PlacementChoice& placement = designs[i].placement;
    first[i] = optimises(placement) && !kinds_bind(designs[i]) ? placed.of(first_with_topology[i], placement, i) : i;
  }
  return first;
}

std::vector<std::optional<std::size_t>> first_with_wiring(const std::vector<Design>& designs,
                                                          const std::vector<PlacedOrNot>& networks,
                                                          const std::vector<std::size_t>& first_with_topology,
                                                          std::pair<std::size_t, std::size_t> block,
                                                          std::optional<std::size_t> reference) {
  const auto [begin, end] = block;
  std::vector<std::optional<std::size_t>> first(end - begin);
  FirstPlaced placed;
  for (std::size_t i = begin; i < end; ++i) {
    const auto* network = std::get_if<PlacedDesign>(&networks[i]);
    if (network == nullptr || i == reference || kinds_bind(designs[i]) || designs[i].machine) continue;
    if (wiring_memory(*network->network) > kMostSharedBytes) continue;
    const std::size_t same = placed.of(first_with_topology[i], designs[i].placement, i);
    if (same != i) first[i - begin] = first[same - begin] = same;
  }
  return first;
}

}  // namespace cutline
