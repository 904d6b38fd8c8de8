// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/traffic.hpp"

#include <algorithm>

#include "cutline/study/loaded.hpp"
#include "cutline/study/planes.hpp"
#include "rank/quantities/load_points.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

/// The traffic's name; that of all planes if they have one.
std::string_view traffic_of(const Asked& a) {
  if (!a.candidate.planes) return traffic_name(a.study);
  const std::vector<PlaneResult>& planes = a.candidate.planes->all;
  const std::string_view first = traffic_name(*planes.front().study);
  const bool alike =
      std::all_of(planes.begin(), planes.end(), [&](const PlaneResult& p) { return traffic_name(*p.study) == first; });
  return alike ? first : "by plane";
}

const Saturation* saturation_of(const Asked& a) {
  return a.candidate.traffic.saturation.known() ? &a.candidate.traffic.saturation : nullptr;
}

const RouteFacts* route_facts_of(const Asked& a) {
  return a.candidate.traffic.routes ? &*a.candidate.traffic.routes : nullptr;
}

Data saturation(const Asked& a) {
  const bool known = saturation_of(a) != nullptr && a.wires != nullptr;
  return known ? Data(saturation_per_cycle(a.candidate, *a.wires)) : Data();
}

Data saturation_of_all(const Asked& a) {
  const Data one = saturation(a);
  return one.is_null() ? Data() : Data(one.number() * a.candidate.facts.terminals);
}

Data capacity(const Asked& a) {
  return a.wires != nullptr ? Data(capacity_per_cycle(a.study, a.candidate, *a.wires)) : Data();
}

Data without_way(const Asked& a) { return a.candidate.ideal() ? Data(0.0) : Data(a.candidate.traffic.without_way); }

Data limited_by(const Asked& a) {
  return saturation_of(a) != nullptr ? Data(full_resource_text(saturation_of(a)->limited_by)) : Data();
}

Data contention(const Asked& a) {
  const ContentionModel* model = a.candidate.latency.contention;
  if (model != nullptr) return Data(model->name);
  return a.study.contention.empty() ? Data("none") : Data();
}

/// Time between two bits of a terminal at the saturation load, in ns.
Data bit_time(const Asked& a) {
  const Data bits = saturation(a);
  return !bits.is_null() && bits.number() > 0 ? Data(in_ns(a.wires->clock.cycle) / bits.number()) : Data();
}

Data model_saturation(const Asked& a) { return a.timing != nullptr ? to_data(a.timing->model_saturation()) : Data(); }

// Rankings by saturation compare the expected one or, in studies without contention, the bound.
Data expected_if_ranked(const Asked& a) { return a.study.messages_wait ? model_saturation(a) : Data(); }
Data bound_if_ranked(const Asked& a) { return a.study.messages_wait ? Data() : saturation(a); }

Quantity ranked_saturation_row(std::string key, std::string_view summary, std::string_view title,
                               Data (*value)(const Asked&)) {
  Quantity row{std::move(key), Unit::bits_per_cycle, summary, value};
  row.names = called("", title, "", "saturation");
  row.wanted = never_in_records;
  row.more_is_better = row.under_load = true;
  row.parts = saturation_parts;
  return row;
}

Quantity best_high(Quantity row) {
  row.more_is_better = true;
  return row;
}

Data load_points(const Asked& a) {
  return a.timing != nullptr ? load_points_data(a.timing->load_points, *a.timing) : Data(Data::List{});
}

Data quantiles(const Asked& a) {
  return a.timing != nullptr ? quantiles_data(a.timing->spread, kLatencyShares.size()) : Data();
}

Data by_distance(const Asked& a) { return a.timing != nullptr ? distances_data(a.timing->spread) : Data(); }

}  // namespace

Data quantiles_data(const LatencySpread& spread, std::size_t count) {
  if (spread.empty()) return {};
  constexpr std::array<const char*, kLatencyShares.size()> kKeys = {"half", "most_90", "most_99", "all"};
  Data::Map map;
  for (std::size_t i = 0; i < count; ++i) map.emplace_back(kKeys[i], in_ns(spread.quantiles[i]));
  return map;
}

