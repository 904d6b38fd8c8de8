// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/study/study.hpp"
#include "study/population.hpp"
#include "study/scoring.hpp"
#include "study/sentence.hpp"

namespace cutline {

namespace {

const Candidate& candidate_ranked(const Ranked& ranked, std::size_t place) {
  return ranked.candidates[ranked.ranking.order[place]];
}

const Timing* timing_at(const Ranked& ranked, std::size_t place) {
  const std::vector<Timing>& all = candidate_ranked(ranked, place).latency.timings;
  return ranked.delay < all.size() ? &all[ranked.delay] : nullptr;
}

std::string time_text(const Ranked& ranked, double ns) {
  return fmt::format("{} {}", rounded_text(ns), ranked.study.technology.unit ? "tau" : "ns");
}

double message_cycles(const LatencyInput& input) {
  double cycles = 0;
  for (const LatencyInput::Part& part : input.messages) {
    const double own = part.size_bits / input.width_bits;
    cycles += part.share * (input.whole_cycles ? std::ceil(own - 1e-9) : own);
  }
  return cycles;
}

std::string bits(double width) { return fmt::format("{} bit{}", rounded_text(width), width == 1 ? "" : "s"); }

/// Every wire takes cycles or a delay of its own, so that not the longest alone counts.
bool wires_by_themselves(const LatencyInput& input) {
  return input.clock == ClockRule::per_link || (input.clock == ClockRule::fixed && input.pipelined);
}

/// What a wire of a mean route takes: "1.5 cycles", "0.2 ns".
std::string wire_of_route(const Ranked& ranked, const Timing& timing) {
  const double hops = timing.input.mean_hops > 0 ? timing.input.mean_hops : 1;
  if (timing.input.clock == ClockRule::per_link) return time_text(ranked, in_ns(timing.latency.wire) / hops);
  const double cycles = timing.input.mean_route_cycles ? *timing.input.mean_route_cycles / hops
                                                       : whole_cycles(timing.longest_wire, timing.latency.cycle);
  return fmt::format("{} cycle{}", rounded_text(cycles), cycles == 1 ? "" : "s");
}

/// What holds candidates back: "its longest wire", "their longest wires".
std::string cause_name(Cause cause, bool several, bool by_themselves) {
  const std::string whose = several ? "their " : "its ";
  switch (cause) {
    case Cause::hops:
      return whose + "many hops";
    case Cause::router:
      return whose + "slow routers";
    case Cause::wire:
      return whose + (by_themselves ? "long wires" : several ? "longest wires" : "longest wire");
    case Cause::channel:
      return whose + "narrow channels";
    case Cause::none:
      break;
  }
  broken_contract("a cause", __FILE__, __LINE__);
}

std::string cause_detail(const Ranked& ranked, Cause cause, const Timing& loser, const Timing& winner) {
  const LatencyInput& own = loser.input;
  switch (cause) {
    case Cause::hops:
      return fmt::format("{} against {}", rounded_text(own.mean_hops), rounded_text(winner.input.mean_hops));
    case Cause::router:
      return fmt::format("{} cycles and {} a hop", rounded_text(own.router_cycles),
                         time_text(ranked, in_ns(own.router_time)));
    case Cause::wire:
      if (wires_by_themselves(own))
        return fmt::format("{} a hop against {}", wire_of_route(ranked, loser), wire_of_route(ranked, winner));
      return fmt::format("{} against {}", rounded_text(in_ns(loser.longest_wire)),
                         time_text(ranked, in_ns(winner.longest_wire)));
    case Cause::channel:
      return fmt::format("{}, {} cycles of message", bits(own.width_bits), rounded_text(message_cycles(own)));
    case Cause::none:
      break;
  }
  return "";
}

std::optional<Loss> latency_loss(const Ranked& ranked, std::size_t place) {
  const Timing& loser = candidate_ranked(ranked, place).latency.timings.at(ranked.delay);
  const Timing& winner = candidate_ranked(ranked, 0).latency.timings.at(ranked.delay);
  const Cause cause = cause_of(loser.input, winner.input);
  if (cause == Cause::none) return std::nullopt;
  const bool by_themselves = wires_by_themselves(loser.input);
  return Loss{cause_name(cause, false, by_themselves), cause_name(cause, true, by_themselves),
              cause_detail(ranked, cause, loser, winner)};
}

std::optional<Loss> emulation_loss(const Ranked& ranked, std::size_t place) {
  const auto& loser = candidate_ranked(ranked, place).emulations.at(ranked.delay);
  const auto& winner = candidate_ranked(ranked, 0).emulations.at(ranked.delay);
  return loser && winner ? host_loss(*loser, *winner, ranked.study.delays.at(ranked.delay)) : std::nullopt;
}

MeasureParts parts_at(const Ranked& ranked, const RankMeasure& measure, std::size_t place) {
  const Candidate& candidate = candidate_ranked(ranked, place);
  MeasureParts made = measure.parts(candidate, timing_at(ranked, place));
  if (made.parts.empty() || !grows_with_machine(ranked, measure)) return made;
  for (MeasurePart& part : made.parts) {
    part.number /= candidate.facts.terminals;
    part.unit += part.unit.empty() ? "per terminal" : " per terminal";
    if (!made.summed) break;
  }
  return made;
}

/// How much of the loser's distance from the winner a part makes: a difference of summands, a ratio of factors.
double distance(const MeasurePart& loser, const MeasurePart& winner, bool summed) {
  if (summed) return loser.number - winner.number;
  return loser.divides ? std::log(winner.number / loser.number) : std::log(loser.number / winner.number);
}

bool alike(const MeasureParts& a, const MeasureParts& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const MeasurePart& one, const MeasurePart& other) { return one.unit == other.unit; });
}

