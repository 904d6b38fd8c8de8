// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::tables {

/// One row for each plane of a candidate under one delay model; no rows if it has none.
Table plane_table(const Asked& asked);

}  // namespace cutline::tables
