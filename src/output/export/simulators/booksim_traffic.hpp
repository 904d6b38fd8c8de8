// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cutline/output/export/network.hpp"

namespace cutline::exporting {

/// BookSim's own words for the traffic of a network: "uniform", "transpose", "tornado({8,2,1})",
/// "hotspot({{0,1},{9,1}})"; absent where it has none whose terminals send as these do, as for messages of several
/// packets. Patterns are compared message by message, since BookSim counts terminals. Source: [BookSim 2,
/// src/traffic.cpp].
std::optional<std::string> booksim_traffic(const ExportNetwork& network);

}  // namespace cutline::exporting
