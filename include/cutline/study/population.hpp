// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// Indices of the candidates that are ranked together: those that can be built and keep the limits.
std::vector<std::size_t> rankable(const std::vector<Candidate>& candidates);

/// Throws an input error for every rankable candidate with the wrong number of terminals. The right number is that of
/// the population, else that of the first candidate, within the tolerance. Each error names the nearest sizes that the
/// family can build.
void expect_same_population(const Study& study, const std::vector<Candidate>& candidates);

/// Whether the study ranks machines of different sizes together.
bool mixed_population(const Study& study, const std::vector<Candidate>& candidates);

}  // namespace cutline
