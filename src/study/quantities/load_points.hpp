// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/quantities.hpp"

namespace cutline {

/// The first `count` quantiles of a spread, "half", "most_90" ...; null where it is empty.
Data quantiles_data(const LatencySpread& spread, std::size_t count);
/// Latency distance by distance; null where the spread is empty or has more distances than a record lists.
Data distances_data(const LatencySpread& spread);

/// Latency at loads, one map a load.
Data load_points_data(const std::vector<LoadPoint>& points, const Timing& timing);

}  // namespace cutline
