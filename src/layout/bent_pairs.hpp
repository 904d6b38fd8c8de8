// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/wiring.hpp"

namespace cutline {

/// Gives every bent link a layer pair, that of its parts in a row and in a column: in the order of the joints, the pair
/// in which the densest place that its parts would then share with bent links before it is least dense (the larger of
/// the two lines; ties to the lower pair). Lines whose parts fall on different pairs get patterns of their own. Does
/// nothing with one pair.
///
/// Cost: O(bent links x parts of a line x pairs).
void deal_bent_links(Wiring& wiring, std::uint32_t pairs);

}  // namespace cutline
