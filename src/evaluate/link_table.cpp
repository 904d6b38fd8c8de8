// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/link_table.hpp"

#include <bit>
#include <unordered_set>

#include "cutline/performance/latency.hpp"
#include "cutline/study/laid_out.hpp"
#include "evaluate/link_meter.hpp"

namespace cutline {

namespace {

/// Compares and hashes links by the number of their geometry. Links with equal wires are equal, wherever their ends
/// are.
struct EqualWires {
  const std::vector<LinkGeometry>& all;
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    LinkGeometry there = all[b];
    there.from = all[a].from;
    there.to = all[a].to;
    return all[a] == there;
  }
};

struct WiresHash {
  const std::vector<LinkGeometry>& all;
  std::size_t operator()(std::uint32_t number) const {
    const LinkGeometry& link = all[number];
    std::uint64_t sum = link.span.halves;
    const auto add = [&sum](std::uint64_t part) {
      sum = (sum ^ part) * 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: Fibonacci hashing
      sum ^= sum >> 32;
    };
    add(static_cast<std::uint64_t>(link.cells_z));
    add((link.along_x ? 2 : 0) + (link.along_y ? 1 : 0));
    for (const Strand& strand : link.strands) {
      add(static_cast<std::uint64_t>(strand.cells_x));
      add(static_cast<std::uint64_t>(strand.cells_y));
      add(std::bit_cast<std::uint64_t>(strand.mean_x));
      add(std::bit_cast<std::uint64_t>(strand.mean_y));
      add(std::uint64_t{strand.wires} << 8 | strand.pair);
    }
    return sum;
  }
};

}  // namespace

LinkTable::LinkTable(const BuiltCandidate& candidate) {
  CUTLINE_EXPECT(candidate.laid_out() != nullptr);
  const Layout& layout = candidate.laid_out()->layout;
  const bool by_ends = candidate.packages() != nullptr;
  std::unordered_set<std::uint32_t, WiresHash, EqualWires> known(16, WiresHash{geometry_}, EqualWires{geometry_});
  const auto kind_of = [&](LinkGeometry link, std::uint64_t count) {
    const auto number = static_cast<std::uint32_t>(geometry_.size());
    geometry_.push_back(std::move(link));
    const std::uint32_t kind = by_ends ? number : *known.insert(number).first;
    if (kind == number) {
      links_.push_back(0);
    } else {
      geometry_.pop_back();
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

std::vector<LinkCost> link_costs(const Study& study, const BuiltCandidate& candidate, const LinkTable& table,
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

std::vector<std::optional<LayeredCircuit>> link_circuits(const Study& study, const BuiltCandidate& candidate,
                                                         const LinkTable& table, const ChosenDelay& delay) {
  LinkMeter meter(study, candidate, delay);
  std::vector<std::optional<LayeredCircuit>> circuits;
  circuits.reserve(table.kinds());
  for (const LinkGeometry& link : table.geometries()) circuits.push_back(meter.circuit(link));
  return circuits;
}

}  // namespace cutline
