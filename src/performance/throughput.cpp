// SPDX-License-Identifier: Apache-2.0
#include "performance/throughput.hpp"

#include <limits>

namespace cutline {

namespace {

double over(double amount, double load) { return load > 0 ? amount / load : std::numeric_limits<double>::infinity(); }

}  // namespace

double cube_capacity(double radix, double width_bits) { return over(2 * width_bits, radix - 1); }

double channel_bound(double width_bits, double peak_load) { return over(width_bits, peak_load); }

double bisection_bound(std::uint64_t nodes, double cut_channels, double width_bits, SelfMessages self) {
  const std::uint64_t smaller_side = nodes / 2;
  const auto half = static_cast<double>(smaller_side);
  const auto all = static_cast<double>(nodes);
  return over(cut_channels * width_bits * (self == SelfMessages::counted ? all : all - 1), 2 * half * (all - half));
}

}  // namespace cutline
