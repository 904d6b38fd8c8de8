// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <cmath>

#include "graph_searches.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/laplacian_spectrum.hpp"

namespace cutline {

namespace {

/// The Laplacian: the weight of each node's links on the diagonal; off the diagonal, minus the weight of the links of
/// each pair.
Eigen::MatrixXd laplacian(const ChannelGraph& graph) {
  const auto nodes = static_cast<Eigen::Index>(graph.node_count());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(nodes, nodes);
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    matrix(node, node) += graph.weight(c);
    matrix(node, graph.head[c]) -= graph.weight(c);
  });
  return matrix;
}

/// A number e for which the least eigenvalue of the symmetric matrix is proved to be at least -e; nothing if there is
/// no proof.
///
/// If Cholesky's method completes in floating point, its factor is the exact factor of a matrix that differs from this
/// one by at most g / (1 - g) times the trace, where g = (n + 1) u / (1 - (n + 1) u), for any order of the sums. The
/// code takes 2 (n + 3) in place of n + 1, because a division may be computed as a product with a rounded reciprocal.
/// Source: [Higham 2002, theorem 10.3; Rump 2006].
std::optional<double> indefinite_by(Eigen::MatrixXd& matrix) {
  const double trace = matrix.trace();
  const double steps = 2 * static_cast<double>(matrix.rows() + 3) * 0x1p-53;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(matrix);
  const bool complete = factor.info() == Eigen::Success && (factor.matrixLLT().diagonal().array() > 0).all();
  if (!complete) return std::nullopt;
  const double share = steps / (1 - steps);
  return share / (1 - share) * trace * (1 + 1e-9);
}

/// The second least eigenvalue, 0 where the graph is in parts: a Rayleigh quotient, so but for rounding never below it.
double seemingly_second_eigenvalue(const ChannelGraph& graph) {
  if (first_unreachable(graph)) return 0;
  WatchedWork work(nullptr, "", 0);
  const std::vector<Eigenpair> pairs = LaplacianSpectrum(graph, work).least(1, 1);
  return pairs.empty() ? 0 : pairs[0].value;
}

/// A certified lower bound on the second least eigenvalue of the Laplacian L.
///
/// An eigenvalue computed in floating point only proposes a bound m: how it was found, and whether the search had
/// converged, does not matter. Proof of the bound: let J be the matrix of ones. The matrix L + t J - m I acts on
/// vectors that sum to 0 as L - m I does. So if its least eigenvalue is at least -e, the second least eigenvalue of L
/// is at least m - e. The entries of the matrix are exact, because t is a power of two, m is a multiple of 2^-32, and
/// the links of a node weigh at most 2^18. Returns 0 early if the eigenvalue shows that the bound would be below
/// `useful`.
double second_eigenvalue(const ChannelGraph& graph, double useful) {
  const double seeming = seemingly_second_eigenvalue(graph);
  if (seeming < useful) return 0;
  const Eigen::MatrixXd own = laplacian(graph);
  const double most = own.diagonal().maxCoeff();
  if (most > 0x1p18) return 0;
  const double nodes = static_cast<double>(own.rows());
  const double rounding = nodes * 2 * most * 0x1p-50;
  for (double slack = rounding + 0x1p-32; slack < 1; slack *= 64) {
    const double proposed = std::floor((seeming - slack) * 0x1p32) * 0x1p-32;
    if (!(proposed > 0)) return 0;
    const double ones = std::exp2(std::ceil(std::log2(2 * proposed / nodes + 1)));
    Eigen::MatrixXd shifted = own.array() + ones;
    shifted.diagonal().array() -= proposed;
    if (const auto lack = indefinite_by(shifted)) return std::max(0.0, proposed - *lack);
  }
  return 0;
}

bool is_small(std::uint64_t nodes) { return nodes >= 2 && nodes <= kMostSpectralNodes; }

/// An eigenvalue of a product is a sum of one eigenvalue of each digit, and the least eigenvalue of each digit is 0. So
/// the second least eigenvalue of the product is the least of the second least eigenvalues of the digits.
std::optional<double> second_eigenvalue_of_product(const Topology& topology, double useful, CutIn what) {
  std::optional<double> least;
  for (const DigitKind& kind : digit_kinds(topology)) {
    if (kind.radix == 1) continue;
    if (!is_small(kind.radix)) return std::nullopt;
    const double own = second_eigenvalue(kind_graph(topology, kind, OneWayLinks::both_ways, what), useful);
    least = std::min(least.value_or(own), own);
  }
  return least;
}

std::optional<double> second_eigenvalue(const Topology& topology, double useful, CutIn what) {
  if (topology.is_product()) return second_eigenvalue_of_product(topology, useful, what);
  if (!is_small(topology.node_count())) return std::nullopt;
  return second_eigenvalue(link_graph(topology, what), useful);
}

}  // namespace

std::optional<std::uint64_t> spectral_bound(const Topology& topology, std::uint64_t known, CutIn what) {
  if (topology.has_interchanges() || has_shared_links(topology)) return std::nullopt;
  const std::uint64_t nodes = topology.node_count();
  const std::uint64_t half = nodes / 2;
  const double pairs = static_cast<double>(half) * static_cast<double>(nodes - half) / static_cast<double>(nodes);
  const double useful = static_cast<double>(known) / std::max(pairs, 0.5) * (1 - 1e-6);
  const std::optional<double> eigenvalue = second_eigenvalue(topology, useful, what);
  if (!eigenvalue) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(*eigenvalue * pairs * (1 - 1e-12)));
}

}  // namespace cutline
