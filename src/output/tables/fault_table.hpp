// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::tables {

/// Measures with failing links: one row for each candidate and number of failing links, the first with all links; no
/// rows where none fail. Of records that differ only in the delay model, the first counts.
Table fault_table(const std::vector<Asked>& asked);

/// Explains what the table's distances and loads count, since those of a ranking count differently.
inline constexpr const char* kFaultTableNote =
    "Distances are between different nodes. Loads are of uniform traffic that spreads over all shortest paths, "
    "whatever "
    "`routing` says: messages over the busiest channel, per message that a node offers and channel width.";

}  // namespace cutline::tables
