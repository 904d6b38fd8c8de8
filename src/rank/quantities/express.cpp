// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

/// A list with one entry for each level, the local one first; null for levels past the end of the values.
template <class T>
Data by_level(const std::vector<T>& list, std::size_t levels) {
  Data::List out;
  for (std::size_t j = 0; j < levels; ++j) out.push_back(j < list.size() ? Data(list[j]) : Data());
  return out;
}

template <auto member>
Data of_levels(const std::vector<ExpressLevel>& levels) {
  Data::List out;
  for (const ExpressLevel& level : levels) out.emplace_back(level.*member);
  return out;
}

Data constructions_data(const ExpressDimension& dimension, const Candidate& candidate) {
  if (!candidate.can_be_built()) return {};
  Data::List list;
  for (const Construction& each : dimension.constructions) {
    const double pins = each.channels_per_module * candidate.channel.wires;
    list.emplace_back(Data::Map{{"construction", each.name},
                                {"modules", each.modules},
                                {"pins_per_module", static_cast<std::int64_t>(pins)},
                                {"pins", static_cast<std::int64_t>(pins * each.modules)}});
  }
  return list;
}

/// The largest ratio, over all levels, of a level's share to its number of channels.
Data load(const std::optional<LevelShares>& shares, const std::vector<std::uint32_t>& channels) {
  return shares && !channels.empty() ? Data(worst_load(*shares, channels)) : Data();
}

Data line(const ExpressDimension& dimension, const Candidate& candidate) {
  const std::size_t levels = dimension.levels.size();
  return Data::Map{{"dimensions", data_list(dimension.digits)},
                   {"nodes", dimension.nodes},
                   {"spacing", of_levels<&ExpressLevel::spacing>(dimension.levels)},
                   {"interchanges", of_levels<&ExpressLevel::interchanges>(dimension.levels)},
                   {"channels", of_levels<&ExpressLevel::channels>(dimension.levels)},
                   {"share", by_level(dimension.counted, levels)},
                   {"share_printed", by_level(dimension.printed, levels)},
                   {"top_share_printed", printed_top_share(dimension.rule)},
                   {"share_example", by_level(dimension.example, levels)},
                   {"allocation", by_level(dimension.best_channels, levels)},
                   {"allocation_example", by_level(dimension.example_channels, levels)},
                   {"worst_load", load(dimension.counted, dimension.best_channels)},
                   {"worst_load_example", load(dimension.counted, dimension.example_channels)},
                   {"constructions", constructions_data(dimension, candidate)}};
}

Data lines(const Asked& a) {
  Data::List list;
  for (const ExpressDimension& dimension : a.candidate.facts.express) list.push_back(line(dimension, a.candidate));
  return list;
}

}  // namespace

Quantities express_quantities() {
  return {{"express.routing", Unit::none, "how messages take express channels",
           [](const Asked& a) { return Data(routing_name(a.candidate.facts.routing)); }},
          {"express.lines", Unit::none, "express channels of each kind of dimension", lines},
          named_part("express.lines.0.share", Unit::none, "share of the messages over a dimension's middle, by level",
                     "express_shares"),
          named_part("express.lines.0.allocation", Unit::none,
                     "channels of each level that load the busiest one least, as many as the network has",
                     "express_allocation")};
}

}  // namespace cutline
