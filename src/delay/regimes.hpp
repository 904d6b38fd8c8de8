// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/delay/delay_model.hpp"

namespace cutline {

/// The papers' laws have no units and no error of their own; in a medium with a driver, resistance and capacitance they
/// describe wires of certain lengths only. In any other medium: all lengths.

/// Up to a tenth of the best distance of repeaters: the driver's own delay is nearly all.
LengthRange constant_regime(const Parameters& parameters, const WireMedium& medium);
/// While the wire's resistance adds less than 10 % to a chain of ever stronger drivers, as `horn`.
LengthRange logarithmic_regime(const Parameters& parameters, const WireMedium& medium);
/// From the best distance of repeaters on: a repeated wire. All lengths where waves run that far undisturbed.
LengthRange linear_regime(const Parameters& parameters, const WireMedium& medium);
/// The lengths at which the wire's own resistance and capacitance are nearly all of the delay, as `distributed`.
LengthRange quadratic_regime(const Parameters& parameters, const WireMedium& medium);

}  // namespace cutline
