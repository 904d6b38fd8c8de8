// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cutline::text {

/// The unit in which people read these numbers best, of those of one dimension: um, mm, m, km; um2, mm2, m2; um3, mm3,
/// m3; fJ, pJ, nJ; ps, ns, us, ms, s; Hz, kHz, MHz, GHz. It is the one that leaves the fewest digits before or behind
/// what is easily read: 1 to 1000, of areas 0.01 to 100,000. The given unit stays unless another saves a fifth of a
/// digit a number; of equals the next one counts. What follows the unit stays: "pJ/bit" may become "fJ/bit", and "mm2
/// per terminal" "um2 per terminal". Zeros do not count. A unit of no such dimension ("tau", "bits", "pitches") stays
/// as it is, and so does any unit without numbers.
std::string readable_unit(std::string_view unit, const std::vector<double>& numbers);

/// Whether a unit is of such a dimension.
bool has_magnitudes(std::string_view unit);

/// How many of `to` one `from` is: 1000 um are one mm, 10^6 mm2 one m2. The units must be of one dimension, or equal.
double units_in(std::string_view from, std::string_view to);

/// A number in another unit of its dimension; without an error of rounding where the units are equal.
double rescaled(double number, std::string_view from, std::string_view to);

/// Texts of numbers of one unit in the one that suits them all, each with its own decimals.
class UnitScale {
 public:
  UnitScale(std::string given, const std::vector<double>& numbers);
  const std::string& unit() const { return shown_; }
  /// `number` is of the given unit.
  std::string text(double number, int significant = 4) const;

 private:
  std::string given_, shown_;
};

}  // namespace cutline::text
