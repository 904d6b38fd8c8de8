// SPDX-License-Identifier: Apache-2.0
#include "machine/market.hpp"

#include <fmt/core.h>

#include <cmath>

#include "cutline/base/error.hpp"

namespace cutline::machine {

namespace {

constexpr double kRateSlack = 1e-9;  // of rates that went through cycles

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
std::optional<CableOffer> offer_of(const Market& market, const CableMedium& medium, Nanometres way, double gbps) {
  const auto made = made_length(medium, way);
  if (!made) return std::nullopt;
  std::optional<CableOffer> best;
  for (const CablePrice& price : market.prices->cables) {
    if (price.kind != medium.kind || !carries(price.gbps, gbps)) continue;
    std::optional<Nanometres> length = made;
    if (!price.by_length.empty())
      length = next_length(medium, price.by_length, way, [](const auto& at) { return at.first; });
    if (!length || (price.by_length.empty() && price.longest && *length > *price.longest)) continue;
    const Price cost = market.priced(price_kind(medium.kind), price.of(*length, gbps));
    if (cost.value >= 0 && (!best || cost.value < best->price->value)) best = CableOffer{0, *length, cost};
  }
  return best;
}

}  // namespace

PriceKind price_kind(MediumKind medium) {
  return medium == MediumKind::optical ? PriceKind::optics : PriceKind::copper;
}

Price operator+(const Price& a, const Price& b) { return {a.value + b.value, a.least + b.least, a.most + b.most}; }
Price operator*(double times, const Price& price) {
  return {times * price.value, times * price.least, times * price.most};
}

Price Market::priced(PriceKind kind, const Price& listed) const {
  const auto number = static_cast<std::size_t>(kind);
  const Price price = factor[number] * listed;
  if (!price.is_certain()) return price;
  const double off = share[number] * std::abs(price.value);
  return {price.value, price.value - off, price.value + off};
}

std::optional<Nanometres> furthest(const CableMedium& medium) {
  if (medium.stock.empty()) return medium.reach;
  return std::min(medium.stock.back(), medium.reach.value_or(medium.stock.back()));
}

Time cable_delay(const CableMedium& medium, Nanometres length) {
  return nanoseconds(medium.delay_ns_per_m * metres(length) + 2 * medium.end_delay_ns);
}

Price CablePrice::of(Nanometres length, double rate) const {
  if (by_length.empty()) return cable.at(metres(length)) + rate * gbit.at(metres(length));
  const auto at = std::ranges::find_if(by_length, [&](const auto& each) { return each.first == length; });
  CUTLINE_EXPECT(at != by_length.end());
  return at->second;
}

std::variant<CableOffer, std::string> cheapest_cable(const Market& market, Nanometres way, double gbps) {
  std::optional<CableOffer> best;
  bool reached = false;
  for (std::size_t i = 0; i < market.media.size(); ++i) {
    const auto number = static_cast<std::uint16_t>(i);
    const CableMedium& medium = market.media[i];
    const auto made = medium.kind == MediumKind::trace ? std::nullopt : made_length(medium, way);
    if (!made) continue;
    reached = true;
    if (!market.prices) return CableOffer{number, *made, std::nullopt};
    const auto offer = offer_of(market, medium, way, gbps);
    if (offer && (!best || offer->price->value < best->price->value))
      best = CableOffer{number, offer->length, offer->price};
  }
  if (best) return *best;
  if (!reached) return fmt::format("no medium reaches {:.4g} m", metres(way));
  return fmt::format("'{}' has no price of a cable of {:.4g} m for {:.4g} Gb/s", market.prices->name, metres(way),
                     gbps);
}

const SwitchPrice* cheapest_switch(const PriceList& prices, std::uint32_t ports, double gbps) {
  const SwitchPrice* best = nullptr;
  for (const SwitchPrice& each : prices.switches) {
    const double price = each.price.at(ports).value;
    if ((each.ports && *each.ports < ports) || !carries(each.gbps, gbps) || price < 0) continue;
    if (best == nullptr || price < best->price.at(ports).value) best = &each;
  }
  return best;
}

}  // namespace cutline::machine
