// SPDX-License-Identifier: Apache-2.0
#include "topology/laplacian_spectrum.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <stdexcept>

#include "base/random.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

using NodeVector = Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;
using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

// Where a factor pays: it has few entries a link, a few dozen in a mesh of 10^5 nodes and hundreds in an expander.
constexpr double kMostEntriesPerChannel = 16;
constexpr double kMostChannelsPerNode = 64;
constexpr std::uint64_t kMostOrderedChannels = std::uint64_t{1} << 21;  // ten seconds for the order of an expander
constexpr double kMostFactorEntries = 0x1p24;                           // 200 MB
constexpr double kMostFactorSteps = 5e9;                                // some seconds
constexpr double kMostSearchSteps = 3e9;                                // some seconds
constexpr std::size_t kMostBasisEntries = std::size_t{1} << 24;         // 128 MB
constexpr double kTolerance = 1e-10;

/// The search was asked to stop.
struct Stopped {};

/// The weight of a node's links.
double weight_of_links(const ChannelGraph& graph, std::size_t node) {
  double weight = 0;
  for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) weight += graph.weight(c);
  return weight;
}

NodeVector laplacian_times(const ChannelGraph& graph, const NodeVector& vector) {
  NodeVector result(vector.size());
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    const double own = vector[static_cast<Eigen::Index>(node)];
    double sum = 0;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      sum += graph.weight(c) * (own - vector[graph.head[c]]);
    result[static_cast<Eigen::Index>(node)] = sum;
  }
  return result;
}

/// The Laplacian L with a link more, from a node of each connected part to the ground. Such a matrix G is positive
/// definite, and G^-1 b is a solution of L x = b where b sums to 0 on every part.
SparseMatrix grounded_laplacian(const ChannelGraph& graph, const std::vector<std::uint32_t>& parts) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(graph.head.size() + graph.node_count());
  std::uint32_t grounded = 0;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    const auto row = static_cast<int>(node);
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      entries.emplace_back(static_cast<int>(graph.head[c]), row, -static_cast<double>(graph.weight(c)));
    const double own = weight_of_links(graph, node);
    const bool first_of_part = parts[node] == grounded;
    grounded += first_of_part ? 1 : 0;
    entries.emplace_back(row, row, first_of_part ? own + std::max(own, 1.0) : own);
  }
  SparseMatrix matrix(static_cast<Eigen::Index>(graph.node_count()), static_cast<Eigen::Index>(graph.node_count()));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// Whether the factor of the upper half of a matrix stays within the limits. Counts its entries along the elimination
/// tree, without storing them. Source: [Davis 2006, sec. 4.4].
bool has_small_factor(const SparseMatrix& matrix, double most_entries) {
  const auto size = static_cast<std::size_t>(matrix.cols());
  std::vector<std::size_t> parent(size, size), seen(size);
  std::vector<double> in_column(size, 0);
  double entries = 0;
  double steps = 0;
  for (std::size_t row = 0; row < size; ++row) {
    seen[row] = row;
    for (SparseMatrix::InnerIterator entry(matrix, static_cast<Eigen::Index>(row)); entry; ++entry) {
      for (auto at = static_cast<std::size_t>(entry.row()); at < row && seen[at] != row; at = parent[at]) {
        if (parent[at] == size) parent[at] = row;
        seen[at] = row;
        ++entries;
        steps += 2 * in_column[at]++ + 1;
      }
    }
    if (entries > most_entries || steps > kMostFactorSteps) return false;
  }
  return true;
}

}  // namespace

/// A sparse factor of a symmetric positive definite matrix whose rows were reordered, so that few entries fill in.
struct SparseFactor {
  Permutation order;
  Eigen::SimplicialLDLT<SparseMatrix, Eigen::Upper, Eigen::NaturalOrdering<int>> of_ordered;

  std::int64_t entries() const { return of_ordered.matrixL().nestedExpression().nonZeros(); }
  NodeVector solved(const NodeVector& right) const { return order.transpose() * of_ordered.solve(order * right); }
};

