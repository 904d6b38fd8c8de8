// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline {

/// The winner by the papers' closed forms, which take any real radix and width, and wires k^(n/2-1) node pitches long.
struct FormalWinner {
  std::size_t candidate = 0;
  Time latency;
  double stretch = 1;  ///< largest ratio of a candidate's placed longest wire to that of its closed form
};

/// Evaluates the ranked layouts again, by closed forms. The study must rank by latency under uniform traffic. Absent if
/// the winner is the same, and if a candidate has no closed form for a quantity that the study needs.
std::optional<FormalWinner> winner_by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                   const Ranking& ranking, std::size_t delay);

}  // namespace cutline
