// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "cutline/study/candidate.hpp"

namespace cutline::explanation {

/// The sites of two nodes that a user names for `--route`. Throws an input error for a node that does not exist, a
/// limit error past 2^22 nodes.
std::pair<std::uint64_t, std::uint64_t> route_ends(const Candidate& candidate,
                                                   const std::pair<std::uint64_t, std::uint64_t>& nodes);

}  // namespace cutline::explanation
