// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cutline::svg {

/// Millimetres of one typographic point.
inline constexpr double kPointMm = 25.4 / 72;
/// No text of a picture is smaller.
inline constexpr double kLeastPt = 7;
/// Heights above the base line, in ems: of a digit, and from one line to the next.
inline constexpr double kDigitEm = 0.73;
inline constexpr double kLineEm = 1.12;
/// How much wider bold text is.
inline constexpr double kBoldEm = 1.1;

/// The largest width of a text in the usual sans-serif fonts. It is an estimate on the wide side, because no font is
/// read.
double text_width_mm(std::string_view text, double size_pt);

/// Breaks a text at spaces into lines no wider than `width_mm`; a word that is wider has a line of its own.
std::vector<std::string> wrap_text(std::string_view text, double width_mm, double size_pt);

/// The text, or as much of it as fits before an ellipsis; empty if not even one character fits before it.
std::string fitted_text(std::string_view text, double width_mm, double size_pt);

/// A number of up to seven digits in groups; a larger one with three digits and a prefix: "733 G".
std::string compact(std::uint64_t number);
/// A number of at least 0 with three significant digits and no exponent: 0.0125, 1.5, 133, 1,234.
std::string short_number(double value);

/// The largest of 1, 2 or 5 times a power of ten that is at most `value` (> 0).
double nice_below(double value);
/// The smallest of 1, 2 or 5 times a power of ten that is at least `value` (> 0).
double nice_above(double value);
/// Round whole numbers from 0 to at most `peak` in equal steps: at least two (0 alone if `peak` is 0), at
/// most `at_most` (>= 2).
std::vector<std::int64_t> nice_ticks(std::int64_t peak, std::int64_t at_most);

}  // namespace cutline::svg
