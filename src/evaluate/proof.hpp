// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/check.hpp"

namespace cutline {

class Watch;
struct Candidate;

/// Proves the layout of a candidate, which must be kept: by check(); its measures, by expect_measures(); and what the
/// user asked for: the wires of each link, the sides of every kind of node, the cells that the spec or the graph's file
/// gives or leaves empty, and the free space between modules. Cost: as of check(), and O(sites) where tiles are of
/// several kinds or cells are given.
CheckResult prove_candidate(const Candidate& candidate, std::uint64_t effort = 2'000'000'000,
                            Watch* onlooker = nullptr);

}  // namespace cutline
