// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"

namespace cutline {

struct Topology;

/// The work and the memory that a design takes. They follow from its network, its grid and its width by counting;
/// nothing is searched, wired or routed.
struct WorkEstimate {
  SharedConst<PlacedNetwork> network;  ///< null for closed forms
  std::uint64_t parts = 0;             ///< parts of all distinct patterns; only these are routed and measured
  double bytes = 0;                    ///< to wire, route and measure it, at most
  double check_bytes = 0;              ///< to check the layout beside that; where links are bent, roughly
  double seconds = 0;                  ///< on one core
};

/// Throws the input errors of building and placing the design. A held resource counts as channels of one bit.
WorkEstimate estimate_work(const Study& study, const Design& design);

/// Memory that a candidate's layout takes while it is wired, routed and measured, in bytes, at most; 0 without a
/// layout.
double layout_memory(const BuiltCandidate& candidate);
/// Memory of the channels of a whole network as a graph, in bytes.
double channels_memory(const Topology& topology);

/// Throws a limit error for more bytes than the effort allows.
void expect_memory(double bytes, const Effort& effort);

}  // namespace cutline
