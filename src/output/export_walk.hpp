// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export_network.hpp"

namespace cutline {

/// Fills the nodes and links of an export from the layout of a candidate: numbers, places, lengths, delays; no cycles.
/// Throws an input error for a bus. Cost: O(links log links + nodes).
void walk_layout(const Study& study, const Candidate& candidate, const ChosenDelay& delay, ExportNetwork& out);

}  // namespace cutline
