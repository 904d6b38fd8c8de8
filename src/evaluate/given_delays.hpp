// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/link_meter.hpp"
#include "cutline/study/link_table.hpp"

namespace cutline {

/// How the delays that a graph's file gives to links differ from those of the layout under the delay model of `meter`.
/// No links in the unit technology, whose delays are not those of any wire. Cost: O(links log nodes) where delays are
/// given.
GivenDifference given_delays(const BuiltCandidate& candidate, const LinkTable& table, LinkMeter& meter);

}  // namespace cutline
