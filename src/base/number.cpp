// SPDX-License-Identifier: Apache-2.0
#include "base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "cutline/base/format.hpp"

namespace cutline {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Skips digits and returns how many there were.
std::size_t skip_digits(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at - begin;
}

struct Parts {
  std::size_t sign = 0;     // characters of the sign
  std::size_t integer = 0;  // digits before the point
  std::size_t length = 0;   // characters of the number, 0 if there is none
  bool plain = true;        // neither point nor exponent
};

/// The longest number that the text begins with.
Parts leading_number(std::string_view text) {
  Parts parts;
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  parts.sign = at;
  parts.integer = skip_digits(text, at);
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    std::size_t after = at + 1;
    fraction = skip_digits(text, after);
    if (fraction > 0) at = after;
  }
  if (parts.integer == 0 && fraction == 0) return parts;
  parts.plain = fraction == 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t after = at + 1;
    if (after < text.size() && (text[after] == '-' || text[after] == '+')) ++after;
    if (skip_digits(text, after) > 0) {
      at = after;
      parts.plain = false;
    }
  }
  parts.length = at;
  return parts;
}

constexpr UnitText kUnitTexts[] = {{"bits", Measured::bits, 1, 1},
                                   {"bit", Measured::bits, 1, 1},
                                   {"bytes", Measured::bits, 8, 1},
                                   {"byte", Measured::bits, 8, 1},
                                   {"B", Measured::bits, 8, 1},
                                   {"KiB", Measured::bits, 8192, 1},
                                   {"nm", Measured::length, 1, 1},
                                   {"um", Measured::length, 1e3, 1},
                                   {"mm", Measured::length, 1e6, 1},
                                   {"cm", Measured::length, 1e7, 1},
                                   {"m", Measured::length, 1e9, 1},
                                   {"km", Measured::length, 1e12, 1},
                                   {"inch", Measured::length, 25.4e6, 1},
                                   {"mil", Measured::length, 25.4e3, 1},
                                   {"ps", Measured::time, 1, 1e3},
                                   {"ns", Measured::time, 1, 1},
                                   {"us", Measured::time, 1e3, 1},
                                   {"ms", Measured::time, 1e6, 1},
                                   {"s", Measured::time, 1e9, 1},
                                   {"tau", Measured::time, 1, 1},
                                   {"Hz", Measured::frequency, 1, 1e9},
                                   {"kHz", Measured::frequency, 1, 1e6},
                                   {"MHz", Measured::frequency, 1, 1e3},
                                   {"GHz", Measured::frequency, 1, 1},
                                   {"%", Measured::share, 1, 100},
                                   {"mm2", Measured::area, 1, 1},
                                   {"um2", Measured::area, 1, 1e6},
                                   {"cm2", Measured::area, 100, 1},
                                   {"wires", Measured::wires, 1, 1},
                                   {"wire", Measured::wires, 1, 1},
                                   {"links", Measured::links, 1, 1},
                                   {"link", Measured::links, 1, 1},
                                   {"pins", Measured::pins, 1, 1},
                                   {"pin", Measured::pins, 1, 1},
                                   {"cycles", Measured::cycles, 1, 1},
                                   {"cycle", Measured::cycles, 1, 1},
                                   {"pitches", Measured::pitches, 1, 1},
                                   {"pitch", Measured::pitches, 1, 1},
                                   {"pitches2", Measured::pitches2, 1, 1},
                                   {"ohm", Measured::resistance, 1, 1},
                                   {"mohm", Measured::resistance, 1, 1e3},
                                   {"kohm", Measured::resistance, 1e3, 1},
                                   {"ohm/um", Measured::resistance_per_length, 1e3, 1},
                                   {"ohm/mm", Measured::resistance_per_length, 1, 1},
                                   {"ohm/m", Measured::resistance_per_length, 1, 1e3},
                                   {"kohm/um", Measured::resistance_per_length, 1e6, 1},
                                   {"fF", Measured::capacitance, 1, 1},
                                   {"pF", Measured::capacitance, 1e3, 1},
                                   {"fF/um", Measured::capacitance_per_length, 1e3, 1},
                                   {"fF/mm", Measured::capacitance_per_length, 1, 1},
                                   {"pF/mm", Measured::capacitance_per_length, 1e3, 1},
                                   {"pF/m", Measured::capacitance_per_length, 1, 1},
                                   {"nH/mm", Measured::inductance_per_length, 1, 1},
                                   {"nH/m", Measured::inductance_per_length, 1, 1e3},
                                   {"V", Measured::voltage, 1, 1},
                                   {"mV", Measured::voltage, 1, 1e3},
                                   {"ps/mm", Measured::time_per_length, 1, 1},
                                   {"ns/m", Measured::time_per_length, 1, 1},
                                   {"ps/inch", Measured::time_per_length, 10, 254},
                                   {"mm/ns", Measured::speed, 1, 1},
                                   {"pJ/bit", Measured::energy_per_bit, 1, 1},
                                   {"fJ/bit", Measured::energy_per_bit, 1, 1e3},
                                   {"GB/s/mm", Measured::bandwidth_per_length, 1, 1},
                                   {"dB", Measured::decibels, 1, 1},
                                   {"Mb/s", Measured::data_rate, 1, 1e3},
                                   {"Gb/s", Measured::data_rate, 1, 1},
                                   {"Tb/s", Measured::data_rate, 1e3, 1},
                                   {"W", Measured::power, 1, 1},
                                   {"mW", Measured::power, 1, 1e3},
                                   {"kW", Measured::power, 1e3, 1}};

}  // namespace

