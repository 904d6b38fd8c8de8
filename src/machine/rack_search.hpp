// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "machine/racks.hpp"

namespace cutline::machine {

/// What a cable between two ports costs a search: its length or its price.
using CableCost = FunctionRef<double(const Port& a, const Port& b)>;

/// Moves devices, with all their terminals, and whole racks, so that the sum of `cost` over the links falls: annealing
/// from the best of the rules of thumb, `seed` for seed the same. Moves weigh racks alone, at the mean height of the
/// devices; the result is never above that start with every device at its own height. Fixed devices stay. Cost:
/// O(moves x links of a device).
std::variant<RackChoice, std::string> search_racks(const Hall& hall, const Equipment& equipment, CableCost cost,
                                                   const std::vector<FixedDevice>& fixed);

/// The sum of a cost over the links between the units of their devices, without links of a length of their own.
double cost_of_links(const Hall& hall, const Equipment& equipment, const RackChoice& choice, CableCost cost);

}  // namespace cutline::machine
