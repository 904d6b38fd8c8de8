// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/study/placed_network.hpp"
#include "performance/express_routes.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data phases_data(const std::optional<ExpressPhases>& phases) {
  if (!phases) return {};
  return Data::Map{{"ascent", phases->ascent}, {"cruise", phases->cruise}, {"descent", phases->descent}};
}

/// The paper's hops of a route by phase: counted digit by digit for one source, by the formula for the mean over
/// sources. Adds the ascent as the paper prints it.
Data phases_of_paper(const ExpressRule& rule, const std::optional<std::uint64_t>& source, std::uint64_t distance) {
  Data out = phases_data(source ? phases_by_digits(rule, *source, distance) : phases_by_formula(rule, distance));
  if (!out.is_null()) {
    const auto printed = source ? ascent_by_digits_as_printed(rule, *source) : ascent_as_printed(rule);
    out.map().emplace_back("ascent_printed", *printed);
  }
  return out;
}

/// Adds to a point its hops by level (if the spec names a source), by the three phases of the route, and by eq. 4 for a
/// source half way between two interchanges of one level.
void add_route(const Study& study, const ExpressRule& rule, std::uint64_t distance, Data::Map& point) {
  const std::optional<std::uint64_t>& source = study.curve->source;
  const auto from = static_cast<std::int64_t>(source.value_or(0));
  point.emplace_back(
      "hops_by_level",
      source ? data_list(hops_by_level(rule, from, from + static_cast<std::int64_t>(distance))) : Data());
  point.emplace_back("phases",
                     phases_data(source ? walked_phases(rule, *source, distance) : mean_phases(rule, distance)));
  point.emplace_back("phases_formula", phases_of_paper(rule, source, distance));
  const bool one_level = rule.spacings.size() == 1 && rule.interleaved == 1;
  const auto half_way = [&](double (*hops)(std::uint32_t, std::uint64_t)) {
    return one_level ? Data(hops(rule.spacings[0], distance)) : Data();
  };
  point.emplace_back("hops_half_way", half_way(half_way_hops));
  point.emplace_back("hops_half_way_printed", half_way(half_way_hops_as_printed));
  point.emplace_back("hops_half_way_past_destination", half_way(half_way_hops_past_destination));
}

Time distance_latency(const CurvePoint& point) { return point.latency.node + point.latency.wire; }

/// T_n / T_w: the delay of a router over that of a wire one node pitch long.
std::optional<double> alpha_of(const ChosenDelay& delay, const Timing& timing) {
  WireLength pitch;
  pitch.span = 1;
  const Time wire = delay(pitch);
  const Time node = timing.clock.cycle * timing.input.router_cycles + timing.input.router_time;
  return wire.base > 0 ? std::optional(node / wire) : std::nullopt;
}

/// D' = i alpha log_i alpha: from this distance on, ascent and descent take no longer than the wire. Then, if i^l >=
/// alpha, a message takes at most three times as long as its wire. Source: [Dally 1991].
std::optional<double> crossover_distance(const ExpressRule& rule, const std::optional<double>& alpha) {
  if (!alpha || *alpha <= 1 || !has_one_factor(rule)) return std::nullopt;
  const double i = rule.spacings.front();
  return i * *alpha * std::log(*alpha) / std::log(i);
}

/// The first distance with less latency than the distance before it; null if there is none.
Data first_drop(const std::vector<CurvePoint>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (distance_latency(points[i]) < distance_latency(points[i - 1]) * (1 - 1e-12)) return points[i].distance;
  }
  return {};
}

/// Latency per node at large distances: the mean slope over the last spacing of the highest level. Null if the curve is
/// shorter than two such spacings.
Data slope(const std::vector<CurvePoint>& points, const ExpressRule& rule) {
  const std::uint64_t step = rule.spacings.empty() ? 1 : rule.spacings.back();
  const CurvePoint& last = points.back();
  if (points.size() <= step || last.distance < 2 * step) return {};
  return in_ns(distance_latency(last) - distance_latency(points[points.size() - 1 - step])) / static_cast<double>(step);
}

Data::Map point_data(const CurvePoint& point) {
  const Latency& latency = point.latency;
  const Time whole = distance_latency(point);
  return {{"distance", point.distance},
          {"hops", point.hops},
          {"node_ns", in_ns(latency.node)},
          {"wire_ns", in_ns(latency.wire)},
          {"distance_latency_ns", in_ns(whole)},
          {"times_wire", latency.wire.base > 0 ? Data(whole / latency.wire) : Data()},
          {"message_ns", in_ns(latency.message)},
          {"latency_ns", in_ns(latency.total())}};
}

