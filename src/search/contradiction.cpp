// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "search/link_bounds.hpp"

namespace cutline {

namespace {

template <auto Member>
std::optional<std::uint64_t> get(const LinkLimits& limits) {
  const std::uint64_t most = limits.*Member;
  return most != kNoLimit ? std::optional(most) : std::nullopt;
}

std::optional<std::uint64_t> get_bisection(const LinkLimits& limits) {
  return limits.bisection > 0 ? std::optional(limits.bisection) : std::nullopt;
}

template <auto Member>
void set(LinkLimits& limits, std::uint64_t value) {
  using Field = std::remove_reference_t<decltype(limits.*Member)>;
  limits.*Member = static_cast<Field>(value);
}

/// The smaller component of a reach: raising it by one lengthens the reach least.
std::optional<std::uint64_t> get_reach(const LinkLimits& limits) {
  if (limits.reach == kAnyReach) return std::nullopt;
  return std::min(limits.reach[0], limits.reach[1]);
}

void set_reach(LinkLimits& limits, std::uint64_t value) {
  auto& [x, y] = limits.reach;
  (x <= y ? x : y) = static_cast<std::uint32_t>(value);
}

struct LimitRow {
  std::string_view word;
  std::optional<std::uint64_t> (*get)(const LinkLimits&);
  void (*set)(LinkLimits&, std::uint64_t);
};

/// In the order of LinkLimit.
constexpr LimitRow kRows[] = {
    {"links_of_router", get<&LinkLimits::degree>, set<&LinkLimits::degree>},
    {"links", get<&LinkLimits::links>, set<&LinkLimits::links>},
    {"wire", get<&LinkLimits::wire>, set<&LinkLimits::wire>},
    {"span", get<&LinkLimits::span>, set<&LinkLimits::span>},
    {"reach", get_reach, set_reach},
    {"bisection", get_bisection, set<&LinkLimits::bisection>},
    {"middle_links", get<&LinkLimits::middle_cut>, set<&LinkLimits::middle_cut>},
    {"cut_links", get<&LinkLimits::any_cut>, set<&LinkLimits::any_cut>},
    {"diameter", get<&LinkLimits::diameter>, set<&LinkLimits::diameter>},
};

const LimitRow& row(LinkLimit limit) { return kRows[static_cast<std::size_t>(limit)]; }

std::vector<LinkLimit> limits_set(const LinkLimits& limits) {
  std::vector<LinkLimit> all;
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].get(limits)) all.push_back(static_cast<LinkLimit>(i));
  }
  return all;
}

LinkLimits with(LinkLimits limits, LinkLimit limit, std::uint64_t value) {
  row(limit).set(limits, value);
  return limits;
}

/// The value that is looser by `by`. A bisection is a lower limit, so a smaller value is looser.
std::uint64_t looser(LinkLimit limit, std::uint64_t value, std::uint64_t by) {
  return limit == LinkLimit::bisection ? value - by : value + by;
}

/// How far a value can be loosened before it no longer limits anything.
std::uint64_t most_change(const LinkLimits& limits, LinkLimit limit, std::uint64_t value) {
  const std::uint64_t nodes = limits.nodes(), longest = std::uint64_t{most_span(limits)} + 2;
  std::uint64_t loosest = nodes * nodes;  // more links than there can be
  if (limit == LinkLimit::bisection) return value;
  if (limit == LinkLimit::degree || limit == LinkLimit::diameter) loosest = nodes - 1;
  if (limit == LinkLimit::span || limit == LinkLimit::reach) loosest = longest;
  if (limit == LinkLimit::wire) loosest *= longest;
  return std::max(loosest, value) - value;
}

/// The least change, up to `most`, that passes the test; every larger change must pass it too. Doubles the change until
/// it passes, then halves the interval.
template <typename Test>
std::optional<std::uint64_t> least_change(std::uint64_t most, const Test& passes) {
  std::uint64_t fails = 0, by = 0;
  while (!passes(by)) {
    if (by == most) return std::nullopt;
    fails = by;
    by = std::min(most, std::max<std::uint64_t>(1, 2 * by));
  }
  while (by - fails > 1) {
    const std::uint64_t middle = fails + (by - fails) / 2;
    (passes(middle) ? by : fails) = middle;
  }
  return by;
}

