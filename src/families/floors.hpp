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

/// A lower bound of a term's measure over all layouts of the network; the measure must be one of which less is better.
/// Absent if no bound is known. Cost: O(1).
std::optional<double> floor_of_term(const RankTerm& term, const Unlaid& network);

/// The least span in node pitches that the longest link has in any layout in one plane. With shorter links, `nodes`
/// nodes could not all be within `diameter` links of each other. derived: nodes with pairwise distances |dx| + |dy| of
/// at most d are no more than the nodes of a ball of diameter d.
std::uint64_t least_longest_span(std::uint64_t nodes, std::uint64_t diameter);

}  // namespace cutline
