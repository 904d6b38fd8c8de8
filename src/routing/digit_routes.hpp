// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/routing/routes.hpp"

namespace cutline {

/// The first hops within one digit, between all pairs of its values.
struct DigitRoutes {
  struct Hop {
    std::uint32_t link_class = 0, local_link = 0, to = 0, dateline = 0;
    double share = 1;
  };
  std::uint64_t weight = 1;
  std::uint32_t radix = 1;
  std::vector<std::uint32_t> distance;  ///< by destination, then value; kUnreached where there is no way
  std::vector<std::vector<Hop>> hops;   ///< by destination, then value
  bool has_dateline = false;
  bool alternates = false;  ///< where two ways tie, sites with an even sum of coordinates go up, the others down

  std::uint32_t value(std::uint64_t site) const { return static_cast<std::uint32_t>(site / weight % radix); }
  std::size_t pair(std::uint32_t from, std::uint32_t to) const { return std::size_t{to} * radix + from; }
};

/// The graph of one digit of a product network, with the numbers of the whole network's classes.
ChannelGraph graph_of_digit(const Topology& topology, std::size_t digit);

/// Routes that correct one digit after the other, in the order of `digits`, each along its own hops. Where two ways
/// round a ring tie, the sites whose sum of coordinates plus `others` is even go up.
Routes routes_by_digits(const Topology& topology, std::vector<DigitRoutes> digits, std::uint32_t others);

}  // namespace cutline