/// Short searches that share a budget of work. A move takes time proportional to the square of the number of routers,
/// so large networks get fewer searches of fewer moves.
class ShortSearches {
 public:
  ShortSearches(const LinkLimits& limits, std::size_t loosened, Watch* watch)
      : squares_(std::uint64_t{limits.nodes()} * limits.nodes()),
        moves_(std::max<std::uint64_t>(400, std::min(kOfSmall / limits.nodes(), kOfSearch / squares_))),
        of_limit_(std::max<std::uint64_t>(2, kOfAll / squares_ / moves_ / std::max<std::size_t>(1, loosened))),
        watch_(watch) {}

  /// Begins with the next limit, which gets its own share of the searches.
  void begin() { left_ = of_limit_; }

  /// Whether a search finds links within the limits. False, without a search, once the share of the limit is used up.
  bool meet(const LinkLimits& limits) {
    if (left_ == 0) return false;
    --left_;
    const auto found = search_links(limits, {moves_, 2, 1}, watch_);
    return found && (limits.bisection == 0 || found->bisection->least >= limits.bisection);
  }

 private:
  static constexpr std::uint64_t kOfSmall = 2'000'000, kOfSearch = 500'000'000, kOfAll = 10'000'000'000;

  std::uint64_t squares_, moves_, of_limit_, left_ = 0;  ///< of_limit_, left_: numbers of searches
  Watch* watch_;
};

NearestLimit loosened(const LinkLimits& limits, LinkLimit limit, ShortSearches& searches) {
  constexpr std::uint64_t kMostTried = 64;  // searches take time
  // In units of places, where a step along the grid is many of them.
  const bool long_units = limit == LinkLimit::span || limit == LinkLimit::wire || limit == LinkLimit::reach;
  const std::uint64_t unit = long_units && !limits.places.empty() ? most_span(limits) / kMostTried + 1 : 1;
  const std::uint64_t given = row(limit).get(limits).value(), most = most_change(limits, limit, given);
  NearestLimit result{limit, given, {}, {}, limits.reach};
  const auto by = least_change(
      most, [&](std::uint64_t change) { return !is_ruled_out(with(limits, limit, looser(limit, given, change))); });
  if (!by) return result;
  const std::uint64_t nearest = looser(limit, given, *by);
  result.nearest = nearest;
  searches.begin();
  const auto further = least_change(std::min(kMostTried * unit, most - *by), [&](std::uint64_t change) {
    return searches.meet(with(limits, limit, looser(limit, nearest, change)));
  });
  if (further) result.met = looser(limit, nearest, *further);
  return result;
}

std::vector<NearestLimit> all_loosened(const LinkLimits& limits, const std::vector<LinkLimit>& which, Watch* watch) {
  ShortSearches searches(limits, which.size(), watch);
  std::vector<NearestLimit> all;
  for (const LinkLimit limit : which) all.push_back(loosened(limits, limit, searches));
  return all;
}

}  // namespace

std::string_view word(LinkLimit limit) { return row(limit).word; }

std::vector<std::uint64_t> as_given(const NearestLimit& limit, std::uint64_t value) {
  if (limit.limit != LinkLimit::reach || limit.reach == kAnyReach) return {value};
  LinkLimits reach;
  reach.reach = limit.reach;
  set_reach(reach, value);
  return {reach.reach[0], reach.reach[1]};
}

std::optional<Contradiction> contradiction(const LinkLimits& limits, Watch* watch) {
  if (!is_ruled_out(limits)) return std::nullopt;
  LinkLimits left = limits;
  std::vector<LinkLimit> needed;
  for (const LinkLimit limit : limits_set(limits)) {
    const std::uint64_t value = row(limit).get(limits).value();
    const LinkLimits without = with(left, limit, looser(limit, value, most_change(limits, limit, value)));
    if (is_ruled_out(without)) {
      left = without;
    } else {
      needed.push_back(limit);
    }
  }
  return Contradiction{all_loosened(limits, needed, watch)};
}

std::vector<NearestLimit> nearest_limits(const LinkLimits& limits, Watch* watch) {
  return all_loosened(limits, limits_set(limits), watch);
}

}  // namespace cutline
