// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/study/ranking.hpp"

namespace cutline::words {

/// "torus is first in 4 of 4 corners (wire_delay +-30 %, ...)."; empty where all is sure, or nothing ranked.
std::string certainty_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

}  // namespace cutline::words
