// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"

namespace cutline {

std::string enumerated(const std::vector<std::string>& names) {
  if (names.size() <= 1) return names.empty() ? "" : names[0];
  if (names.size() > 4) {
    return fmt::format("{} and {} others", fmt::join(names.begin(), names.begin() + 3, ", "), names.size() - 3);
  }
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string rounded_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e6) return fmt::format("{:.3g}", value);
  if (size >= 99.95 || value == std::floor(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.3g}", value);
}

std::string text_apart(double value, double other) {
  constexpr double kSame = 1e-9;
  constexpr int kMostDigits = 9;
  std::string text = rounded_text(value);
  if (text != rounded_text(other) || std::abs(value - other) <= kSame * std::abs(value)) return text;
  for (int digits = 4; digits <= kMostDigits; ++digits) {
    text = text::short_text(value, digits);
    if (text != text::short_text(other, digits)) break;
  }
  return text;
}

std::string time_unit(const Study& study) { return std::string(unit_text(Unit::time, study.technology.unit).sign); }

std::string_view load_unit_text(const OfferedLoad& load, bool unit_technology) {
  switch (load.unit) {
    case OfferedLoad::Unit::bits_per_cycle:
      return "bits/cycle";
    case OfferedLoad::Unit::bits_per_ns:
      return unit_technology ? "bits/tau" : "bits/ns";
    case OfferedLoad::Unit::of_capacity:
      return "capacity";
    case OfferedLoad::Unit::of_saturation:
      return "saturation";
    case OfferedLoad::Unit::as_given:
      return "as given";
  }
  return {};
}

std::string load_text(const OfferedLoad& load, bool unit_technology) {
  if (load.unit == OfferedLoad::Unit::as_given) return "the given rates";
  const bool part = load.unit == OfferedLoad::Unit::of_capacity || load.unit == OfferedLoad::Unit::of_saturation;
  return fmt::format("{} {}{}", text::short_text(load.amount), part ? "of " : "",
                     load_unit_text(load, unit_technology));
}

std::string term_text(const RankTerm& term, bool unit_technology) {
  return term.at ? fmt::format("{} at {}", term.measure, load_text(*term.at, unit_technology)) : term.measure;
}

std::vector<std::string> terms_text(const std::vector<RankTerm>& terms, bool unit_technology) {
  std::vector<std::string> texts;
  for (const RankTerm& term : terms) texts.push_back(term_text(term, unit_technology));
  return texts;
}

std::string ratio_text(double ratio) {
  if (ratio < 1.1) return fmt::format("{:.2g} %", 100 * (1 - 1 / ratio));
  if (ratio < 1.995) return fmt::format("{:.2f} times", ratio);
  return ratio < 9.95 ? fmt::format("{:.1f} times", ratio) : fmt::format("{} times", rounded_text(std::round(ratio)));
}

}  // namespace cutline
