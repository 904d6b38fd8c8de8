// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "study/network.hpp"

namespace cutline {

/// How much of the held resource a network takes with channels of a width: linear in it, or non-decreasing and known at
/// whole widths only.
using ResourceUse = std::function<double(double width)>;

/// The use of the held resource, the network being wired. Refers to both arguments. Input errors stand at the
/// candidate.
ResourceUse resource_use(const Study& study, const Network& network);

/// The width at which `use` meets the budget, interpolated between whole widths; beyond both ends of what can be built
/// it is extrapolated from widths 1 and 2. Never negative. Absent where no width up to 2^30 meets it.
std::optional<double> width_for(const ResourceUse& use, double budget);

/// The width that is built: rounded as the design says, a multiple of what it says. Absent below 1 bit in layouts,
/// below one multiple, and at 0. An input error for a fraction in a layout that is not to be rounded.
std::optional<double> rounded_width(const Design& design, double width);

/// What all candidates get of the held resource; absent where nothing is held. `reference` is the network of Hold::of.
std::optional<double> held_budget(const Study& study, const Network* reference);

}  // namespace cutline
