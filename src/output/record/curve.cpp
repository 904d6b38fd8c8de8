// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/performance/express_phases.hpp"
#include "cutline/study/study.hpp"
#include "output/record/parts.hpp"

namespace cutline {

namespace {

Json phases_json(const std::optional<ExpressPhases>& phases) {
  if (!phases) return nullptr;
  return object({{"ascent", phases->ascent}, {"cruise", phases->cruise}, {"descent", phases->descent}});
}

/// Of one source digit by digit, of the mean over sources by the formula; with the ascent as printed.
Json phases_of_paper(const ExpressRoute& route, const std::optional<std::uint64_t>& source, std::uint64_t distance) {
  Json out = phases_json(source ? phases_by_digits(route, *source, distance) : phases_by_formula(route, distance));
  if (!out.is_null())
    out["ascent_printed"] = *(source ? ascent_by_digits_as_printed(route, *source) : ascent_as_printed(route));
  return out;
}

/// What the curve says of a point beside its hops: by level where one source is asked for, by the three parts of the
/// way, and by eq. 4 for a source half way between two interchanges of one level.
void add_route(const Study& study, const ExpressRoute& route, std::uint64_t distance, Json& point) {
  const std::optional<std::uint64_t>& source = study.curve->source;
  const auto from = static_cast<std::int64_t>(source.value_or(0));
  point["hops_by_level"] =
      source ? Json(hops_by_level(route, from, from + static_cast<std::int64_t>(distance))) : Json(nullptr);
  point["phases"] = phases_json(source ? walked_phases(route, *source, distance) : mean_phases(route, distance));
  point["phases_formula"] = phases_of_paper(route, source, distance);
  const bool one_level = route.spacings.size() == 1 && route.interleaved == 1;
  const auto half_way = [&](double (*hops)(std::uint32_t, std::uint64_t)) {
    return one_level ? Json(hops(route.spacings[0], distance)) : Json(nullptr);
  };
  point["hops_half_way"] = half_way(half_way_hops);
  point["hops_half_way_printed"] = half_way(half_way_hops_as_printed);
  point["hops_half_way_past_destination"] = half_way(half_way_hops_past_destination);
}

Time distance_latency(const CurvePoint& point) { return point.latency.node + point.latency.wire; }

/// T_n / T_w: the delay of a router over that of a wire one node pitch long.
std::optional<double> alpha_of(const ChosenDelay& delay, const Timing& timing) {
  WireLength pitch;
  pitch.span = 1;
  const Time wire = delay(pitch);
  const Time node = timing.latency.cycle * timing.input.router_cycles + timing.input.router_time;
  return wire.base > 0 ? std::optional(node / wire) : std::nullopt;
}

/// D' = i alpha log_i alpha: from there on climb and descent cost no more than the wire, so that with i^l >= alpha a
/// message takes at most three times as long as its wire. Source: [Dally 1991].
std::optional<double> crossover_distance(const ExpressRoute& route, const std::optional<double>& alpha) {
  if (!alpha || *alpha <= 1 || !has_one_factor(route)) return std::nullopt;
  const double i = route.spacings.front();
  return i * *alpha * std::log(*alpha) / std::log(i);
}

/// The first distance that takes less than the one before.
Json first_drop(const std::vector<CurvePoint>& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (distance_latency(points[i]) < distance_latency(points[i - 1]) * (1 - 1e-12)) return points[i].distance;
  }
  return nullptr;
}

/// What a node more costs far away: over the last largest spacing of the curve, where that begins past another one.
Json slope(const std::vector<CurvePoint>& points, const ExpressRoute& route) {
  const std::uint64_t step = route.spacings.empty() ? 1 : route.spacings.back();
  const CurvePoint& last = points.back();
  if (points.size() <= step || last.distance < 2 * step) return nullptr;
  return in_ns(distance_latency(last) - distance_latency(points[points.size() - 1 - step])) / static_cast<double>(step);
}

void note_rule(const Study& study, RecordNotes& notes) {
  if (!study.curve->source) notes.add("hops by level are of one source: give the curve a `source`");
  notes.add(
      "hops half way: EC-eq4 corrected, and with its sign as printed, for a source half way between two interchanges "
      "of "
      "a level; past the destination: EC-Dlocal, the printed D_local of sec. III-D, which the rule forbids");
  notes.add(
      "phases are hops up to the highest level, along it and down, walked; by the formula EC-Ha, whose printed ascent "
      "lacks l, or of one source EC-gen, digit by digit with interchanges in the places of nodes, whose printed ascent "
      "ignores carries");
}

Json point_json(const CurvePoint& point, const Candidate& candidate) {
  const Latency& latency = point.latency;
  const Time whole = distance_latency(point);
  return object({{"distance", point.distance},
                 {"hops", real(point.hops, candidate)},
                 {"node_ns", real(in_ns(latency.node), candidate)},
                 {"wire_ns", real(in_ns(latency.wire), candidate)},
                 {"distance_latency_ns", real(in_ns(whole), candidate)},
                 {"times_wire", latency.wire.base > 0 ? real(whole / latency.wire, candidate) : Json(nullptr)},
                 {"message_ns", real(in_ns(latency.message), candidate)},
                 {"latency_ns", real(in_ns(latency.total()), candidate)}});
}

}  // namespace

Json curve_json(const Study& study, const Candidate& candidate, std::size_t delay, RecordNotes& notes) {
  if (delay >= candidate.latency.timings.size() || candidate.latency.timings[delay].curve.empty()) return nullptr;
  notes.add(
      "the curve is of one dimension far from the array's ends, interchanges taking no room; distance latency is node "
      "and wire, without the message");
  const bool by_rule = candidate.facts.routing == Routing::express;
  const ExpressRoute route = by_rule ? express_route(candidate.network()->topology, 0) : ExpressRoute{};
  if (by_rule) note_rule(study, notes);
  const Timing& timing = candidate.latency.timings[delay];
  Json points = Json::array();
  for (const CurvePoint& point : timing.curve) {
    Json row = point_json(point, candidate);
    if (by_rule) add_route(study, route, point.distance, row);
    points.push_back(std::move(row));
  }
  const std::optional<double> alpha = alpha_of(study.delays[delay], timing);
  return object({{"x", "distance"},
                 {"source", study.curve->source ? Json(*study.curve->source) : Json("mean")},
                 {"alpha", or_null(alpha)},
                 {"crossover_distance", or_null(crossover_distance(route, alpha))},
                 {"slope_ns", slope(timing.curve, route)},
                 {"first_drop", first_drop(timing.curve)},
                 {"points", points}});
}

}  // namespace cutline
