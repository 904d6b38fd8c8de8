// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

const GivenLengths* given_lengths_of(const UnderDelay& a) {
  return a.candidate.laid_out() && a.candidate.laid_out()->given ? &*a.candidate.laid_out()->given : nullptr;
}

/// Null if no link has both figures, as in the unit technology.
const GivenDifference* length_difference(const UnderDelay& a) {
  const GivenLengths* given = given_lengths_of(a);
  return given != nullptr && given->to_layout.links > 0 ? &given->to_layout : nullptr;
}

}  // namespace

Quantities given_quantities() {
  return {
      derived({"given.longest_mm", Unit::mm, "longest link by the lengths that its file or its cables give",
               member_of<given_lengths_of, &GivenLengths::longest>, called("given_longest", "longest given")},
              {{"the longest length in the file, or of a cable", "the user, or the hall"}}),
      derived({"given.total_mm", Unit::mm, "given lengths of all links together, each link once",
               member_of<given_lengths_of, &GivenLengths::total>, called("given_total", "all given"), nullptr, true},
              {{"sum of the lengths in the file, or of the cables", "the user, or the hall"}}),
      derived({"given.lengths_differ", Unit::none, "links whose given length is far from the routed one",
               member_of<length_difference, &GivenDifference::differ>, called("lengths_differ", "differ in length")},
              {{"links with |given - routed| > given_tolerance x routed", "definition"}}),
  };
}

}  // namespace cutline
