// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cutline::text {

/// 1048576 as "1,048,576"; numbers below 10,000 have no comma.
std::string with_thousands(std::int64_t value);
/// The same for a real with a fixed number of decimals.
std::string with_thousands(double value, int decimals);
/// 1048576 as "1,048,576" and 1024 as "1,024".
std::string grouped(std::uint64_t number);
/// "1 link", "2 links".
std::string counted(std::uint64_t number, std::string_view thing);
/// The shortest text that reads back as the same double: "33.75", "0.1", "256". The value must be finite.
std::string exact_text(double value);
/// The nearest number with 12 significant digits, for exported lengths, times and rates: sums and changes of unit may
/// turn 2.03616 into 2.0361599999999997. The value must be finite.
double twelve_digits(double value);
/// exact_text() of twelve_digits().
std::string figure_text(double value);
/// A real for a sentence: at most `significant` digits, without trailing zeros, thousands separated. From 10^10 on and
/// below 10^-4 it has the form "1.074e12".
std::string short_text(double value, int significant = 4);
/// "1.074e12", "2.5e-7".
std::string scientific_text(double value, int significant = 4);
/// "1.5 GB", "320 kB"; decimal prefixes.
std::string bytes_text(double bytes);
/// "0.12 s", "4 min", "2 h".
std::string seconds_text(double seconds);

}  // namespace cutline::text
