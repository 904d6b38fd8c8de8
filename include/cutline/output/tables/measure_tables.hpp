// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cutline/output/text/table.hpp"

namespace cutline {

/// Every measure of one candidate for people: what it is, its network and layout, densities by axis, lengths by class,
/// one row a delay model. `records` are the candidate's records, one a delay model, in order.
std::vector<TableSection> measure_sections(const std::string& title, const std::vector<nlohmann::ordered_json>& records,
                                           bool unit_technology);

/// What the records' notes say, each once.
std::vector<std::string> notes_of(const std::vector<nlohmann::ordered_json>& records);

/// The latency curves of all records, one row a candidate, delay model and distance; no rows where none has one.
Table curve_table(const nlohmann::ordered_json& records, bool unit_technology);

/// Records as one flat table: dotted keys, one row a record, the union of the keys in the order of their first showing.
Table flat_records(const nlohmann::ordered_json& records);

}  // namespace cutline
