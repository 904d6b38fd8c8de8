// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

/// What others measured of candidates beside what the model says, one row a source and load.
Table measured_table(const std::vector<Asked>& asked);

/// Points as the file that `measured` reads has them.
Table measured_points(const std::vector<MeasuredPoint>& points);

}  // namespace cutline
