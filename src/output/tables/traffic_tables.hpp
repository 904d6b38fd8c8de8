// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/tables/measure_tables.hpp"

namespace cutline {

/// What the traffic does to one candidate: the load at which it saturates and what limits it, latency by distance,
/// latency against load, the guest's times. Sections without rows are left out.
std::vector<TableSection> traffic_sections(const std::vector<Asked>& asked);

/// What each host takes for the guest, as printed and by the exact layout.
Table emulation_table(const std::vector<Asked>& asked);

}  // namespace cutline
