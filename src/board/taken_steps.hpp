// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cutline::board {

/// The steps that are taken on each of many tracks.
class TakenSteps {
 public:
  TakenSteps(std::size_t tracks, std::size_t steps) : words_((steps + 63) / 64), bits_(tracks * words_) {}

  bool is_free(std::size_t track, std::uint32_t from, std::uint32_t to) const {
    for (std::size_t w = from / 64; w <= to / 64; ++w) {
      if ((bits_[track * words_ + w] & mask(w, from, to)) != 0) return false;
    }
    return true;
  }
  void take(std::size_t track, std::uint32_t from, std::uint32_t to) {
    for (std::size_t w = from / 64; w <= to / 64; ++w) bits_[track * words_ + w] |= mask(w, from, to);
  }
  /// Takes the steps if they are free, and frees them if they are taken.
  void turn(std::size_t track, std::uint32_t from, std::uint32_t to) {
    for (std::size_t w = from / 64; w <= to / 64; ++w) bits_[track * words_ + w] ^= mask(w, from, to);
  }

 private:
  static std::uint64_t mask(std::size_t word, std::uint32_t from, std::uint32_t to) {
    std::uint64_t all = ~std::uint64_t{0};
    if (word == from / 64) all &= ~std::uint64_t{0} << (from % 64);
    if (word == to / 64) all &= ~std::uint64_t{0} >> (63 - to % 64);
    return all;
  }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace cutline::board
