// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/study/quantities.hpp"
#include "evaluate/rankable.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

double margin(const Ranked& ranked, std::size_t place) {
  const double best = *ranked.ranking.score[ranked.ranking.order[0]];
  const double score = *ranked.ranking.score[ranked.ranking.order[place]];
  if (ranked.study.rank.size() > 1) {
    constexpr double kLargest = 1e100;  // of a ratio: past it one of the numbers was 0
    const double times = std::exp(score - best);
    return times < kLargest ? times : 0;
  }
  if (more_is_better(ranked.study)) return score > 0 ? best / score : 0;
  return best > 0 ? score / best : 0;
}

const Timing* timing_at(const Ranked& ranked, std::size_t place) {
  const std::vector<Timing>& all = ranked.at(place).latency.timings;
  return ranked.delay < all.size() ? &all[ranked.delay] : nullptr;
}

bool grows_with_machine(const Ranked& ranked, const RankMeasure& measure) {
  return measure.per_terminal() && ranked.ranking.per_terminal;
}

UnderDelay asked_at(const Ranked& ranked, std::size_t place) {
  return under_delay(ranked.study, ranked.at(place), ranked.delay);
}

MeasureParts parts_at(const Ranked& ranked, const RankMeasure& measure, std::size_t place) {
  const Candidate& candidate = ranked.at(place);
  MeasureParts made = measure.quantities.front()->parts(asked_at(ranked, place));
  if (made.parts.empty() || !grows_with_machine(ranked, measure)) return made;
  for (MeasurePart& part : made.parts) {
    part.number /= candidate.facts.terminals;
    part.unit += part.unit.empty() ? "per terminal" : " per terminal";
    if (!made.summed) break;
  }
  return made;
}

/// How much the part adds to the distance between loser and winner: a difference for summands, the log of a ratio for
/// factors.
double distance(const MeasurePart& loser, const MeasurePart& winner, bool summed) {
  if (summed) return loser.number - winner.number;
  return loser.divides ? std::log(winner.number / loser.number) : std::log(loser.number / winner.number);
}

/// Whether two parts can be compared. Two spans can, and two loads at saturation, whichever class or resource sets
/// them.
bool alike(const MeasurePart& one, const MeasurePart& other) {
  const auto is_itself = [](const PartName& name) {
    return std::holds_alternative<PartKind>(name) || std::holds_alternative<CycleLimit>(name);
  };
  return is_itself(one.what) || is_itself(other.what) ? one.what == other.what : true;
}

bool alike(const MeasureParts& a, const MeasureParts& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const MeasurePart& one, const MeasurePart& other) { return alike(one, other); });
}

Loss loss_of(const MeasurePart& part, std::vector<double> figures) {
  return {.cause = Cause::part,
          .figures = std::move(figures),
          .unit = part.unit,
          .quantity = part.quantity,
          .part = part.what};
}

Loss loss_by_parts(const MeasureParts& own, const MeasureParts& best) {
  if (own.parts.empty() || best.parts.empty()) return {};
  // Different parts cannot be compared: one cycle may be set by a wire, the other by a router.
  if (!alike(own, best)) return loss_of(own.parts[0], {own.parts[0].number});
  std::optional<std::size_t> most;
  double furthest = 1e-9;
  for (std::size_t i = 0; i < own.parts.size(); ++i) {
    const double far = distance(own.parts[i], best.parts[i], own.summed);
    if (!(far > furthest)) continue;
    furthest = far;
    most = i;
  }
  if (!most) return {};
  return loss_of(own.parts[*most], {own.parts[*most].number, best.parts[*most].number});
}

Loss loss_by(const Ranked& ranked, const RankMeasure& measure, std::size_t place) {
  const Quantity& row = *measure.quantities.front();
  if (row.parts != nullptr) return loss_by_parts(parts_at(ranked, measure, place), parts_at(ranked, measure, 0));
  return row.loss != nullptr ? row.loss(asked_at(ranked, place), asked_at(ranked, 0)) : Loss{};
}

/// The parts of a latency at a load.
MeasureParts parts_at_load(const Ranked& ranked, const OfferedLoad& load, std::size_t place) {
  const Timing& timing = *timing_at(ranked, place);
  const double all = in_ns(*ranked_point(ranked.study, timing, load)->latency());
  const double unloaded = in_ns(timing.latency.total());
  const std::string unit(unit_text(Unit::time, ranked.study.counts_tau()).sign);
  return {{{PartKind::unloaded_latency, unloaded, unit}, {PartKind::waits, all - unloaded, unit}}, true};
}

Loss loss_by(const Ranked& ranked, const RankTerm& term, std::size_t place) {
  if (term.at) return loss_by_parts(parts_at_load(ranked, *term.at, place), parts_at_load(ranked, *term.at, 0));
  return loss_by(ranked, measure_named(term.measure), place);
}

/// The term of a weighted ranking by which a candidate loses most, and the cause of that term.
Loss weighted_loss(const Ranked& ranked, std::size_t place) {
  const Scoring scoring{ranked.study, ranked.candidates, ranked.delay, ranked.ranking.per_terminal, {}};
  Loss worst;
  const RankTerm* by = nullptr;
  double furthest = 0;
  for (const RankTerm& term : ranked.study.rank) {
    const RankMeasure& measure = measure_named(term.measure);
    const double own = measured(scoring, term, ranked.at(place)).value_or(0);
    const double best = measured(scoring, term, ranked.at(0)).value_or(0);
    const double far = (measure.more_is_better() ? -1 : 1) * term.weight * std::log(own / best);
    if (!(far > furthest)) continue;
    furthest = far;
    by = &term;
    worst = {
        .cause = Cause::term, .figures = {own, best}, .unit = unit_of_measure(ranked, measure), .term = term.measure};
  }
  if (by == nullptr) return worst;
  if (Loss made_by = loss_by(ranked, *by, place); made_by.cause != Cause::none)
    worst.made_by.push_back(std::move(made_by));
  return worst;
}

