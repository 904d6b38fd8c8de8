// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "cutline/search/link_bounds.hpp"

namespace cutline {

namespace {

constexpr std::array kAllLimits = {LinkLimit::degree, LinkLimit::links,     LinkLimit::wire,       LinkLimit::span,
                                   LinkLimit::reach,  LinkLimit::bisection, LinkLimit::middle_cut, LinkLimit::any_cut};
constexpr std::uint64_t kLoosest = std::uint64_t{1} << 22;

std::optional<std::uint64_t> value_of(const LinkLimits& limits, LinkLimit limit) {
  switch (limit) {
    case LinkLimit::degree:
      return limits.degree;
    case LinkLimit::links:
      return limits.links;
    case LinkLimit::wire:
      return limits.wire;
    case LinkLimit::span:
      return limits.span;
    case LinkLimit::reach:
      if (!limits.reach) return std::nullopt;
      return (*limits.reach)[0];
    case LinkLimit::bisection:
      return limits.bisection;
    case LinkLimit::middle_cut:
      return limits.middle_cut;
    case LinkLimit::any_cut:
      return limits.any_cut;
  }
  return std::nullopt;
}

LinkLimits with(LinkLimits limits, LinkLimit limit, std::uint64_t value) {
  const auto small = static_cast<std::uint32_t>(value);
  switch (limit) {
    case LinkLimit::degree:
      limits.degree = std::min(small, std::max(1u, limits.nodes() - 1));
      break;
    case LinkLimit::links:
      limits.links = value;
      break;
    case LinkLimit::wire:
      limits.wire = value;
      break;
    case LinkLimit::span:
      limits.span = small;
      break;
    case LinkLimit::reach:
      limits.reach = {small, (*limits.reach)[1]};
      break;
    case LinkLimit::bisection:
      limits.bisection = value;
      break;
    case LinkLimit::middle_cut:
      limits.middle_cut = value;
      break;
    case LinkLimit::any_cut:
      limits.any_cut = value;
      break;
  }
  return limits;
}

/// The value that is looser by so much; a bisection is at least what it says.
std::uint64_t looser(LinkLimit limit, std::uint64_t value, std::uint64_t by) {
  if (limit != LinkLimit::bisection) return value + by;
  return value > by ? value - by : 0;
}

bool meets_some(const LinkLimits& limits) {
  const SearchEffort effort{std::max<std::uint64_t>(400, 2'000'000 / limits.nodes()), 2, 1};
  const auto found = search_links(limits, effort);
  return found && (!limits.bisection || found->bisection->least >= *limits.bisection);
}

/// How far a value must be loosened so that a test is passed, which every looser value passes too.
template <typename Test>
std::optional<std::uint64_t> least_change(LinkLimit limit, std::uint64_t value, std::uint64_t most,
                                          const Test& passes) {
  std::uint64_t fails = 0, by = 1;
  if (passes(value)) return 0;
  for (; !passes(looser(limit, value, by)); by *= 2) {
    if (by >= most) return std::nullopt;
    fails = by;
  }
  while (by - fails > 1) {
    const std::uint64_t middle = fails + (by - fails) / 2;
    (passes(looser(limit, value, middle)) ? by : fails) = middle;
  }
  return by;
}

NearestLimit loosened(const LinkLimits& limits, LinkLimit limit) {
  constexpr std::uint64_t kMostTried = 64;  // searches take time
  NearestLimit result{limit, *value_of(limits, limit), {}, {}};
  const auto by = least_change(limit, result.given, kLoosest,
                               [&](std::uint64_t value) { return !is_ruled_out(with(limits, limit, value)); });
  if (!by) return result;
  result.nearest = looser(limit, result.given, *by);
  const auto further = least_change(limit, *result.nearest, kMostTried,
                                    [&](std::uint64_t value) { return meets_some(with(limits, limit, value)); });
  if (further) result.met = looser(limit, *result.nearest, *further);
  return result;
}

/// Without a limit: as loose as makes no difference.
LinkLimits without(const LinkLimits& limits, LinkLimit limit) {
  return with(limits, limit, limit == LinkLimit::bisection ? 0 : kLoosest);
}

}  // namespace

std::string_view word(LinkLimit limit) {
  constexpr std::string_view kWords[] = {"links_of_router", "links",     "wire",         "span",
                                         "reach",           "bisection", "middle_links", "cut_links"};
  return kWords[static_cast<std::size_t>(limit)];
}

std::optional<Contradiction> contradiction(const LinkLimits& limits) {
  if (!is_ruled_out(limits)) return std::nullopt;
  LinkLimits left = limits;
  Contradiction result;
  for (const LinkLimit limit : kAllLimits) {
    if (!value_of(limits, limit)) continue;
    if (is_ruled_out(without(left, limit))) {
      left = without(left, limit);
    } else {
      result.limits.push_back(loosened(limits, limit));
    }
  }
  return result;
}

std::vector<NearestLimit> nearest_limits(const LinkLimits& limits) {
  std::vector<NearestLimit> all;
  for (const LinkLimit limit : kAllLimits) {
    if (value_of(limits, limit)) all.push_back(loosened(limits, limit));
  }
  return all;
}

}  // namespace cutline
