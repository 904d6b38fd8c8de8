// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "evaluate/network.hpp"

namespace cutline {

/// For each design the first one of the same topology, so that its graph is measured only once. Designs with a table of
/// links count as different: comparing tables may take long.
std::vector<std::size_t> first_with_topology(const std::vector<Design>& designs);

/// For each design whose order optimises: the first design with the same topology and placement, so that the long
/// search is made only once. For all other designs, and if kinds of tile take part in the placement: the design itself.
std::vector<std::size_t> first_with_placement(const std::vector<Design>& designs,
                                            const std::vector<std::size_t>& first_with_topology);

/// For each design from `begin` to before `end`, the first of them with the same topology and placement. They share its
/// wiring and differ only in technology, channel or nodes. Absent if no other design is alike, if the design is
/// `reference` (which is wired earlier), if kinds of tile take part in the placement, or if the wiring is too large to
/// be kept for sharing.
std::vector<std::optional<std::size_t>> first_with_wiring(const std::vector<Design>& designs,
                                                        const std::vector<PlacedOrNot>& networks,
                                                        const std::vector<std::size_t>& first_with_topology,
                                                        std::size_t begin, std::size_t end,
                                                        std::optional<std::size_t> reference);

}  // namespace cutline
