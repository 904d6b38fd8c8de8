// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/quantities.hpp"

namespace cutline {

/// The first `count` quantiles of a spread: "half", "most_90" ...; null if the spread is empty.
Data quantiles_data(const LatencySpread& spread, std::size_t count);
/// Latency by distance; null if the spread is empty or has more distances than a record lists.
Data distances_data(const LatencySpread& spread);

/// Latency at loads: a list with a map for each load.
Data load_points_data(const std::vector<LoadPoint>& points, const Timing& timing);

}  // namespace cutline
