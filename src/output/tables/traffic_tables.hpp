// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/tables/measure_tables.hpp"

namespace cutline::tables {

/// Tables of one candidate under the study's traffic: the load at which it saturates and what limits it, latency by
/// distance, latency against load, and the times of the guest. Sections without rows are left out.
std::vector<TableSection> traffic_sections(const std::vector<Asked>& asked);

/// The time that each host network takes to emulate the guest, by the printed formulas and by the exact layout.
Table emulation_table(const std::vector<Asked>& asked);

}  // namespace cutline::tables
