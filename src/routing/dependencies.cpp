// SPDX-License-Identifier: Apache-2.0
#include "routing/dependencies.hpp"

#include <algorithm>
#include <numeric>

#include "cutline/base/error.hpp"

namespace cutline {

Dependencies::Dependencies(const PathTable& table) {
  const ChannelGraph& graph = table.graph();
  const std::size_t channels = graph.head.size();
  std::vector<std::vector<std::uint32_t>> next(channels);
  for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
    for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
      if (!table.has_way(site, destination)) continue;
      const std::uint64_t channel = table.channel(site, destination);
      if (graph.head[channel] == destination) continue;
      const auto after = static_cast<std::uint32_t>(table.channel(graph.head[channel], destination));
      std::vector<std::uint32_t>& known = next[channel];
      const auto at = std::lower_bound(known.begin(), known.end(), after);
      if (at == known.end() || *at != after) known.insert(at, after);
    }
  }
  first_.push_back(0);
  first_before_.resize(channels + 1);
  for (std::uint32_t channel = 0; channel < channels; ++channel) {
    for (const std::uint32_t each : next[channel]) {
      held_.push_back(channel);
      next_.push_back(each);
      ++first_before_[each + 1];
    }
    first_.push_back(static_cast<std::uint32_t>(next_.size()));
  }
  std::partial_sum(first_before_.begin(), first_before_.end(), first_before_.begin());
  std::vector<std::uint32_t> end = first_before_;
  before_.resize(next_.size());
  for (std::uint32_t d = 0; d < next_.size(); ++d) before_[end[next_[d]]++] = d;
}

std::uint32_t Dependencies::number(std::uint64_t held, std::uint64_t next) const {
  const auto begin = next_.begin() + first_[held], end = next_.begin() + first_[held + 1];
  const auto found = std::lower_bound(begin, end, next);
  CUTLINE_EXPECT(found != end && *found == next);
  return static_cast<std::uint32_t>(found - next_.begin());
}

AcyclicDependencies::AcyclicDependencies(const Dependencies& all)
    : all_(&all), has_(all.count()), place_(all.channels()), seen_(all.channels()) {
  std::iota(place_.begin(), place_.end(), 0);
}

bool AcyclicDependencies::closes_cycle(std::uint32_t dependency) {
  const std::uint32_t held = all_->held(dependency), next = all_->next(dependency);
  after_.clear();
  if (place_[held] < place_[next]) return false;
  after_.push_back(next);
  seen_[next] = 1;
  bool closed = held == next;
  for (std::size_t i = 0; i < after_.size() && !closed; ++i) {
    all_->for_each_after(after_[i], [&](std::uint32_t d) {
      const std::uint32_t channel = all_->next(d);
      if (has_[d] == 0 || seen_[channel] != 0 || place_[channel] > place_[held]) return;
      seen_[channel] = 1;
      after_.push_back(channel);
      closed = closed || channel == held;
    });
  }
  for (const std::uint32_t channel : after_) seen_[channel] = 0;
  return closed;
}

bool AcyclicDependencies::add(std::uint32_t dependency) {
  if (closes_cycle(dependency)) return false;
  has_[dependency] = 1;
  if (after_.empty()) return true;
  // The channels that lead to the held one move before those that follow the next one; both groups keep their own
  // order.
  const std::uint32_t first = place_[all_->next(dependency)];
  before_.assign(1, all_->held(dependency));
  seen_[before_[0]] = 1;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    all_->for_each_before(before_[i], [&](std::uint32_t d) {
      const std::uint32_t channel = all_->held(d);
      if (has_[d] == 0 || seen_[channel] != 0 || place_[channel] < first) return;
      seen_[channel] = 1;
      before_.push_back(channel);
    });
  }
  for (const std::uint32_t channel : before_) seen_[channel] = 0;
  const auto by_place = [&](std::uint32_t a, std::uint32_t b) { return place_[a] < place_[b]; };
  std::sort(before_.begin(), before_.end(), by_place);
  std::sort(after_.begin(), after_.end(), by_place);
  before_.insert(before_.end(), after_.begin(), after_.end());
  after_.resize(before_.size());
  std::transform(before_.begin(), before_.end(), after_.begin(),
                 [&](std::uint32_t channel) { return place_[channel]; });
  std::sort(after_.begin(), after_.end());
  for (std::size_t i = 0; i < before_.size(); ++i) place_[before_[i]] = after_[i];
  return true;
}

}  // namespace cutline
