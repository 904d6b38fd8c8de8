// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// "uniform" where the study names no other.
std::string_view traffic_name(const Study& study);
bool is_uniform(const Study& study);
/// Of the effort, what loads may take: they stand beside measures that have closed forms.
std::uint64_t effort_of_loads(const Effort& effort);

/// Mean hops and channel loads under the study's traffic, by the candidate's routing, and the bound on saturation at
/// its width. Uniform traffic is over terminals, any other over nodes, whose terminals all send alike. Where the
/// pattern cannot run on the network, or is not known of it, mean hops are absent and `why_no_hops` says why. Loads are
/// left out past a fortieth of the effort: hops alone have closed forms that loads lack. Saturation, of what can be
/// built:
///
///   busiest channel  W over its messages per message that a node offers
///   bisection        a balanced cut full of uniform traffic
///   terminal         a terminal sends and takes at most W bits in a phit's time
///
/// Source: [Dally 1990]; derived: the terminal's bound.
TrafficResult traffic_result(const Study& study, const Effort& effort, const Candidate& candidate);

/// Bits per cycle and terminal; a cycle may be shorter than a phit's time.
double saturation_per_cycle(const Candidate& candidate, const Timing& timing);

}  // namespace cutline
