// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/network.hpp"

namespace cutline {

/// Adds a note that is not there yet.
void add_once(std::vector<Note>& notes, Note note);

/// The candidate's sources, from the catalogues.
std::vector<std::string> sources_of(const Study& study, const Candidate& candidate);

/// What a reader of the candidate's numbers must know: what the stages noted, in their order, and what follows from all
/// of them.
std::vector<Note> notes_of(const Study& study, const Candidate& candidate, const Effort& effort,
                           std::vector<Note> noted);

/// The limits that a candidate passes, and what its packages do not offer.
std::vector<OverLimit> over_limits(const Limits& limits, const Candidate& candidate);
/// The limits that cannot be compared with it.
void note_limits(const Limits& limits, const Candidate& candidate, std::vector<Note>& notes);

}  // namespace cutline
