// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/topology/topology.hpp"

namespace cutline {

/// A butterfly of 2^n rows: digit 0 is the level, digit 1 + i is bit i of the row. Straight links join a level to the
/// next; cross links from level i do so too and flip bit i of the row. The levels are 0 .. n, or, if the butterfly is
/// wrapped, 0 .. n - 1; then level 0 follows the last level.
Topology butterfly(std::uint32_t dimensions, bool wrapped);

}  // namespace cutline
