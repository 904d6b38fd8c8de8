// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// Fills the emulations, one a delay model, where the candidate is one of the paper's hosts: a square mesh of 2^p x 2^p
/// nodes, a hypercube of 2p dimensions, or cube-connected cycles of 2^(2p) nodes. Delays are of spans in node pitches;
/// the tables know constant, logarithmic (base 2) and linear ones. Source: [Ranade 1987, tables 1 to 4].
void add_emulation(const Study& study, Candidate& candidate);

}  // namespace cutline