namespace {

std::unique_ptr<SparseFactor> factor_of(const ChannelGraph& graph, const std::vector<std::uint32_t>& parts) {
  const auto channels = static_cast<double>(graph.head.size());
  const bool is_sparse = channels <= kMostChannelsPerNode * static_cast<double>(graph.node_count());
  if (!is_sparse || graph.head.size() > kMostOrderedChannels) return nullptr;
  const SparseMatrix matrix = grounded_laplacian(graph, parts);
  auto factor = std::make_unique<SparseFactor>();
  Permutation back;
  Eigen::AMDOrdering<int>()(matrix.selfadjointView<Eigen::Upper>(), back);
  factor->order = back.transpose();
  SparseMatrix ordered(matrix.rows(), matrix.cols());
  ordered.selfadjointView<Eigen::Upper>() = matrix.selfadjointView<Eigen::Upper>().twistedBy(factor->order);
  if (!has_small_factor(ordered, std::min(kMostFactorEntries, kMostEntriesPerChannel * channels))) return nullptr;
  factor->of_ordered.compute(ordered);
  return factor->of_ordered.info() == Eigen::Success ? std::move(factor) : nullptr;
}

/// Removes from a vector what is not searched: the means on every line, and the vectors that were found.
class Removal {
 public:
  explicit Removal(std::vector<std::uint32_t> lines) : lines_(std::move(lines)) {
    for (const std::uint32_t line : lines_) {
      sizes_.resize(std::max<std::size_t>(sizes_.size(), line + std::size_t{1}), 0);
      ++sizes_[line];
    }
    for (const double size : sizes_) left_ -= size > 0 ? 1 : 0;
    left_ += static_cast<std::ptrdiff_t>(lines_.size());
  }

  void add(NodeVector vector) {
    found_.push_back(std::move(vector));
    --left_;
  }
  /// The dimension of the space that is left.
  std::size_t left() const { return left_ > 0 ? static_cast<std::size_t>(left_) : 0; }
  std::size_t nodes() const { return lines_.size(); }
  std::size_t size() const { return found_.size() + 1; }

  void from(NodeVector& vector) const {
    std::vector<double> sums(sizes_.size(), 0);
    for (std::size_t i = 0; i < lines_.size(); ++i) sums[lines_[i]] += vector[static_cast<Eigen::Index>(i)];
    for (std::size_t i = 0; i < lines_.size(); ++i)
      vector[static_cast<Eigen::Index>(i)] -= sums[lines_[i]] / sizes_[lines_[i]];
    for (const NodeVector& other : found_) vector -= vector.dot(other) * other;
  }

 private:
  std::vector<std::uint32_t> lines_;
  std::vector<double> sizes_;
  std::vector<NodeVector> found_;
  std::ptrdiff_t left_ = 0;
};

/// Pairs of numbers, counted in the order in which they occur.
std::vector<std::uint32_t> refined(const std::vector<std::uint32_t>& parts, const std::vector<std::uint32_t>& lines) {
  if (lines.empty()) return parts;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  return each_of(parts.size(), [&](std::size_t i) {
    return numbers.try_emplace({parts[i], lines[i]}, static_cast<std::uint32_t>(numbers.size())).first->second;
  });
}

}  // namespace

struct SearchedSpectrum {
  const ChannelGraph& graph;
  WatchedWork& work;
  std::vector<std::uint32_t> connected;  ///< the connected part of each node
  std::unique_ptr<SparseFactor> factor;
  double most = 1;  ///< no eigenvalue of L is larger
  mutable std::uint64_t steps = 0;
};

namespace {

/// What the search works on, as Spectra asks for it: a symmetric operator whose largest eigenvalues belong to the least
/// of L, of the order of 1.
class Smoothing {
 public:
  using Scalar = double;
  Smoothing(const SearchedSpectrum& spectrum, const Removal& removal) : spectrum_(spectrum), removal_(removal) {}
  Eigen::Index rows() const { return static_cast<Eigen::Index>(spectrum_.graph.node_count()); }
  Eigen::Index cols() const { return rows(); }

  void perform_op(const double* in, double* out) const {
    if (!spectrum_.work.go_on(std::min(++spectrum_.steps, LaplacianSpectrum::kToldSteps))) throw Stopped{};
    NodeVector vector = Eigen::Map<const NodeVector>(in, rows());
    removal_.from(vector);
    if (spectrum_.factor) {
      vector = spectrum_.most * spectrum_.factor->solved(vector);
    } else {
      vector -= laplacian_times(spectrum_.graph, vector) / (1.01 * spectrum_.most);
    }
    removal_.from(vector);
    Eigen::Map<NodeVector>(out, rows()) = vector;
  }

 private:
  const SearchedSpectrum& spectrum_;
  const Removal& removal_;
};

/// Lanczos's method with restarts, by Spectra, which itself gives only vectors that have converged.
class Lanczos : public Spectra::SymEigsSolver<Smoothing> {
 public:
  using Spectra::SymEigsSolver<Smoothing>::SymEigsSolver;

