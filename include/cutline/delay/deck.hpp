// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cutline/delay/wire_formulas.hpp"

namespace cutline {

/// Decks for the circuit simulator ngspice, to check delay models against: `ngspice -n -b FILE` prints the delay, which
/// measured_delay reads. Its exit code says nothing.

/// A sharp step, the driver's resistance and parasitic, the wire as so many pi sections, the receiver.
/// Of 20 sections the delay of the wire alone is right to 0.005 %.
std::string wire_deck(const DrivenWire& wire, int sections = 20);

/// The same wire with an inductance along it, as one lossy line.
std::string line_deck(const DrivenWire& wire, double wire_nh);

/// A wire's circuit: of equal stages one, measured and multiplied; with inductance as one lossy line.
std::string circuit_deck(const WireCircuit& circuit);

/// An inverter of two level-1 transistors, of size 1, made to resemble a technology's.
struct InverterCard {
  double vdd_v = 1;
  double threshold_v = 0.25;  ///< of both
  double beta_a_per_v2 = 0;   ///< of both
  double gate_ff = 0;         ///< at its input
  double drain_ff = 0;        ///< at its output
};
/// Thresholds of a quarter of the supply; the strength that gives about the driver's resistance in a chain. What it
/// really has is measured with chain_deck.
InverterCard inverter_card(const Driver& driver, double vdd_v);

/// A chain of equal inverters, each driving `fanout` of its own size and a capacitance; measures one stage, the mean of
/// a rising and a falling one.
std::string chain_deck(const InverterCard& card, double fanout, double load_ff);

/// A wire of `stages` equal stages behind inverters of some size, deep in a chain of such stages; measures all of them.
std::string repeater_deck(const InverterCard& card, double size, std::int64_t stages, double wire_ohm, double wire_ff);

/// The delay that a run printed; absent where it printed none, which is how ngspice fails.
std::optional<Time> measured_delay(std::string_view output);

}  // namespace cutline
