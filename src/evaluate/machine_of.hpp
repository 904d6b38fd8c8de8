// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "cutline/study/candidate.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"
#include "machine/installed.hpp"

namespace cutline {

struct GivenLinks;
struct MachineChoice;

/// The machine of a design, null if it has none; or why it cannot stand: "no medium reaches 12.5 m".
using MachineOrWhy = std::variant<SharedConst<machine::Installed>, std::string>;

/// Puts the nodes and switches of a network into racks, and buys the cables of its links. Throws input errors for a
/// bus, for a node of `places` that does not exist, and if the rate of cables is not known.
MachineOrWhy install_machine(const Study& study, const Design& design, const PlacedNetwork& placed);

/// What a machine is built from, and what stands in it: nodes, then switches, as NodeNumbers counts them.
machine::Blueprint order_of_machine(const Study& study, const Design& design, const Topology& topology);
machine::Equipment equipment_of(const Design& design, const PlacedNetwork& placed);

/// The board of every node and switch; those that are on none have numbers of their own.
std::vector<std::uint32_t> boards_of_sites(const Design& design, const PlacedNetwork& placed);

/// The lengths and delays of the cables, as figures of the network's links, so that all that tells a link's delay tells
/// that of its cable. A delay that the user's file gives a link stays.
GivenLinks figures_of_cables(const MachineChoice& choice, const machine::Installed& machine, const Topology& topology);

}  // namespace cutline
