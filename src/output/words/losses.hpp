// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "output/words/ranked_units.hpp"

namespace cutline::words {

/// The cause of a loss as a noun phrase: "its longest wire" or, for several candidates, "their longest wires".
std::string loss_name(const Loss& loss, bool several);
/// The figures of a loss: "4 against 2 tau". `time_unit` is the unit of its times: "tau" or "ns".
std::string loss_figures(const Loss& loss, std::string_view time_unit, const RankedUnits& units);

}  // namespace cutline::words
