// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "output/words/ranked_units.hpp"

namespace cutline::words {

/// "its longest wire", "their longest wires".
std::string loss_name(const Loss& loss, bool several);
/// "4 against 2 tau". `time_unit`: tau or ns, in which the loss has its times.
std::string loss_figures(const Loss& loss, std::string_view time_unit, const RankedUnits& units);

}  // namespace cutline::words
