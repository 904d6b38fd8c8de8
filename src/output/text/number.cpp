// SPDX-License-Identifier: Apache-2.0
#include "output/text/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cutline/base/error.hpp"

namespace cutline::text {

namespace {

/// Puts commas between groups of three digits in the whole part of a decimal text of at least `fewest` digits.
std::string group(std::string digits, std::size_t fewest = 5) {
  const std::size_t start = !digits.empty() && digits[0] == '-' ? 1 : 0;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  if (end - start < fewest) return digits;
  for (std::size_t at = end - 3; at > start; at = at > start + 3 ? at - 3 : start) digits.insert(at, 1, ',');
  return digits;
}

/// Prefixes of units, three decades from each to the next; the blank stands for no prefix.
constexpr std::string_view kPrefixes = "fpnum kMG";
constexpr std::size_t kNoPrefix = kPrefixes.find(' ');

/// The decades per number by which another unit must be better than the given one.
constexpr double kLeastGain = 0.2;

/// A base unit and the prefixes that people read it with.
struct Dimension {
  std::string_view base;
  std::size_t power;
  char finest, coarsest;
};
constexpr std::array<Dimension, 6> kDimensions = {{{"m", 1, 'u', 'k'},
                                                   {"m2", 2, 'u', ' '},
                                                   {"m3", 3, 'u', ' '},
                                                   {"J", 1, 'f', 'n'},
                                                   {"s", 1, 'p', ' '},
                                                   {"Hz", 1, ' ', 'G'}}};

/// The parts of a unit such as "mm2 per terminal".
struct Parsed {
  const Dimension* dimension = nullptr;  ///< null: none of these dimensions
  std::size_t prefix = kNoPrefix;        ///< place in kPrefixes
  std::string_view rest;
};

Parsed parsed(std::string_view unit) {
  const std::size_t end = std::min(unit.find_first_of(" /"), unit.size());
  const std::string_view head = unit.substr(0, end);
  for (const Dimension& dimension : kDimensions) {
    if (head == dimension.base) return {&dimension, kNoPrefix, unit.substr(end)};
    if (head.size() != dimension.base.size() + 1 || !head.ends_with(dimension.base)) continue;
    const std::size_t prefix = kPrefixes.find(head.front());
    if (prefix != std::string_view::npos) return {&dimension, prefix, unit.substr(end)};
  }
  return {};
}

double decades(const Dimension& dimension, std::size_t from, std::size_t to) {
  return 3.0 * static_cast<double>(dimension.power) * (static_cast<double>(from) - static_cast<double>(to));
}

/// The sum of the decades by which numbers, given as logarithms, lie outside of the range that is easily read.
double strain(const std::vector<double>& logs, double shift, std::size_t power) {
  const double least = 2 - 2 * static_cast<double>(power), most = 1 + 2 * static_cast<double>(power);
  double sum = 0;
  for (const double log : logs) sum += std::max({0.0, least - (log + shift), log + shift - most});
  return sum;
}

}  // namespace

std::string with_thousands(std::int64_t value) { return group(fmt::format("{}", value)); }

std::string with_thousands(double value, int decimals) { return group(fmt::format("{:.{}f}", value, decimals)); }

std::string grouped(std::uint64_t number) { return group(fmt::format("{}", number), 4); }

std::string counted(std::uint64_t number, std::string_view thing) {
  const bool hisses = thing.size() > 2 && thing.substr(thing.size() - 2) == "ch";
  return fmt::format("{} {}{}", grouped(number), thing, number == 1 ? "" : hisses ? "es" : "s");
}

std::string exact_text(double value) { return fmt::format("{}", value); }

double twelve_digits(double value) { return std::stod(fmt::format("{:.11e}", value)); }

std::string figure_text(double value) { return exact_text(twelve_digits(value)); }

std::string scientific_text(double value, int significant) {
  const std::string text = fmt::format("{:.{}e}", value, significant - 1);
  const std::size_t e = text.find('e');
  return fmt::format("{}e{}", without_trailing_zeros(text.substr(0, e)), std::stoi(text.substr(e + 1)));
}

std::string short_text(double value, int significant) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 1e10 || size < 1e-4) return scientific_text(value, significant);
  const int magnitude = static_cast<int>(std::floor(std::log10(size)));
  const int decimals = std::max(0, significant - 1 - magnitude);
  return group(without_trailing_zeros(fmt::format("{:.{}f}", value, decimals)));
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string bytes_text(double bytes) {
  static constexpr std::array<const char*, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{} {}", short_text(bytes, 3), kUnits[unit]);
}

std::string seconds_text(double seconds) {
  if (seconds < 0.01) return "under 0.01 s";
  if (seconds < 120) return short_text(seconds, 2) + " s";
  if (seconds < 7200) return short_text(seconds / 60, 2) + " min";
  return short_text(seconds / 3600, 2) + " h";
}

std::string readable_unit(std::string_view unit, const std::vector<double>& numbers) {
  const Parsed given = parsed(unit);
  std::vector<double> logs;
  for (const double number : numbers) {
    if (number != 0) logs.push_back(std::log10(std::abs(number)));
  }
  if (given.dimension == nullptr || logs.empty()) return std::string(unit);
  const Dimension& dimension = *given.dimension;
  const auto step = [&](std::size_t prefix) { return std::abs(decades(dimension, given.prefix, prefix)); };
  std::size_t best = given.prefix;
  double least = strain(logs, 0, dimension.power) - kLeastGain * static_cast<double>(logs.size());
  for (std::size_t prefix = kPrefixes.find(dimension.finest); prefix <= kPrefixes.find(dimension.coarsest); ++prefix) {
    const double own = strain(logs, decades(dimension, given.prefix, prefix), dimension.power);
    if (own > least - 1e-9 && (own > least + 1e-9 || step(prefix) >= step(best))) continue;
    best = prefix;
    least = own;
  }
  const std::string prefix = best == kNoPrefix ? "" : std::string(1, kPrefixes[best]);
  return prefix + std::string(dimension.base) + std::string(given.rest);
}

bool has_magnitudes(std::string_view unit) { return parsed(unit).dimension != nullptr; }

double units_in(std::string_view from, std::string_view to) {
  if (from == to) return 1;
  const Parsed one = parsed(from), other = parsed(to);
  CUTLINE_EXPECT(one.dimension != nullptr && one.dimension == other.dimension && one.rest == other.rest);
  return std::pow(10.0, decades(*one.dimension, one.prefix, other.prefix));
}

double rescaled(double number, std::string_view from, std::string_view to) {
  const double times = units_in(from, to);
  return times < 1 ? number / std::round(1 / times) : number * times;
}

UnitScale::UnitScale(std::string given, const std::vector<double>& numbers)
    : given_(std::move(given)), shown_(readable_unit(given_, numbers)) {}

std::string UnitScale::text(double number, int significant) const {
  return short_text(rescaled(number, given_, shown_), significant);
}

}  // namespace cutline::text
