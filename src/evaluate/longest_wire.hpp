// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/delay/delay_model.hpp"
#include "cutline/study/candidate.hpp"
#include "evaluate/link_table.hpp"

namespace cutline {

/// The longest span and the longest routed length of a candidate that can be built; they may belong to two links. An
/// ideal candidate has the span alone.
WireLength longest_wire(const BuiltCandidate& candidate);

/// Whether every link takes its own number of whole cycles: the clock is fixed and wires are pipelined.
bool takes_own_cycles(const Study& study);

}  // namespace cutline
