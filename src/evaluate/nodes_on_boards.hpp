// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/topology/topology.hpp"
#include "machine/racks.hpp"

namespace cutline {

struct HallBoards;

/// Why a network's nodes cannot be dealt over such boards: "boards of 2 do not divide the 9 nodes along digit 0";
/// absent if they can. Cost: O(digits).
std::optional<std::string> why_no_boards(const HallBoards& choice, const Topology& topology);

/// Gives the nodes their boards and their places on these. Where addresses have dimensions, the lowest digit counts
/// along x and all others along y; else a board is filled row by row, about as high as wide. Cost: O(nodes x digits +
/// links).
void put_on_boards(const HallBoards& choice, const Topology& topology, machine::Equipment& equipment);

}  // namespace cutline
