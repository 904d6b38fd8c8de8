// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/study/design.hpp"
#include "machine/installed.hpp"

namespace cutline {

/// A node or switch that must stand in a rack, as the user's file says.
struct RackOfNode {
  std::string node;
  std::uint32_t rack = 0;
  Place said;  ///< where the file says it
};

/// Which nodes share a board, and how far apart they stand on it.
struct HallBoards {
  std::vector<std::uint32_t> nodes;  ///< by digit of an address, from the lowest; empty: those that links join without
                                     ///< a switch, in a network of switches
  std::array<machine::Nanometres, 2> pitch = {};
  machine::CableMedium traces;
};

/// The machine of a design as the spec gives it. evaluate/machine_of.hpp builds it.
struct MachineChoice {
  machine::Hall hall;
  machine::Market market;
  machine::RackRule fill = machine::RackRule::in_order;
  std::optional<std::uint32_t> group_digit;  ///< whose value is a node's group; absent: the highest
  bool nodes_are_terminals = false;          ///< the nodes of the network are hosts, and all switches stand above them
  std::vector<RackOfNode> places;
  std::optional<HallBoards> board;  ///< its traces are the market's last medium
  std::optional<double> gbps;        ///< of a cable; absent: the channel's width over the cycle of a fixed clock
  double spares = 0;                 ///< for each cable and each switch in use
  double years = 0;                  ///< that the machine runs; 0: not told
  std::optional<double> kwh_price;
};

/// In what a machine is paid: "USD"; empty without prices.
inline std::string_view currency_of(const MachineChoice& choice) {
  return choice.market.prices ? std::string_view(choice.market.prices->currency) : std::string_view();
}
inline std::string_view currency_of(const Design& design) {
  return design.machine ? currency_of(*design.machine) : std::string_view();
}

/// The one currency of all candidates, or of the networks of a search; empty without prices.
std::string_view currency_of(const Study& study);

}  // namespace cutline
