// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/network.hpp"

namespace cutline {

struct Limits;

/// The candidate's sources, from the catalogues.
std::vector<std::string> sources_of(const Study& study, const Candidate& candidate);

/// Adds the notes and caveats: what a reader of the candidate's numbers must know.
void add_notes(const Study& study, Candidate& candidate);

/// Lists the limits that the candidate passes, and what its packages do not offer; a note where a limit cannot be
/// compared.
void check_limits(const Limits& limits, Candidate& candidate);

}  // namespace cutline
