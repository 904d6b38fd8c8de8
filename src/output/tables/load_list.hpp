// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "evaluate/under_load.hpp"

namespace cutline {

/// One row per channel of a candidate, including the channels of terminals, the fullest first.
Table load_list(const Study& study, const Candidate& candidate, const Effort& effort);

}  // namespace cutline
