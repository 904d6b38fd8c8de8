// SPDX-License-Identifier: Apache-2.0
#include "corners.hpp"

#include <algorithm>

namespace cutline {

StepProfile::StepProfile(std::vector<Event> events) {
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.cut < b.cut; });
  std::int64_t height = 0;
  for (std::size_t i = 0; i < events.size();) {
    const std::uint32_t cut = events[i].cut;
    for (; i < events.size() && events[i].cut == cut; ++i) height += events[i].change;
    cut_.push_back(cut);
    height_.push_back(height);
    peak_ = std::max(peak_, height);
  }
}

std::int64_t StepProfile::raise(std::uint32_t first, std::uint32_t last, std::int64_t weight) const {
  std::int64_t densest = 0;
  auto step = static_cast<std::size_t>(std::upper_bound(cut_.begin(), cut_.end(), first) - cut_.begin());
  if (step > 0) --step;
  for (; step < cut_.size() && cut_[step] <= last; ++step) densest = std::max(densest, height_[step]);
  return std::max<std::int64_t>(0, densest + weight - peak_);
}

}  // namespace cutline
