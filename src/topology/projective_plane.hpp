// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "cutline/base/function_ref.hpp"
#include "topology/galois_field.hpp"

namespace cutline {

/// The projective plane over the field of q elements. It has q^2 + q + 1 points, each a vector of three elements whose
/// first coordinate that is not 0 is 1. They are numbered in this order: (0, 0, 1), then all (0, 1, z), then all (1, y,
/// z). A line has the number of the point that is orthogonal to all points of the line. Any two points lie on exactly
/// one line.
class ProjectivePlane {
 public:
  /// Throws an input error at the parameter `q` of a family if it is not a power of a prime. Cost: that of building the
  /// field.
  ProjectivePlane(std::uint32_t q, std::string_view family);

  std::uint32_t points() const { return field_.size() * field_.size() + field_.size() + 1; }
  /// Calls visit for the q + 1 points of a line. Cost: O(q).
  void for_each_on_line(std::uint32_t line, FunctionRef<void(std::uint32_t)> visit) const;

 private:
  std::array<std::uint32_t, 3> vector_of(std::uint32_t point) const;
  /// The x with a + b x = 0; b must not be 0.
  std::uint32_t root(std::uint32_t a, std::uint32_t b) const;

  GaloisField field_;
};

}  // namespace cutline
