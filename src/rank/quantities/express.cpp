// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

/// A list with one entry for each level, the local one first; null for levels past the end of the values.
template <class T>
Data by_level(const std::vector<T>& list, std::size_t levels) {
  return each_of<Data>(levels, [&](std::size_t j) { return j < list.size() ? Data(list[j]) : Data(); });
}

template <auto member>
Data of_levels(const std::vector<ExpressLevel>& levels) {
  return each_of<Data>(levels, [&](const ExpressLevel& level) { return level.*member; });
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

Data lines(const UnderDelay& a) {
  return each_of<Data>(a.candidate.facts.express,
                       [&](const ExpressDimension& dimension) { return line(dimension, a.candidate); });
}

constexpr Symbol kShares = {"f", "express.lines.0.share", "share of the messages over the middle, by level"};

}  // namespace

bool by_express_rule(const UnderDelay& a) {
  return !a.candidate.facts.express.empty() && a.candidate.facts.routing == Routing::express;
}

std::vector<Erratum> express_errata() {
  std::vector<Erratum> errata = {
      {"EC-eq4: printed with + 1 / (2 i) in the number of express hops, and with wires and message twice; the walk of "
       "the rule has - 1 / (2 i), and both once"},
      {"EC-Ha: the hops of the ascent are (i - 1) l / 2 + 1; l is missing in print"},
      {"EC-gen: the printed digit sums ignore carries; the digits to climb are those of (-S) mod i^l"},
      {"EC-sqrt: the best spacing sqrt(D) gives 2 sqrt(D) T_n by eq. 3, not 2 (sqrt(D) - 1) T_n as printed"},
      {"EC-longD: the latency of long distances printed in sec. III-D lacks the factor D"},
      {"EC-Dlocal: D_local of sec. III-D lets a message pass its destination, which the rule forbids"},
      {"EC-concl: sec. V says that passing an interchange costs T_n + T_w; by sec. III-A it takes no room: T_n"}};
  for (Erratum& erratum : errata) erratum.applies = by_express_rule;
  return errata;
}

Quantities express_quantities() {
  return {
      {"express.routing", Unit::none, "how messages take express channels",
       [](const UnderDelay& a) { return Data(routing_name(a.candidate.facts.routing)); }},
      {"express.lines", Unit::none, "express channels of each kind of dimension", lines},
      derived(
          named_part("express.lines.0.share", Unit::none, "share of the messages over a dimension's middle, by level",
                     "express_shares"),
          {{"f_0 = 2 s_1 / k, f_j = 2 (s_(j+1) - s_j) / k, f_l = 1 - 2 s_l / k where the middle is a top interchange",
            "[Dally 1991, eq. 6 and 7], corrected; counted over all pairs",
            {kShares,
             symbols::dimension_nodes,
             symbols::spacings,
             {"printed", "express.lines.0.share_printed", "eq. 6 as printed"},
             {"eq. 7", "express.lines.0.top_share_printed", "as printed"},
             {"example", "express.lines.0.share_example", "as the worked example counts"}},
            {{"EC-eq6: printed 2 i^j / k; the example uses 2 i^(j+1) / k, which is the share of all levels up to j"},
             {"EC-eq7: printed (i^l - i) / (1 - i), which is no share; counting gives 1 - 2 i^l / k"}}}}),
      derived(
          named_part("express.lines.0.allocation", Unit::none,
                     "channels of each level that load the busiest one least, as many as the network has",
                     "express_allocation"),
          {{"least of the largest f_j / m_j, ties to the lower level",
            "[Dally 1991, sec. III-E]",
            {{"m", "express.lines.0.allocation", "channels by level, local first"},
             kShares,
             {"load", "express.lines.0.worst_load", "share over channels of the busiest level"},
             {"m as printed", "express.lines.0.allocation_example", "by the example's shares"},
             {"its load", "express.lines.0.worst_load_example", "with the counted shares"}},
            {{"EC-alloc: the printed example, 1, 1, 2 and 4 channels, follows from its own shares; the counted ones "
              "give 1, 1, 1 and 5"},
             {"EC-beta: printed as channel over node width; M = floor(beta - 1) needs node over channel width"}}}})};
}

}  // namespace cutline
