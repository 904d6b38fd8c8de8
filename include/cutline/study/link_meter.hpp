// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cutline/delay/layered_delay.hpp"
#include "cutline/measure/link_geometry.hpp"
#include "cutline/measure/packages.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// From node to node, the mean over the axes that have several nodes.
struct NodePitch {
  double pitches = 1;
  Length length;
};
NodePitch node_pitch(const Layout& layout);

/// Whether the technology tells the energy of wires.
bool has_wire_energy(const Study& study, const Candidate& candidate);

/// What links of one candidate with a layout cost under one delay model: the only place where a link is timed.
class LinkMeter {
 public:
  LinkMeter(const Study& study, const Candidate& candidate, const ChosenDelay& delay);

  /// Of what a link leaves to the model, with what it crosses; media that carry it all its way leave nothing.
  Time delay(const LinkGeometry& link);
  /// Of its longest wire; absent where media that are no circuits carry it.
  std::optional<LayeredCircuit> circuit(const LinkGeometry& link);
  /// Of a bit over one of the link's channels, on a wire of mean length; absent where the medium does not say.
  std::optional<double> energy_pj(const LinkGeometry& link);
  /// Of a bit at the edges of the modules that it leaves; absent where one does not say.
  std::optional<double> edge_pj(const LinkGeometry& link) const { return crossed(link).energy_pj_per_bit; }
  SlowestWire described(const LinkGeometry& link);

  /// Counts links for outside_range(): those whose wires lie outside the model's range.
  void count(const LinkGeometry& link, std::uint64_t links);
  /// Of the links counted: how many lie outside, and the farthest of them; empty where none does.
  std::vector<Note> outside_range() const;

 private:
  /// Links whose wires lie outside the range of a model, on one side of it.
  struct Outside {
    std::uint64_t links = 0;
    LayeredWire extreme;  ///< the farthest from the range
    Length length;
  };
  LinkCrossings crossed(const LinkGeometry& link) const;
  LinkWay way_of(const LinkGeometry& link) const;
  LayeredWire longest_wire(const LinkGeometry& link, const LinkWay& way) const;
  WireLength wire_length(const LinkWay& way) const;

  const Layout& layout_;
  LayeredDelay layered_;
  NodePitch pitch_;
  int wires_per_bit_ = 1;
  std::optional<Crossings> crossings_;
  std::uint64_t links_ = 0;
  Outside above_, below_;
};

}  // namespace cutline
