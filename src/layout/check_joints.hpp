// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "check_line.hpp"
#include "check_links.hpp"

namespace cutline::checking {

/// The facts that the shapes of every pattern show: [axis][pattern].
using PatternFacts = std::array<std::vector<LineFacts>, 3>;

/// The facts that the joints show: the bent links, their spans, and how many and how long their wires are.
struct JointFacts {
  Fingerprint links;
  std::uint64_t wires = 0;
  ShownSpans spans;
  ShownLengths lengths;
};

/// Checks that every bent part is in exactly one joint, that the parts of a joint meet, and that each joint's wires are
/// whole and lie within the shapes of its parts, which the check of the lines has found free of touches. Cost: O(wires
/// of joints).
JointFacts check_joints(const Layout& layout, const Placement& placement, std::size_t classes,
                        const PatternFacts& facts, Findings& findings);

/// The numbers that the shapes of all lines and joints show together. Cost: O(slots of the distinct patterns + links
/// of the distinct patterns).
ShownNumbers shown_numbers(const Layout& layout, const Placement& placement, std::size_t classes,
                           const PatternFacts& facts, const JointFacts& joints);

}  // namespace cutline::checking
