// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "cutline/delay/layered_delay.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/topology/given_links.hpp"
#include "evaluate/link_table.hpp"
#include "evaluate/node_pitch.hpp"
#include "measure/packages.hpp"

namespace cutline {

/// The delay model with all delays `times` as long.
inline ChosenDelay slowed(ChosenDelay delay, double times) {
  delay.scale *= times;
  return delay;
}

/// Whether the technology has what the energy of wires needs.
bool has_wire_energy(const Study& study, const BuiltCandidate& candidate);

/// Computes delay and energy of the links of a layout, under one delay model. No other code computes the delay of a
/// link.
class LinkMeter {
 public:
  LinkMeter(const Study& study, const BuiltCandidate& candidate, const ChosenDelay& delay);

  /// Delay of a link: the given one, else the sum of the delays of its wires (by the model), of the media that carry
  /// the rest of its length, and of the modules that it crosses. A link whose length is given has wires of this length.
  Time delay(const LinkGeometry& link);
  /// The same; it also counts this link and its like, `links` in all, for outside_range().
  Time counted_delay(const LinkGeometry& link, std::uint64_t links);
  /// The slowest wire of a link as a circuit; absent if a medium that is no circuit carries the link, or if its delay
  /// is given.
  std::optional<LayeredCircuit> circuit(const LinkGeometry& link);
  /// Energy of a bit over one of the link's channels: the mean over its wires, where the wires of a layer pair count
  /// with their mean length. Absent if a medium gives no energy.
  std::optional<double> energy_pj(const LinkGeometry& link);
  /// Energy of a bit at the edges of the modules that the link leaves; absent if one of them gives no energy.
  std::optional<double> edge_pj(const LinkGeometry& link) const { return crossed(link).energy_pj_per_bit; }
  /// The slowest wire of a link, with its layers, lengths and figures.
  SlowestWire described(const LinkGeometry& link);
  /// The delay that the user's file gives a link, which then is its delay; absent if it gives none.
  std::optional<Time> given_delay(const LinkGeometry& link) const;

  /// Notes on the counted links: how many lie outside the model's range, and the length of the one farthest outside.
  /// Empty if none does.
  std::vector<Note> outside_range() const;

 private:
  /// Links whose wires are shorter, or longer, than the range of a model.
  struct Outside {
    std::uint64_t links = 0;
    LayeredWire extreme;  ///< the farthest from the range
    Length length;
  };
  const GivenLink* given(const LinkGeometry& link) const;
  double stretch(const LinkGeometry& link) const;
  LinkCrossings crossed(const LinkGeometry& link) const;
  LinkWay way_of(const LinkGeometry& link) const;
  /// The slowest wire of a link, which is the longest one of some layer pair.
  struct Slowest {
    LayeredWire wire;
    Time delay;
  };
  Slowest slowest(const LinkGeometry& link, const LinkWay& way);
  /// Counts links whose slowest wire lies outside the model's range.
  void compare_with_range(const LayeredWire& wire, std::uint64_t links);
  LayeredWire longest_wire(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const;
  WireLength wire_length(const LinkGeometry& link, const Strand& strand, const LinkWay& way) const;

  const Layout& layout_;
  LayeredDelay layered_;
  NodePitch pitch_;
  int wires_per_bit_ = 1;
  const GivenLinks* given_ = nullptr;
  double scale_ = 1;  ///< factor on the delays of wires
  Time cycle_;        ///< of a fixed clock
  std::optional<Crossings> crossings_;
  std::uint64_t links_ = 0;
  Outside above_, below_;
};

/// How the delays that a graph's file gives to links differ from those of the layout under the delay model of `meter`.
/// No links in the unit technology, whose delays are not those of any wire. Cost: O(links log nodes) where delays are
/// given.
GivenDifference given_delays(const BuiltCandidate& candidate, const LinkTable& table, LinkMeter& meter);

}  // namespace cutline
