// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/tables/measure_tables.hpp"

namespace cutline {

/// Levels, shares and allocations, and the ways to build the highest interchange: two tables for each kind of
/// dimension of the record's `express`.
std::vector<TableSection> express_sections(const Data& lines);

}  // namespace cutline
