// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/delay/wire_formulas.hpp"

namespace cutline {

/// Decks for the circuit simulator ngspice, to check delay models against: `ngspice -n -b FILE` prints the delay, `td`.
/// Its exit code says nothing.

/// A sharp step, the driver's resistance and parasitic, the wire with its inductance as one lossy line, the receiver.
std::string line_deck(const DrivenWire& wire, double wire_nh);

/// A wire's circuit: of equal stages one, measured and multiplied, its wire as 20 pi sections, by which the delay of
/// the wire alone is right to 0.005 %; with inductance as one lossy line.
std::string circuit_deck(const WireCircuit& circuit);

}  // namespace cutline
