// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/delay/wire_formulas.hpp"

namespace cutline {

/// The lengths of one wire, as delay models see it.
struct WireLength {
  double span = 0;                ///< node pitches
  double routed_pitches = 0;      ///< wire pitches along the wire
  Length routed;                  ///< zero in the unit technology
  double node_pitch_pitches = 1;  ///< wire pitches from node to node, the mean over the axes
  Length node_pitch;              ///< the same in metres; zero in the unit technology
};

/// The range of lengths, in metres, over which a model keeps its stated error.
struct LengthRange {
  Length least;
  Length most = {std::numeric_limits<double>::infinity()};
  std::string_view below = {};  ///< why shorter wires are wrong
  std::string_view above = {};
};

/// The figures of the medium that a model needs. Each value includes those before it, except for the flight, which only
/// the two values that name it include.
enum class Needs { nothing, metres, flight, wire, driver, driver_and_flight };

/// The laws of the length for which other code has closed forms: t, t + c log2(length) and t + c length.
enum class LengthLaw { other, constant, logarithmic, linear };

/// One row of the catalogue of wire delay models.
struct DelayModel {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<Field> fields;
  Needs needs = Needs::nothing;
  /// Delay of one wire; the parameters are complete. Never negative, never decreasing with length. A model that needs
  /// metres takes the routed length, any other the length that its parameters name.
  std::function<Time(const Parameters&, const WireMedium&, const WireLength&)> delay = nullptr;
  /// Capacitance that a bit charges, in fF; null: that of the wire alone, where the medium has one.
  double (*charged_ff)(const Parameters&, const WireMedium&, double millimetres) = nullptr;
  /// The circuit that the model times; null: the model is a law of the length alone.
  WireCircuit (*circuit)(const Parameters&, const WireMedium&, double millimetres) = nullptr;
  /// Null: wires of any length.
  LengthRange (*range)(const Parameters&, const WireMedium&) = nullptr;
  LengthLaw law = LengthLaw::other;
  bool clocked = false;    ///< delays are whole cycles of its parameter `cycle`
  bool of_flight = false;  ///< takes the medium's time of flight where its parameter `time` is not given

  /// Whether the model takes lengths in metres along the wire, not spans or pitches.
  bool counts_metres() const { return needs != Needs::nothing; }
};

/// The catalogue of all models. References to its rows stay valid.
const std::deque<DelayModel>& delay_models();
/// Adds a user's own model; specs, lists and the schema know it from then on. The name must be free. No other thread
/// may use the catalogue meanwhile.
void add_delay_model(DelayModel model);
/// The model of this name; null where there is none.
const DelayModel* find_delay_model(std::string_view name);

/// A model as the user chose it, with its parameters complete, in the medium that its wires run in.
struct ChosenDelay {
  const DelayModel* model = nullptr;
  Parameters parameters;
  std::string label;  ///< the name, or the name and the parameters that differ from their defaults
  WireMedium medium;
  double scale = 1;  ///< factor on the model's delay, where it is uncertain
  Time operator()(const WireLength& wire) const { return model->delay(parameters, medium, wire) * scale; }
};

/// Chooses a model by its name and completes its parameters. Throws input errors, also where the medium lacks a figure
/// that the model needs.
ChosenDelay choose_delay(std::string_view name, Parameters parameters, const WireMedium& medium = {});

/// The number of the model that a user names: by its label, else the first of this name. Absent where there is none.
std::optional<std::size_t> find_delay(const std::vector<ChosenDelay>& delays, std::string_view named);

/// Says why a model cannot be used in a medium; empty where it can.
std::string what_is_missing(const DelayModel& model, const WireMedium& medium);

/// A wire of some length and no span.
WireLength wire_of(Length length);

/// pJ per bit of random data: a quarter of C V^2 for all that the bit charges, and the energy of the wire's ends. Where
/// the medium gives no capacitance or no supply, the energy of the ends alone; absent where that is not known either.
std::optional<double> energy_pj_per_bit(const ChosenDelay& delay, Length length);

/// The circuit whose delay the model gives to a wire of this length. Throws an input error where the model is a law
/// without one, or the medium names no resistance or capacitance.
WireCircuit wire_circuit(const ChosenDelay& delay, Length length);

/// The lengths for which the model keeps its error in its medium.
LengthRange length_range(const ChosenDelay& delay);

/// Why the delay of a wire of this length is not to be trusted; absent where it is.
std::optional<std::string> length_warning(const ChosenDelay& delay, Length length);

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

  /// Multiplies the delay of every wire by `scale`, in place of the factor of the model that it was made from.
  void set_scale(double scale);
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
  SharedConst<std::vector<Pair>> pairs_;  ///< by layer pair; copies share it
  double scale_ = 1;
  std::vector<std::optional<ChosenDelay>> on_;  ///< by layer pair: the model with the medium of the last wire on it
};

/// The default model: d2m, the closest to SPICE, where every layer that carries the network has resistance, capacitance
/// and a driver; else time_of_flight where waves have a speed; else linear, in node pitches.
ChosenDelay default_delay(const Technology& technology);

}  // namespace cutline
