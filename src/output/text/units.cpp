// SPDX-License-Identifier: Apache-2.0
#include "output/text/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cutline/base/error.hpp"
#include "output/text/number.hpp"

namespace cutline::text {

namespace {

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
