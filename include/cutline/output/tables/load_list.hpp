// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/under_load.hpp"

namespace cutline {

/// One row a channel of a candidate, those of terminals too, the fullest first.
Table load_list(const Study& study, const Candidate& candidate, const Effort& effort);

}  // namespace cutline
