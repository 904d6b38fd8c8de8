// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/delay/delay_model.hpp"

namespace cutline {

/// Delay over the length of wires in one medium, under every model of wires in metres for which the medium has the
/// figures.
struct DelayCurves {
  WireMedium medium;
  std::vector<ChosenDelay> models;  ///< in the order of the catalogue; pipelined only with a clock, per_inch never
  std::vector<Length> lengths;      ///< ascending
  Time cycle;                       ///< zero: no clock
  bool clocked() const { return cycle.base > 0; }
};

/// The curves of all models that fit the medium. A cycle of zero means no clock. Throws an input error where no model
/// fits.
DelayCurves delay_curves(const WireMedium& medium, std::vector<Length> lengths, Time cycle);

/// A length at which one model's delay overtakes another's: shorter wires are slower under `slower_below`.
struct Overtaking {
  std::size_t slower_below = 0, slower_above = 0;  ///< indices of the models
  Length length;
  Time delay;
};
/// Every overtaking between the first and the last length, in the order of the lengths. A fine grid is searched and
/// each overtaking bisected; two within one step of the grid (1 %, or a five-hundredth of the whole) are missed.
std::vector<Overtaking> overtakings(const DelayCurves& curves);

/// The longest wire whose delay is at most `delay`; absent where `model` does not reach that delay between the first
/// and the last length.
std::optional<Length> longest_within(const DelayCurves& curves, std::size_t model, Time delay);

/// The delay in whole cycles of the clock, rounded up, at least one.
std::int64_t cycles_of(Time delay, Time cycle);

/// The index of the model whose delays are advised as input of a simulator: repeated where there are drivers, else time
/// of flight, else the first model.
std::size_t advised_model(const DelayCurves& curves);

/// Lengths from `from` to `to`: with a count, that many lengths at equal ratios; otherwise both ends, and between them
/// 1, 2 and 5 times the powers of ten of a millimetre.
std::vector<Length> lengths_between(Length from, Length to, std::optional<int> count);

}  // namespace cutline
