// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/network.hpp"

namespace cutline::exporting {

/// Fills the nodes and links of an export from the layout of a candidate: numbers, places, lengths, delays, and
/// circuits if they are wanted, but no cycles. Throws input errors for a bus and for a wire without a circuit. Cost:
/// O(links log links + nodes).
void walk_layout(const Study& study, const Candidate& candidate, const ChosenDelay& delay, bool circuits,
                 ExportNetwork& out);

}  // namespace cutline::exporting
