// SPDX-License-Identifier: Apache-2.0
#include "performance/express_routes.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/route_stages.hpp"

namespace cutline {

namespace {

bool has_highest_level(const ExpressRule& rule) { return !rule.spacings.empty() && rule.interleaved == 1; }

/// The sum of each(digit, radix) over all digits below the highest level.
template <class Each>
std::uint64_t sum_over_digits(const ExpressRule& rule, std::uint64_t number, const Each& each) {
  std::uint64_t sum = 0, below = 1;
  for (const std::uint32_t spacing : rule.spacings) {
    const std::uint64_t radix = spacing / below;
    sum += each(number / below % radix, radix);
    below = spacing;
  }
  return sum;
}

std::uint64_t digit_sum(const ExpressRule& rule, std::uint64_t number) {
  return sum_over_digits(rule, number, [](std::uint64_t digit, std::uint64_t) { return digit; });
}

}  // namespace

std::optional<ExpressPhases> walked_phases(const ExpressRule& rule, std::uint64_t source, std::uint64_t distance) {
  if (!has_highest_level(rule)) return std::nullopt;
  const std::uint64_t top = rule.spacings.back();
  const std::uint64_t first = (source / top + 1) * top;
  if (first > source + distance) return std::nullopt;
  const auto from = static_cast<std::int64_t>(source);
  ExpressPhases phases;
  for_each_leg(rule, from, from + static_cast<std::int64_t>(distance), [&](const ExpressLeg& leg) {
    const bool climbs = leg.to <= 2 * static_cast<std::int64_t>(first) - 1;
    double& phase = climbs ? phases.ascent : leg.level == rule.spacings.size() ? phases.cruise : phases.descent;
    phase += static_cast<double>(leg.hops);
  });
  return phases;
}

std::optional<ExpressPhases> mean_phases(const ExpressRule& rule, std::uint64_t distance) {
  if (!has_highest_level(rule)) return std::nullopt;
  const std::uint64_t places = rule.spacings.back();
  ExpressPhases sum;
  for (std::uint64_t place = 0; place < places; ++place) {
    const auto one = walked_phases(rule, place, distance);
    if (!one) return std::nullopt;
    sum = {sum.ascent + one->ascent, sum.cruise + one->cruise, sum.descent + one->descent};
  }
  const auto count = static_cast<double>(places);
  return ExpressPhases{sum.ascent / count, sum.cruise / count, sum.descent / count};
}

std::optional<ExpressPhases> phases_by_formula(const ExpressRule& rule, std::uint64_t distance) {
  if (!has_highest_level(rule)) return std::nullopt;
  const std::uint64_t top = rule.spacings.back();
  if (2 * distance < top - 1) return std::nullopt;
  const auto factors = [](std::uint64_t, std::uint64_t radix) { return radix - 1; };
  const double climb = static_cast<double>(sum_over_digits(rule, 0, factors)) / 2 + 1;
  const std::uint64_t cruise = (2 * distance + 1 - top) / (2 * top);
  return ExpressPhases{climb, static_cast<double>(cruise), climb};
}

std::optional<double> ascent_as_printed(const ExpressRule& rule) {
  if (!has_highest_level(rule)) return std::nullopt;
  return (static_cast<double>(rule.spacings.front()) - 1) / 2 + 1;
}

std::optional<ExpressPhases> phases_by_digits(const ExpressRule& rule, std::uint64_t source, std::uint64_t distance) {
  if (!has_highest_level(rule)) return std::nullopt;
  const std::uint64_t top = rule.spacings.back();
  const std::uint64_t destination = source + distance;
  const std::uint64_t first = (source + top - 1) / top, last = destination / top;
  if (last < first) return std::nullopt;
  return ExpressPhases{static_cast<double>(digit_sum(rule, first * top - source)), static_cast<double>(last - first),
                       static_cast<double>(digit_sum(rule, destination))};
}

std::optional<double> ascent_by_digits_as_printed(const ExpressRule& rule, std::uint64_t source) {
  if (!has_highest_level(rule)) return std::nullopt;
  const auto up = [](std::uint64_t digit, std::uint64_t radix) { return (radix - digit) % radix; };
  return static_cast<double>(sum_over_digits(rule, source, up));
}

namespace {

/// The messages that leave each value of a digit, by level and direction. A leg is stored as differences: one more
/// where it begins and one less where it ends.
class LegLoads {
 public:
  LegLoads(const ExpressPlaces& places, const ExpressRule& rule)
      : rule_(rule), places_(places.of_value), values_(places.value_at) {
    for (auto& way : changes_) way.assign(rule.spacings.size() + 1, std::vector<std::int64_t>(places_.size() + 1, 0));
  }

