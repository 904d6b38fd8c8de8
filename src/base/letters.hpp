// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

// Small questions of readers about texts. No answer depends on the locale.

namespace cutline {

/// A capital letter of ASCII as a small one; any other character as it is.
constexpr char lower_letter(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), lower_letter);
  return lower;
}

/// Whether two letters, or two texts, are the same but for capitals.
constexpr bool is_same_letter(char a, char b) { return lower_letter(a) == lower_letter(b); }
constexpr bool same_but_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_letter);
}

/// The text without the blanks before and after it.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// The number that the whole text is, as std::from_chars reads it; nothing for any other text. Reals may be infinite.
template <class Number>
std::optional<Number> read_as(std::string_view text) {
  Number value{};
  const auto [stop, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  return trouble == std::errc() && stop == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The same, where no infinity is meant.
inline std::optional<double> read_as_finite(std::string_view text) {
  const std::optional<double> value = read_as<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace cutline
