// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/wiring.hpp"

namespace cutline {

/// Chooses the layer pair of each bent link's first wires; the others follow in equal runs (PairRule), the same in a
/// row and in a column. Where the pairs share a link's wires equally there is nothing to choose; where it keeps to one
/// pair there always is. Other links are taken
/// in the order of the joints. Each begins on the pair where the earlier ones are then least dense at the densest place
/// of its parts (the larger of the two lines; ties to the lower pair). Lines whose parts begin on different pairs get
/// patterns of their own.
///
/// Cost: O(bent links x parts of a line x pairs).
void deal_bent_links(Wiring& wiring, const PairRule& rule);

}  // namespace cutline
