// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/network.hpp"

namespace cutline {

/// The candidate made from a wired network and a budget (absent: nothing is held). Runs all stages after the wiring.
Candidate finish(const Study& study, Network network, const std::optional<double>& budget, const Effort& effort);

}  // namespace cutline
