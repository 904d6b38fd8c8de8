// SPDX-License-Identifier: Apache-2.0
#include "performance/express_phases.hpp"

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

}  // namespace cutline
