// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/delay/wire_formulas.hpp"

namespace cutline {

/// Decks for the circuit simulator ngspice, to check delay models against: `ngspice -n -b FILE` prints the delay, `td`.
/// The exit code of ngspice does not tell whether it succeeded.

/// The deck of one driven wire: a sharp step, the driver's resistance and parasitic, the wire with its inductance as
/// one lossy line, the receiver.
std::string line_deck(const DrivenWire& wire, double wire_nh);

/// The deck of a wire's circuit. One of its equal stages is simulated, and its delay multiplied. The wire consists of
/// 20 pi sections, which give the delay of the wire alone within 0.005 %; with inductance it is one lossy line.
std::string circuit_deck(const WireCircuit& circuit);

}  // namespace cutline
