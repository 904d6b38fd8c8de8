// SPDX-License-Identifier: Apache-2.0
#include "study/traffic.hpp"

#include "cutline/study/study.hpp"
#include "output/record/parts.hpp"
#include "study/loaded.hpp"

namespace cutline {

namespace {

constexpr std::size_t kMostDistances = 64;

Json points_json(const std::vector<LoadPoint>& points, const Timing& timing, const Candidate& candidate) {
  Json list = Json::array();
  for (const LoadPoint& point : points) {
    Json one = object({{"offered_bits_per_cycle_per_terminal", real(point.offered, candidate)},
                       {"delivered_bits_per_cycle_per_terminal", real(point.delivered, candidate)},
                       {"latency_cycles", nullptr},
                       {"latency_ns", nullptr},
                       {"saturated", !point.latency}});
    if (point.latency) {
      one["latency_cycles"] = real(*point.latency / timing.latency.cycle, candidate);
      one["latency_ns"] = real(in_ns(*point.latency), candidate);
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json distances_json(const Timing& timing, const Candidate& candidate, RecordNotes& notes) {
  if (timing.spread.by_distance.size() > kMostDistances)
    notes.add("latency_by_distance is null: more than 64 distances; latency_quantiles_ns sums them up");
  if (timing.spread.by_distance.empty() || timing.spread.by_distance.size() > kMostDistances) return nullptr;
  Json list = Json::array();
  for (const LatencyAtDistance& at : timing.spread.by_distance) {
    list.push_back(object(
        {{"hops", at.hops}, {"share", real(at.share, candidate)}, {"latency_ns", real(in_ns(at.latency), candidate)}}));
  }
  return list;
}

Json quantiles_json(const Timing& timing, const Candidate& candidate) {
  if (timing.spread.by_distance.empty()) return nullptr;
  constexpr std::array<const char*, kLatencyShares.size()> kKeys = {"half", "most_90", "most_99", "all"};
  Json out = Json::object();
  for (std::size_t i = 0; i < kKeys.size(); ++i) out[kKeys[i]] = real(in_ns(timing.spread.quantiles[i]), candidate);
  return out;
}

/// The ratio of sec. 5.
Json printed_over_mesh(const Emulation& emulation) {
  if (!emulation.printed_ns) return nullptr;
  return *emulation.printed_ns / *emulation.printed_mesh_ns;
}

void explain_traffic_nulls(const Candidate& candidate, const Timing* timing, RecordNotes& notes) {
  if (!candidate.traffic.saturation) {
    notes.add("saturation is null: neither loads of channels nor a bound by a cut is known");
  } else if (timing == nullptr) {
    notes.add("saturation is null: without latency there is no cycle");
  }
  if (timing != nullptr && timing->spread.by_distance.empty())
    notes.add("latency by distance is null: it is known of layouts under uniform traffic, as far as --effort reaches");
}

}  // namespace

void add_traffic_json(const Study& study, const Candidate& candidate, std::size_t delay, Json& performance,
                      RecordNotes& notes) {
  const Timing* timing = delay < candidate.latency.timings.size() ? &candidate.latency.timings[delay] : nullptr;
  const std::optional<Saturation>& saturation = candidate.traffic.saturation;
  if (candidate.can_be_built()) explain_traffic_nulls(candidate, timing, notes);
  performance["traffic"] = traffic_name(study);
  performance["peak_channel_load"] =
      saturation && saturation->peak_channel_load ? real(*saturation->peak_channel_load, candidate) : Json(nullptr);
  performance["saturation_bits_per_cycle_per_terminal"] =
      saturation && timing != nullptr ? real(saturation_per_cycle(candidate, *timing), candidate) : Json(nullptr);
  performance["saturation_bits_per_cycle"] =
      saturation && timing != nullptr
          ? real(saturation_per_cycle(candidate, *timing) * candidate.facts.terminals, candidate)
          : Json(nullptr);
  performance["capacity_bits_per_cycle_per_terminal"] =
      timing != nullptr ? or_null(capacity_per_cycle(study, candidate, *timing)) : Json(nullptr);
  performance["limited_by"] = saturation ? Json(saturation_limit_text(*saturation)) : Json(nullptr);
  performance["contention"] = study.contention.empty()                  ? Json("none")
                              : candidate.latency.contention == nullptr ? Json(nullptr)
                                                                        : Json(candidate.latency.contention->name);
  if (!study.contention.empty()) {
    performance["contention_saturation_bits_per_cycle_per_terminal"] =
        timing != nullptr && timing->model_saturation ? real(*timing->model_saturation, candidate) : Json(nullptr);
  }
  performance["load_points"] = timing != nullptr ? points_json(timing->load_points, *timing, candidate) : Json::array();
  performance["latency_quantiles_ns"] = timing != nullptr ? quantiles_json(*timing, candidate) : Json(nullptr);
  performance["latency_by_distance"] = timing != nullptr ? distances_json(*timing, candidate, notes) : Json(nullptr);
}

Json load_curve_json(const Candidate& candidate, std::size_t delay) {
  if (delay >= candidate.latency.timings.size() || candidate.latency.timings[delay].load_curve.empty()) return nullptr;
  const Timing& timing = candidate.latency.timings[delay];
  return object({{"x", "load"}, {"points", points_json(timing.load_curve, timing, candidate)}});
}

Json emulation_json(const Candidate& candidate, std::size_t delay, RecordNotes& notes) {
  if (delay >= candidate.emulations.size() || !candidate.emulations[delay]) return nullptr;
  const Emulation& emulation = *candidate.emulations[delay];
  const auto or_null = [&](const std::optional<double>& value) {
    return value ? real(*value, candidate) : Json(nullptr);
  };
  const HostMeasures printed = printed_measures(emulation.wafer, emulation.host);
  const HostMeasures bound = bound_measures(emulation.wafer, emulation.host);
  const HostMeasures& exact = emulation.exact;
  for (const std::string& note : emulation.notes) notes.add(note);
  notes.add(
      "emulation: hosts fill one wafer, widths in wires, lengths in node pitches; printed_ as the tables of Ranade "
      "1987 print, bound_ by the paper's bound on tracks, exact_ by the routed layout's tracks and true lengths");
  Json out = object({{"host", name_of(emulation.host)},
                     {"per_processor", emulation.task.side},
                     {"printed_width", printed.width},
                     {"exact_width", exact.width},
                     {"bound_width", bound.width},
                     {"printed_longest", printed.longest},
                     {"exact_longest", exact.longest},
                     {"printed_side_pitches", printed_side(emulation.wafer, emulation.host)},
                     {"printed_tracks", printed_tracks(emulation.wafer, emulation.host)},
                     {"printed_longest_ns", or_null(emulation.printed_longest_ns)},
                     {"exact_longest_ns", or_null(emulation.exact_longest_ns)},
                     {"printed_time_ns", or_null(emulation.printed_ns)},
                     {"floored_time_ns", or_null(emulation.floored_ns)},
                     {"printed_over_mesh", printed_over_mesh(emulation)},
                     {"corrected_time_ns", or_null(emulation.corrected_ns)},
                     {"exact_time_ns", or_null(emulation.exact_ns)},
                     {"evaluations", nullptr},
                     {"printed_evaluations", nullptr},
                     {"pipelining_gain", nullptr},
                     {"radix_gain", nullptr},
                     {"notes", emulation.notes}});
  if (emulation.task.guest != Guest::butterfly) return out;
  const ButterflyGains gains = butterfly_gains(emulation.wafer, emulation.task);
  out["evaluations"] = butterfly_evaluations(emulation.wafer, emulation.host, emulation.task);
  out["printed_evaluations"] = printed_evaluations(emulation.wafer, emulation.host, emulation.task);
  out["pipelining_gain"] = gains.pipelining;
  out["radix_gain"] = gains.radix;
  return out;
}

}  // namespace cutline
