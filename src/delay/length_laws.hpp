// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/delay/delay_model.hpp"

namespace cutline {

/// The unit of the length that a model takes, and which length: its parameters `per` and `length`.
enum class LengthUnit { node_pitch, wire_pitch, mm, inch };
enum class CountedLength { span, routed };

/// The unit and the length that a model's parameters name; absent where the model has no such parameters. Without the
/// parameter `length` a model with a unit of metres takes the routed length, any other the span.
std::optional<LengthUnit> length_unit(const Parameters& parameters);
std::optional<CountedLength> counted_length(const Parameters& parameters);

/// The parameters `per` and `length`: which length of a wire a model takes, and in which unit. With `metres`, `per` may
/// also be mm or inch; a span is then the length of its node pitches.
std::vector<Field> length_fields(bool metres);

/// The parameters of a law with a coefficient and a constant, and then those of length_fields. `coefficient_help`
/// explains the coefficient.
std::vector<Field> coefficient_fields(std::string_view coefficient_help);

/// The length that the parameters `per` and `length` name, in node pitches, wire pitches, millimetres or inches. Throws
/// an input error where it has none: no wire of the unit technology has millimetres.
double chosen_length(const Parameters& parameters, const WireLength& wire);

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
