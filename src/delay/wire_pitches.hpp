// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/delay/delay_model.hpp"

namespace cutline {

/// The parameters `per` and `length`: which length of a wire a model takes, and in which unit. With `millimetres`,
/// `per` may also be mm, of the routed length.
std::vector<Field> length_fields(bool millimetres);

/// The length that the parameters `per` and `length` name, in node pitches, wire pitches or millimetres. Throws input
/// errors where it has none: a span has no millimetres, nor has any wire of the unit technology.
double chosen_length(const Parameters& parameters, const WireLength& wire);

}  // namespace cutline
