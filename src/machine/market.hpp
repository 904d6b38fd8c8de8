// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "machine/racks.hpp"

// What can be bought: media that carry a link, and price lists. All figures come from files of the library or of users.

namespace cutline::machine {

/// A trace of a board is no cable: nobody buys one.
enum class MediumKind : std::uint8_t { copper, active_copper, optical, trace };

/// What a kind of cable can do, with its transceivers.
struct CableMedium {
  std::string name, summary, source;
  std::string colour;  ///< of its cables, as cabling guides name it; empty: not told
  MediumKind kind = MediumKind::copper;
  std::optional<Nanometres> reach;  ///< of its longest cable; absent: no limit
  std::vector<Nanometres> stock;    ///< ascending lengths that are made; empty: any
  Nanometres diameter = 0;          ///< of a cable; 0: not known
  Nanometres bend_radius = 0;       ///< the least; 0: not known
  double delay_ns_per_m = 0;
  double end_delay_ns = 0;           ///< of a transceiver with its coding, at each end
  std::optional<double> watts;       ///< of an end, typical
  std::optional<double> watts_most;  ///< of an end, at most; absent: as `watts`
};

/// The delay over a cable of a medium, with what both its ends take.
Time cable_delay(const CableMedium& medium, Nanometres length);

/// Whose prices are uncertain together: cables of copper, active ones too; optical cables; switches; racks and labour.
enum class PriceKind : std::uint8_t { copper, optics, switches, hall };
inline constexpr std::size_t kPriceKinds = 4;
using OfPriceKinds = std::array<double, kPriceKinds>;

PriceKind price_kind(MediumKind medium);

/// A price, and between what it may lie.
struct Price {
  double value = 0, least = 0, most = 0;

  Price() = default;
  Price(double certain) : value(certain), least(certain), most(certain) {}  // a price list has plain numbers too
  Price(double given, double from, double to) : value(given), least(from), most(to) {}

  bool is_certain() const { return least == most; }
  /// Below 0 the least, above 0 the most, at 0 as it is given.
  double at(double stand) const { return stand < 0 ? least : stand > 0 ? most : value; }
  auto operator<=>(const Price&) const = default;
};
Price operator+(const Price& a, const Price& b);
/// `times` is not negative.
Price operator*(double times, const Price& price);

/// A number that grows with another one.
template <class T>
struct Law {
  T fixed{}, each{};
  T at(double number) const { return fixed + number * each; }
};
using LinearPrice = Law<Price>;

/// What cables of a kind cost: by length, or by a law.
struct CablePrice {
  MediumKind kind = MediumKind::copper;
  std::optional<double> gbps;                           ///< the rate that the price is for; absent: any
  std::vector<std::pair<Nanometres, Price>> by_length;  ///< ascending; empty: by the laws
  std::optional<Nanometres> longest;                    ///< that the laws are for; absent: any
  LinearPrice cable;                                    ///< a cable: each metre
  LinearPrice gbit;                                     ///< each Gb/s of a cable: each metre

  /// The price of a cable of this length and rate, which the law or the table must have.
  Price of(Nanometres length, double rate) const;
};

/// What switches cost and draw: those of a size, or by a law.
struct SwitchPrice {
  std::string name;
  std::optional<std::uint32_t> ports;  ///< that it has; absent: as many as are used
  std::optional<double> gbps;          ///< of a port; absent: any
  LinearPrice price;                   ///< each used port
  std::optional<Law<double>> watts;    ///< each used port, typical; absent: not known
  std::optional<double> watts_most;    ///< at most, all together; absent: as typical
};

struct PriceList {
  std::string name, summary, source, currency = "USD";
  std::vector<CablePrice> cables;
  std::vector<SwitchPrice> switches;
  std::optional<Price> rack;                           ///< a rack
  std::optional<Price> laying_inside, laying_between;  ///< of a cable inside a rack, between racks
};

/// What is on offer to a machine: media, and one list for all its price lists together.
struct Market {
  std::vector<CableMedium> media;
  std::optional<PriceList> prices;
  OfPriceKinds factor = {1, 1, 1, 1};  ///< on every price of a kind
  OfPriceKinds share{};                ///< by which prices without an interval of their own may be off

  /// A price of the list as it counts here.
  Price priced(PriceKind kind, const Price& listed) const;
};

/// A cable that can be bought.
struct CableOffer {
  std::uint16_t medium = 0;
  Nanometres length = 0;  ///< as made: at least as long as needed
  std::optional<Price> price;
  auto operator<=>(const CableOffer&) const = default;
};

/// The cheapest cable for a way and a rate; without prices that of the first medium that reaches. Else says why there
/// is none: "no medium reaches 12.5 m".
std::variant<CableOffer, std::string> cheapest_cable(const Market& market, Nanometres way, double gbps);

/// How far a medium's cables reach at most; absent: without limit.
std::optional<Nanometres> furthest(const CableMedium& medium);

/// The cheapest switch with so many ports of a rate; null if the list has none.
const SwitchPrice* cheapest_switch(const PriceList& prices, std::uint32_t ports, double gbps);

}  // namespace cutline::machine
