// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// An eigenvalue of a graph's Laplacian and an eigenvector of length 1, with an entry for each node.
struct Eigenpair {
  double value = 0;
  std::vector<double> vector;
};

struct SearchedSpectrum;

/// The smooth end of the spectrum of a graph's Laplacian L: the vectors in which linked nodes have nearby entries.
///
/// Works on the pseudo-inverse of L where its sparse Cholesky factor is small, as in meshes, trees and all that is
/// nearly flat: there the least eigenvalues stand far apart, and some tens of steps find them. Elsewhere, as in
/// expanders, whose factor would be dense, works on c I - L, which needs only products with L. Both have the
/// eigenvectors of L. Sums run in a fixed order and the first vector follows from the seed: the same bits for any
/// number of threads. Source: [Lehoucq 1998; Amestoy 1996].
class LaplacianSpectrum {
 public:
  /// What to tell a watch as the number of steps: that of an ordinary search.
  static constexpr std::uint64_t kToldSteps = 1000;

  /// The graph has both channels of every link, with equal weights above 0, and must outlive this object. Cost: of the
  /// factor up to some seconds and 200 MB; larger ones are not made.
  LaplacianSpectrum(const ChannelGraph& graph, WatchedWork& work);
  ~LaplacianSpectrum();

  /// The `count` eigenpairs with the least eigenvalues above 0, ascending; fewer where there are no more, and where the
  /// work was asked to stop. Equal eigenvalues come as often as they occur: after the search another one looks for what
  /// is missing, orthogonal to all that was found. Each connected part of the graph has its vectors, which are 0 on the
  /// others where no eigenvalue is shared.
  ///
  /// With `lines`, the number of a line of each node, the entries on each line sum to 0, and the pairs are those of the
  /// operator cut down to such vectors: the smoothest ones that differ within the lines. Their values are the Rayleigh
  /// quotients. Graphs past some 10^5 nodes whose factor is too large get approximations. Cost: some seconds at most.
  std::vector<Eigenpair> least(std::size_t count, std::uint64_t seed,
                               const std::vector<std::uint32_t>& lines = {}) const;

  bool has_factor() const;

 private:
  std::unique_ptr<SearchedSpectrum> spectrum_;
};

}  // namespace cutline
