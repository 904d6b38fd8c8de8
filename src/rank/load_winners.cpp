// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "rank/verdict.hpp"

namespace cutline {

namespace {

constexpr double kSaturated = std::numeric_limits<double>::infinity();

/// Latency against load, point by point up to saturation, in the unit of the verdict.
struct LoadLine {
  std::size_t candidate = 0;
  std::vector<double> loads, latencies;
  double saturation = 0;

  /// Interpolates linearly between points. Beyond the last point, extends the last piece up to saturation.
  double at(double load) const {
    if (load > saturation) return kSaturated;
    const auto next = std::upper_bound(loads.begin(), loads.end(), load) - loads.begin();
    const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 1, std::ssize(loads) - 1));
    const double slope = (latencies[i] - latencies[i - 1]) / (loads[i] - loads[i - 1]);
    return latencies[i] + slope * (load - loads[i]);
  }
};

LoadLine load_line_of(const Timing& timing, std::size_t candidate, bool per_time) {
  const double unit = per_time ? in_ns(timing.clock.cycle) : 1;
  LoadLine line;
  line.candidate = candidate;
  for (const LoadPoint& point : timing.up_to_saturation.points) {
    if (!point.latency()) break;
    line.loads.push_back(point.offered / unit);
    line.latencies.push_back(in_ns(*point.latency()));
  }
  line.saturation = timing.up_to_saturation.bits / unit;
  return line;
}

bool has_line(const Timing& timing) {
  const std::vector<LoadPoint>& points = timing.up_to_saturation.points;
  return points.size() > 1 && points[1].latency() && points[1].offered > points[0].offered;
}

/// The candidates with the least latency, by load. A candidate takes over once its latency is lower by more than the
/// model can distinguish (1 %). It wins from the load on from which its latency was lower.
std::vector<LoadWinner> winners_of(const std::vector<LoadLine>& lines) {
  constexpr int kLoads = 2000;
  constexpr double kToldApart = 0.01, kTie = 1e-4;
  double most = 0;
  for (const LoadLine& line : lines) most = std::max(most, line.saturation);
  std::vector<LoadWinner> winners;
  std::size_t first = 0;
  // By line: the load from which on it has been below the line of the present winner.
  std::vector<double> ahead_since(lines.size(), 0);
  for (int i = 1; i <= kLoads; ++i) {
    const double load = most * i / kLoads;
    const double least = lines[first].at(load);
    std::size_t best = first;
    for (std::size_t j = 0; j < lines.size(); ++j) {
      const double own = lines[j].at(load);
      if (own > least * (1 + kTie)) ahead_since[j] = load;
      if (own < least * (1 - kToldApart) && own < lines[best].at(load)) best = j;
    }
    if (best == first) continue;
    const double until = std::min(ahead_since[best], lines[first].saturation);
    // If two candidates tie without load, the present winner may be ahead at no load, and wins at none.
    if (until > 0) winners.push_back({lines[first].candidate, until});
    first = best;
    std::fill(ahead_since.begin(), ahead_since.end(), load);
  }
  winners.push_back({lines[first].candidate, lines[first].saturation});
  return winners;
}

/// The winners without those whose interval is shorter than the precision of saturation; the next then begins earlier.
std::vector<LoadWinner> lasting_winners(const std::vector<LoadWinner>& all) {
  constexpr double kShortest = 0.05;
  std::vector<LoadWinner> told;
  for (const LoadWinner& winner : all) {
    if (!told.empty() && winner.until - told.back().until < kShortest * winner.until) continue;
    if (!told.empty() && told.back().candidate == winner.candidate) {
      told.back().until = winner.until;
    } else {
      told.push_back(winner);
    }
  }
  return told;
}

}  // namespace

LoadWinners load_winners(const Ranked& ranked) {
  constexpr double kSame = 1e-9;
  LoadWinners result;
  std::vector<std::size_t> told;
  std::vector<const Timing*> timings;
  for (const std::size_t candidate : ranked.ranking.order) {
    const std::vector<Timing>& all = ranked.candidates[candidate].latency.timings;
    if (ranked.delay >= all.size() || !has_line(all[ranked.delay])) {
      result.without_model.push_back(candidate);
      continue;
    }
    told.push_back(candidate);
    timings.push_back(&all[ranked.delay]);
  }
  if (told.size() < 2 || told.front() != ranked.ranking.order.front()) return result;
  const double cycle = in_ns(timings.front()->clock.cycle);
  result.per_time = std::ranges::any_of(
      timings, [&](const Timing* timing) { return std::abs(in_ns(timing->clock.cycle) - cycle) > kSame * cycle; });
  std::vector<LoadLine> lines;
  for (std::size_t i = 0; i < told.size(); ++i) lines.push_back(load_line_of(*timings[i], told[i], result.per_time));
  result.winners = lasting_winners(winners_of(lines));
  return result;
}

}  // namespace cutline