Loss loss_of(const MeasurePart& part, const std::string& numbers) {
  return {"its " + part.what, "their " + part.what, numbers + (part.unit.empty() ? "" : " " + part.unit)};
}

std::optional<Loss> parts_loss(const Ranked& ranked, const RankMeasure& measure, std::size_t place) {
  const MeasureParts own = parts_at(ranked, measure, place);
  const MeasureParts best = parts_at(ranked, measure, 0);
  if (own.parts.empty() || best.parts.empty()) return std::nullopt;
  // A cycle of the wire against one of the router: nothing to set side by side.
  if (!alike(own, best)) return loss_of(own.parts[0], rounded_text(own.parts[0].number));
  std::optional<std::size_t> most;
  double furthest = 1e-9;
  for (std::size_t i = 0; i < own.parts.size(); ++i) {
    const double far = distance(own.parts[i], best.parts[i], own.summed);
    if (!(far > furthest)) continue;
    furthest = far;
    most = i;
  }
  if (!most) return std::nullopt;
  return loss_of(own.parts[*most], fmt::format("{} against {}", rounded_text(own.parts[*most].number),
                                               rounded_text(best.parts[*most].number)));
}

std::optional<Loss> loss_by(const Ranked& ranked, const RankMeasure& measure, std::size_t place) {
  if (measure.name == "latency") return latency_loss(ranked, place);
  if (measure.name == "emulation") return emulation_loss(ranked, place);
  return parts_loss(ranked, measure, place);
}

/// The term of a weighted ranking by which a candidate loses most, and what makes it.
std::optional<Loss> weighted_loss(const Ranked& ranked, std::size_t place) {
  const RankMeasure* worst = nullptr;
  double furthest = 0, own = 0, best = 0;
  for (const RankTerm& term : ranked.study.rank) {
    const RankMeasure& measure = measure_named(term.measure);
    const Scoring scoring{
        ranked.study, ranked.candidates, ranked.delay, mixed_population(ranked.study, ranked.candidates), false, {}};
    const double value = measured(scoring, measure, candidate_ranked(ranked, place)).value_or(0);
    const double winners = measured(scoring, measure, candidate_ranked(ranked, 0)).value_or(0);
    const double far = term.weight * std::log(value / winners);
    if (!(far > furthest)) continue;
    furthest = far;
    worst = &measure;
    own = value;
    best = winners;
  }
  if (worst == nullptr) return std::nullopt;
  const std::optional<Loss> why = loss_by(ranked, *worst, place);
  const std::string name(worst->name);
  return Loss{"its " + name, "their " + name,
              fmt::format("{} against {}{}{}", rounded_text(own), rounded_text(best), unit_text(ranked, *worst),
                          why ? ", by " + why->of_one : "")};
}

}  // namespace

bool grows_with_machine(const Ranked& ranked, const RankMeasure& measure) {
  return measure.per_terminal && mixed_population(ranked.study, ranked.candidates);
}

std::string unit_text(const Ranked& ranked, const RankMeasure& measure) {
  const std::string_view unit = ranked.study.technology.unit ? measure.unit_unit : measure.unit;
  return fmt::format("{}{}{}", unit.empty() ? "" : " ", unit,
                     grows_with_machine(ranked, measure) ? " per terminal" : "");
}

std::optional<Loss> loss_at(const Ranked& ranked, std::size_t place) {
  if (ranked.study.rank.size() > 1) return weighted_loss(ranked, place);
  return loss_by(ranked, measure_named(ranked.study.rank[0].measure), place);
}

}  // namespace cutline
