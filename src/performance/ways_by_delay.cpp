// SPDX-License-Identifier: Apache-2.0
#include "performance/ways_by_delay.hpp"

#include <algorithm>
#include <cmath>

namespace cutline {

namespace {

using Messages = std::vector<DelayedMessages>;

void join_equal(Messages& all) {
  std::sort(all.begin(), all.end());
  auto last = all.begin();
  for (auto each = all.begin() + 1; each != all.end(); ++each) {
    if (each->pays_as(*last)) {
      last->messages += each->messages;
    } else {
      *++last = *each;
    }
  }
  all.erase(last + 1, all.end());
}

/// Appends messages of the same hops, those between the first and the last in steps.
void append_in_steps(std::span<const DelayedMessages> alike, std::size_t steps, Messages& out) {
  const std::int64_t least = alike.front().delay;
  const std::int64_t step = (alike.back().delay - least) / static_cast<std::int64_t>(steps) + 1;
  out.push_back(alike.front());
  const auto inner = alike.subspan(1, alike.size() - 2);
  for (auto first = inner.begin(); first != inner.end();) {
    const std::int64_t number = (first->delay - least) / step;
    double messages = 0, beyond = 0;
    auto each = first;
    for (; each != inner.end() && (each->delay - least) / step == number; ++each) {
      messages += each->messages;
      beyond += each->messages * static_cast<double>(each->delay - first->delay);
    }
    out.push_back({first->hops, first->delay + (messages > 0 ? std::llround(beyond / messages) : 0), messages});
    first = each;
  }
  out.push_back(alike.back());
}

/// The sorted messages in at most about `most` steps for each number of hops.
Messages in_steps(const Messages& sorted, std::size_t most) {
  Messages fewer;
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first, sorted.end(), [&](const auto& each) { return each.hops != first->hops; });
    const std::span<const DelayedMessages> alike(first, last);
    if (alike.size() > most) append_in_steps(alike, most, fewer);
    if (alike.size() <= most) fewer.insert(fewer.end(), first, last);
    first = last;
  }
  return fewer;
}

}  // namespace

void take_together(Messages& all, std::size_t most) {
  join_equal(all);
  if (all.size() > most) all = in_steps(all, most);
}

void WayLists::clear() {
  of_list_.assign(of_list_.size(), {});
  ways_.clear();
}

void WayLists::set(std::size_t list, std::span<const DelayedMessages> ways) {
  of_list_[list] = {ways_.size(), static_cast<std::uint32_t>(ways.size())};
  ways_.insert(ways_.end(), ways.begin(), ways.end());
}

WaysByDelay::WaysByDelay(const ChannelGraph& graph, std::vector<std::int64_t> delays, double visits)
    : graph_(graph), delays_(std::move(delays)), most_(most_delays(visits)), lists_(graph.node_count()) {}

std::size_t WaysByDelay::most_delays(double visits) {
  constexpr double kWork = 1 << 23;
  return static_cast<std::size_t>(std::clamp(kWork / visits, 8.0, 256.0));
}

void WaysByDelay::start(std::uint32_t target) {
  lists_.clear();
  lists_.set(target, Messages(1));
}

void CountsByDelay::grow() {
  constexpr std::size_t kMost = 1 << 20;
  if (counts_.size() >= kMost) {
    std::sort(counts_.begin(), counts_.end());
    std::size_t hops = 1;
    for (std::size_t i = 1; i < counts_.size(); ++i) hops += counts_[i].hops != counts_[i - 1].hops ? 1 : 0;
    counts_ = in_steps(counts_, std::max<std::size_t>(1, kMost / 8 / hops));
  }
  places_.assign(std::max<std::size_t>(64, 4 * counts_.size()), kFree);
  places_.resize(std::bit_ceil(places_.size()), kFree);
  for (std::uint32_t i = 0; i < counts_.size(); ++i) places_[place_of(counts_[i])] = i;
}

}  // namespace cutline
