// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

/// Values that others measured, beside those of the model, one row per source and load.
Table measured_table(const std::vector<Asked>& asked);

/// Points in the columns of the file that `measured` reads.
Table measured_points(const std::vector<MeasuredPoint>& points);

}  // namespace cutline
