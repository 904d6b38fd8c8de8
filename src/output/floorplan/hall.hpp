// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/floorplan/floorplan.hpp"

namespace cutline::drawing {

/// A machine: its floor with trays by how many cables lie in them (`hall`), bundles between racks (`bundles`), or racks
/// from the front (`racks`). Throws an input error if the candidate has no machine. Cost: O(cables).
Floorplan hall_plan(const Study& study, const Candidate& candidate, const DrawOptions& options);

}  // namespace cutline::drawing
