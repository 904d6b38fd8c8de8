// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/study/ranking.hpp"

namespace cutline::words {

/// "torus is first in 4 of 4 corners (wire_delay ±30 %, ...)." Empty if no figure is uncertain, or no candidate ranked.
std::string certainty_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

}  // namespace cutline::words
