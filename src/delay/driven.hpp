// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/delay/delay_model.hpp"

namespace cutline {

/// The parameters of every model with a driver: `size`, `cells` and `vias`.
std::vector<Field> driver_fields();

/// The driver that the parameters name: of the given size, else of the best size for repeated wires. Unless `cells` is
/// any, it is no larger than the largest cell, whose own figures then apply.
Driver chosen_driver(const Parameters& parameters, const WireMedium& medium);

/// Resistance of the via stack at each end of a wire, where vias count.
double counted_via_ohm(const Parameters& parameters, const WireMedium& medium);

/// A wire of some mm behind its driver.
DrivenWire driven_wire(const Parameters& parameters, const WireMedium& medium, double millimetres);

/// Capacitance in fF of the wire and its driver alone.
double single_driver_ff(const Parameters& parameters, const WireMedium& medium, double millimetres);

/// Inductance in nH of a line of this length, from its flight and its capacitance; 0 where the line's resistance is so
/// large that inductance moves the delay by less than 2 %.
double inductance_nh(const WireMedium& medium, double millimetres);

/// The lengths at which resistance sets the delay and inductance moves it by less than 2 %: R of the wire at least 3.1
/// times its impedance, less 0.3 Rd of its driver, and at least 0.7 times its impedance. Shorter wires ring. Measured
/// with ngspice over R of 0.1 to 8 and Rd of 0.3 to 8 impedances.
LengthRange resistive_range(const Parameters& parameters, const WireMedium& medium);

/// The same range for inductance that moves the delay by less than 7 %, the error of a repeated wire.
LengthRange nearly_resistive_range(const Parameters& parameters, const WireMedium& medium);

/// The lengths at which the delay is the time of flight alone: R up to the impedance, within reach.
LengthRange flight_range(const Parameters& parameters, const WireMedium& medium);

/// The length from which on `holds` is true of millimetres: it must turn true once. Infinity where it is false at a
/// kilometre.
Length first_length(FunctionRef<bool(double millimetres)> holds);

}  // namespace cutline
