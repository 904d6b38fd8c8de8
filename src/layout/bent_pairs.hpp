// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/wiring.hpp"

namespace cutline {

/// Chooses the layer pair of each bent link's first wires; its other wires follow in equal runs (PairRule), the same in
/// a row and in a column. A link whose wires the pairs share equally needs no choice; it begins on pair 0. The other
/// links, and all links where a link keeps to one pair, are taken in the order of the joints. Each begins on the pair
/// for which the densest place of its parts, with the links before it, is least dense (the larger of its two lines
/// counts; ties go to the lower pair). Lines whose parts begin on different pairs get patterns of their own.
///
/// Cost: O(bent links x parts of a line x pairs).
void deal_bent_links(Wiring& wiring, const PairRule& rule);

}  // namespace cutline
