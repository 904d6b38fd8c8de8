// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/network.hpp"

namespace cutline {

/// Fills the candidate's sources from the catalogues and its notes: what a reader of its numbers must know.
void add_sources(const Study& study, Candidate& candidate);
void add_notes(const Study& study, const Network& network, Candidate& candidate);

/// Lists the limits that the candidate passes, and what its packages do not offer; a note where a limit cannot be compared.
void check_limits(const Limits& limits, Candidate& candidate);

}  // namespace cutline
