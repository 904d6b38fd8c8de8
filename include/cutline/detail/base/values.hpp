// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cutline {

/// For exact sums over whole machines: the wires of a cube of 2^40 nodes have more pitches than 64 bits can count.
__extension__ typedef __int128 Int128;

/// Returns a * b, or nothing if the product is above 2^63.
constexpr std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  if (a != 0 && b > kLimit / a) return std::nullopt;
  return a * b;
}

/// a / b rounded up, for a >= 0 and b > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

using IntegerList = std::vector<std::int64_t>;
using IntegerTable = std::vector<IntegerList>;

/// The value that a user gave to one parameter. A time is kept in tau of the unit technology or in nanoseconds; see
/// FieldKind::time.
using Value = std::variant<std::monostate, std::int64_t, double, std::string, IntegerList, IntegerTable>;

enum class FieldKind {
  integer,        ///< std::int64_t
  number,         ///< std::int64_t if it is whole, else double
  text,           ///< std::string
  node,           ///< std::string, the name, number or address of a node
  file,           ///< std::string, a path already resolved against the spec
  choice,         ///< std::string, one of Field::choices
  integer_list,   ///< IntegerList
  integer_table,  ///< IntegerTable: a list of lists
  /// Double in nanoseconds. A number without a unit counts tau, which is 1 ns; only the technology `unit` allows it.
  time
};

/// One parameter that a user can set. The reader checks values against its field; the reference and the schema are
/// generated from it.
struct Field {
  std::string_view name;
  FieldKind kind = FieldKind::integer;
  std::string_view help;  ///< one line, with the unit if there is one
  Value default_value;    ///< monostate: none
  bool required = false;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::vector<std::string_view> choices = {};  ///< the values that a FieldKind::choice allows
  bool single = false;                         ///< an integer_list may also be a single number
};

/// Parameter values by name, in the order of their names.
class Parameters {
 public:
  // Defined in a source file, so that they are not compiled in every file that uses a study.
  Parameters();
  Parameters(const Parameters&);
  Parameters(Parameters&&) noexcept;
  Parameters& operator=(const Parameters&);
  Parameters& operator=(Parameters&&) noexcept;
  ~Parameters();
  Parameters(std::initializer_list<std::pair<const std::string, Value>> values);

  bool has(std::string_view name) const;
  void set(std::string_view name, Value value);
  /// The value as an integer, a real, a text and so on. It must be present and of that kind; number() also takes an
  /// integer.
  std::int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const IntegerList& list(std::string_view name) const;
  const IntegerTable& table(std::string_view name) const;
  const std::map<std::string, Value, std::less<>>& values() const { return values_; }
  bool operator==(const Parameters&) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
};

/// The parameters as text, for names and tables: `radix=8, dimensions=2`. Lists are in brackets; a table is shown as
/// its number of rows.
std::string to_string(const Parameters& parameters);

/// Fills in the defaults of absent parameters and checks all values. Throws one input error that lists every value out
/// of range or of a wrong kind, every unknown name (with a "did you mean") and every missing required parameter.
/// `owner` is named in the messages ("torus").
void complete(Parameters& parameters, const std::vector<Field>& fields, std::string_view owner);

/// The candidate that is nearest to `word` by edit distance, where a swap of neighbouring letters counts 1. If none is
/// near, the first that begins with `word`; otherwise empty.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);
/// The hint for an unknown word: "did you mean 'torus'?" if nearest() finds a word, else `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known, std::string otherwise);

/// Stands for the absence of a limit.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A number with a physical dimension. Values of one dimension can be added, compared and scaled; no conversion is
/// implicit.
template <class Dimension>
struct Physical {
  double base = 0;  ///< in the dimension's base unit
  constexpr auto operator<=>(const Physical&) const = default;
  constexpr Physical operator+(Physical other) const { return {base + other.base}; }
  constexpr Physical operator-(Physical other) const { return {base - other.base}; }
  constexpr Physical operator*(double factor) const { return {base * factor}; }
  constexpr double operator/(Physical other) const { return base / other.base; }
};

