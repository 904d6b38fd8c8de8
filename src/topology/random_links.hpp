// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/base/random.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

using LocalLinks = std::vector<LocalLink>;

/// Draws links until they join all nodes. `draw` draws all links anew each time; it returns none if it gets stuck.
/// Throws a limit error after 1000 drawings; no network of degree 3 or more has needed as many.
LocalLinks connected_draw(std::uint32_t nodes, std::uint64_t seed, FunctionRef<LocalLinks(Random&)> draw);

/// Shuffles the values; every order is equally likely.
void shuffle(std::vector<std::uint32_t>& values, Random& random);

}  // namespace cutline
