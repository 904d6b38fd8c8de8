// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/network.hpp"

namespace cutline {

/// Adds a note, unless the list already has it.
void add_once(std::vector<Note>& notes, Note note);

/// The candidate's sources, from the catalogues.
std::vector<std::string> sources_of(const Study& study, const TimedCandidate& candidate);

/// Notes where the figures that a graph's file gives to links are far from those of the layout.
void note_given(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes);
/// Notes on nodes that have no way to others.
void note_parts(const TimedCandidate& candidate, std::vector<Note>& notes);
/// Notes on the traffic that hops, loads and latency depend on.
void note_traffic(const Study& study, const TimedCandidate& candidate, std::vector<Note>& notes);

/// All notes of a candidate: those of each stage, in their order, and those that follow from several stages.
std::vector<Note> notes_of(const Study& study, const TimedCandidate& candidate, const Effort& effort,
                           std::vector<Note> noted);

/// The limits that a candidate exceeds, those of its packages included.
std::vector<OverLimit> over_limits(const Limits& limits, const TimedCandidate& candidate);
/// The limits that cannot be checked for a candidate.
void note_limits(const Limits& limits, const RoutedCandidate& candidate, std::vector<Note>& notes);

}  // namespace cutline
