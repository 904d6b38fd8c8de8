// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/check.hpp"
#include "cutline/measure/measures.hpp"

namespace cutline {

/// Compares the measures of a layout with the numbers that its shapes show, which check() has put into the result, and
/// adds a violation with both values for each that differs.
///
/// Compared: the total and the longest routed length and the link that has it; spans, by class too; links and wires
/// over the cuts of every axis, of all lines and of the densest one: peak and middle, and up to 2^16 cuts the digest;
/// tracks, but not in given places; wires on layers; the sides, the area and the depth of the machine. Not compared:
/// pins and ports, the share of the area that nodes take, tracks counted in links, the room over nodes and the
/// overflow. Cost: O(cuts).
void expect_measures(const Measures& stated, const Layout& layout, const Topology& topology, const Placement& placement,
                     CheckResult& result);

}  // namespace cutline
