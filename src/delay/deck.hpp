// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/delay/wire_formulas.hpp"

namespace cutline {

/// The deck of a wire's circuit for the circuit simulator ngspice, to check delay models against: `ngspice -n -b FILE`
/// prints the delay, `td`. The exit code of ngspice does not tell whether it succeeded.
///
/// The deck has a sharp step, the driver's resistance and parasitic, the wire and the receiver. One of equal stages is
/// simulated, and its delay multiplied. The wire consists of 20 pi sections, which give the delay of the wire alone
/// within 0.005 %; with inductance it is one lossy line.
std::string circuit_deck(const WireCircuit& circuit);

}  // namespace cutline
