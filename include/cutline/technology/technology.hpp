// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/base/quantity.hpp"
#include "cutline/technology/given_figures.hpp"

namespace cutline {

enum class LayerDirection { horizontal, vertical };

/// One wiring layer. Its pitch is the distance of neighbouring wires, centre to centre; resistance and capacitance are
/// those of a wire of the least width between quiet neighbours.
struct Layer {
  std::string name;
  LayerDirection direction = LayerDirection::horizontal;
  Length pitch;
  double free = 1;  ///< the part of its tracks that networks may use; power and clock take the rest
  GivenFigures figures = {};
  std::string unlike = {};  ///< why its figures lie far from its neighbours'; empty: they should not
};

/// An inverter that drives wires. One of size h has resistance / h and h times its capacitances.
struct Driver {
  std::string cell;
  double input_ff = 0;
  double r_chain_ohm = 0;   ///< fitted on the edges that a chain of such cells passes on
  double r_step_ohm = 0;    ///< fitted on a sharp input edge; 0: not known
  double parasitic_ff = 0;  ///< at its output
  double size = 1;          ///< how many times as wide as the library's smallest inverter
  /// Delay without a load, ln 2 x resistance x parasitic capacitance.
  Time unloaded() const;
};

/// The interface between two dies across their edges.
struct DieEdge {
  Length bump_pitch;
  GivenFigures figures;
  Time latency;  ///< both ends together, without the flight
  double energy_pj_per_bit = 0;
  Length reach;
};

/// A cable between boards or cabinets.
struct Cable {
  Length reach;
  Length slack;  ///< added to the way between its ends
  Time latency;  ///< of its ends, whatever its length
  std::optional<double> energy_pj_per_bit;
};

/// What a technology gives for signals on its wires, whatever their layer.
struct Signalling {
  GivenFigures figures;
  std::optional<Driver> driver;  ///< the unit inverter
  Driver largest_driver;         ///< the largest inverter that there is; without an input: any size
};

/// The kind of carrier that wires run on.
enum class Medium { abstract, chip, interposer, package, board, cable };

/// A technology for wires: its layers from the bottom up, in pairs of one horizontal and one vertical layer.
///
/// In the unit technology the wire pitch is 1, planes are one wire pitch per layer apart, the node box is as small as
/// its terminals allow, and a wire one node pitch long has the delay tau = 1 ns by definition. Its lengths have no
/// value in metres.
struct Technology : Signalling {
  std::string name;
  std::string summary;
  std::string source;
  std::string grade;  ///< origin of its numbers: read, printed, computed, measured, estimated, second-hand
  bool unit = false;
  Medium medium = Medium::abstract;
  std::vector<Layer> layers;      ///< bottom up, those that carry the network; none in a medium without tracks
  std::vector<Layer> all_layers;  ///< bottom up, including those of power and cells
  Length node_width;              ///< the least node box; zero: as small as its terminals allow
  Length node_height;
  Length plane_pitch;  ///< from one plane of nodes to the next; zero: unknown
  int wires_per_bit = 1;
  int control_wires = 0;        ///< per channel
  bool neighbours_face = true;  ///< unless a design says otherwise: links between neighbours run from box to box
  std::optional<DieEdge> edge;
  std::optional<Cable> cable;
  std::vector<Diagnostic> warnings;  ///< doubtful values in its file

  int layer_pairs() const { return static_cast<int>(layers.size()) / 2; }
  /// The coarsest pitch of free tracks of the layers that run along the axis x (horizontal) or y (vertical): of a layer
  /// whose tracks are 60 % free, its pitch / 0.6 in whole nanometres. Zero in the unit technology.
  Length track_pitch(LayerDirection direction) const;
  /// The layer pairs by the resistance times capacitance of a millimetre of their layers in a direction, the least and
  /// so fastest first; empty where a layer gives none, or all are equal.
  std::vector<std::uint8_t> fastest_pairs(LayerDirection direction) const;
};

/// The unit technology with some layer pairs.
Technology unit_technology(int layer_pairs = 1);

/// Finds a layer by name among all layers. An empty name means the topmost layer that carries the network, or else the
/// topmost of all. Null where the technology has no layers. Throws an input error with a "did you mean".
const Layer* find_layer(const Technology& technology, std::string_view name = {});

/// Resistance of the stack of vias from the lowest listed layer up to this one.
double via_stack_ohm(const Technology& technology, const Layer& layer);

/// Picoseconds that a wave takes for a millimetre in a medium of this relative permittivity.
double flight_ps_per_mm(double relative_permittivity);

/// Throws an input error that names the layer where pairs or pitches do not fit together. A cable, a die's edge or a
/// bare time of flight needs no layers.
void expect_consistent(const Technology& technology);

std::string_view word(Medium medium);

}  // namespace cutline
