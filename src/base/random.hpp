// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cutline {

/// A seeded 64-bit generator of random numbers (SplitMix64). The same seed gives the same numbers on every machine.
/// Source: [Steele 2014, fig. 17].
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// Uniform in 0 .. bound - 1; bound is at least 1.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t excess = (0 - bound) % bound;
    std::uint64_t value = next();
    while (value < excess) value = next();
    return value % bound;
  }
  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// With the probability (1 - x / 16)^16: nearly exp(-x), as searches keep what is worse by x times the temperature,
  /// and the same on every machine.
  bool keeps_worse(double x) {
    double chance = 1 - x / 16;
    if (chance <= 0) return false;
    for (int squares = 0; squares < 4; ++squares) chance *= chance;
    return unit() < chance;
  }

 private:
  std::uint64_t state_;
};

}  // namespace cutline
