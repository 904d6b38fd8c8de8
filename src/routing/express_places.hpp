// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/routing/express.hpp"

namespace cutline {

/// The values of a digit of an express cube and where they stand, in half node pitches as ExpressLeg counts them.
struct ExpressPlaces {
  /// The place of each value.
  std::vector<std::uint32_t> of_value;
  /// The value at each place.
  std::vector<std::uint32_t> value_at;
};
ExpressPlaces express_places(const Topology& topology, std::size_t digit);

/// Calls visit(value, next value) for every hop of the express rule from one node's value to another's.
void for_each_express_hop(const ExpressRule& rule, const ExpressPlaces& places, std::uint32_t from, std::uint32_t to,
                          FunctionRef<void(std::uint32_t, std::uint32_t)> visit);

}  // namespace cutline
