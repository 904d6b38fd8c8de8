// SPDX-License-Identifier: Apache-2.0
#include "evaluate/timing.hpp"

namespace cutline {

namespace {

/// Whether dimension 0 is a path of nodes: a link joins each value to the next one, and the dimension has no other
/// links.
bool is_path(const Topology& topology) {
  const auto of_digit = [](const LinkClass& c) { return c.digits == std::vector<std::uint8_t>{0}; };
  const auto first = std::find_if(topology.classes.begin(), topology.classes.end(), of_digit);
  if (topology.has_interchanges() || !topology.has_dimensions || first == topology.classes.end()) return false;
  if (std::count_if(topology.classes.begin(), topology.classes.end(), of_digit) != 1) return false;
  if (topology.digits[0].radix < 3 || first->links.size() + 1 != topology.digits[0].radix) return false;
  return std::all_of(first->links.begin(), first->links.end(), [](const LocalLink& l) { return l.b == l.a + 1; });
}

ExpressRule rule_of(const BuiltCandidate& candidate) {
  const Topology& topology = candidate.network()->topology;
  return candidate.facts.routing == Routing::express ? express_rule(topology, 0) : ExpressRule{};
}

/// Time of one or several wires: their delay, and their whole cycles if each link takes its own.
struct WireTime {
  Time delay;
  double cycles = 0;
  WireTime operator+(const WireTime& other) const { return {delay + other.delay, cycles + other.cycles}; }
  WireTime operator*(double times) const { return {delay * times, cycles * times}; }
};

/// The hops of a message, and the summed time of the wires that it passes.
struct Way {
  double hops = 0;
  double interchanges = 0;  ///< hops that end at an interchange
  WireTime wires;
};

/// Wire times by span: a local wire, a wire that ends at an interchange, and the express wires of each level.
struct WireDelays {
  WireTime whole, half;
  std::vector<WireTime> express;
};

WireDelays wire_delays(const ExpressRule& rule, const ChosenDelay& delay, Time cycle) {
  const auto of_span = [&](double span) {
    WireLength wire;
    wire.span = span;
    const Time own = delay(wire);
    return WireTime{own, cycle.base > 0 ? whole_cycles(own, cycle) : 0};
  };
  WireDelays delays{of_span(1), of_span(0.5), {}};
  for (const std::uint32_t spacing : rule.spacings) delays.express.push_back(of_span(spacing));
  return delays;
}

Way way(const ExpressRule& rule, const WireDelays& delays, std::uint64_t source, std::uint64_t distance) {
  const std::vector<std::uint64_t> hops =
      hops_by_level(rule, static_cast<std::int64_t>(source), static_cast<std::int64_t>(source + distance));
  Way result;
  std::uint64_t local_pitches = distance;
  for (std::size_t j = 0; j < rule.spacings.size(); ++j) {
    local_pitches -= hops[j + 1] * rule.spacings[j];
    result.hops += static_cast<double>(hops[j + 1]);
    result.wires = result.wires + delays.express[j] * static_cast<double>(hops[j + 1]);
  }
  const auto local = static_cast<double>(hops[0]);
  const double halves = 2 * (local - static_cast<double>(local_pitches));
  // A hop of half a pitch has one end at an interchange, an express hop has two. A message enters and leaves each
  // interchange once, so half of these ends are entries.
  result.interchanges = halves / 2 + result.hops;
  result.hops += local;
  result.wires = result.wires + delays.half * halves + delays.whole * (local - halves);
  return result;
}

Way mean_way(const ExpressRule& rule, const WireDelays& delays, const CurveChoice& curve, std::uint64_t distance) {
  if (curve.source) return way(rule, delays, *curve.source, distance);
  const std::uint64_t places = rule.spacings.empty() ? 1 : rule.spacings.back();
  Way sum;
  for (std::uint64_t place = 0; place < places; ++place) {
    const Way one = way(rule, delays, place, distance);
    sum.hops += one.hops;
    sum.interchanges += one.interchanges;
    sum.wires = sum.wires + one.wires;
  }
  const double share = 1 / static_cast<double>(places);
  return {sum.hops * share, sum.interchanges * share, sum.wires * share};
}

}  // namespace

std::vector<CurvePoint> latency_curve(const CurveChoice& curve, const BuiltCandidate& candidate,
                                      const ChosenDelay& delay, const LatencyInput& input) {
  const ExpressRule rule = rule_of(candidate);
  const WireDelays delays = wire_delays(rule, delay, clock_of(input).cycle);
  std::vector<CurvePoint> points;
  for (std::uint64_t distance = curve.from; distance <= curve.to; ++distance) {
    const Way one = mean_way(rule, delays, curve, distance);
    LatencyInput at = input;
    at.mean_hops = one.hops;
    at.mean_interchanges = one.interchanges;
    at.mean_route_wire = one.wires.delay;
    if (input.mean_route_cycles) at.mean_route_cycles = one.wires.cycles;
    points.push_back({distance, one.hops, zero_load_latency(at)});
  }
  return points;
}

std::optional<NoteKind> why_no_curve(const DelaysAsked& asked, const BuiltCandidate& candidate, const Effort& effort) {
  if (!asked.curve) return {};
  if (!candidate.network()) return NoteKind::curve_needs_layout;
  const bool express = candidate.facts.routing == Routing::express;
  if (!candidate.facts.tiles.alike()) return NoteKind::curve_needs_equal_tiles;
  if (!express && !is_path(candidate.network()->topology)) return NoteKind::curve_needs_rule;
  for (const ChosenDelay& delay : asked.delays) {
    if (wants_layout(delay)) return NoteKind::curve_needs_spans;
  }
  const ExpressRule rule = rule_of(candidate);
  const std::uint64_t places = rule.spacings.empty() || asked.curve->source ? 1 : rule.spacings.back();
  if (asked.curve->to - asked.curve->from + 1 > effort.link_visits / places) return NoteKind::curve_passes_effort;
  return {};
}

}  // namespace cutline