Data distances_data(const LatencySpread& spread) {
  const std::vector<LatencyAtDistance>& all = spread.by_distance;
  if (all.empty() || all.size() > LatencySpread::kMostListed) return {};
  Data::List list;
  for (const LatencyAtDistance& at : all)
    list.emplace_back(Data::Map{{"hops", at.hops}, {"share", at.share}, {"latency_ns", in_ns(at.latency)}});
  return list;
}

Quantities traffic_quantities() {
  return {
      {"performance.traffic", Unit::none, "the traffic pattern", [](const Asked& a) { return Data(traffic_of(a)); },
       called("", "traffic")},
      {"performance.without_way_fraction", Unit::none, "share of the messages that have no way and are not sent",
       without_way, called("without_way", "without a way")},
      {"performance.peak_channel_load", Unit::none, "messages over the busiest channel for each that a node offers",
       [](const Asked& a) {
         return saturation_of(a) != nullptr && a.candidate.traffic.peak_channel_load() != nullptr
                    ? Data(*a.candidate.traffic.peak_channel_load())
                    : Data();
       },
       called("peak_channel_load", "busiest")},
      best_high({"performance.saturation_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
                 "saturation bound: load of a terminal at which the first channel, cut or terminal is full", saturation,
                 called("saturation", "saturation bound", "saturation")}),
      best_high({"performance.saturation_bits_per_cycle", Unit::bits_per_cycle, "the same of all terminals together",
                 saturation_of_all}),
      best_high({"performance.capacity_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
                 "what all channels of a k-ary n-cube one way round carry together, of a terminal", capacity,
                 called("capacity")}),
      {"performance.limited_by", Unit::none, "what is full first as the load grows", limited_by,
       called("", "limited by", "limited_by")},
      {"performance.contention", Unit::none, "the contention model", contention, called("", "contention")},
      {"performance.contention_saturation_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
       "expected saturation: load from which on the contention model has no steady state, or a terminal can send or "
       "take no more",
       model_saturation, called("contention", "expected saturation"),
       [](const Study& study) { return !study.contention.empty() || (study.messages_wait && study.asks_loads()); }},
      {"performance.virtual_channels_needed", Unit::none, "virtual channels of a channel that the routes need",
       [](const Asked& a) { return route_facts_of(a) != nullptr ? Data(route_facts_of(a)->virtual_channels) : Data(); },
       called("", "routes need")},
      {"performance.free_of_deadlock", Unit::none, "whether no messages can wait for one another in a circle",
       [](const Asked& a) { return route_facts_of(a) != nullptr ? Data(route_facts_of(a)->free_of_deadlock) : Data(); },
       called("", "cannot lock up")},
      {"performance.saturates_by", Unit::none, "what is full first by the contention model of channels",
       [](const Asked& a) {
         const bool known = a.timing != nullptr && a.timing->saturates_by();
         return known ? Data(bottleneck_text(*a.timing->saturates_by())) : Data();
       },
       called("", "full first"), [](const Study& study) { return study.asks_loads(); }},
      with_parts({"performance.bit_time_ns", Unit::time_per_bit,
                  "time between bits of a terminal at the load at which the first channel, cut or terminal is full",
                  bit_time, called("", "bit time", "", "bit_time"), never_in_records},
                 bit_time_parts),
      ranked_saturation_row("performance.ranked_saturation_bits_per_cycle_per_terminal",
                            "expected saturation, by the contention model", "expected saturation", expected_if_ranked),
      ranked_saturation_row("performance.ranked_bound_bits_per_cycle_per_terminal",
                            "saturation bound, without a contention model", "saturation bound", bound_if_ranked),
      {"performance.load_points", Unit::none, "latency at the operating points", load_points},
      {"performance.latency_quantiles_ns", Unit::none, "latency that half, 90 %, 99 % and all of the messages keep",
       quantiles},
      {"performance.latency_by_distance", Unit::none, "latency distance by distance", by_distance},
  };
}

}  // namespace cutline
