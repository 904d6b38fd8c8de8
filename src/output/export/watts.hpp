// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cutline {
struct Candidate;
struct ExportNetwork;
}  // namespace cutline

namespace cutline::exporting {

/// Writes down what switches and cables of a machine draw, if all of it is known: together it is machine.power_w.
/// Cost: O(links log links + terminals).
void set_watts(const Candidate& candidate, ExportNetwork& out);

}  // namespace cutline::exporting