Data points(const UnderDelay& a, const ExpressRule* rule) {
  Data::List list;
  for (const CurvePoint& point : a.timing->curve) {
    Data::Map row = point_data(point);
    if (rule != nullptr) add_route(a.study, *rule, point.distance, row);
    list.emplace_back(std::move(row));
  }
  return list;
}

bool has_curve(const UnderDelay& a) { return a.study.curve && a.timing != nullptr && !a.timing->curve.empty(); }
bool has_load_curve(const UnderDelay& a) {
  return !a.study.load_curve.empty() && a.timing != nullptr && !a.timing->load_curve.empty();
}

Data distance_curve(const UnderDelay& a) {
  const bool by_rule = a.candidate.facts.routing == Routing::express;
  const ExpressRule rule = by_rule ? express_rule(a.candidate.network()->topology, 0) : ExpressRule{};
  const std::optional<double> alpha = alpha_of(a.study.delays[a.delay], *a.timing);
  return Data::Map{{"x", "distance"},
                   {"source", a.study.curve->source ? Data(*a.study.curve->source) : Data("mean")},
                   {"alpha", alpha},
                   {"crossover_distance", crossover_distance(rule, alpha)},
                   {"slope_ns", slope(a.timing->curve, rule)},
                   {"first_drop", first_drop(a.timing->curve)},
                   {"points", points(a, by_rule ? &rule : nullptr)}};
}

/// The curve against load or against distance; a spec asks for one of the two.
Data curve(const UnderDelay& a) {
  if (has_load_curve(a)) return Data::Map{{"x", "load"}, {"points", load_points_data(a.timing->load_curve, *a.timing)}};
  return has_curve(a) ? distance_curve(a) : Data();
}

/// Adds the figures that the model of channels gives for messages at a load.
void add_messages(const LoadedMessages& messages, Data::Map& map) {
  map.emplace_back("waits_ns", Data::Map{{"source", in_ns(messages.source)},
                                         {"channels", in_ns(messages.channels)},
                                         {"virtual_channels", in_ns(messages.virtual_channels)},
                                         {"credits", in_ns(messages.credits)}});
  map.emplace_back("nearest_to_full", bottleneck_text(messages.nearest));
  map.emplace_back("nearest_used", messages.used);
  map.emplace_back("quantiles_ns", quantiles_data(messages.spread, kLatencyShares.size() - 1));
  map.emplace_back("by_distance", distances_data(messages.spread));
}

}  // namespace

Data load_points_data(const std::vector<LoadPoint>& points, const Timing& timing) {
  Data::List list;
  for (const LoadPoint& point : points) {
    const Time* latency = point.latency();
    Data::Map map{{"offered_bits_per_cycle_per_terminal", point.offered},
                  {"delivered_bits_per_cycle_per_terminal", point.delivered},
                  {"latency_cycles", latency != nullptr ? Data(*latency / timing.clock.cycle) : Data()},
                  {"latency_ns", to_data(latency)},
                  {"saturated", latency == nullptr}};
    if (const LoadedMessages* messages = point.messages()) add_messages(*messages, map);
    list.emplace_back(std::move(map));
  }
  return list;
}

Quantities curve_quantities() {
  return {{"curve",
           Unit::none,
           "latency against distance along a dimension, or against load",
           curve,
           {},
           [](const Study& study) { return study.curve || !study.load_curve.empty(); }},
          derived(named_part("curve.source", Unit::none, "latency against distance along a dimension, by source",
                             "distance_latency"),
                  {{"T = (D / s_p + sum of (i_q - 1) + 1) t_r + D T_w for D >= s_1, s_p the largest spacing <= D",
                    "[Dally 1991, eq. 3 and 5], for all distances derived",
                    {symbols::spacings,
                     {"t_r", facts::router_ns, "router delay of a hop"},
                     {"alpha", "curve.alpha", "router delay over that of a wire one node pitch long"},
                     {"D'", "curve.crossover_distance", "i alpha log_i alpha: farther climbs cost no more than wires"},
                     {"slope", "curve.slope_ns", "what a node more costs far away: T_w + t_r / s_l"},
                     {"kink", "curve.first_drop", "first distance that takes less than the one before"}},
                    express_errata()}})};
}

}  // namespace cutline
