// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/wiring.hpp"

namespace cutline {

/// Gives every bent link a layer pair, the same for its part in a row and its part in a column. Links are taken in the
/// order of the joints. Each takes the pair on which the earlier bent links are least dense at the densest place of its
/// parts (the larger of the two lines; ties to the lower pair). Lines whose parts fall on different pairs get patterns
/// of their own. Does nothing with one pair.
///
/// Cost: O(bent links x parts of a line x pairs).
void deal_bent_links(Wiring& wiring, std::uint32_t pairs);

}  // namespace cutline