  void add(const ExpressLeg& leg) {
    auto& change = changes_[leg.to > leg.from ? 0 : 1][leg.level];
    ++change[value_at(leg.from)];
    --change[value_at(leg.to)];
  }

  /// Adds up the differences along the channels of each level. Call it once, after all legs.
  void settle() {
    const auto count = static_cast<std::uint32_t>(places_.size());
    for (std::size_t level = 0; level <= rule_.spacings.size(); ++level) {
      for (std::uint32_t value = 0; value < count; ++value) carry(0, level, value);
      for (std::uint32_t value = count; value-- > 0;) carry(1, level, value);
    }
  }

  std::int64_t load(std::uint32_t from, std::uint32_t to) const {
    return changes_[to > from ? 0 : 1][level_of(from, to)][from];
  }

 private:
  std::uint32_t value_at(std::int64_t place) const { return values_[static_cast<std::size_t>(place)]; }

  /// Only local channels join neighbouring values, because an express channel passes at least two nodes.
  std::size_t level_of(std::uint32_t from, std::uint32_t to) const {
    if (from + 1 == to || to + 1 == from) return 0;
    const std::uint32_t span = (std::max(places_[from], places_[to]) - std::min(places_[from], places_[to])) / 2;
    const auto found = std::find(rule_.spacings.begin(), rule_.spacings.end(), span);
    CUTLINE_EXPECT(found != rule_.spacings.end());
    return static_cast<std::size_t>(found - rule_.spacings.begin()) + 1;
  }

  /// Adds the messages that reach a value on the channels of the level and do not end there.
  void carry(std::size_t way, std::size_t level, std::uint32_t value) {
    auto& change = changes_[way][level];
    if (level == 0) {
      if (way == 0 ? value > 0 : value + 1 < places_.size()) change[value] += change[way == 0 ? value - 1 : value + 1];
      return;
    }
    const std::int64_t back = 2 * static_cast<std::int64_t>(rule_.spacings[level - 1]);
    const std::int64_t place = std::int64_t{places_[value]} + (way == 0 ? -back : back);
    if (places_[value] % 2 == 1 && place > 0 && place < static_cast<std::int64_t>(values_.size()))
      change[value] += change[value_at(place)];
  }

  const ExpressRule& rule_;
  const std::vector<std::uint32_t>& places_;  ///< of each value, in half node pitches
  const std::vector<std::uint32_t>& values_;  ///< at each place
  std::vector<std::vector<std::int64_t>> changes_[2];
};

/// The number of channels that go from one node of the graph to another.
std::uint64_t parallel_channels(const ChannelGraph& graph, std::size_t from, std::uint32_t to) {
  const auto begin = graph.head.begin();
  return static_cast<std::uint64_t>(std::count(begin + static_cast<std::ptrdiff_t>(graph.first[from]),
                                               begin + static_cast<std::ptrdiff_t>(graph.first[from + 1]), to));
}

}  // namespace

std::optional<std::vector<double>> express_loads(const Topology& topology, std::size_t digit, const ChannelGraph& graph,
                                                 std::uint64_t effort) {
  const std::int64_t nodes = topology.node_value_count(digit);
  if (static_cast<std::uint64_t>(nodes) > effort / static_cast<std::uint64_t>(nodes)) return std::nullopt;
  const ExpressRule rule = express_rule(topology, digit);
  const ExpressPlaces places = express_places(topology, digit);
  LegLoads legs(places, rule);
  for (std::int64_t a = 0; a < nodes; ++a) {
    for (std::int64_t b = 0; b < nodes; ++b) for_each_leg(rule, a, b, [&](const ExpressLeg& leg) { legs.add(leg); });
  }
  legs.settle();
  std::vector<double> loads(graph.head.size(), 0);
  for (std::size_t from = 0; from < graph.node_count(); ++from) {
    for (std::uint64_t c = graph.first[from]; c < graph.first[from + 1]; ++c) {
      const auto messages = static_cast<double>(legs.load(static_cast<std::uint32_t>(from), graph.head[c]));
      loads[c] = messages / static_cast<double>(parallel_channels(graph, from, graph.head[c]));
    }
  }
  return loads;
}

}  // namespace cutline
