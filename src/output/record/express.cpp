// SPDX-License-Identifier: Apache-2.0
#include "output/record/parts.hpp"

namespace cutline {

namespace {

/// As many entries as there are levels, local first; null where the list ends.
template <class T>
Json by_level(const std::vector<T>& list, std::size_t levels) {
  Json out = Json::array();
  for (std::size_t j = 0; j < levels; ++j) out.push_back(j < list.size() ? Json(list[j]) : Json(nullptr));
  return out;
}

Json line_json(const ExpressDimension& dimension) {
  const std::size_t levels = dimension.levels.size();
  Json spacing = Json::array(), interchanges = Json::array(), channels = Json::array();
  for (const ExpressLevel& level : dimension.levels) {
    spacing.push_back(level.spacing);
    interchanges.push_back(level.interchanges);
    channels.push_back(level.channels);
  }
  Json digits = Json::array();
  for (const std::uint8_t digit : dimension.digits) digits.push_back(digit);
  return object({{"dimensions", digits},
                 {"nodes", dimension.nodes},
                 {"spacing", spacing},
                 {"interchanges", interchanges},
                 {"channels", channels},
                 {"share", by_level(dimension.counted.value_or(LevelShares{}), levels)},
                 {"share_printed", by_level(dimension.printed, levels)},
                 {"top_share_printed", or_null(printed_top_share(dimension.route))},
                 {"share_example", by_level(dimension.example.value_or(LevelShares{}), levels)},
                 {"allocation", by_level(dimension.best_channels, levels)},
                 {"allocation_example", by_level(dimension.example_channels, levels)}});
}

Json constructions_json(const ExpressDimension& dimension, double wires_per_channel) {
  Json list = Json::array();
  for (const Construction& each : dimension.constructions) {
    const double pins = each.channels_per_module * wires_per_channel;
    list.push_back(object({{"construction", each.name},
                           {"modules", each.modules},
                           {"pins_per_module", static_cast<std::int64_t>(pins)},
                           {"pins", static_cast<std::int64_t>(pins * each.modules)}}));
  }
  return list;
}

/// The busiest level's share over its channels.
Json load_json(const std::optional<LevelShares>& shares, const std::vector<std::uint32_t>& channels) {
  return shares && !channels.empty() ? Json(worst_load(*shares, channels)) : Json(nullptr);
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
  if (candidate.facts.express.empty()) return nullptr;
  note_errata(notes);
  Json lines = Json::array();
  for (const ExpressDimension& dimension : candidate.facts.express) {
    if (!dimension.counted) notes.add("express shares are null: counting them takes more pairs than the effort");
    Json line = line_json(dimension);
    line["worst_load"] = load_json(dimension.counted, dimension.best_channels);
    line["worst_load_example"] = load_json(dimension.counted, dimension.example_channels);
    line["constructions"] =
        candidate.can_be_built() ? constructions_json(dimension, candidate.channel.wires) : Json(nullptr);
    lines.push_back(std::move(line));
  }
  return object({{"routing", routing_name(candidate.facts.routing)}, {"lines", lines}});
}

}  // namespace cutline
