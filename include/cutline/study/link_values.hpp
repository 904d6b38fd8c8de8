// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

struct Study;

/// What the wires of a candidate's links are, by the number of the link, which counts in the order of for_each_link().
/// Every link has the values that exports and `cutline measure` show. Of parallel links that only differ in their place
/// each has its own.
struct LinkValues {
  std::vector<double> length_pitches;  ///< routed, of the longest wire, in wire pitches
  std::vector<double> length_mm;       ///< the same; empty in the unit technology, which has no metres
  std::vector<double> delay_ns;        ///< of the longest wire, one way, or as the user's file gives it; unit: in tau
};

/// The values of all links of a candidate under one of the study's delay models. Its layout must have been kept. Throws
/// an input error for a bus, for an ideal candidate and for one that cannot be built; a limit error past 2^28 links.
/// Cost: O(links log links).
LinkValues link_values(const Study& study, const Candidate& candidate, std::size_t delay = 0);

/// Messages over each channel for each message that a mean node offers, by the number of the channel: that of its link,
/// in the order of for_each_link(); of two channels of a link the one from its first end comes first. Routes and
/// traffic are those of the candidate and the study. The sum is the mean number of hops times the number of nodes.
/// Throws an input error if there are no routes, as for a bus, for planes, or past the effort. Cost: that of a walk
/// over all routes, unless the candidate has it already.
std::vector<double> loads_of_channels(const Study& study, const Candidate& candidate, const Effort& effort = {});

}  // namespace cutline
