// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "cutline/study/candidate.hpp"
#include "cutline/topology/said_sites.hpp"

namespace cutline::explanation {

/// The sites of the two nodes that a user names for `--route`. Throws an input error if a node does not exist, and a
/// limit error if the network has more than 2^22 nodes.
std::pair<std::uint64_t, std::uint64_t> route_ends(const Candidate& candidate, const SaidPair& nodes);

}  // namespace cutline::explanation
