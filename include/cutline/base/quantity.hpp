// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <limits>

namespace cutline {

/// Stands for the absence of a limit.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A number with a physical dimension. Values of one dimension can be added, compared and scaled; no conversion is
/// implicit.
template <class Dimension>
struct Physical {
  double base = 0;  ///< in the dimension's base unit
  constexpr auto operator<=>(const Physical&) const = default;
  constexpr Physical operator+(Physical other) const { return {base + other.base}; }
  constexpr Physical operator-(Physical other) const { return {base - other.base}; }
  constexpr Physical operator*(double factor) const { return {base * factor}; }
  constexpr double operator/(Physical other) const { return base / other.base; }
};

using Length = Physical<struct LengthDimension>;  ///< base unit: nanometre
using Area = Physical<struct AreaDimension>;      ///< base unit: square millimetre
using Time = Physical<struct TimeDimension>;      ///< base unit: nanosecond

constexpr Length nanometres(double nm) { return {nm}; }
constexpr Length millimetres(double mm) { return {mm * 1e6}; }
constexpr double in_mm(Length length) { return length.base * 1e-6; }
constexpr double in_nm(Length length) { return length.base; }
constexpr Area square_millimetres(double mm2) { return {mm2}; }
constexpr double in_mm2(Area area) { return area.base; }
constexpr Time nanoseconds(double ns) { return {ns}; }
constexpr double in_ns(Time time) { return time.base; }

}  // namespace cutline
