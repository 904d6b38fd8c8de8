// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// One a delay model, and why there is none; empty where the study has no guest.
struct Emulations {
  std::vector<std::optional<Emulation>> of_delay;
  std::vector<Note> notes;
};

/// Of a candidate that can be built, where the candidate is one of the paper's hosts: a square mesh of 2^p x 2^p
/// nodes, a hypercube of 2p dimensions, or cube-connected cycles of 2^(2p) nodes. Delays are of spans in node pitches;
/// the tables know constant, logarithmic (base 2) and linear ones. Source: [Ranade 1987, tables 1 to 4].
Emulations emulations(const Study& study, const Candidate& candidate);

}  // namespace cutline
