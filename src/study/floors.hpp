// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/study/study.hpp"
#include "cutline/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// A network before its layout. The study's traffic is uniform, and it has no guest.
struct Unlaid {
  const Study& study;
  const Design& design;  ///< with the sides of its tile
  const Topology& topology;
  const GraphMeasures& graph;  ///< without cuts
};

/// No more than what any layout of the network has of a term's measure, less being better; absent where nothing is
/// known. Cost: O(1).
std::optional<double> floor_of_term(const RankTerm& term, const Unlaid& network);

/// No link of any layout in one plane spans less than this many node pitches at the longest: so many nodes cannot all
/// stand within `diameter` shorter links of one another. derived: within d pitches of one another, |dx| + |dy|, stand
/// no more nodes than in a ball of that diameter.
std::uint64_t least_longest_span(std::uint64_t nodes, std::uint64_t diameter);

}  // namespace cutline
