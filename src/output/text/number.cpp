// SPDX-License-Identifier: Apache-2.0
#include "output/text/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace cutline::text {

namespace {

/// Puts commas between groups of three digits in the whole part of a decimal text; four digits have no comma.
std::string group(std::string digits) {
  const std::size_t start = !digits.empty() && digits[0] == '-' ? 1 : 0;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  if (end - start < 5) return digits;
  for (std::size_t at = end - 3; at > start; at = at > start + 3 ? at - 3 : start) digits.insert(at, 1, ',');
  return digits;
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string with_thousands(std::int64_t value) { return group(fmt::format("{}", value)); }

std::string with_thousands(double value, int decimals) { return group(fmt::format("{:.{}f}", value, decimals)); }

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

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

}  // namespace cutline::text
