// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "study/network.hpp"

namespace cutline {

/// The use with channels of a width: each factor linear in it, or non-decreasing and known at whole widths only.
using ResourceUse = std::function<HeldUse(double width)>;

/// The use of the held resource, the network being wired. Refers to both arguments. Input errors stand at the
/// candidate.
ResourceUse resource_use(const Study& study, const Network& network);

/// A width, and the whole widths that it lies between with what they take.
struct HeldWidth {
  double bits = 0;
  HeldBetween between;
};
/// The width at which `use` meets the budget. Between whole widths each factor grows linearly, so an area is a
/// quadratic, solved exactly (the sides of a layout do grow so, unless a node box begins to grow in between). Below 1
/// the same from widths 1 and 2. Never negative. Absent where no width up to 2^30 meets it.
std::optional<HeldWidth> width_for(const ResourceUse& use, double budget);

/// The width that is built: rounded as the design says, a multiple of what it says. Absent below 1 bit in layouts,
/// below one multiple, and at 0. An input error for a fraction in a layout that is not to be rounded.
std::optional<double> rounded_width(const Design& design, double width);

/// Wires over the middle of a candidate's layout: of the cuts half way along its longest axes, the one with most.
std::int64_t wires_over_middle(const Candidate& candidate);

/// What all candidates get of the held resource; absent where nothing is held. `reference` is the network of Hold::of.
std::optional<double> held_budget(const Study& study, const Network* reference);

}  // namespace cutline
