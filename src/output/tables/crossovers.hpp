// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/data.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/crossovers.hpp"

namespace cutline {

/// {"over", "reigns": [{delay, from, to, winner}]}; values are texts as in a spec; a winner is null if there is none.
Data crossovers_data(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

/// One row per reign (a range of values with one winner): delay, from, to, winner.
Table crossovers_table(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

/// One sentence per delay model: "As message grows from 16 bits to 4096 bits, torus wins up to 411 bits, then cube."
/// Where the winner changes more than four times, the sentence gives only the number of changes.
std::vector<std::string> crossover_sentences(const CrossoverChoice& choice, const std::vector<Crossovers>& crossovers);

}  // namespace cutline
