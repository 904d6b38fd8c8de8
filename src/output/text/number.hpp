// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
/// "2.50" as "2.5", "2.00" as "2", "20" as it is.
std::string without_trailing_zeros(std::string text);
/// "1.5 GB", "320 kB"; decimal prefixes.
std::string bytes_text(double bytes);
/// "0.12 s", "4 min", "2 h".
std::string seconds_text(double seconds);

/// The unit in which people read these numbers best, among the units of one dimension: um, mm, m, km; um2, mm2, m2;
/// um3, mm3, m3; fJ, pJ, nJ; ps, ns, us, ms, s; Hz, kHz, MHz, GHz. Numbers are easily read from 1 to 1000, areas from
/// 0.01 to 100,000; the unit is the one with the fewest digits outside of this range. The given unit stays unless
/// another saves a fifth of a digit per number; of equally good ones the nearest is taken. The rest of the unit stays:
/// "pJ/bit" may become "fJ/bit", and "mm2 per terminal" "um2 per terminal". Zeros do not count. A unit of another
/// dimension ("tau", "bits", "pitches") stays as it is, and so does any unit without numbers.
std::string readable_unit(std::string_view unit, const std::vector<double>& numbers);

/// Whether a unit is of one of the dimensions of readable_unit().
bool has_magnitudes(std::string_view unit);

/// The factor from `from` to `to`: 0.001 from um to mm, 10^6 from m2 to mm2. The units must be of one dimension, or
/// equal.
double units_in(std::string_view from, std::string_view to);

/// A number in another unit of its dimension; exactly the same number if the units are equal.
double rescaled(double number, std::string_view from, std::string_view to);

/// Texts of numbers of one unit, in the unit that suits all of them, each with its own number of decimals.
class UnitScale {
 public:
  UnitScale(std::string given, const std::vector<double>& numbers);
  const std::string& unit() const { return shown_; }
  /// The text of a number of the given unit, in unit().
  std::string text(double number, int significant = 4) const;

 private:
  std::string given_, shown_;
};

}  // namespace cutline::text
