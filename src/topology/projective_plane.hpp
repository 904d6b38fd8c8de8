// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "cutline/base/function_ref.hpp"
#include "topology/galois_field.hpp"

namespace cutline {

/// The projective plane over the field of q elements: q^2 + q + 1 points, each the vector of three elements whose first
/// coordinate but zeros is 1, numbered (0, 0, 1), then (0, 1, z), then (1, y, z). A line has the number of the point
/// that is orthogonal to all of its points. Any two points share one line.
class ProjectivePlane {
 public:
  /// Absent where q is no power of a prime. Cost: that of the field.
  static std::optional<ProjectivePlane> of(std::uint32_t q);

  std::uint32_t points() const { return field_.size() * field_.size() + field_.size() + 1; }
  /// Calls visit for the q + 1 points of a line. Cost: O(q).
  void for_each_on_line(std::uint32_t line, FunctionRef<void(std::uint32_t)> visit) const;

 private:
  explicit ProjectivePlane(GaloisField field) : field_(std::move(field)) {}
  std::array<std::uint32_t, 3> vector_of(std::uint32_t point) const;
  /// The x with a + b x = 0, where b is not 0.
  std::uint32_t root(std::uint32_t a, std::uint32_t b) const;

  GaloisField field_;
};

}  // namespace cutline
