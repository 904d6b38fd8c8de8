// SPDX-License-Identifier: Apache-2.0
#include "delay/delay_curves.hpp"

#include <fmt/core.h>

#include <cmath>

#include "base/roots.hpp"

namespace cutline {
namespace {

constexpr double kGridRatio = 1.01;
constexpr double kMostSteps = 500;

/// The length where `above` turns true; it is false at `low` and true at `high`.
Length turning_length(Length low, Length high, FunctionRef<bool(Length)> above) {
  return {turning_point(low.base, high.base, [&](double length) { return above({length}); }).after};
}

std::vector<Length> fine_grid(const DelayCurves& curves) {
  const Length from = curves.lengths.front();
  const double whole = std::log(curves.lengths.back() / from);
  const double steps = std::clamp(std::ceil(whole / std::log(kGridRatio)), 1.0, kMostSteps);
  std::vector<Length> grid;
  for (double i = 0; i <= steps; ++i) grid.push_back(from * std::exp(whole * i / steps));
  return grid;
}

/// The order of two delays; 0 where they differ by rounding alone, so that neither model overtakes the other.
int order_of(Time a, Time b) {
  constexpr double kSame = 1e-9;
  if (std::abs(a.base - b.base) <= kSame * std::max(a.base, b.base)) return 0;
  return a < b ? -1 : 1;
}

void add_overtakings(std::vector<Overtaking>& found, const DelayCurves& curves, const std::vector<Length>& grid,
                     std::size_t a, std::size_t b) {
  const ChosenDelay& first = curves.models[a];
  const ChosenDelay& second = curves.models[b];
  const auto order = [&](Length length) { return order_of(first(wire_of(length)), second(wire_of(length))); };
  int before = 0;
  Length last;
  for (const Length length : grid) {
    const int now = order(length);
    if (now == 0) continue;
    if (before != 0 && now != before) {
      const Length at = turning_length(last, length, [&](Length middle) { return order(middle) == now; });
      found.push_back({before > 0 ? a : b, before > 0 ? b : a, at, first(wire_of(at))});
    }
    before = now;
    last = length;
  }
}

}  // namespace

DelayCurves delay_curves(const WireMedium& medium, std::vector<Length> lengths, Time cycle) {
  CUTLINE_EXPECT(!lengths.empty() && lengths.front().base > 0);
  DelayCurves curves{medium, {}, std::move(lengths), cycle};
  for (const DelayModel& model : delay_models()) {
    if (!model.counts_metres() || !what_is_missing(model, medium).empty()) continue;
    Parameters parameters;
    // Without a time of its own such a model gives the time of flight again.
    if (model.of_flight) continue;
    if (model.clocked) {
      if (!curves.clocked()) continue;
      parameters.set("cycle", in_ns(cycle));
      if (!medium.driver) parameters.set("wire", std::string("time_of_flight"));
      if (!medium.driver && !medium.has_flight()) continue;
    }
    curves.models.push_back(choose_delay(model.name, std::move(parameters), medium));
  }
  if (!curves.models.empty()) return curves;
  throw_input_error(
      fmt::format("{} gives no figure that a delay could be computed from", medium.name),
      "a technology needs a time of flight, or the resistance and capacitance of its layers: see 'cutline list "
      "technologies'",
      "technology");
}

std::vector<Overtaking> overtakings(const DelayCurves& curves) {
  std::vector<Overtaking> found;
  const std::vector<Length> grid = fine_grid(curves);
  for (std::size_t b = 1; b < curves.models.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      // A delay in whole cycles crosses every other curve again and again.
      if (!curves.models[b].model->clocked) add_overtakings(found, curves, grid, a, b);
    }
  }
  std::ranges::stable_sort(found, [](const Overtaking& a, const Overtaking& b) { return a.length < b.length; });
  return found;
}

std::optional<Length> longest_within(const DelayCurves& curves, std::size_t model, Time delay) {
  const ChosenDelay& chosen = curves.models.at(model);
  const auto above = [&](Length length) { return chosen(wire_of(length)) > delay; };
  if (above(curves.lengths.front()) || !above(curves.lengths.back())) return std::nullopt;
  return turning_length(curves.lengths.front(), curves.lengths.back(), above);
}

std::int64_t cycles_of(Time delay, Time cycle) {
  constexpr double kMostCycles = 1e15;
  // A wire that just fits its cycle is not pushed into the next one by rounding.
  const double cycles = std::ceil(delay / cycle * (1 - 1e-12));
  return static_cast<std::int64_t>(std::clamp(cycles, 1.0, kMostCycles));
}

std::size_t advised_model(const DelayCurves& curves) {
  for (const char* name : {"repeated", "time_of_flight"}) {
    const DelayModel* wanted = find_delay_model(name);
    for (std::size_t i = 0; i < curves.models.size(); ++i) {
      if (curves.models[i].model == wanted) return i;
    }
  }
  return 0;
}

std::vector<Length> lengths_between(Length from, Length to, std::optional<int> count) {
  if (from == to) return {from};
  std::vector<Length> lengths;
  if (count) {
    const double ratio = std::log(to / from) / (*count - 1);
    for (int i = 0; i + 1 < *count; ++i) lengths.push_back(from * std::exp(ratio * i));
    lengths.push_back(to);
    return lengths;
  }
  lengths.push_back(from);
  for (int power = -9; power <= 15; ++power) {
    for (const double step : {1.0, 2.0, 5.0}) {
      const Length length = millimetres(step * std::pow(10.0, power));
      if (length > from * (1 + 1e-9) && length < to * (1 - 1e-9)) lengths.push_back(length);
    }
  }
  lengths.push_back(to);
  return lengths;
}

}  // namespace cutline
