// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "study/network.hpp"

namespace cutline {

/// For each design the first one of the same topology, whose graph need not be measured again; tables of links, which
/// may be long, are not compared.
std::vector<std::size_t> first_of_topology(const std::vector<Design>& designs);

/// For each design the first one of the same topology and placement where finding the placement takes long, since its
/// order optimises; itself elsewhere.
std::vector<std::size_t> first_of_placement(const std::vector<Design>& designs,
                                            const std::vector<std::size_t>& first_of_topology);

/// For each design from `begin` to before `end` the first of them with the same topology and placement, whose wiring
/// it takes: they differ in technology, channel or nodes. Absent where no other is alike, where it is `reference`,
/// which is wired before, and where so many wirings at once would take much memory.
std::vector<std::optional<std::size_t>> first_of_wiring(const std::vector<Network>& networks,
                                                        const std::vector<std::size_t>& first_of_topology,
                                                        std::size_t begin, std::size_t end,
                                                        std::optional<std::size_t> reference);

}  // namespace cutline
