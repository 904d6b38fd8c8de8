// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/placement/arranged.hpp"
#include "cutline/topology/said_sites.hpp"

namespace cutline {

/// The weight of a link in the minimised quantity. For a line of a regular network the longest span is that of any
/// link, whatever its weight.
enum class Weight : std::uint8_t {
  width,    ///< its channel width
  traffic,  ///< links do not count; every pair of nodes counts by the messages between them, both ways
  one
};
inline constexpr std::string_view kWeights[] = {"width", "traffic", "one"};

/// A user's options for an optimising order.
struct ArrangeChoice {
  Minimised minimised = Minimised::total;
  Weight weight = Weight::width;
  std::optional<std::uint64_t> seed;   ///< default: the run's
  std::optional<std::uint64_t> moves;  ///< of `annealed` and `tabu`; default: by the order and the number of nodes
  std::string start;                   ///< of `annealed`: the order it begins with; empty: bisection, or natural
  std::vector<std::string> fixed;      ///< of `annealed` and `tabu`: nodes that stay where natural order puts them
  /// Of the same orders: nodes of one list change places only among themselves, and so do the nodes of no list.
  std::vector<std::vector<SaidNodes>> kinds;
  bool operator==(const ArrangeChoice&) const = default;
};

}  // namespace cutline