using Length = Physical<struct LengthDimension>;  ///< base unit: nanometre
using Area = Physical<struct AreaDimension>;      ///< base unit: square millimetre
using Time = Physical<struct TimeDimension>;      ///< base unit: nanosecond

constexpr Length nanometres(double nm) { return {nm}; }
constexpr Length millimetres(double mm) { return {mm * 1e6}; }
constexpr double in_mm(Length length) { return length.base * 1e-6; }
constexpr double in_nm(Length length) { return length.base; }
constexpr Area square_millimetres(double mm2) { return {mm2}; }
constexpr double in_mm2(Area area) { return area.base; }
constexpr Time nanoseconds(double ns) { return {ns}; }
constexpr double in_ns(Time time) { return time.base; }

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

/// Calls a function with each element of a range, or with each whole number below one.
template <class All, class Visit>
void visit_all(const All& all, const Visit& visit) {
  if constexpr (std::is_integral_v<All>) {
    for (All number = 0; number < all; ++number) visit(number);
  } else {
    for (const auto& each : all) visit(each);
  }
}
/// The first of these; there must be one.
template <class All>
decltype(auto) first_of(const All& all) {
  if constexpr (std::is_integral_v<All>) {
    return All{0};
  } else {
    return *std::begin(all);
  }
}

/// What `of`, a function or a member, says of each element of a range, or of each number below one; as values of type
/// T where it is given.
template <class T = void, class All, class Of>
auto each_of(const All& all, const Of& of) {
  using Said = std::decay_t<decltype(std::invoke(of, first_of(all)))>;
  std::vector<std::conditional_t<std::is_void_v<T>, Said, T>> found;
  visit_all(all, [&](const auto& each) { found.push_back(std::invoke(of, each)); });
  return found;
}
/// The same of those for which a condition holds.
template <class T = void, class All, class Holds, class Of>
auto each_with(const All& all, const Holds& holds, const Of& of) {
  using Said = std::decay_t<decltype(std::invoke(of, first_of(all)))>;
  std::vector<std::conditional_t<std::is_void_v<T>, Said, T>> found;
  visit_all(all, [&](const auto& each) {
    if (std::invoke(holds, each)) found.push_back(std::invoke(of, each));
  });
  return found;
}
/// Those for which a condition holds, in their order.
template <class All, class Holds>
auto those_with(const All& all, const Holds& holds) {
  return each_with(all, holds, std::identity());
}
/// The whole numbers below a count, as values of type T.
template <class T>
std::vector<T> numbers_below(std::size_t count) {
  std::vector<T> numbers(count);
  std::iota(numbers.begin(), numbers.end(), T{0});
  return numbers;
}
/// The first element for which a condition holds; null if it holds for none.
template <class Range, class Holds>
auto* first_with(Range&& range, const Holds& holds) {
  const auto found = std::find_if(std::begin(range), std::end(range), holds);
  return found == std::end(range) ? nullptr : &*found;
}
/// The sum of what `of` says of each, added up in their order.
template <class T, class All, class Of = std::identity>
T sum_over(const All& all, const Of& of = {}) {
  T sum{};
  visit_all(all, [&](const auto& each) { sum += std::invoke(of, each); });
  return sum;
}
/// The greatest value that `of` says of any; `least` if there is none above it.
template <class T, class All, class Of = std::identity>
T most_over(const All& all, const Of& of = {}, T least = {}) {
  visit_all(all, [&](const auto& each) { least = std::max<T>(least, std::invoke(of, each)); });
  return least;
}

/// A list of the elements of a range of numbers or texts.
template <class Range>
Data data_list(const Range& range) {
  return each_of<Data>(range, std::identity());
}

/// The exact value if it fits 64 bits, otherwise the nearest real number.
Data whole_data(Int128 value);

/// The whole number that the value equals up to the rounding of closed forms (256.00000000000006). Absent if the value
/// is not whole or exceeds 2^53.
std::optional<std::int64_t> as_whole(double value);
/// The value as as_whole() gives it; the value itself if that is absent.
Data whole_or_real(double value);

}  // namespace cutline