std::optional<Number> parse_number(std::string_view text) {
  const Parts parts = leading_number(text);
  if (parts.length == 0 || parts.length != text.size()) return std::nullopt;
  if (parts.integer > 1 && text[parts.sign] == '0') return std::nullopt;
  const std::string_view digits = text[0] == '+' ? text.substr(1) : text;
  Number number;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), number.real);
  if (trouble != std::errc() || !std::isfinite(number.real)) return std::nullopt;
  std::int64_t whole = 0;
  if (parts.plain) {
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    if (read.ec == std::errc()) number.whole = whole;
  } else if (number.real == std::floor(number.real) && std::abs(number.real) <= 0x1p53) {
    number.whole = static_cast<std::int64_t>(number.real);
  }
  return number;
}

std::string number_hint(std::string_view text) {
  std::string cleaned(text);
  cleaned.erase(std::remove(cleaned.begin(), cleaned.end(), '_'), cleaned.end());
  if (cleaned != text && parse_number(cleaned)) return fmt::format("write {}", cleaned);
  const std::size_t first = text.find_first_not_of("+-");
  if (first == std::string_view::npos) return {};
  const std::string_view bare = text.substr(first);
  if (bare.substr(0, 2) == "0x" || bare.substr(0, 2) == "0o") return "numbers are decimal";
  if (bare == ".inf" || bare == ".nan" || bare == ".NaN" || bare == ".Inf" || bare == "inf" || bare == "nan") {
    return "numbers are finite";
  }
  const std::size_t digit = bare.find_first_not_of('0');
  if (digit == 0 || digit == std::string_view::npos || !parse_number(bare.substr(digit))) return {};
  return fmt::format("write {}, without the leading zero: numbers are decimal", bare.substr(digit));
}

std::span<const UnitText> units() { return kUnitTexts; }

std::string units_in_words(const std::vector<Measured>& allowed) {
  std::vector<std::string_view> names;
  for (const UnitText& unit : units()) {
    const bool singular = unit.name == "bit" || unit.name == "byte" || unit.name == "wire" || unit.name == "pin" ||
                          unit.name == "cycle" || unit.name == "pitch";
    if (!singular && std::ranges::find(allowed, unit.measured) != allowed.end()) names.push_back(unit.name);
  }
  return either(names);
}

CutQuantity cut_quantity(std::string_view text) {
  std::size_t length = leading_number(text).length;
  // Digits and underscores that follow directly belong to the number, as in 1_000, so that the hint can name it whole.
  while (length > 0 && length < text.size() && (text[length] == '_' || is_digit(text[length]))) ++length;
  std::string_view unit = text.substr(length);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  return {text.substr(0, length), unit};
}

}  // namespace cutline
