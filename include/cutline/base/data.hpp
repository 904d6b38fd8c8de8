// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cutline/base/integers.hpp"

namespace cutline {

/// A value of a result: nothing, a truth, a number, a text, a list, or a map whose keys keep their order.
class Data {
 public:
  using List = std::vector<Data>;
  using Entry = std::pair<std::string, Data>;
  using Map = std::vector<Entry>;

  Data() = default;
  Data(std::nullptr_t) {}
  Data(std::same_as<bool> auto truth) : value_(truth) {}
  /// Stores the number as signed if it fits, so that equal numbers are equal values.
  template <class T>
  requires std::unsigned_integral<T> &&(!std::same_as<T, bool>)Data(T number) {
    if (std::in_range<std::int64_t>(number)) {
      value_ = static_cast<std::int64_t>(number);
    } else {
      value_ = std::uint64_t{number};
    }
  }
  template <std::signed_integral T>
  Data(T number) : value_(std::int64_t{number}) {}
  Data(double number) : value_(number) {}
  Data(std::string text) : value_(std::move(text)) {}
  Data(std::string_view text) : value_(std::string(text)) {}
  Data(const char* text) : value_(std::string(text)) {}
  Data(List list) : value_(std::move(list)) {}
  Data(Map map) : value_(std::move(map)) {}
  template <class T>
  Data(const std::optional<T>& maybe) {
    if (maybe) *this = Data(*maybe);
  }

  bool is_null() const { return holds<std::monostate>(); }
  bool is_truth() const { return holds<bool>(); }
  bool is_whole() const { return holds<std::int64_t>() || holds<std::uint64_t>(); }
  bool is_real() const { return holds<double>(); }
  bool is_number() const { return is_whole() || is_real(); }
  bool is_text() const { return holds<std::string>(); }
  bool is_list() const { return holds<List>(); }
  bool is_map() const { return holds<Map>(); }

  /// The contents. The caller must have checked the kind.
  bool truth() const { return std::get<bool>(value_); }
  double number() const;
  const std::string& text() const& { return std::get<std::string>(value_); }
  const List& list() const& { return std::get<List>(value_); }
  const Map& map() const& { return std::get<Map>(value_); }
  List& list() & { return std::get<List>(value_); }
  Map& map() & { return std::get<Map>(value_); }
  // A temporary returns its contents by value, so that a loop over them is safe.
  std::string text() && { return std::get<std::string>(std::move(value_)); }
  List list() && { return std::get<List>(std::move(value_)); }
  Map map() && { return std::get<Map>(std::move(value_)); }

  /// The entry of a map with this key, which must exist.
  const Data& at(std::string_view key) const;
  /// The entry of a map with this key; null if this is not a map or has no such key.
  const Data* find(std::string_view key) const;
  /// The value at a dotted path, such as `density.x.peak_links` or `modules.0.count`; a number is the index of an entry
  /// of a list, from 0. Null if there is no such value.
  const Data* at_path(std::string_view path) const;

  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), value_);
  }
  bool operator==(const Data&) const = default;

 private:
  template <class T>
  bool holds() const {
    return std::holds_alternative<T>(value_);
  }
  /// std::uint64_t holds only numbers that std::int64_t cannot.
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Map> value_;
};

/// A list of the elements of a range of numbers or texts.
template <class Range>
Data data_list(const Range& range) {
  Data::List list;
  for (const auto& each : range) list.emplace_back(each);
  return list;
}

/// The exact value if it fits 64 bits, otherwise the nearest real number.
Data whole_data(Int128 value);

/// The whole number that the value equals up to the rounding of closed forms (256.00000000000006). Absent if the value
/// is not whole or exceeds 2^53.
std::optional<std::int64_t> as_whole(double value);
/// The value as as_whole() gives it; the value itself if that is absent.
Data whole_or_real(double value);

}  // namespace cutline
