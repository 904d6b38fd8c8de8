// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/link_table.hpp"

#include <bit>
#include <unordered_map>

#include "cutline/performance/latency.hpp"
#include "cutline/study/link_meter.hpp"

namespace cutline {

namespace {

/// All of a link's geometry but its ends.
using WireKey = std::array<std::uint64_t, 7>;

struct WireKeyHash {
  std::size_t operator()(const WireKey& key) const {
    std::uint64_t sum = 0;
    for (const std::uint64_t number : key) {
      sum = (sum ^ number) * 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, as Fibonacci hashing takes it
      sum ^= sum >> 32;
    }
    return sum;
  }
};

WireKey wire_key(const LinkGeometry& link) {
  return {link.span.halves,
          static_cast<std::uint64_t>(link.cells_x),
          static_cast<std::uint64_t>(link.cells_y),
          static_cast<std::uint64_t>(link.cells_z),
          std::bit_cast<std::uint64_t>(link.mean_x),
          std::bit_cast<std::uint64_t>(link.mean_y),
          std::uint64_t{4} * link.pair + (link.along_x ? 2 : 0) + (link.along_y ? 1 : 0)};
}

}  // namespace

LinkTable::LinkTable(const Candidate& candidate) {
  CUTLINE_EXPECT(candidate.laid_out() != nullptr);
  const Layout& layout = candidate.laid_out()->layout;
  const bool by_ends = candidate.packages() != nullptr;
  std::unordered_map<WireKey, std::uint32_t, WireKeyHash> known;
  const auto kind_of = [&](const LinkGeometry& link, std::uint64_t count) {
    auto kind = static_cast<std::uint32_t>(geometry_.size());
    if (!by_ends) kind = known.try_emplace(wire_key(link), kind).first->second;
    if (kind == geometry_.size()) {
      geometry_.push_back(link);
      links_.push_back(0);
    }
    links_[kind] += count;
    return kind;
  };
  for (const Axis axis : kAxes) {
    for (const Pattern& pattern : layout.lines(axis).patterns)
      straight_[index(axis)].emplace_back(pattern.size(), LinkPlace::kBent);
  }
  bent_.resize(layout.wiring.joints.size());
  for_each_link_place(layout, [&](const LinkPlace& place, std::uint64_t count) {
    std::uint32_t& kind = place.is_bent() ? bent_[place.part] : straight_[index(place.axis)][place.pattern][place.part];
    kind = kind_of(link_geometry(layout, place), count);
  });
}

std::vector<LinkCost> link_costs(const Study& study, const Candidate& candidate, const LinkTable& table,
                                 const ChosenDelay& delay, const std::optional<Time>& cycle) {
  LinkMeter meter(study, candidate, delay);
  const bool energy = has_wire_energy(study, candidate);
  std::vector<LinkCost> costs;
  costs.reserve(table.kinds());
  for (const LinkGeometry& link : table.geometries()) {
    LinkCost cost{.delay = meter.delay(link)};
    if (cycle) cost.cycles = whole_cycles(cost.delay, *cycle);
    if (energy) cost.energy_pj_per_bit = meter.energy_pj(link);
    costs.push_back(cost);
  }
  return costs;
}

std::vector<std::optional<LayeredCircuit>> link_circuits(const Study& study, const Candidate& candidate,
                                                         const LinkTable& table, const ChosenDelay& delay) {
  LinkMeter meter(study, candidate, delay);
  std::vector<std::optional<LayeredCircuit>> circuits;
  circuits.reserve(table.kinds());
  for (const LinkGeometry& link : table.geometries()) circuits.push_back(meter.circuit(link));
  return circuits;
}

}  // namespace cutline
