// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/delay/delay_model.hpp"

namespace cutline {

/// The unit of the length that a law takes, and which length: its parameters `per` and `length`.
enum class LengthUnit { node_pitch, wire_pitch, mm, inch };
enum class CountedLength { span, routed };

/// The unit and the length that a model's parameters name; absent where the model has no such parameters. Without the
/// parameter `length` a model with a unit of metres takes the routed length, any other the span.
std::optional<LengthUnit> length_unit(const Parameters& parameters);
std::optional<CountedLength> counted_length(const Parameters& parameters);

/// The length that the parameters `per` and `length` name, in node pitches, wire pitches, millimetres or inches. Throws
/// an input error where it has none: no wire of the unit technology has millimetres.
double chosen_length(const Parameters& parameters, const WireLength& wire);

}  // namespace cutline
