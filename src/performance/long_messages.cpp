// SPDX-License-Identifier: Apache-2.0
#include "performance/long_messages.hpp"

#include <algorithm>
#include <cmath>

#include "performance/channel_waits.hpp"

namespace cutline {

namespace {

constexpr double kMostBuffers = LongMessages::kAnyBuffers;

}  // namespace

std::uint32_t longest_way(const LoadedQueues& queues) {
  double mean = 1;
  for (const LoadedQueues::Queue& queue : queues.queues) mean += queue.visits;
  const auto most = static_cast<std::uint32_t>(std::min(std::ceil(8 * mean), kMostBuffers));
  std::vector<std::uint32_t> ahead(queues.first.size() - 1);
  const std::vector<std::uint32_t> upstream = rows_upstream(queues);
  // Rows come after those that they lead to, so that one pass settles all that are on no cycle.
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t row : upstream) {
      for (std::uint64_t k = queues.first[row]; k < queues.first[row + 1]; ++k) {
        const std::uint32_t more = ahead[queues.next[k].to] + (row < queues.queues.size());
        if (more <= ahead[row] || ahead[row] >= most) continue;
        ahead[row] = more;
        changed = true;
      }
    }
  }
  return ahead.empty() ? 1 : std::min(most, 1 + *std::ranges::max_element(ahead));
}

double past(double mean, double slack) { return slack > 0 && mean > 0 ? mean * std::exp(-slack / mean) : mean; }

double lost_in_bursts(double hold, double buffer, double loop) {
  return 2 * hold * buffer * buffer / loop + hold * hold * std::max(0.0, 1 - loop / (2 * buffer));
}

LongMessages::LongMessages(const LoadedRouters& routers, std::uint32_t buffers)
    : shares_(1),
      flits_(1),
      squares_(1),
      depth_(routers.depth_flits * routers.period_cycles),
      head_(routers.head_cycles) {
  double longest = 0;
  for (const MessageSize& size : routers.sizes) {
    const double filled = std::max(0.0, std::floor((size.flits - 1) / routers.depth_flits));
    const auto level = static_cast<std::size_t>(std::min(filled, kMostBuffers));
    if (level >= levels()) {
      for (auto* table : {&shares_, &flits_, &squares_}) table->resize(level + 1);
    }
    const double flits = size.flits / routers.message_flits;
    shares_[level] += size.share;
    flits_[level] += size.share * flits;
    squares_[level] += size.share * flits * flits;
    if (filled >= kMostBuffers) longest += size.share * filled;
  }
  for (std::uint32_t n = 0; n < levels(); ++n) {
    if (shares_[n] <= 0) continue;
    flits_[n] /= shares_[n];
    squares_[n] /= shares_[n];
  }
  const double full = std::floor(routers.message_flits / routers.depth_flits) - 1;
  last_place_ = static_cast<std::uint32_t>(std::clamp(full, 0.0, levels() - 1.0));
  for (std::uint32_t n = 1; n < levels(); ++n) {
    const auto last = shares_.begin() + std::min(levels() - 1, n + buffers);
    const bool behind = n <= last_place_ && last_place_ <= n + buffers;
    if (behind || std::any_of(shares_.begin() + n, last + 1, [](double share) { return share > 0; }))
      asked_.push_back(n);
  }
  if (longest > 0) more_ = longest / shares_.back() / kMostBuffers;
}

double LongMessages::mean(const double* table) const {
  double sum = 0;
  for (std::uint32_t n = 0; n < levels(); ++n) sum += shares_[n] * table[n];
  return sum;
}

double LongMessages::alone(const double* table) const {
  return mean(table) + shares_.back() * table[levels() - 1] * (more_ - 1);
}

double LongMessages::square(double cycles, const double* table) const {
  double sum = 0;
  for (std::uint32_t n = 0; n < levels(); ++n) {
    const double more = table[n] * (n == kMostBuffers ? more_ : 1);
    sum += shares_[n] * (cycles * cycles * squares_[n] + more * (2 * cycles * flits_[n] + more));
  }
  return sum;
}

/// How late the tail of a message comes that fills `level` buffers, without waits: by way of the channels further on,
/// where it would be late by `further`, or in loops of this one. Negative: so early that it may wait as long.
double LongMessages::fixed(const Buffer& here, double head, std::uint32_t level, double further) const {
  const double excess = here.loop - depth_;
  if (here.ejects) return level * excess;
  return excess + head + std::max((level - 1) * excess, further);
}

/// How late it is for waits here and further on, of which those count that are on the longest way.
double LongMessages::random(const Buffer& here, std::uint32_t level, double further, double late) const {
  const double base = fixed(here, head_, level, further), round = (level - 1) * (here.loop - depth_);
  return past(here.waits + (here.ejects ? 0 : past(late, round - further)), -base);
}

LongMessages::Alone LongMessages::alone(const LoadedQueues& all, const std::vector<double>& loops) const {
  const std::size_t rows = all.first.size() - 1, queues = all.queues.size();
  Alone found{std::vector<double>(rows * levels()), std::vector<double>(rows * levels())};
  for (const std::uint32_t n : asked_) {
    // A junction leads to queues and to junctions before it, and is passed without filling a buffer.
    for (std::size_t row = 0; row < rows; ++row) {
      const bool queue = row < queues;
      const Buffer here{.loop = queue ? loops[row] : 0, .ejects = queue && all.queues[row].ejects};
      const auto add = [&](std::vector<double>& table, double head) {
        double sum = here.ejects ? std::max(0.0, fixed(here, 0, n, 0)) : 0;
        for (std::uint64_t k = all.first[row]; k < all.first[row + 1]; ++k) {
          const double further = table[all.next[k].to * levels() + (queue ? n - 1 : n)];
          sum += all.next[k].share * (queue ? std::max(0.0, fixed(here, head, n, further)) : further);
        }
        table[row * levels() + n] = sum;
      };
      add(found.stalls, 0);
      add(found.holds, head_);
    }
  }
  return found;
}

void LongMessages::add_lates(const LoadedQueues& all, std::uint32_t row, const Buffer& here,
                             const std::vector<double>& holds, std::vector<double>& lates) const {
  double* const own = &lates[row * levels()];
  const bool queue = row < all.queues.size();
  const auto set = [&](std::uint32_t n) {
    double sum = queue && n == 0 ? here.fitting : 0;
    if (n > 0 && here.ejects) sum = random(here, n, 0, 0);
    for (std::uint64_t k = all.first[row]; k < all.first[row + 1]; ++k) {
      const std::size_t next = all.next[k].to * levels();
      if (!queue) sum += all.next[k].share * lates[next + n];
      if (queue && n > 0) sum += all.next[k].share * random(here, n, holds[next + n - 1], lates[next + n - 1]);
    }
    own[n] = sum;
  };
  set(0);
  for (const std::uint32_t n : asked_) set(n);
}

LongMessages::Tables LongMessages::of_terminal(const std::vector<LoadedQueues::Feed>& first, const Buffer& here,
                                               const std::vector<double>& holds,
                                               const std::vector<double>& lates) const {
  Tables found{std::vector<double>(levels()), std::vector<double>(levels())};
  found.lates[0] = here.fitting;
  for (const LoadedQueues::Feed& feed : first) {
    for (const std::uint32_t n : asked_) {
      const std::size_t next = feed.to * levels() + n - 1;
      found.holds[n] += feed.share * std::max(0.0, fixed(here, head_, n, holds[next]));
      found.lates[n] += feed.share * random(here, n, holds[next], lates[next]);
    }
  }
  return found;
}

}  // namespace cutline
