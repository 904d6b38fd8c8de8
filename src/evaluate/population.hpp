// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

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
void expect_same_population(const Study& study, const std::vector<Machine>& machines);
/// The same of the rankable candidates.
void expect_same_population(const Study& study, const std::vector<Candidate>& candidates);

/// Whether the study ranks machines of different sizes together.
bool mixed_population(const Study& study, const std::vector<Candidate>& candidates);

}  // namespace cutline
