// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace cutline {

/// Turns vectors of length 1, orthogonal to each other, within the space that they span, so that the sum of the fourth
/// powers of all entries is least: until each is as far from a mixture of independent ones as can be. Eigenvectors of
/// equal eigenvalues are found in some turn or other; of a square mesh this gives those along its two axes, because
/// entries that follow a cosine have less weight in their tails than any mixture of two. Each pair of vectors is turned
/// by its best angle in rounds. Uses no functions but roots, so that results are the same on every machine. Cost:
/// O(vectors^2 entries). Source: [Carroll 1953], there for the most; [Comon 1994].
void turn_apart(std::vector<std::vector<double>>& vectors);

/// Numbers that sort as the first vector does, equal entries as the second does, and so on. Entries are equal where
/// they differ by less than 10^-6 of the range. Cost: O(vectors x entries log entries).
std::vector<double> sorted_in_turn(const std::vector<const std::vector<double>*>& vectors);

/// Both ways to add two vectors, with length 1: they turned by 45 degrees.
std::vector<std::vector<double>> midway_turns(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace cutline
