// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cutline::text {

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
