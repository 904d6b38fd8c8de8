// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cutline/output/table.hpp"

namespace cutline {

/// What failing links leave of every candidate: one row a candidate and number of links, the first with all links; no
/// rows where none fail. Of records that differ in the delay model alone the first counts.
Table fault_table(const std::vector<nlohmann::ordered_json>& records);

}  // namespace cutline
