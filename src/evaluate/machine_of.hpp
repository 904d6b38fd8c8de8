// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// The ports of each device that are in use, to its terminals and to other devices.
std::vector<std::uint32_t> ports_in_use(const machine::Equipment& equipment);

/// Sets of devices or sites that links join. The number of a set is its least member.
class JoinedSets {
 public:
  explicit JoinedSets(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0U); }
  std::uint32_t of(std::uint32_t each) {
    while (above_[each] != each) each = above_[each] = above_[above_[each]];
    return each;
  }
  void join(std::uint32_t a, std::uint32_t b) { above_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::uint32_t> above_;
};

/// The board of every node and switch; those that are on none have numbers of their own.
std::vector<std::uint32_t> boards_of_sites(const Design& design, const PlacedNetwork& placed);

/// The lengths and delays of the cables, as figures of the network's links, so that all that tells a link's delay tells
/// that of its cable. A delay that the user's file gives a link stays.
GivenLinks figures_of_cables(const MachineChoice& choice, const machine::Installed& machine, const Topology& topology);

}  // namespace cutline
