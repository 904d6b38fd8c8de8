// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "cutline/base/error.hpp"
#include "cutline/detail/base/values.hpp"

namespace cutline {

/// A number that a source may give: for a layer, including a via down to the layer below; for signals on any layer; or
/// for the edge of a die with its PHY modules.
enum class TechnologyFigure : std::uint8_t {
  width_nm,
  r_ohm_per_mm,
  c_ff_per_mm,
  l_nh_per_mm,  ///< if not given, the inductance follows from the speed of a wave in the medium around the wire
  via_ohm,
  vdd_v,
  stored_bit_mm2,  ///< of a flip-flop and a two-way multiplexer of the cell library
  flight_ps_per_mm,
  bandwidth_gbyte_per_s_per_mm,  ///< per millimetre of edge
  module_wires,                  ///< number of wires that one PHY module passes
  module_width_nm,               ///< along the edge
  module_mm2
};

/// The figures that a source gives.
class GivenFigures {
 public:
  /// The figure; null if the source does not give it.
  const double* find(TechnologyFigure figure) const;
  bool has(TechnologyFigure figure) const { return find(figure) != nullptr; }
  /// The figure, which must be given.
  double operator[](TechnologyFigure figure) const;
  /// Sets a figure, or removes it if `value` is absent.
  void set(TechnologyFigure figure, const std::optional<double>& value);

 private:
  struct Entry {
    TechnologyFigure figure;
    double value;
  };
  std::vector<Entry> entries_;
};

enum class LayerDirection { horizontal, vertical };

/// One wiring layer. Its pitch is the distance of neighbouring wires, centre to centre. Resistance and capacitance are
/// those of a wire of the least width; the capacitance is that between quiet neighbours.
struct Layer {
  std::string name;
  LayerDirection direction = LayerDirection::horizontal;
  Length pitch;
  double free = 1;  ///< the part of its tracks that networks may use; power and clock take the rest
  GivenFigures figures = {};
  /// Why its figures differ much from those of its neighbours; empty: a large difference draws a warning.
  std::string unlike = {};
  /// The distance of its free tracks. If 60 % of them are free, it is pitch / 0.6, rounded up to whole nanometres,
  /// which formats of geometry can express.
  Length track_pitch() const;
};

/// An inverter that drives wires. An inverter that is h times as large has 1 / h of the resistance and h times the
/// capacitances.
struct Driver {
  std::string cell;
  double input_ff = 0;
  double r_chain_ohm = 0;   ///< fitted on the edges that a chain of such cells passes on
  double r_step_ohm = 0;    ///< fitted on a sharp input edge; 0: not known
  double parasitic_ff = 0;  ///< at its output
  double size = 1;          ///< how many times as wide as the library's smallest inverter
  /// Delay without a load: ln 2 x r_chain_ohm x parasitic_ff.
  Time unloaded() const;
};

/// The interface between two dies across their edges.
struct DieEdge {
  Length bump_pitch;
  GivenFigures figures;
  Time latency;  ///< of both ends together, without the time of flight
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

/// The figures of a technology for signals on its wires, on any layer.
struct Signalling {
  GivenFigures figures;
  std::optional<Driver> driver;  ///< the unit inverter
  Driver largest_driver;         ///< the largest inverter; if its input_ff is 0, drivers may have any size
};

/// The kind of carrier that wires run on.
enum class Medium { abstract, chip, interposer, package, board, cable };

/// A technology for wires: its layers from the bottom up, in pairs of one horizontal and one vertical layer.
///
/// In the unit technology the wire pitch is 1, the distance of planes is one wire pitch per layer, the node box is as
/// small as its terminals allow, and a wire of one node pitch has the delay tau = 1 ns by definition. Its lengths have
/// no value in metres.
struct Technology : Signalling {
  std::string name;
  std::string summary;
  std::string source;
  std::string grade;  ///< origin of its numbers: read, printed, computed, measured, estimated, second-hand
  bool unit = false;
  Medium medium = Medium::abstract;
  std::vector<Layer> layers;      ///< from the bottom, those that carry the network; empty in a medium without tracks
  std::vector<Layer> all_layers;  ///< from the bottom, including those of power and cells
  Length node_width;              ///< the least node box; zero: as small as its terminals allow
  Length node_height;
  Length plane_pitch;  ///< from one plane of nodes to the next; zero: unknown
  int wires_per_bit = 1;
  int control_wires = 0;  ///< per channel
  /// Links between neighbours run straight from box to box, unless a design says otherwise.
  bool neighbours_face = true;
  std::optional<DieEdge> edge;
  std::optional<Cable> cable;
  std::vector<Diagnostic> warnings;  ///< doubtful values in its file

  int layer_pairs() const { return static_cast<int>(layers.size()) / 2; }
  /// The layer of a layout's layer, which counts from 0: of pair p, 2 p is the horizontal one and 2 p + 1 the other.
  const Layer& metal(int layer) const;
  /// The coarsest Layer::track_pitch() of the layers whose wires run along x (horizontal) or y (vertical): a layout
  /// gives it to all of them. Zero in the unit technology.
  Length track_pitch(LayerDirection direction) const;
  /// The part of the free tracks of a layer in use that a layout leaves empty for the sake of that common pitch.
  double tracks_lost(const Layer& layer) const;
  /// The indices of the layer pairs, the fastest first: sorted by the product of resistance and capacitance per
  /// millimetre of their layers in this direction. Empty if a layer does not give both, or if all products are equal.
  std::vector<std::uint8_t> fastest_pairs(LayerDirection direction) const;
};

/// The unit technology with this number of layer pairs.
Technology unit_technology(int layer_pairs = 1);

/// Finds a layer by name among all layers. An empty name stands for the topmost layer that carries the network, or, if
/// none does, the topmost of all layers; null if there are no layers. Throws an input error for an unknown name.
const Layer* find_layer(const Technology& technology, std::string_view name = {});

/// The sum of the via resistances of all layers from the lowest up to this one, in ohms. Vias without a figure count 0.
double via_stack_ohm(const Technology& technology, const Layer& layer);

/// The time of flight of a wave in a medium of this relative permittivity, in picoseconds per millimetre.
double flight_ps_per_mm(double relative_permittivity);

/// Throws an input error that names the layer if pairs or pitches do not fit together. A technology that is a cable, a
/// die's edge or only a time of flight needs no layers.
void expect_consistent(const Technology& technology);

/// The words for the media in specs.
inline constexpr std::array<std::string_view, 6> kMediumWords = {"abstract", "chip",  "interposer",
                                                                 "package",  "board", "cable"};
constexpr std::string_view word(Medium medium) { return kMediumWords[static_cast<std::size_t>(medium)]; }

}  // namespace cutline
