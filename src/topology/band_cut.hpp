// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "topology/levelled_cuts.hpp"

namespace cutline {

/// The lightest cut near another: nodes within a band on either side of it, nearest first, up to a size of `room` a
/// side, may change sides, and all others stay. Nothing if no such cut is lighter. Of several lightest cuts the most
/// even of some that are drawn. The sides may become uneven by twice the room. Cost: O(cut x links of the band), where
/// the cut is the weight of what is cut. Source: [Sanders 2011].
std::optional<Sides> lighter_in_band(const MergedGraph& graph, const Sides& sides, std::int64_t room, Random& random);

}  // namespace cutline
