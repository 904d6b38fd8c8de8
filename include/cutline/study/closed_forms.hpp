// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline {

/// Who would win by the papers' closed forms alone: any real radix and width, wires k^(n/2-1) node pitches long.
struct FormalWinner {
  std::size_t candidate = 0;
  Time latency;
  double stretch = 1;  ///< placed wires of the candidates are up to so many times as long as the closed forms'
};

/// Evaluates layouts ranked by latency under uniform traffic once more, by closed forms. Absent where the winner is the
/// same, and where some candidate has no closed form of what the study asks for.
std::optional<FormalWinner> winner_by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                   const Ranking& ranking, std::size_t delay);

}  // namespace cutline
