// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>

#include "cutline/detail/base/callbacks.hpp"
#include "machine/racks.hpp"

namespace cutline::machine {

/// What a cable between two racks, or inside one, costs a search: its length or its price.
using RackCost = FunctionRef<double(std::uint32_t rack_a, std::uint32_t rack_b)>;

/// Moves devices, with all their terminals, and whole racks, so that the sum of `cost` over the links falls: annealing
/// from the best of the rules of thumb, `seed` for seed the same. The result is never above that start. Fixed devices
/// stay. Cost: O(moves x links of a device).
std::variant<RackChoice, std::string> search_racks(const Hall& hall, const Equipment& equipment, RackCost cost,
                                                   const std::vector<FixedDevice>& fixed);

/// The sum of a cost over the links.
double cost_of_links(const Equipment& equipment, const RackChoice& choice, RackCost cost);

}  // namespace cutline::machine
