// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "cutline/base/quantity.hpp"

namespace cutline {

/// Quantities of the command line, in the units of the spec. `option` is named where one is wrong: all throw input
/// errors with a place in the option's text.

/// "5mm" as twice the same, "0.5mm..10mm" as both; more than nothing, growing.
std::pair<Length, Length> length_range_text(const std::string& option, const std::string& text);
/// "2 GHz" as 0.5 ns.
Time period_text(const std::string& option, const std::string& text);

}  // namespace cutline
