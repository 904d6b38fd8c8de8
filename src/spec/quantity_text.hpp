// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "cutline/base/quantity.hpp"

namespace cutline {

/// These functions read quantities of the command line, in the units of the spec. They throw input errors that name
/// `option` and the place in its text.

/// A range of lengths, such as "0.5mm..10mm"; one length, such as "5mm", is both ends. Lengths must be above 0, and the
/// second must not be less than the first.
std::pair<Length, Length> length_range_text(const std::string& option, const std::string& text);
/// The period of a frequency: 0.5 ns for "2 GHz".
Time period_text(const std::string& option, const std::string& text);

}  // namespace cutline
