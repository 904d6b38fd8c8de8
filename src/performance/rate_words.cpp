// SPDX-License-Identifier: Apache-2.0
#include "performance/rate_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/named.hpp"

namespace cutline {

namespace {

// Within these bounds, sums and shares of rates neither overflow nor become 0.
constexpr double kLeastRate = 1e-100, kMostRate = 1e100;

/// A number and what stands behind it, without blanks between.
struct CutRate {
  std::optional<double> number;
  std::string_view unit;
};
CutRate cut_rate(std::string_view text) {
  double value = 0;
  const auto [stop, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (trouble != std::errc()) return {};
  std::string_view rest = text.substr(static_cast<std::size_t>(stop - text.data()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return {value, rest};
}

}  // namespace

const std::vector<RateUnit>& rate_units() {
  using Kind = RateKind;
  static const std::vector<RateUnit> all = {
      {"bits/cycle", Kind::bits_per_cycle}, {"flits/cycle", Kind::flits_per_cycle}, {"bits/ns", Kind::bits_per_ns},
      {"kbit/s", Kind::bits_per_ns, 1e-6},  {"kb/s", Kind::bits_per_ns, 1e-6},      {"kB/s", Kind::bits_per_ns, 8e-6},
      {"Mbit/s", Kind::bits_per_ns, 1e-3},  {"Mb/s", Kind::bits_per_ns, 1e-3},      {"MB/s", Kind::bits_per_ns, 8e-3},
      {"Gbit/s", Kind::bits_per_ns, 1},     {"Gb/s", Kind::bits_per_ns, 1},         {"GB/s", Kind::bits_per_ns, 8},
      {"Tb/s", Kind::bits_per_ns, 1e3},     {"TB/s", Kind::bits_per_ns, 8e3}};
  return all;
}

bool RateWords::is_unit(std::string_view text) { return find_named(rate_units(), text) != nullptr; }

bool RateWords::is_rate(std::string_view text) {
  const CutRate cut = cut_rate(text);
  return cut.number && (cut.unit.empty() || is_unit(cut.unit));
}

void RateWords::fail(const TextWord& at, std::string message, std::string hint) const {
  file_.fail(at.at, std::move(message), hint.empty() ? std::string(hint_) : std::move(hint));
}

const RateUnit& RateWords::unit(const TextWord& word, std::string_view name) const {
  if (const RateUnit* found = find_named(rate_units(), name)) return *found;
  fail(word, fmt::format("{} is no unit of rates", quoted_name(name)),
       fmt::format("the units are {}; b is a bit, B a byte", join(names_of(rate_units()), ", ")));
}

void RateWords::take_heading(const TextWord& heading) {
  std::string_view text = heading.text;
  const bool in_brackets = text.ends_with(']') || text.ends_with(')');
  if (in_brackets) text.remove_suffix(1);
  if (const std::size_t begin = text.find_last_of(in_brackets ? "[(" : " _"); begin != std::string_view::npos)
    text.remove_prefix(begin + 1);
  if (!in_brackets && !is_unit(text)) return;
  const RateUnit& stated = unit(heading, text);
  if (column_ != nullptr && column_ != &stated)
    fail(heading, fmt::format("this column is in {}, and the spec says {}", stated.name, column_->name),
         "leave out `unit` of the spec's `traffic`");
  column_ = &stated;
}

double RateWords::rate(const TextWord& word, const TextWord* behind) {
  const CutRate cut = cut_rate(word.text);
  if (!cut.number) fail(word, fmt::format("the rate {} is not a number that can be read", quoted_name(word.text)));
  const TextWord& unit_word = behind != nullptr ? *behind : word;
  const std::string_view name = behind != nullptr ? behind->text : cut.unit;
  if (behind != nullptr && !cut.unit.empty()) fail(*behind, "this line goes on after its rate");
  const RateUnit* stated = name.empty() ? nullptr : &unit(unit_word, name);
  if (*cut.number == 0) return 0;  // in any unit, and without one
  if (!(*cut.number >= kLeastRate && *cut.number <= kMostRate)) fail(word, "a rate is 0, or from 1e-100 to 1e100");
  expect_alike(unit_word, stated);
  if (stated == nullptr) stated = column_;
  return stated == nullptr ? *cut.number : *cut.number * stated->times;
}

void RateWords::expect_alike(const TextWord& word, const RateUnit* unit) {
  if (column_ != nullptr) {
    if (unit != nullptr && unit != column_)
      fail(word, fmt::format("this rate is in {}, and all rates are said to be in {}", unit->name, column_->name),
           "state the unit once: behind the rates, in the heading of their column, or as `unit` of `traffic`");
    return;
  }
  if (!first_) first_ = unit;
  const RateUnit* first = *first_;
  if ((first == nullptr) != (unit == nullptr))
    fail(word,
         fmt::format("this rate has {} unit, and those before it have {}", unit == nullptr ? "no" : "a",
                     unit == nullptr ? "one" : "none"),
         "rates with a unit are absolute, bare numbers are shares: a file has one or the other");
  if (unit != nullptr && unit->kind != first->kind)
    fail(word, fmt::format("this rate is in {}, and those before it in {}", unit->name, first->name),
         "how bits, flits and seconds compare depends on the candidate: a file has rates of one kind");
}

RateKind RateWords::kind() const {
  if (column_ != nullptr) return column_->kind;
  return first_ && *first_ != nullptr ? (*first_)->kind : RateKind::share;
}

}  // namespace cutline