/// A factor on widths, so large that every message is one phit.
constexpr double kWide = 1e18;

/// The legs of the communication on a host with channels `times` as wide and wires of the same length.
std::vector<Leg> legs(const Emulation& host, double times) {
  HostMeasures measures = host.exact;
  measures.width *= times;
  return exact_legs(host.wafer, host.host, host.task, measures).value_or(std::vector<Leg>{});
}

double transmissions(const std::vector<Leg>& legs) {
  return time_of(legs, [](double) { return 1.0; });
}

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
  const double most = most_over<double>(lines, &LoadLine::saturation);
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

Cause cause_of(const LatencyInput& loser, const LatencyInput& winner) {
  const double hop_ratio = loser.mean_hops > 0 ? winner.mean_hops / loser.mean_hops : 1;
  LatencyInput hops = loser;
  hops.mean_hops = winner.mean_hops;
  hops.mean_route_wire = loser.mean_route_wire * hop_ratio;
  if (hops.mean_route_cycles) hops.mean_route_cycles = *loser.mean_route_cycles * hop_ratio;
  LatencyInput router = loser;
  router.router_cycles = winner.router_cycles;
  router.router_time = winner.router_time;
  router.first_routers = winner.first_routers;
  LatencyInput wire = loser;
  wire.longest_wire = winner.longest_wire;
  if (hop_ratio > 0) wire.mean_route_wire = winner.mean_route_wire * (1 / hop_ratio);
  // If it is absent, the longest wire counts, and then the winner's counts too.
  wire.mean_route_cycles = winner.mean_route_cycles;
  if (hop_ratio > 0 && wire.mean_route_cycles) *wire.mean_route_cycles /= hop_ratio;
  LatencyInput channel = loser;
  channel.width_bits = winner.width_bits;
  const std::array<std::pair<Cause, const LatencyInput*>, 4> exchanged = {
      {{Cause::hops, &hops}, {Cause::routers, &router}, {Cause::longest_wire, &wire}, {Cause::channels, &channel}}};
  const Time own = zero_load_latency(loser).total();
  Time least = own;
  Cause cause = Cause::none;
  for (const auto& [what, input] : exchanged) {
    const Time with = zero_load_latency(*input).total();
    if (with >= least) continue;
    least = with;
    cause = what;
  }
  return cause;
}

std::string unit_of_measure(const Ranked& ranked, const RankMeasure& measure) {
  std::string unit(measure.unit(ranked.study));
  if (!grows_with_machine(ranked, measure)) return unit;
  return unit.empty() ? "per terminal" : unit + " per terminal";
}

Loss loss_at(const Ranked& ranked, std::size_t place) {
  if (ranked.study.rank.size() > 1) return weighted_loss(ranked, place);
  return loss_by(ranked, ranked.study.rank[0], place);
}

Verdict verdict(const Ranked& ranked) {
  const std::vector<std::size_t>& order = ranked.ranking.order;
  Verdict result;
  while (result.winners < order.size() && ranked.ranking.rank[order[result.winners]] == 1) ++result.winners;
  for (std::size_t place = 0; place < order.size(); ++place) {
    result.margins.push_back(margin(ranked, place));
    result.losses.push_back(place < result.winners ? Loss{} : loss_at(ranked, place));
  }
  if (ranked.study.rank.size() == 1) result.unit = unit_of_measure(ranked, measure_named(ranked.study.rank[0].measure));
  if (ranks_by_latency_alone(ranked.study)) result.under_load = load_winners(ranked);
  return result;
}

Loss emulation_loss(const UnderDelay& loser, const UnderDelay& winner) {
  const auto& host = loser.candidate.emulations.at(loser.delay);
  const auto& best_host = winner.candidate.emulations.at(winner.delay);
  if (!host || !best_host) return {};
  const ChosenDelay& delay = loser.study.delays.at(loser.delay);
  const auto time = [&](const std::vector<Leg>& way) {
    return time_of(way, [&](double pitches) {
      WireLength wire;
      wire.span = pitches;
      return in_ns(delay(wire));
    });
  };
  const double width = host->exact.width;
  const double best_width = best_host->exact.width;
  const std::vector<Leg> own = legs(*host, 1), best = legs(*best_host, 1);
  const double steps = transmissions(legs(*host, kWide)), best_steps = transmissions(legs(*best_host, kWide));
  const double wire = time(own) / transmissions(own), best_wire = time(best) / transmissions(best);
  const double with_width = time(legs(*host, best_width / width));
  const double with_steps = time(own) * best_steps / steps;
  const double with_wire = time(own) * best_wire / wire;
  const double least = std::min({with_width, with_steps, with_wire});
  if (!(least < time(own) * (1 - 1e-9))) return {};
  if (least == with_width) return {Cause::host_channels, {width, best_width}};
  if (least == with_steps) return {Cause::host_steps, {steps, best_steps}};
  return {Cause::host_wires, {wire / best_wire}};
}

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
