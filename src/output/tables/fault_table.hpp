// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/output/text/table.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::tables {

/// Measures with failing links: one row per candidate and number of failing links; the first row of a candidate is with
/// all links. No rows if no links fail. Of records that differ only in the delay model, the first is taken.
Table fault_table(const std::vector<Asked>& asked);

/// A note on the distances and loads of the table, which are counted differently from those of a ranking.
inline constexpr const char* kFaultTableNote =
    "Distances are between different nodes. Loads are of uniform traffic that spreads over all shortest paths, "
    "whatever "
    "`routing` says: messages over the busiest channel, per message that a node offers and channel width.";

}  // namespace cutline::tables
