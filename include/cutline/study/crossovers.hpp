// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

struct CrossoverChoice;

/// An interval of values on which one candidate ranks first.
struct Reign {
  double from = 0, to = 0;  ///< the values, or, if the choice is a list, positions in that list
  std::string winner;       ///< empty: no candidate can be ranked
};

/// The winners under one delay model, from the first value to the last. A reign ends where the next one begins: at
/// neighbouring whole numbers, or at values a millionth apart.
struct Crossovers {
  std::string delay_label;
  std::vector<Reign> reigns;
};

/// Finds the values at which the winner changes: evaluates 33 values at equal ratios, then bisects between neighbours
/// with different winners. It misses a reign that begins and ends between two of the 33 values. Of equal candidates,
/// the first in the spec wins.
///
/// `study_at` gives the study with the key set to a value, written as in a spec. One entry a delay model. Cost: some 33
/// evaluations of the study, and 20 to 40 for each change.
std::vector<Crossovers> find_crossovers(const CrossoverChoice& choice,
                                        FunctionRef<Study(const std::string& value)> study_at, const Effort& effort);

/// The values that are evaluated first: 33 at equal ratios or, if the choice is a list, all positions in it.
std::vector<double> crossover_values(const CrossoverChoice& choice);

/// A value of the choice as in a spec: "512 bits".
std::string value_text(const CrossoverChoice& choice, double value);

}  // namespace cutline
