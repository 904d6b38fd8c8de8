// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

/// Emulations, one for each delay model, with notes on those that are absent; empty if the study has no guest.
struct Emulations {
  std::vector<std::optional<Emulation>> of_delay;
  std::vector<Note> notes;
};

/// The emulations of a candidate that can be built and is one of the paper's hosts: a square mesh of 2^p x 2^p nodes, a
/// hypercube of 2p dimensions, or cube-connected cycles of 2^(2p) nodes. Delays depend on spans in node pitches; the
/// tables have constant, logarithmic (base 2) and linear ones. Source: [Ranade 1987, tables 1 to 4].
Emulations emulations(const Study& study, const TimedCandidate& candidate);

}  // namespace cutline
