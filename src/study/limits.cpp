// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "study/notes.hpp"

namespace cutline {

namespace {

using MaybeNumber = std::optional<double>;

MaybeNumber pins(const Candidate& c) {
  if (c.measures) return static_cast<double>(c.measures->pins_per_node_max);
  return c.ideal ? MaybeNumber(c.ideal->ports_per_node * c.wires_per_channel) : std::nullopt;
}

MaybeNumber ports(const Candidate& c) {
  if (c.measures) return static_cast<double>(c.measures->ports_per_node_max);
  return c.ideal ? MaybeNumber(c.ideal->ports_per_node) : std::nullopt;
}

MaybeNumber layers(const Candidate& c) {
  return c.layout ? MaybeNumber(2.0 * c.layout->rules.layer_pairs) : std::nullopt;
}

MaybeNumber area_mm2(const Candidate& c) { return c.measures ? c.measures->size.area_mm2 : std::nullopt; }

MaybeNumber area_pitches2(const Candidate& c) {
  return c.measures ? MaybeNumber(static_cast<double>(c.measures->size.area_pitches2)) : std::nullopt;
}

MaybeNumber longest_mm(const Candidate& c) { return c.measures ? c.measures->length.longest_mm : std::nullopt; }

MaybeNumber longest_pitches(const Candidate& c) {
  return c.measures ? MaybeNumber(static_cast<double>(c.measures->length.longest_pitches)) : std::nullopt;
}

struct Limit {
  const char* name;
  MaybeNumber Limits::*allowed;
  MaybeNumber (*needed)(const Candidate&);
};

constexpr Limit kLimits[] = {{"pins_per_node", &Limits::pins_per_node, pins},
                             {"ports_per_node", &Limits::ports_per_node, ports},
                             {"layers", &Limits::layers, layers},
                             {"area_mm2", &Limits::area_mm2, area_mm2},
                             {"area_pitches2", &Limits::area_pitches2, area_pitches2},
                             {"longest_wire_mm", &Limits::longest_wire_mm, longest_mm},
                             {"longest_wire_pitches", &Limits::longest_wire_pitches, longest_pitches}};

/// A sum of reals may pass its own bound in the last digits.
constexpr double kSlack = 1e-12;

}  // namespace

void check_limits(const Limits& limits, Candidate& candidate) {
  for (const Limit& limit : kLimits) {
    const MaybeNumber allowed = limits.*limit.allowed;
    if (!allowed) continue;
    const MaybeNumber needed = limit.needed(candidate);
    if (!needed) {
      candidate.notes.push_back(
          fmt::format("the limit {} is not checked: this candidate has no such number", limit.name));
    } else if (*needed > *allowed * (1 + kSlack)) {
      candidate.infeasible.push_back({limit.name, *needed, *allowed});
    }
  }
}

}  // namespace cutline
