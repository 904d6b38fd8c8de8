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

/// How wide a text is at most in the usual sans-serif fonts: no font is asked, so the estimate is on the wide side.
double text_width_mm(std::string_view text, double size_pt);

/// Breaks a text at spaces into lines no wider than `width_mm`; a word that is wider stands alone.
std::vector<std::string> wrap_text(std::string_view text, double width_mm, double size_pt);

/// The text, or as much of it as fits, with an ellipsis in place of the rest; empty where not even that fits.
std::string fitted_text(std::string_view text, double width_mm, double size_pt);

/// Up to seven digits grouped, more in three digits and a prefix: "733 G".
std::string compact(std::uint64_t number);
/// A number of at least 0 with three significant digits and no exponent: 0.0125, 1.5, 133, 1,234.
std::string short_number(double value);

/// The largest of 1, 2 or 5 times a power of ten that is at most `value` (> 0).
double nice_below(double value);
/// The smallest of them that is at least `value` (> 0).
double nice_above(double value);
/// Whole round values from 0 to at most `peak` in equal steps: two or more, up to `at_most` (>= 2).
std::vector<std::int64_t> nice_ticks(std::int64_t peak, std::int64_t at_most);

}  // namespace cutline::svg
