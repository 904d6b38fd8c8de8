// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/explain/explain.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::explanation {

/// How the figure of a candidate with planes or applications follows from those of these: the formula with its numbers
/// in place of the quantity's own. Returns false if it has neither, or if the quantity does not follow from theirs.
bool tell_parts(const Quantity& quantity, const UnderDelay& asked, Explanation& out);

}  // namespace cutline::explanation
