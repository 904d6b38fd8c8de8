// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/delay/delay_model.hpp"

namespace cutline {

/// A wire of a layout: its length on the horizontal layer (x) and the vertical layer (y) of its layer pair and between
/// planes (z), and the lines in which it has parts.
struct LayeredWire {
  std::uint32_t pair = 0;
  Length x, y, z;
  bool along_x = false;         ///< it has a part in a row, so its terminals there are reached on the vertical layer
  bool along_y = false;         ///< it has a part in a column, reached on the horizontal layer
  bool stays_on_layer = false;  ///< between neighbours that face: its terminals are reached on its own layer
};

/// The same wire as a circuit.
struct LayeredCircuit {
  std::string layers;  ///< "metal5, metal6": horizontal, vertical
  LayeredWire wire;
  double via_ohm = 0;  ///< of all its vias
  WireCircuit circuit;
};

/// A delay model on the layers that a technology's networks run on.
///
/// A wire of several pieces counts as a uniform one of their mean resistance, capacitance and flight, so that its whole
/// resistance and capacitance are exact and only the order of the pieces is lost; its driver is sized for that mean.
/// Each end has the stack of vias from the lowest layer up to the layer of its stub, then the vias between the two
/// layers of its pair; a bent wire passes the latter once more at its corner. No technology gives the resistance of
/// posts between planes, so they count as additional wire. derived: from the order of stubs, runs and vias that
/// shapes.hpp draws.
class LayeredDelay {
 public:
  /// Throws an input error where a layer lacks what the model needs.
  LayeredDelay(const ChosenDelay& chosen, const Technology& technology);

  /// The model with the wire's own medium; valid until the next call.
  const ChosenDelay& on(const LayeredWire& wire);
  /// Throws as wire_circuit.
  LayeredCircuit circuit(const LayeredWire& wire);
  /// The lengths for which the model keeps its error on the layer that most of the wire runs on.
  const LengthRange& range(const LayeredWire& wire) const;
  /// Why a wire's delay is not to be trusted; absent where it is.
  std::optional<std::string> warning(const LayeredWire& wire) const;
  /// "metal5, metal6": horizontal, vertical.
  std::string layers(std::uint32_t pair) const;
  /// The vias of a wire from end to end.
  double vias_ohm(const LayeredWire& wire) const;

 private:
  struct Piece {
    std::string layer;
    ChosenDelay chosen;
    LengthRange range;
    double stack_ohm = 0;
  };
  struct Pair {
    Piece horizontal, vertical;
    ChosenDelay mixed;
  };
  const Piece& most_of(const LayeredWire& wire) const;
  std::vector<Pair> pairs_;  ///< by layer pair
};

/// The default model: d2m, the closest to SPICE, where every layer that carries the network has resistance, capacitance
/// and a driver; else time_of_flight where waves have a speed; else linear, in node pitches.
ChosenDelay default_delay(const Technology& technology);

}  // namespace cutline
