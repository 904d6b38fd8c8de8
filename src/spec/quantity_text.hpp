// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "cutline/base/quantity.hpp"

namespace cutline {

/// Readers of quantities on the command line, in the units of the spec. All throw input errors that name `option` and
/// the place in its text.

/// A range of lengths, "0.5mm..10mm", or one length, "5mm", as both ends. Lengths are above 0 and in ascending order.
std::pair<Length, Length> length_range_text(const std::string& option, const std::string& text);
/// "2 GHz" as 0.5 ns.
Time period_text(const std::string& option, const std::string& text);

}  // namespace cutline