  /// The vectors of the last basis with the largest values, converged or not.
  std::vector<NodeVector> best(std::size_t count) const {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> small(m_fac.matrix_H());
    std::vector<NodeVector> vectors;
    for (Eigen::Index last = small.eigenvectors().cols(); vectors.size() < count; --last)
      vectors.emplace_back((m_fac.matrix_V() * small.eigenvectors().col(last - 1)).normalized());
    return vectors;
  }
};

/// How many steps a search may take, with a basis of so many vectors.
double most_steps(const SearchedSpectrum& spectrum, const Removal& removal, std::size_t basis) {
  const auto entries = static_cast<double>(spectrum.factor ? 2 * spectrum.factor->entries()
                                                           : static_cast<std::int64_t>(spectrum.graph.head.size()));
  const auto vectors = static_cast<double>(removal.nodes() * (6 * basis + 2 * removal.size() + 10));
  return std::clamp(kMostSearchSteps / (entries + vectors), 20.0, 20000.0);
}

struct FoundVectors {
  std::vector<NodeVector> vectors;
  bool converged = false;
};

/// Searches for `count` vectors of what the removal leaves. Finds one alone where the first vector turns out to be an
/// eigenvector, as all are in a complete graph: Lanczos's method cannot begin there. Finds nothing where it fails.
FoundVectors searched(const SearchedSpectrum& spectrum, const Removal& removal, std::size_t count, std::uint64_t seed) {
  const std::size_t nodes = removal.nodes();
  Smoothing smoothing(spectrum, removal);
  Random random(seed);
  NodeVector first(static_cast<Eigen::Index>(nodes)), second(first.size()), third(first.size());
  for (double& entry : first) entry = random.unit() - 0.5;
  smoothing.perform_op(first.data(), second.data());
  second.normalize();
  smoothing.perform_op(second.data(), third.data());
  const double value = second.dot(third);
  if (!(value > 0)) return {};
  if ((third - value * second).norm() < kTolerance * value) return {{second}, true};
  const std::size_t room = kMostBasisEntries / nodes;
  const std::size_t basis = std::min(nodes, std::clamp<std::size_t>(room, 2 * count + 6, 2 * count + 24));
  Lanczos lanczos(smoothing, static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(basis));
  lanczos.init(first.data());
  const double rounds = most_steps(spectrum, removal, basis) / static_cast<double>(basis - count);
  try {
    lanczos.compute(Spectra::SortRule::LargestAlge, static_cast<Eigen::Index>(rounds), kTolerance);
  } catch (const std::runtime_error&) {  // of Spectra, on numbers that its small eigenvalue problem cannot end with
    return {};
  }
  return {lanczos.best(count), lanczos.info() == Spectra::CompInfo::Successful};
}

}  // namespace

LaplacianSpectrum::LaplacianSpectrum(const ChannelGraph& graph, WatchedWork& work)
    : spectrum_(new SearchedSpectrum{graph, work, part_of_sites(graph), nullptr}) {
  for (std::size_t node = 0; node < graph.node_count(); ++node)
    spectrum_->most = std::max(spectrum_->most, 2 * weight_of_links(graph, node));
  spectrum_->factor = factor_of(graph, spectrum_->connected);
}

LaplacianSpectrum::~LaplacianSpectrum() = default;

bool LaplacianSpectrum::has_factor() const { return spectrum_->factor != nullptr; }

std::vector<Eigenpair> LaplacianSpectrum::least(std::size_t count, std::uint64_t seed,
                                                const std::vector<std::uint32_t>& lines) const {
  Removal removal(refined(spectrum_->connected, lines));
  count = std::min(count, removal.left());
  std::vector<Eigenpair> pairs;
  const auto add = [&](const NodeVector& vector) {
    const double value = vector.dot(laplacian_times(spectrum_->graph, vector));
    const auto place = std::ranges::find_if(pairs, [&](const auto& pair) { return pair.value > value; });
    pairs.insert(place, {value, {vector.begin(), vector.end()}});
    removal.add(vector);
    return value;
  };
  try {
    for (std::size_t round = 0; round < 2 * count && removal.left() > 0; ++round) {
      const std::size_t lacking = count - std::min(count, pairs.size());
      const double most = lacking > 0 ? std::numeric_limits<double>::infinity() : pairs[count - 1].value;
      const FoundVectors found = searched(*spectrum_, removal, std::max<std::size_t>(lacking, 1), ++seed);
      double least = most;
      for (const NodeVector& vector : found.vectors) least = std::min(least, add(vector));
      if (!found.converged || !(least < most * (1 - 1e-6))) break;  // nothing was missed, or no more will be found
    }
  } catch (const Stopped&) {
  }
  pairs.resize(std::min(count, pairs.size()));
  return pairs;
}

}  // namespace cutline
