// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/study.hpp"

namespace cutline {

struct PlacedNetwork;

/// A network before its layout. The study's traffic is uniform, and it has no guest.
struct Unlaid {
  const Study& study;
  const Design& design;  ///< with the sides of its tile
  const Topology& topology;
  const GraphMeasures& graph;             ///< without cuts
  const PlacedNetwork* placed = nullptr;  ///< null: nothing is known of where the nodes stand
};

/// Whether all nodes stand in one plane, in equal tiles whose sides are those of the design or the technology.
bool stands_in_equal_tiles(const Unlaid& network);

/// A lower bound of a term's measure over all layouts of the network, in its places if it has them; the measure must
/// be one of which less is better. Absent if no bound is known. Cost: O(1); in places O(links), and for latency also
/// that of least_mean_cycles().
std::optional<double> floor_of_term(const RankTerm& term, const Unlaid& network);

/// A lower bound of the mean cycles on the links of a way between two nodes, over all ordered pairs, where those of a
/// node and itself take none: by the quickest ways, which no routing undercuts. `cycles`: the least of a link, by its
/// span in node pitches, up to the longest; all positive. Absent for networks with shared links, in parts, or past an
/// effort of 16 million roads. Cost: O(channels x nodes); for a product, O(links) and that of the graphs of its digits.
std::optional<double> least_mean_cycles(const PlacedNetwork& placed, const std::vector<std::uint32_t>& cycles);

/// |dx| + |dy| between the cells of two sites.
std::uint64_t span_between(const PlacedNetwork& placed, std::uint64_t a, std::uint64_t b);

}  // namespace cutline
