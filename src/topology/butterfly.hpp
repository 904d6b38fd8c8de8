// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/topology/topology.hpp"

namespace cutline {

/// A butterfly of 2^n rows: digit 0 is the level, digit 1 + i is bit i of the row. Straight links join a level to the
/// next, cross links from level i flip bit i of the row. Levels 0 .. n, or 0 .. n - 1 where it is wrapped: then level 0
/// is the next after the last.
Topology butterfly(std::uint32_t dimensions, bool wrapped);

}  // namespace cutline
