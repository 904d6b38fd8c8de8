// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "output/record_parts.hpp"

namespace cutline {

namespace {

template <class T>
Json entry_or_null(const std::vector<T>& list, std::size_t at) {
  return at < list.size() ? Json(list[at]) : Json(nullptr);
}

Json share_or_null(const std::optional<LevelShares>& shares, std::size_t level) {
  return shares ? Json(shares->at(level)) : Json(nullptr);
}

Json levels_json(const ExpressDimension& dimension) {
  Json list = Json::array();
  for (std::size_t j = 0; j < dimension.levels.size(); ++j) {
    const ExpressLevel& level = dimension.levels[j];
    list.push_back({{"level", j},
                    {"spacing", level.spacing},
                    {"interchanges_per_line", level.interchanges},
                    {"channels", level.channels},
                    {"share", share_or_null(dimension.counted, j)},
                    {"share_printed", entry_or_null(dimension.printed, j)},
                    {"share_example", share_or_null(dimension.example, j)},
                    {"allocation", entry_or_null(dimension.best_channels, j)},
                    {"allocation_example", entry_or_null(dimension.example_channels, j)}});
  }
  return list;
}

Json constructions_json(const ExpressDimension& dimension, double wires_per_channel) {
  Json list = Json::array();
  for (const Construction& each : dimension.constructions) {
    const double pins = each.channels_per_module * wires_per_channel;
    list.push_back({{"construction", each.name},
                    {"modules", each.modules},
                    {"pins_per_module", static_cast<std::int64_t>(pins)},
                    {"pins", static_cast<std::int64_t>(pins * each.modules)}});
  }
  return list;
}

/// The busiest level's share over its channels.
Json load_json(const std::optional<LevelShares>& shares, const std::vector<std::uint32_t>& channels) {
  return shares && !channels.empty() ? Json(worst_load(*shares, channels)) : Json(nullptr);
}

std::uint32_t top_level(const ExpressDimension& dimension) {
  std::uint32_t top = 0;
  for (std::uint32_t j = 1; j < dimension.levels.size(); ++j) top = dimension.levels[j].interchanges > 0 ? j : top;
  return top;
}

void note_errata(RecordNotes& notes) {
  notes.add(
      "errata of Dally 1991: eq. 6 prints level shares 2 i^j / k, the worked example uses 2 i^(j+1) / k, and counting "
      "gives 2 i^j (i - 1) / k with 2 i / k for the local level and 1 - 2 i^l / k, not eq. 7, for the highest; `share` "
      "and `allocation` use the counted ones");
  notes.add("hops by the express rule: eq. 4 is printed with the wrong sign of 1 / (2 i), H_a of sec. III-C lacks l");
}

}  // namespace

Json express_json(const Candidate& candidate, RecordNotes& notes) {
  if (candidate.express.empty()) return nullptr;
  note_errata(notes);
  Json dimensions = Json::array();
  for (const ExpressDimension& dimension : candidate.express) {
    if (!dimension.counted) notes.add("express shares are null: counting them takes more pairs than the effort");
    Json numbers = Json::array();
    for (const std::uint8_t digit : dimension.digits) numbers.push_back(digit);
    const bool wires = candidate.can_be_built();
    dimensions.push_back(
        {{"dimensions", numbers},
         {"nodes", dimension.nodes},
         {"levels", levels_json(dimension)},
         {"worst_load", load_json(dimension.counted, dimension.best_channels)},
         {"worst_load_example", load_json(dimension.counted, dimension.example_channels)},
         {"top_level", top_level(dimension)},
         {"constructions", wires ? constructions_json(dimension, candidate.wires_per_channel) : Json(nullptr)}});
  }
  return {{"routing", routing_name(candidate.routing)}, {"lines", dimensions}};
}

Json curve_json(const Study& study, const Candidate& candidate, std::size_t delay, RecordNotes& notes) {
  if (delay >= candidate.timings.size() || candidate.timings[delay].curve.empty()) return nullptr;
  notes.add(
      "the curve is of one dimension far from the array's ends, interchanges taking no room; distance latency is node "
      "and wire, without the message");
  Json points = Json::array();
  for (const CurvePoint& point : candidate.timings[delay].curve) {
    const Latency& latency = point.latency;
    points.push_back({{"distance", point.distance},
                      {"hops", real(point.hops, candidate)},
                      {"node_ns", real(in_ns(latency.node), candidate)},
                      {"wire_ns", real(in_ns(latency.wire), candidate)},
                      {"distance_latency_ns", real(in_ns(latency.node + latency.wire), candidate)},
                      {"message_ns", real(in_ns(latency.message), candidate)},
                      {"latency_ns", real(in_ns(latency.total()), candidate)}});
  }
  return {{"x", "distance"},
          {"source", study.curve->source ? Json(*study.curve->source) : Json("mean")},
          {"points", points}};
}

}  // namespace cutline
