// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

struct CrossoverChoice;

/// A stretch of values over which one candidate ranks first.
struct Reign {
  double from = 0, to = 0;  ///< the values; numbers of the list where the choice is one
  std::string winner;       ///< empty: no candidate can be ranked
};

/// Who ranks first under one delay model, from the first value to the last. One reign's end and the next one's
/// beginning are neighbouring whole numbers, or a millionth apart.
struct Crossovers {
  std::string delay_label;
  std::vector<Reign> reigns;
};

/// Searches where the winner changes: 33 values at equal ratios, then by halves wherever two neighbours differ. A reign
/// that begins and ends between two of the 33 is not seen. Of equals the first in the spec wins.
///
/// `study_at` gives the study with the key set to a value, written as in a spec. One entry a delay model. Cost: some 33
/// evaluations of the study, and 20 to 40 for each change.
std::vector<Crossovers> find_crossovers(const CrossoverChoice& choice,
                                        FunctionRef<Study(const std::string& value)> study_at, const Effort& effort);

/// A value of the choice as in a spec: "512 bits".
std::string value_text(const CrossoverChoice& choice, double value);

}  // namespace cutline
