// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/quantities.hpp"

// What a study asks for, by the marks of the catalogue's rows: a mark, such as Quantity::of_bisection, names work that
// some quantities need. A study that asks for none of these need not have the work done.

namespace cutline {

using QuantityMark = bool Quantity::*;

/// Whether the ranking, the front or the limits of a study depend on a quantity with the mark. A measure that is not in
/// the catalogue counts as if it had it.
bool asks_for(const Study& study, QuantityMark mark);
/// Whether a quantity with this name has the mark, as measures are named; one that is not in the catalogue counts so.
bool is_of(std::string_view measure, QuantityMark mark);
/// The effort for an answer in words, which shows the ranking, the verdict and what is expected, but no records. Such
/// an answer tells saturation only where the study asks for traffic or loads, and what failing parts leave of the
/// bisection only where it names some. So bisections are searched only then, or where the study ranks by a quantity of
/// them, limits, expects or holds one.
Effort effort_in_words(const Study& study, const Effort& effort);
/// The effort for the winner alone: bisections are searched only where the ranking, a limit, a held amount or a load
/// depends on one.
Effort effort_of_winner(const Study& study, const Effort& effort);

}  // namespace cutline
