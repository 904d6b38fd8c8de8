// SPDX-License-Identifier: Apache-2.0
#include "placement/spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cutline/base/random.hpp"
#include "cutline/base/watch.hpp"

namespace cutline {

namespace {

using Vector = std::vector<double>;
constexpr std::size_t kWanted = 2;
/// A vector is taken to lie in the span of the others where less than this share of its length is left outside it.
constexpr double kDependent = 1e-7;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add(Vector& to, double factor, const Vector& what) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
}

void scale(Vector& vector, double factor) {
  for (double& entry : vector) entry *= factor;
}

Vector laplacian_times(const ChannelGraph& graph, const Vector& vector) {
  Vector result(vector.size(), 0);
  for (std::size_t node = 0; node < vector.size(); ++node) {
    double sum = 0;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      sum += graph.weight(c) * (vector[node] - vector[graph.head[c]]);
    result[node] = sum;
  }
  return result;
}

/// A symmetric matrix that rotations make diagonal, and the product of these rotations, whose columns become
/// eigenvectors.
struct Dense {
  std::vector<Vector> rows, columns;
};

void rotate(Dense& matrix, std::size_t p, std::size_t q) {
  if (matrix.rows[p][q] == 0) return;
  const double theta = (matrix.rows[q][q] - matrix.rows[p][p]) / (2 * matrix.rows[p][q]);
  const double tangent = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double cosine = 1 / std::sqrt(tangent * tangent + 1);
  const double sine = tangent * cosine;
  const std::size_t size = matrix.rows.size();
  for (std::size_t i = 0; i < size; ++i) {
    const double ip = matrix.rows[i][p], iq = matrix.rows[i][q];
    matrix.rows[i][p] = cosine * ip - sine * iq;
    matrix.rows[i][q] = sine * ip + cosine * iq;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double pi = matrix.rows[p][i], qi = matrix.rows[q][i];
    matrix.rows[p][i] = cosine * pi - sine * qi;
    matrix.rows[q][i] = sine * pi + cosine * qi;
    const double ip = matrix.columns[i][p], iq = matrix.columns[i][q];
    matrix.columns[i][p] = cosine * ip - sine * iq;
    matrix.columns[i][q] = sine * ip + cosine * iq;
  }
}

/// Eigenvalues and eigenvectors of a small symmetric matrix, ascending, by Jacobi's rotations. The matrix has at most
/// three rows for each wanted vector, so a faster method would gain nothing.
std::vector<std::pair<double, Vector>> eigenpairs(std::vector<Vector> rows) {
  constexpr int kSweeps = 30;
  const std::size_t size = rows.size();
  Dense matrix{std::move(rows), std::vector<Vector>(size, Vector(size, 0))};
  for (std::size_t i = 0; i < size; ++i) matrix.columns[i][i] = 1;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t p = 0; p < size; ++p) {
      for (std::size_t q = p + 1; q < size; ++q) rotate(matrix, p, q);
    }
  }
  std::vector<std::pair<double, Vector>> pairs;
  for (std::size_t k = 0; k < size; ++k) {
    Vector vector(size);
    for (std::size_t i = 0; i < size; ++i) vector[i] = matrix.columns[i][k];
    pairs.emplace_back(matrix.rows[k][k], std::move(vector));
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return pairs;
}

/// Vectors of length 1, orthogonal to each other and to the constant vector.
class Basis {
 public:
  explicit Basis(std::size_t nodes) : nodes_(nodes) {}

  /// Adds the part of a vector that is orthogonal to all others, unless almost nothing is left of it. A second round
  /// removes the rounding errors of the first.
  void take(Vector vector) {
    const double before = std::sqrt(dot(vector, vector));
    if (vectors_.size() + 1 >= nodes_ || before == 0) return;
    for (int round = 0; round < 2; ++round) {
      double mean = 0;
      for (const double entry : vector) mean += entry;
      mean /= static_cast<double>(nodes_);
      for (double& entry : vector) entry -= mean;
      for (const Vector& other : vectors_) add(vector, -dot(vector, other), other);
    }
    const double length = std::sqrt(dot(vector, vector));
    if (length <= kDependent * before) return;
    scale(vector, 1 / length);
    vectors_.push_back(std::move(vector));
  }
  const std::vector<Vector>& vectors() const { return vectors_; }

  Vector combined(const Vector& shares, std::size_t begin) const {
    Vector result(nodes_, 0);
    for (std::size_t i = begin; i < vectors_.size(); ++i) add(result, shares[i], vectors_[i]);
    return result;
  }

 private:
  std::size_t nodes_;
  std::vector<Vector> vectors_;
};

/// The residual, divided at each node by the weight of its links: the Laplacian's diagonal serves as preconditioner.
Vector residual(const ChannelGraph& graph, const Vector& image, const Vector& vector, double value) {
  Vector result = image;
  add(result, -value, vector);
  for (std::size_t node = 0; node < result.size(); ++node) {
    double own = 0;
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) own += graph.weight(c);
    if (own > 0) result[node] /= own;
  }
  return result;
}

bool has_converged(const std::vector<Vector>& images, const std::vector<Vector>& vectors) {
  constexpr double kTolerance = 1e-3;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const double value = dot(images[i], vectors[i]);
    const double square = dot(images[i], images[i]) - value * value;
    if (square > kTolerance * kTolerance * value * value + 1e-20) return false;
  }
  return true;
}

}  // namespace

std::vector<Vector> least_eigenvectors(const ChannelGraph& graph, std::uint64_t seed, int most_steps,
                                       WatchedWork& work) {
  const std::size_t nodes = graph.node_count();
  Random random(seed);
  std::vector<Vector> vectors, steps;
  for (std::size_t i = 0; i < kWanted; ++i) {
    Vector& vector = vectors.emplace_back(nodes);
    for (double& entry : vector) entry = random.unit() - 0.5;
  }
  for (int step = 0; step < most_steps && work.go_on(static_cast<std::uint64_t>(step)); ++step) {
    Basis basis(nodes);
    for (Vector& vector : vectors) basis.take(std::move(vector));
    const std::size_t kept = basis.vectors().size();
    std::vector<Vector> images;
    for (const Vector& vector : basis.vectors()) images.push_back(laplacian_times(graph, vector));
    vectors = basis.vectors();
    if (step > 0 && has_converged(images, vectors)) break;
    for (std::size_t i = 0; i < kept; ++i)
      basis.take(residual(graph, images[i], vectors[i], dot(images[i], vectors[i])));
    for (Vector& last : steps) basis.take(std::move(last));
    const std::vector<Vector>& all = basis.vectors();
    for (std::size_t i = kept; i < all.size(); ++i) images.push_back(laplacian_times(graph, all[i]));
    std::vector<Vector> products(all.size(), Vector(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) products[i][j] = products[j][i] = dot(all[i], images[j]);
    }
    const auto pairs = eigenpairs(std::move(products));
    steps.clear();
    for (std::size_t i = 0; i < kept; ++i) {
      vectors[i] = basis.combined(pairs[i].second, 0);
      steps.push_back(basis.combined(pairs[i].second, kept));
    }
  }
  vectors.resize(kWanted, Vector(nodes, 0));
  return vectors;
}

}  // namespace cutline
