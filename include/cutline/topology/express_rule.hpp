// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cutline {

/// The express channels of one dimension, by which the express rule routes messages. Boundary b lies between the nodes
/// b - 1 and b. A boundary that the spacing of level j divides holds an interchange of level j or more, from which an
/// express channel of level j goes to the next one; local channels join neighbouring nodes and pass through the
/// interchange between them.
///
/// With `interleaved` m > 1 there is one level, and each group of spacing i has m interchanges, the q-th at boundaries
/// b with b mod i = floor(q i / m); the express channels of each join it to its like in the next group.
struct ExpressRule {
  std::vector<std::uint32_t> spacings;  ///< nodes that an express channel passes, level 1 first, each dividing the next
  std::uint32_t interleaved = 1;
};

}  // namespace cutline
