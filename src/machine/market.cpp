// SPDX-License-Identifier: Apache-2.0
#include "machine/market.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline::machine {

namespace {

constexpr double kRateSlack = 1e-9;  // of rates that went through cycles

double in_m(Nanometres length) { return static_cast<double>(length) * 1e-9; }

bool carries(const std::optional<double>& offered, double gbps) {
  return !offered || *offered >= gbps * (1 - kRateSlack);
}

/// Whether a medium is made in this length, and reaches over it.
bool is_made(const CableMedium& medium, Nanometres length) {
  return (!medium.reach || length <= *medium.reach) &&
         (medium.stock.empty() || std::ranges::binary_search(medium.stock, length));
}

/// The shortest of ascending lengths that a medium is made in and that is not shorter than the way.
template <class List, class Length>
std::optional<Nanometres> next_length(const CableMedium& medium, const List& list, Nanometres way,
                                      const Length& length) {
  for (const auto& each : list) {
    if (length(each) >= way && is_made(medium, length(each))) return length(each);
  }
  return std::nullopt;
}

/// The length of a medium's cable for a way, as it is made; absent if none is long enough.
std::optional<Nanometres> made_length(const CableMedium& medium, Nanometres way) {
  if (medium.stock.empty()) return is_made(medium, way) ? std::optional(way) : std::nullopt;
  return next_length(medium, medium.stock, way, [](Nanometres length) { return length; });
}

/// The cheapest cable of a medium, by whichever of its prices is lowest.
std::optional<CableOffer> offer_of(const PriceList& prices, const CableMedium& medium, Nanometres way, double gbps) {
  const auto made = made_length(medium, way);
  if (!made) return std::nullopt;
  std::optional<CableOffer> best;
  for (const CablePrice& price : prices.cables) {
    if (price.kind != medium.kind || !carries(price.gbps, gbps)) continue;
    std::optional<Nanometres> length = made;
    if (!price.by_length.empty())
      length = next_length(medium, price.by_length, way, [](const auto& at) { return at.first; });
    if (!length || (price.by_length.empty() && price.longest && *length > *price.longest)) continue;
    const double cost = price.of(*length, gbps);
    if (cost >= 0 && (!best || cost < *best->price)) best = CableOffer{0, *length, cost};
  }
  return best;
}

}  // namespace

Time cable_delay(const CableMedium& medium, Nanometres length) {
  return nanoseconds(medium.delay_ns_per_m * in_m(length) + 2 * medium.end_delay_ns);
}

double CablePrice::of(Nanometres length, double rate) const {
  if (by_length.empty()) return cable.at(in_m(length)) + rate * gbit.at(in_m(length));
  const auto at =
      std::find_if(by_length.begin(), by_length.end(), [&](const auto& each) { return each.first == length; });
  CUTLINE_EXPECT(at != by_length.end());
  return at->second;
}

std::variant<CableOffer, std::string> cheapest_cable(const Market& market, Nanometres way, double gbps) {
  std::optional<CableOffer> best;
  bool reached = false;
  for (std::uint16_t number = 0; number < market.media.size(); ++number) {
    const CableMedium& medium = market.media[number];
    const auto made = made_length(medium, way);
    if (!made) continue;
    reached = true;
    if (!market.prices) return CableOffer{number, *made, std::nullopt};
    const auto offer = offer_of(*market.prices, medium, way, gbps);
    if (offer && (!best || *offer->price < *best->price)) best = CableOffer{number, offer->length, offer->price};
  }
  if (best) return *best;
  if (!reached) return fmt::format("no medium reaches {:.4g} m", in_m(way));
  return fmt::format("'{}' has no price of a cable of {:.4g} m for {:.4g} Gb/s", market.prices->name, in_m(way), gbps);
}

const SwitchPrice* cheapest_switch(const PriceList& prices, std::uint32_t ports, double gbps) {
  const SwitchPrice* best = nullptr;
  for (const SwitchPrice& each : prices.switches) {
    if ((each.ports && *each.ports < ports) || !carries(each.gbps, gbps) || each.price.at(ports) < 0) continue;
    if (best == nullptr || each.price.at(ports) < best->price.at(ports)) best = &each;
  }
  return best;
}

}  // namespace cutline::machine
