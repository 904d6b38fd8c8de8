// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/base/random.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

using LocalLinks = std::vector<LocalLink>;

/// The first drawing of links that joins all nodes; `draw` draws them anew each time, and returns none where it got
/// stuck. Throws a limit error after 1000 drawings, which no network of degree 3 or more has needed.
LocalLinks connected_draw(std::uint32_t nodes, std::uint64_t seed, FunctionRef<LocalLinks(Random&)> draw);

/// Puts the values in an order in which any one of theirs is as likely as any other.
void shuffle(std::vector<std::uint32_t>& values, Random& random);

}  // namespace cutline
