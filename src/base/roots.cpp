// SPDX-License-Identifier: Apache-2.0
#include "base/roots.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/lambert_w.hpp>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>

namespace cutline {

namespace {

/// Long doubles take three times as long, and differ between machines.
using AsDoubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

/// More than there are halvings between any two doubles.
constexpr std::uintmax_t kMostCalls = 5000;

}  // namespace

TurningPoint turning_point(double low, double high, FunctionRef<bool(double)> holds, double within, double part) {
  const auto sign = [&](double x) { return x != low && (x == high || holds(x)) ? 1.0 : -1.0; };
  const auto near = [&](double before, double after) { return after - before <= std::max(within, part * before); };
  std::uintmax_t most_calls = kMostCalls;
  const auto [before, after] = boost::math::tools::bisect(sign, low, high, near, most_calls, AsDoubles());
  return {before, after};
}

double root(double low, double high, FunctionRef<double(double)> rising, double within) {
  const double at_low = rising(low), at_high = rising(high);
  if (at_low >= 0) return low;
  if (at_high <= 0) return high;
  const auto near = [&](double before, double after) { return after - before <= within; };
  std::uintmax_t most_calls = 100;
  return boost::math::tools::toms748_solve(rising, low, high, at_low, at_high, near, most_calls, AsDoubles()).second;
}

double lambert_w(double x) { return boost::math::lambert_w0(x, AsDoubles()); }

double gamma_share(double shape, double x) { return boost::math::gamma_p(shape, x, AsDoubles()); }

}  // namespace cutline
