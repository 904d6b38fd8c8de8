// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/network.hpp"

namespace cutline {

struct Density;

/// The use of the held resource as a function of the width of channels. Each factor is linear in the width, or else
/// non-decreasing and known only at whole widths.
using UseOfWidth = std::function<ResourceUse(double width)>;

/// The use of the held resource by a wired network, or by closed forms. The result keeps references to the arguments.
/// Input errors carry the place of the candidate. The result throws a limit error for a width that takes more memory
/// than the effort allows.
UseOfWidth resource_use(const Hold& hold, const Technology& technology, const Design& design,
                        const WiredDesign& network, const Effort& effort);
UseOfWidth resource_use(const Hold& hold, const Technology& technology, const Design& design,
                        const IdealNetwork& network);

/// A width, and the use of the held resource at the whole widths on both sides of it.
struct BudgetWidth {
  double bits = 0;
  UseBetween between;
};
/// The width at which `use` meets the budget. Between whole widths each factor is taken as linear, so that an area is a
/// quadratic, which is solved exactly. (The sides of a layout do grow linearly, unless a node box begins to grow in
/// between.) Below width 1, the lines through widths 1 and 2 are extended. Never negative. Absent if no width up to
/// 2^30 meets the budget.
std::optional<BudgetWidth> width_for(const UseOfWidth& use, double budget);

/// The width that is built: rounded to a multiple as the design asks. Absent if the result is 0, below one multiple,
/// or, in layouts, below 1 bit. Throws an input error for a fractional width in a layout that the design does not
/// round.
std::optional<double> rounded_width(const Design& design, double width);

/// Bounds on the wires of the least balanced cut of the graph, at the candidate's width. The cut with `upper` wires is
/// known.
struct BisectionWires {
  double lower = 0, upper = 0;
};
/// Absent if the candidate has no width, or no graph and no closed form.
std::optional<BisectionWires> bisection_wires(const BuiltCandidate& candidate);

/// Wires (Density::middle_wires) or links over the middle of a candidate's layout: the most of all cuts half way along
/// its longest axes.
double over_middle(const BuiltCandidate& candidate, std::int64_t Density::*what);

/// Throws an input error if a network in parts has nothing of the held resource: a held bisection may be a cut between
/// parts, which no link crosses at any width. `amount`: what it has at some width.
void expect_held_use(const Hold& hold, const Design& design, const WiredDesign& network, double amount);

/// The amount of the held resource for each candidate, if the spec sets it by another candidate (Hold::of): the use of
/// `network`, the network of that `design`, times Hold::times. Throws an input error if the design cannot be built.
double budget_of_reference(const Hold& hold, const Technology& technology, const Design& design,
                           const WiredOrIdeal& network, const Effort& effort);

}  // namespace cutline
