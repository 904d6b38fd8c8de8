// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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

}  // namespace cutline
