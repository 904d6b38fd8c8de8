// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cutline/output/tables/measure_tables.hpp"

namespace cutline {

/// What the traffic does to one candidate: the load at which it saturates and what limits it, latency by distance,
/// latency against load, the guest's times. Sections without rows are left out.
std::vector<TableSection> traffic_sections(const std::vector<nlohmann::ordered_json>& records, bool unit_technology);

/// Latency against load of all records: operating points and curves; no rows where none has any.
Table load_table(const nlohmann::ordered_json& records, bool unit_technology);

/// What each host takes for the guest, as printed and by the exact layout.
Table emulation_table(const nlohmann::ordered_json& records, bool unit_technology);

}  // namespace cutline
