// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/delay/layered_delay.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The links of a layout by kind. Links of one kind have the same wires and cross the same modules, so their delay and
/// energy are equal. Every output that shows delay, cycles or energy of a link takes them from here.
///
/// Regular networks have few kinds. If modules or bends make links differ, the number of kinds is near that of links.
class LinkTable {
 public:
  /// `candidate` must have a layout. Cost: O(parts of the distinct patterns + wires of bent links); about 150 bytes a
  /// kind.
  explicit LinkTable(const BuiltCandidate& candidate);

  std::size_t kinds() const { return geometry_.size(); }
  /// The geometry of the first link of the kind.
  const LinkGeometry& geometry(std::size_t kind) const { return geometry_[kind]; }
  const std::vector<LinkGeometry>& geometries() const { return geometry_; }
  std::uint64_t links(std::size_t kind) const { return links_[kind]; }
  std::uint32_t kind(const LinkPlace& place) const {
    return place.is_bent() ? bent_[place.part] : straight_[index(place.axis)][place.pattern][place.part];
  }

 private:
  std::array<std::vector<std::vector<std::uint32_t>>, 3> straight_;  ///< by axis, pattern and part
  std::vector<std::uint32_t> bent_;                                  ///< by joint
  std::vector<LinkGeometry> geometry_;                               ///< by kind
  std::vector<std::uint64_t> links_;                                 ///< by kind
};

/// Delay and energy of one link, on its assigned layers and with the modules that it crosses.
struct LinkCost {
  Time delay;                               ///< of its longest wire, one way
  double cycles = 0;                        ///< whole cycles of the clock, at least 1; 0 without a clock
  std::optional<double> energy_pj_per_bit;  ///< of its wires; absent if the technology does not give it
};
/// The cost of each kind of link under one delay model of the study, with a clock of `cycle`.
std::vector<LinkCost> link_costs(const Study& study, const BuiltCandidate& candidate, const LinkTable& table,
                                 const ChosenDelay& delay, const std::optional<Time>& cycle = {});

/// The longest wire of each kind of link as a circuit, on its assigned layers; absent if the link leaves its module
/// over media that are no circuits. Throws the errors of wire_circuit().
std::vector<std::optional<LayeredCircuit>> link_circuits(const Study& study, const BuiltCandidate& candidate,
                                                         const LinkTable& table, const ChosenDelay& delay);

}  // namespace cutline
