// SPDX-License-Identifier: Apache-2.0
// Keys of media and of price lists.

#include <cmath>

#include "spec/library_files.hpp"

namespace cutline {
namespace {

using machine::CableMedium;
using machine::CablePrice;
using machine::LinearPrice;
using machine::Nanometres;
using machine::Price;
using machine::PriceList;
using machine::SwitchPrice;
using LinearWatts = machine::Law<double>;

constexpr double kMostHallNm = 1e13;
constexpr double kMostMoney = 1e9, kMostWatts = 1e6;
constexpr std::size_t kMostEntries = 1000;

const Keys<Price>& price_interval_keys() {
  static const Form<double> money = real_form(-kMostMoney, kMostMoney);
  static const Keys<Price> keys = {required(field("value", &Price::value, money, "", "the price that counts")),
                                   required(field("from", &Price::least, money, "", "the least that it may be")),
                                   required(field("to", &Price::most, money, "", "the most that it may be"))};
  return keys;
}

/// A price, or what it may lie between. `min`: 0 for what is bought alone, less for the parts of a law.
Form<Price> price_form(double min) {
  return {any_shape(
              {number_shape("number", min == 0 ? std::optional(0.0) : std::nullopt), map_shape(price_interval_keys())}),
          [min](Reader& reader, YamlId id, std::string_view what) -> std::optional<Price> {
            if (reader[id].kind != YamlKind::map) {
              const auto certain = read_real(reader, id, what, min, kMostMoney);
              return certain ? std::optional(Price(*certain)) : std::nullopt;
            }
            Price price;
            if (!read_map_well(reader, id, "an uncertain price", price_interval_keys(), price)) return std::nullopt;
            if (price.least >= min && price.least <= price.value && price.value <= price.most) return price;
            reader.report(id, fmt::format("'{}' is not from its least to its most", what),
                          "{value: 610, from: 500, to: 750}");
            return std::nullopt;
          }};
}
Form<Price> part_form() { return price_form(-kMostMoney); }

Form<std::size_t> medium_kind_form() { return choice_form({"copper", "active_copper", "optical"}); }

void read_stock_lengths(Reader& reader, YamlId id, CableMedium& medium) {
  const Form<Nanometres> length = hall_length_form();
  for (const YamlId item : items_of(reader, id, "stock")) {
    if (auto each = length.read(reader, item, "stock")) medium.stock.push_back(*each);
  }
  std::ranges::sort(medium.stock);
}

const Keys<CableMedium>& cable_medium_keys() {
  static const Form<double> ns = quantity_form(Measured::time);
  static const Keys<CableMedium> keys = {
      required(field("name", &CableMedium::name, text_form(), "", "its name")),
      field("summary", &CableMedium::summary, prose_form(), "", "one line on what it is"),
      field("source", &CableMedium::source, prose_form(), "", "where its numbers come from"),
      required(field("kind", &CableMedium::kind, medium_kind_form(), "", "what prices are for")),
      field("reach", &CableMedium::reach, hall_length_form(), "no limit", "of its longest cable"),
      {"stock", list_shape(hall_length_form().shape), "any length", "lengths that are made", read_stock_lengths},
      field("diameter", &CableMedium::diameter, hall_length_form(), "not known", "of a cable, for how full trays are"),
      field("colour", &CableMedium::colour, text_form(), "not told",
            "of its cables: told in the bill and with each cable"),
      field("bend_radius", &CableMedium::bend_radius, hall_length_form(), "not known", "the least"),
      field("delay", &CableMedium::delay_ns_per_m, quantity_form(Measured::time_per_length), "0 ns/m", "of its length"),
      field("end_delay", &CableMedium::end_delay_ns, ns, "0 ns", "of a transceiver with its coding, at each end"),
      field("power", &CableMedium::watts, watts_form(), "not known", "of an end, typical"),
      field("power_most", &CableMedium::watts_most, watts_form(), "as `power`", "of an end, at most")};
  return keys;
}

template <class T>
Key<T> linear_price_key(std::string_view name, LinearPrice T::*at, std::string_view each, std::string help) {
  static const auto keys = [](std::string_view of) {
    return Keys<LinearPrice>{field("fixed", &LinearPrice::fixed, part_form(), "0", "without any"),
                             field(of, &LinearPrice::each, part_form(), "0", "for each")};
  };
  return field(name, at, map_form<LinearPrice>(name, keys(each)), "0", std::move(help));
}

/// Lengths and their prices, in pairs: [[0.5 m, 90], [1 m, 99]].
void read_priced_lengths(Reader& reader, YamlId id, CablePrice& price) {
  const Form<Nanometres> length = hall_length_form();
  for (const YamlId item : items_of(reader, id, "lengths")) {
    const auto pair = read_list(reader, item, "lengths", {2, 2, "a price has {1} entries, not 2", "[3 m, 135]"});
    if (!pair) continue;
    const auto at = length.read(reader, pair->front(), "lengths");
    const auto money = price_form(0).read(reader, pair->back(), "a price");
    if (at && money) price.by_length.emplace_back(*at, *money);
  }
  std::ranges::sort(price.by_length, {}, [](const auto& each) { return std::pair(each.first, each.second.value); });
}

const Keys<CablePrice>& cable_price_keys() {
  static const Keys<CablePrice> keys = {
      required(field("kind", &CablePrice::kind, medium_kind_form(), "", "of media that it is for")),
      field("rate", &CablePrice::gbps, above_0(quantity_form(Measured::data_rate)), "any", "of a cable, at most"),
      {"lengths", list_shape(list_shape(any_shape({hall_length_form().shape, price_form(0).shape}))), "by the laws",
       "lengths that are sold, and their prices: [[1 m, 99], [3 m, 135]]", read_priced_lengths},
      field("longest", &CablePrice::longest, hall_length_form(), "any", "that the laws below are for"),
      linear_price_key("each_cable", &CablePrice::cable, "per_metre", "of a cable of any rate"),
      linear_price_key("each_gbps", &CablePrice::gbit, "per_metre", "of each Gb/s of a cable, besides")};
  return keys;
}

const Keys<SwitchPrice>& switch_price_keys() {
  static const Keys<SwitchPrice> keys = {
      field("name", &SwitchPrice::name, text_form(), "", "its name"),
      field("ports", &SwitchPrice::ports, whole_form(1, 1'000'000), "as many as are used", "that it has"),
      field("rate", &SwitchPrice::gbps, above_0(quantity_form(Measured::data_rate)), "any", "of a port"),
      linear_price_key("price", &SwitchPrice::price, "per_port", "with the price of each port that is used"),
      field("power", &SwitchPrice::watts,
            map_form<LinearWatts>(
                "power", {field("fixed", &LinearWatts::fixed, watts_form(), "0 W", "of the switch"),
                          field("per_port", &LinearWatts::each, watts_form(), "0 W", "of each port that is used")}),
            "not known", "typical"),
      field("power_most", &SwitchPrice::watts_most, watts_form(), "as `power`", "of the switch, at most")};
  return keys;
}

/// What has no price is not free.
void expect_price(Reader& reader, YamlId entry, std::string_view of) {
  const auto has = [&](std::string_view key) {
    const auto value = find_value(reader.document, entry, key);
    return value && !(reader[*value].kind == YamlKind::list && reader[*value].items.empty());
  };
  if (of == "cables" && !has("lengths") && !has("each_cable") && !has("each_gbps"))
    reader.report(entry, "a kind of cable has no price", "give `lengths`, `each_cable` or `each_gbps`");
  if (of == "switches" && !has("price")) reader.report(entry, "a switch has no price", "give `price`");
}

template <class T>
Key<PriceList> price_entries_key(std::string_view name, std::vector<T> PriceList::*at, const Keys<T>& keys,
                                 std::string help) {
  return {name, list_shape(map_shape(keys)), "none", std::move(help),
          [name, at, &keys](Reader& reader, YamlId id, PriceList& prices) {
            const auto items = read_list(reader, id, name);
            if (!items) return;
            if (items->size() > kMostEntries)
              return reader.report(id, fmt::format("'{}' has more than {} entries", name, kMostEntries));
            for (const YamlId item : *items) {
              read_map(reader, item, name, keys, (prices.*at).emplace_back());
              expect_price(reader, item, name);
            }
          }};
}

const Keys<PriceList>& price_keys() {
  static const Form<Price> money = price_form(0);
  static const Keys<PriceList> keys = {
      required(field("name", &PriceList::name, text_form(), "", "its name")),
      field("summary", &PriceList::summary, prose_form(), "", "one line on what it is"),
      field("source", &PriceList::source, prose_form(), "", "where its numbers come from, with a date"),
      field("currency", &PriceList::currency, text_form(), "USD", "of all its prices"),
      price_entries_key("cables", &PriceList::cables, cable_price_keys(), "what cables cost, with their transceivers"),
      price_entries_key("switches", &PriceList::switches, switch_price_keys(), "what switches cost and draw"),
      field("rack", &PriceList::rack, money, "0", "of a rack"),
      field("laying_inside", &PriceList::laying_inside, money, "0", "the labour of a cable inside a rack"),
      field("laying_between", &PriceList::laying_between, money, "0", "the labour of a cable between racks")};
  return keys;
}

}  // namespace

Form<Nanometres> hall_length_form(bool or_none) {
  const auto length = checked(
      or_none ? quantity_form(Measured::length) : above_0(quantity_form(Measured::length)),
      [](double nm) { return nm <= kMostHallNm; }, "must be at most 10 km");
  return made(length, [](double nm) { return static_cast<Nanometres>(std::llround(nm)); });
}

Form<double> watts_form() {
  return checked(
      quantity_form(Measured::power), [](double w) { return w <= kMostWatts; }, "must be at most 1 MW");
}

Form<double> amount_form() { return real_form(0, kMostMoney); }

const LibraryFiles<CableMedium>& medium_files() {
  static const auto files = files_by_keys({"medium", "media", builtin_media()}, "A medium of cables of Cutline",
                                          "a medium", cable_medium_keys());
  return files;
}

const LibraryFiles<PriceList>& price_files() {
  static const auto files = files_by_keys({"price list", "prices", builtin_prices()}, "A price list of Cutline",
                                          "a price list", price_keys());
  return files;
}

}  // namespace cutline
