// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/delay/delay_model.hpp"

namespace cutline {

/// Delays of one medium's wires over their length, under every model of wires in metres that the medium has the figures
/// for.
struct DelayCurves {
  WireMedium medium;
  std::vector<ChosenDelay> models;  ///< in the order of the catalogue; pipelined only with a clock, per_inch never
  std::vector<Length> lengths;      ///< growing
  std::optional<Time> cycle;
};

/// Throws an input error where no model fits the medium.
DelayCurves delay_curves(const WireMedium& medium, std::vector<Length> lengths, std::optional<Time> cycle);

/// A length at which one model's delay overtakes another's: shorter wires are slower under `slower_below`.
struct Overtaking {
  std::size_t slower_below = 0, slower_above = 0;  ///< indices of the models
  Length length;
  Time delay;
};
/// Every overtaking between the first and the last length, in the order of the lengths: searched for on a fine grid and
/// bisected, so of two in one step of the grid (1 %, or a five-hundredth of the whole) none is seen.
std::vector<Overtaking> overtakings(const DelayCurves& curves);

/// The longest wire whose delay is at most so many cycles, where `model` reaches that between the first and the last
/// length.
std::optional<Length> longest_within(const DelayCurves& curves, std::size_t model, Time delay);

/// Whole cycles of the clock, at least one.
std::int64_t cycles_of(Time delay, Time cycle);

/// The model that says what to type into a simulator: repeated where there are drivers, else time of flight, else the
/// first.
std::size_t advised_model(const DelayCurves& curves);

/// `from`, `to`, and 1, 2 and 5 times the powers of ten between them; or with a count so many at equal ratios.
std::vector<Length> lengths_between(Length from, Length to, std::optional<int> count);

}  // namespace cutline
