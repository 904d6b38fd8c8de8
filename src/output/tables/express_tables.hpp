// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/tables/measure_tables.hpp"

namespace cutline::tables {

/// Two tables for each kind of dimension in the record's `express`: the levels with their shares and allocations, and
/// the ways to build the highest interchange.
std::vector<TableSection> express_sections(const Data& lines);

}  // namespace cutline::tables
