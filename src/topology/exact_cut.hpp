// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "topology/balanced_cuts.hpp"

namespace cutline {

/// What exact_cut() looks for.
struct CutQuestion {
  const ChannelGraph& graph;  ///< has two channels, one each way, for every link
  /// Of each site: the weight of further links from it to either side; empty: none.
  std::vector<std::array<std::int64_t, 2>> pulls;
  std::uint64_t below = ~std::uint64_t{0};   ///< heavier cuts do not count
  std::uint64_t visits = ~std::uint64_t{0};  ///< of channels and sites, at most
};

/// The answer: whether it is proved that no other halving has a lighter cut.
struct ExactCut {
  Sides sides;               ///< empty if no cut that was found weighs less than `below`
  std::uint64_t weight = 0;  ///< of the cut; else `below`
  std::uint64_t visits = 0;
  bool proved = false;
};

/// The halving of the nodes whose cut weighs least, found by branch and bound: site after site joins one side, the one
/// whose side decides most first. A branch ends when its cut, and what is sure to be added, weighs too much: for each
/// site the links to its nearer side, as far as sides have room, and where nearly all sites are linked some links among
/// those that wait; then paths between the sides and trees from one side, by packed_paths_and_trees(). Interchanges
/// may stand on either side. Deterministic. Cost: at most 2 10^-9 s a visit; a complete graph of 30 nodes with random
/// weights takes half a second, sparse graphs of some hundred nodes less if few links are cut. Source: [Delling 2015].
ExactCut exact_cut(const CutQuestion& question);

/// Between which weights the least cut lies.
struct NarrowedCut {
  std::uint64_t least = 0, most = 0;
  Sides sides;  ///< with a cut of weight `most`; empty if that is still the weight that was known
};
/// Narrows the range from `least`, which no cut is below, to `question.below`, which some cut weighs: asks exact_cut()
/// for cuts below some weights between them, the lowest first, as long as the visits last.
NarrowedCut narrowed(const CutQuestion& question, std::uint64_t least);

}  // namespace cutline
