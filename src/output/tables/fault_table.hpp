// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

/// What failing links leave of every candidate: one row a candidate and number of links, the first with all links; no
/// rows where none fail. Of records that differ in the delay model alone the first counts.
Table fault_table(const std::vector<Asked>& asked);

/// What its distances and loads count, as those of a ranking count otherwise.
inline constexpr const char* kFaultTableNote =
    "Distances are between different nodes. Loads are of uniform traffic that spreads over all shortest paths, "
    "whatever "
    "`routing` says: messages over the busiest channel, per message that a node offers and channel width.";

}  // namespace cutline
