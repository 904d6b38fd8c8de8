// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"

namespace cutline {

/// The field of q elements, q a power of a prime. An element is a polynomial over the integers modulo the prime. It is
/// stored as a number whose digits, in the base of the prime, are the coefficients, the constant one lowest. For a
/// prime q the elements are the integers modulo q.
class GaloisField {
 public:
  /// Absent if q is not a power of a prime. Cost: O(q^2 log q) at worst.
  static std::optional<GaloisField> of(std::uint32_t q);

  std::uint32_t size() const { return static_cast<std::uint32_t>(powers_.size()) + 1; }
  /// The q - 1 powers of a generator, from its power 0, which is 1, on: all elements but 0.
  const std::vector<std::uint32_t>& powers() const { return powers_; }
  std::uint32_t sum(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t product(std::uint32_t a, std::uint32_t b) const;
  /// The element x with a + x = 0.
  std::uint32_t negative(std::uint32_t a) const;
  /// The element x with a x = 1; a is not 0.
  std::uint32_t inverse(std::uint32_t a) const;

 private:
  std::uint32_t prime_ = 2;
  std::vector<std::uint32_t> powers_;
  std::vector<std::uint32_t> logarithm_;  ///< of each element but 0
};

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
