// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cutline {

/// The express channels of one dimension, by which the express rule routes messages. Boundary b lies between the nodes
/// b - 1 and b. If the spacing of level j divides b, the boundary holds an interchange of level j or more, and an
/// express channel of level j leads from it to the next such interchange. Local channels join neighbouring nodes and
/// pass through the interchange between them.
///
/// With `interleaved` m > 1 there is one level, of spacing i. Each group of i nodes then has m interchanges; the q-th
/// stands at the boundary b with b mod i = floor(q i / m). An express channel joins it to the q-th interchange of the
/// next group.
struct ExpressRule {
  std::vector<std::uint32_t> spacings;  ///< nodes that an express channel passes, level 1 first, each dividing the next
  std::uint32_t interleaved = 1;
};

}  // namespace cutline
