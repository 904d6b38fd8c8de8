// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cutline {

/// The density of straight links along a line, as steps: height[i] holds from cut[i] up to the cut before cut[i + 1].
/// Counted in channel widths. The corner rule (see wire_up) asks for every bent link how much it would raise the peak
/// of each line that it may use. Steps answer in O(log steps + steps in the range) and take memory for links only, not
/// for every cut of every line.
class StepProfile {
 public:
  StepProfile() = default;
  struct Event {
    std::uint32_t cut;
    std::int64_t change;
  };
  explicit StepProfile(std::vector<Event> events);

  /// By how much a weight over the cuts first .. last would raise the peak.
  std::int64_t raise(std::uint32_t first, std::uint32_t last, std::int64_t weight) const;

 private:
  std::vector<std::uint32_t> cut_;
  std::vector<std::int64_t> height_;
  std::int64_t peak_ = 0;
};

}  // namespace cutline
