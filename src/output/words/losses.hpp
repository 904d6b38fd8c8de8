// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/study/ranking.hpp"

namespace cutline {

/// "its longest wire", "their longest wires".
std::string loss_name(const Loss& loss, bool several);
/// "4 against 2 tau". `time_unit`: tau or ns.
std::string loss_figures(const Loss& loss, std::string_view time_unit);

}  // namespace cutline
