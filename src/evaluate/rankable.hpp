// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

struct Measures;

/// The layers of a layout that carry wires, of those that the technology has.
std::ptrdiff_t layers_with_wires(const Measures& measures);

/// The name of a limit in answers. With a dot it is the key of a quantity in records, as "board.skew_ps".
std::string_view limit_name(Limited what);
/// The limits that a candidate exceeds, those of its packages included.
std::vector<OverLimit> over_limits(const Limits& limits, const TimedCandidate& candidate);
/// The limits that cannot be checked for a candidate.
void note_limits(const Limits& limits, const RoutedCandidate& candidate, std::vector<Note>& notes);

/// Indices of the candidates that are ranked together: those that can be built and keep the limits.
std::vector<std::size_t> rankable(const std::vector<Candidate>& candidates);

/// A machine that is to be ranked with others.
struct Machine {
  const Design* design = nullptr;
  double terminals = 0;
};

/// Throws one input error for every machine whose number of terminals differs from the wanted one by more than the
/// tolerance. The wanted number is the one that the study gives, else that of the first machine. Each error names the
/// nearest sizes that the family can build.
void expect_same_population(const Population& population, const std::vector<Machine>& machines);
/// The same of the rankable candidates.
void expect_same_population(const Population& population, const std::vector<Candidate>& candidates);

/// Whether machines of different sizes are ranked together.
bool mixed_population(const Population& population, const std::vector<Candidate>& candidates);

}  // namespace cutline
