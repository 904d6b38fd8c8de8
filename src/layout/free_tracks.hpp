// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace cutline {

/// The free tracks among those opened so far; gives out the lowest. A track has one bit. Every 64 bits have one bit on
/// the level above, which says whether any of them is set. So every call takes at most one step on each of six levels,
/// for any number of tracks.
class FreeTracks {
 public:
  std::uint32_t opened() const { return opened_; }
  std::uint32_t free_count() const { return free_; }

  /// The lowest free track; opens a new one where none is free.
  std::uint32_t take() {
    if (free_ == 0) return opened_++;
    std::uint32_t at = 0;
    for (std::size_t level = kLevels; level-- > 0;) {
      at = at * 64 + static_cast<std::uint32_t>(std::countr_zero(bits_[level][at]));
    }
    --free_;
    std::uint32_t track = at;
    for (auto& level : bits_) {
      level[at / 64] &= ~(std::uint64_t{1} << (at % 64));
      if (level[at / 64] != 0) break;
      at /= 64;
    }
    return track;
  }

  void give_back(std::uint32_t track) {
    ++free_;
    for (auto& level : bits_) {
      if (level.size() <= track / 64) level.resize(track / 64 + 1, 0);
      level[track / 64] |= std::uint64_t{1} << (track % 64);
      track /= 64;
    }
  }

 private:
  static constexpr std::size_t kLevels = 6;  // 64^6 tracks: more than 32 bits can count
  std::array<std::vector<std::uint64_t>, kLevels> bits_;
  std::uint32_t opened_ = 0;
  std::uint32_t free_ = 0;
};

}  // namespace cutline
