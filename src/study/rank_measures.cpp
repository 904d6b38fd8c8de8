// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"
#include "study/traffic.hpp"

namespace cutline {

namespace {

using MaybeNumber = std::optional<double>;

MaybeNumber latency(const Candidate&, std::size_t, const Timing* timing) {
  return timing != nullptr ? MaybeNumber(in_ns(timing->latency.total())) : std::nullopt;
}

MaybeNumber cycle(const Candidate&, std::size_t, const Timing* timing) {
  return timing != nullptr ? MaybeNumber(in_ns(timing->latency.cycle)) : std::nullopt;
}

MaybeNumber hops(const Candidate& c, std::size_t, const Timing*) {
  return c.has_mean_hops ? MaybeNumber(c.mean_hops) : std::nullopt;
}

MaybeNumber area(const Candidate& c, std::size_t, const Timing*) {
  if (!c.measures) return std::nullopt;
  return c.measures->size.area_mm2.value_or(static_cast<double>(c.measures->size.area_pitches2));
}

MaybeNumber longest(const Candidate& c, std::size_t, const Timing*) {
  if (!c.measures) return std::nullopt;
  return c.measures->length.longest_mm.value_or(static_cast<double>(c.measures->length.longest_pitches));
}

MaybeNumber total(const Candidate& c, std::size_t, const Timing*) {
  if (!c.measures) return std::nullopt;
  return c.measures->length.total_mm.value_or(static_cast<double>(c.measures->length.total_pitches));
}

MaybeNumber span(const Candidate& c, std::size_t, const Timing*) {
  if (c.measures) return c.measures->length.longest_span.pitches();
  return c.ideal ? MaybeNumber(c.ideal->longest_span) : std::nullopt;
}

MaybeNumber pins(const Candidate& c, std::size_t, const Timing*) {
  if (c.measures) return static_cast<double>(c.measures->pins_per_node_max);
  return c.ideal ? MaybeNumber(c.ideal->ports_per_node * c.wires_per_channel) : std::nullopt;
}

/// Sums of different parts do not compare: nothing where the wires' or the routers' part is missing.
MaybeNumber energy(const Candidate&, std::size_t, const Timing* timing) {
  if (timing == nullptr) return std::nullopt;
  const EnergyPerBit& parts = timing->energy;
  return parts.wire_pj && parts.router_pj ? parts.total_pj() : std::nullopt;
}

MaybeNumber emulation(const Candidate& c, std::size_t delay, const Timing*) {
  return delay < c.emulations.size() && c.emulations[delay] ? c.emulations[delay]->exact_ns : std::nullopt;
}

MaybeNumber bit_time(const Candidate& c, std::size_t, const Timing* timing) {
  if (timing == nullptr || !c.saturation) return std::nullopt;
  const double bits = saturation_per_cycle(c, *timing);
  return bits > 0 ? MaybeNumber(in_ns(timing->latency.cycle) / bits) : std::nullopt;
}

}  // namespace

const std::vector<RankMeasure>& rank_measures() {
  static const std::vector<RankMeasure> all = {
      {"latency", "zero-load latency of a mean message", "ns", "tau", latency},
      {"cycle", "length of a clock cycle", "ns", "tau", cycle},
      {"hops", "mean hops of a message", "", "", hops},
      {"area", "area of the routed layout", "mm^2", "pitches^2", area, true},
      {"longest", "longest routed wire", "mm", "wire pitches", longest},
      {"total", "length of all routed wires together", "mm", "wire pitches", total, true},
      {"span", "longest link as the distance of its ends", "node pitches", "node pitches", span},
      {"emulation", "communication of the guest, by the exact layout", "ns", "tau", emulation},
      {"bit_time", "time between bits of a terminal at the load at which the first channel, cut or terminal is full",
       "ns/bit", "tau/bit", bit_time},
      {"pins", "wires that end at the busiest node", "wires", "wires", pins},
      {"energy", "energy of a bit of a mean message, wires and routers", "pJ/bit", "pJ/bit", energy}};
  return all;
}

}  // namespace cutline
