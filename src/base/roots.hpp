// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"

namespace cutline {

/// Two values between which a condition turns true.
struct TurningPoint {
  double before = 0, after = 0;
};

/// Where a condition turns true, which it must do once between `low`, where it is taken to be false, and `high`, where
/// it is taken to be true. The values differ by at most `within` or by this `part` of the first, and are neighbouring
/// doubles if both are 0. Asks up to some 100 times, by halves, never at `low` or `high`.
TurningPoint turning_point(double low, double high, FunctionRef<bool(double)> holds, double within = 0,
                           double part = 0);

/// The root of a rising function from `low` to `high`, at most `within` above where it is; `low` or `high` where the
/// function does not change its sign. Calls a smooth function some ten times.
double root(double low, double high, FunctionRef<double(double)> rising, double within);

/// W(x), the w at which w e^w = x, for x >= 0. Source: [Corless 1996].
double lambert_w(double x);

/// P(shape, x), the share of a gamma distribution of this shape and scale 1 that is at most x. `shape` > 0, x >= 0.
double gamma_share(double shape, double x);

}  // namespace cutline
