// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/quantities.hpp"

namespace cutline {

/// Latency at loads, one map a load.
Data load_points_data(const std::vector<LoadPoint>& points, const Timing& timing);

}  // namespace cutline
