// SPDX-License-Identifier: Apache-2.0
#include "performance/long_messages.hpp"

#include <algorithm>
#include <cmath>

#include "performance/channel_waits.hpp"

namespace cutline {

namespace {

/// Longer ways than this many routers are taken as this long, so that tables stay small.
constexpr double kMostBuffers = 64;

}  // namespace

double past(double mean, double slack) { return slack > 0 && mean > 0 ? mean * std::exp(-slack / mean) : mean; }

LongMessages::LongMessages(const LoadedRouters& routers)
    : shares_(1), depth_(routers.depth_flits * routers.period_cycles), head_(routers.head_cycles) {
  double longest = 0, share = 0;
  for (const MessageSize& size : routers.sizes) {
    const double filled = std::max(0.0, std::floor((size.flits - 1) / routers.depth_flits));
    const auto level = static_cast<std::size_t>(std::min(filled, kMostBuffers));
    if (level >= shares_.size()) shares_.resize(level + 1);
    shares_[level] += size.share;
    if (filled < kMostBuffers) continue;
    longest += size.share * filled;
    share += size.share;
  }
  if (share > 0) more_ = longest / share / kMostBuffers;
}

double LongMessages::mean(const double* table, std::uint32_t passed) const {
  double sum = 0;
  for (std::uint32_t n = passed; n < levels(); ++n) sum += shares_[n] * table[n - passed];
  return sum;
}

double LongMessages::head(double loop) const { return std::max(0.0, head_ - std::max(0.0, depth_ - loop)); }

LongMessages::Alone LongMessages::alone(const LoadedQueues& all, const std::vector<double>& loops) const {
  const std::size_t rows = all.first.size() - 1, queues = all.queues.size();
  Alone found{std::vector<double>(rows * levels()), std::vector<double>(rows * levels())};
  const auto further = [&](const std::vector<double>& table, std::size_t row, std::uint32_t n) {
    double sum = 0;
    for (std::uint64_t k = all.first[row]; k < all.first[row + 1]; ++k)
      sum += all.next[k].share * table[all.next[k].to * levels() + n];
    return sum;
  };
  for (std::uint32_t n = 1; n < levels(); ++n) {
    // A junction leads to queues and to junctions before it, and is passed without filling a buffer.
    for (std::size_t row = 0; row < rows; ++row) {
      double& stall = found.stalls[row * levels() + n];
      double& heads = found.heads[row * levels() + n];
      stall = further(found.stalls, row, row < queues ? n - 1 : n);
      heads = further(found.heads, row, row < queues ? n - 1 : n);
      if (row >= queues) continue;
      stall = std::max(n * std::max(0.0, loops[row] - depth_), stall);
      if (!all.queues[row].ejects) heads += head(loops[row]);
    }
  }
  return found;
}

double LongMessages::scale(std::uint32_t level) const { return level == kMostBuffers ? more_ : 1; }

double LongMessages::stall(const double* stalls) const {
  double sum = 0;
  for (std::uint32_t n = 1; n < levels(); ++n) sum += shares_[n] * stalls[n] * scale(n);
  return sum;
}

double LongMessages::stall(const double* further, double loop) const {
  const double excess = std::max(0.0, loop - depth_);
  double sum = 0;
  for (std::uint32_t n = 1; n < levels(); ++n) sum += shares_[n] * std::max(n * excess, further[n - 1]) * scale(n);
  return sum;
}

double LongMessages::late(double waits, double loop) const {
  return head(loop) + past(waits, std::max(0.0, depth_ - loop) - head_);
}

void LongMessages::add_lates(const LoadedQueues& all, std::uint32_t row, const Buffer& here,
                             std::vector<double>& lates) const {
  double* const own = &lates[row * levels()];
  std::fill(own, own + levels(), 0);
  for (std::uint64_t k = all.first[row]; k < all.first[row + 1]; ++k) {
    const LoadedQueues::Feed& feed = all.next[k];
    for (std::uint32_t n = 0; n < levels(); ++n) own[n] += feed.share * lates[feed.to * levels() + n];
  }
  if (row >= all.queues.size()) return;
  for (std::uint32_t n = levels() - 1; n > 0; --n)
    own[n] = all.queues[row].ejects ? past(here.waits, depth_ - here.loop) : late(here.waits + own[n - 1], here.loop);
  own[0] = here.fitting;
}

}  // namespace cutline
