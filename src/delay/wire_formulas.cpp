// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/delay/wire_formulas.hpp"

#include <cmath>
#include <numbers>

#include "base/choice.hpp"
#include "base/roots.hpp"
#include "delay/driven.hpp"

namespace cutline {

namespace {

constexpr double kLn2 = std::numbers::ln2;
constexpr double kMostStages = 1e12;

/// An ohm times a femtofarad is a femtosecond.
Time femtoseconds(double fs) { return nanoseconds(fs * 1e-6); }

/// ln f of the factor f at which a chain is fastest: f (ln f - 1) = Cp / C0, so that w e^w = Cp / (C0 e) with w = ln f
/// - 1.
double ln_best_factor(double parasitic_over_input) { return 1 + lambert_w(parasitic_over_input / std::numbers::e); }

double repeated_fs(const Driver& repeater, double wire_ohm, double wire_ff, double via_ohm, double stages) {
  return stages * in_ns(d2m_delay(stage_of(repeater, wire_ohm / stages, wire_ff / stages, via_ohm))) * 1e6;
}

/// Least resistances, in impedances of the wire: of R + 0.3 Rd, and of R alone however weak the driver is.
struct Damping {
  double together, wire;
};
constexpr Damping kTwoPercent = {3.1, 0.7};
constexpr Damping kSevenPercent = {2, 0.3};
constexpr double kDriverShare = 0.3;

enum class DriverCells { library, any };
enum class Vias { counted, ignored };
constexpr Choice<DriverCells, 2> kCells = {"cells", {"library", "any"}};
constexpr Choice<Vias, 2> kVias = {"vias", {"counted", "ignored"}};

LengthRange damped_range(const Parameters& parameters, const WireMedium& medium, const Damping& damping) {
  LengthRange range;
  range.below = "the inductance of so short and thick a wire counts: use transmission_line";
  if (!medium.has_flight()) return range;
  const double impedance = medium.impedance_ohm();
  const double driver = chosen_driver(parameters, medium).r_chain_ohm;
  const double needed = std::max(damping.together * impedance - kDriverShare * driver, damping.wire * impedance);
  range.least = millimetres(needed / medium.r_ohm_per_mm());
  return range;
}

}  // namespace

Time distributed_delay(double wire_ohm, double wire_ff) { return femtoseconds(kDistributed * wire_ohm * wire_ff); }

Time elmore_delay(const DrivenWire& w) {
  return femtoseconds(
      kLn2 * (w.driver_ohm * (w.parasitic_ff + w.wire_ff + w.load_ff) + w.wire_ohm * (w.wire_ff / 2 + w.load_ff)));
}

Time sakurai_delay(const DrivenWire& w) {
  return femtoseconds(kDistributed * w.wire_ohm * w.wire_ff +
                      kLn2 * (w.driver_ohm * (w.parasitic_ff + w.wire_ff + w.load_ff) + w.wire_ohm * w.load_ff));
}

Time d2m_delay(const DrivenWire& w) {
  const double R = w.wire_ohm;
  const double C = w.wire_ff;
  const double b1 = R * C / 2 + R * w.load_ff + w.driver_ohm * (C + w.load_ff + w.parasitic_ff);
  const double b2 = R * C * R * C / 24 + R * R * C * w.load_ff / 6 +
                    w.driver_ohm * w.parasitic_ff * (R * C / 2 + R * w.load_ff) +
                    w.driver_ohm * (R * C * C / 6 + R * C * w.load_ff / 2);
  return b1 > 0 ? femtoseconds(kLn2 * b1 * b1 / std::sqrt(b1 * b1 - b2)) : Time{};
}

HornChain horn_chain(const Driver& unit, double load_ff) {
  const double ratio = load_ff / unit.input_ff;
  const auto chain_of = [&](double stages) {
    HornChain chain{static_cast<std::int64_t>(stages), std::pow(ratio, 1 / stages), {}};
    chain.delay = femtoseconds(stages * kLn2 * unit.r_chain_ohm * (unit.parasitic_ff + chain.factor * unit.input_ff));
    return chain;
  };
  const double best = std::log(std::max(ratio, 1.0)) / ln_best_factor(unit.parasitic_ff / unit.input_ff);
  const HornChain fewer = chain_of(std::max(1.0, std::floor(best)));
  const HornChain more = chain_of(std::max(1.0, std::ceil(best)));
  return more.delay < fewer.delay ? more : fewer;
}

Driver sized(const Driver& unit, double size) {
  Driver driver = unit;
  driver.input_ff *= size;
  driver.parasitic_ff *= size;
  driver.r_chain_ohm /= size;
  driver.r_step_ohm /= size;
  return driver;
}

double best_repeater_size(const Driver& unit, double r_ohm_per_mm, double c_ff_per_mm) {
  return std::sqrt(unit.r_chain_ohm * c_ff_per_mm / (r_ohm_per_mm * unit.input_ff));
}

double best_repeater_spacing_mm(const Driver& unit, double r_ohm_per_mm, double c_ff_per_mm) {
  return std::sqrt(kLn2 * unit.r_chain_ohm * (unit.input_ff + unit.parasitic_ff) /
                   (kDistributed * r_ohm_per_mm * c_ff_per_mm));
}

DrivenWire stage_of(const Driver& repeater, double wire_ohm, double wire_ff, double via_ohm) {
  return {wire_ohm + 2 * via_ohm, wire_ff, repeater.r_chain_ohm, repeater.parasitic_ff, repeater.input_ff};
}

RepeatedWire best_repeated(const Driver& repeater, double wire_ohm, double wire_ff, double via_ohm) {
  // Sakurai's form gives the number to a few per cent; around it the delay falls towards one minimum.
  const double own = repeater.r_chain_ohm * (repeater.input_ff + repeater.parasitic_ff);
  const double near = std::sqrt(kDistributed * wire_ohm * wire_ff / (kLn2 * own));
  CUTLINE_EXPECT(near < kMostStages);
  const auto delay = [&](double stages) { return repeated_fs(repeater, wire_ohm, wire_ff, via_ohm, stages); };
  double best = std::max(1.0, std::round(near));
  double here = delay(best);
  // Long wires have their minimum many stages away: large steps first.
  for (double step = std::max(1.0, std::floor(near / 16)); step >= 1; step = std::floor(step / 2)) {
    for (const double sign : {-1.0, 1.0}) {
      while (best + sign * step >= 1) {
        const double there = delay(best + sign * step);
        if (sign < 0 ? there > here : there >= here) break;
        best += sign * step;
        here = there;
      }
    }
  }
  return {static_cast<std::int64_t>(best), femtoseconds(here)};
}

double random_bit_pj(double capacitance_ff, double vdd_v) { return 0.25 * capacitance_ff * vdd_v * vdd_v * 1e-3; }

std::vector<Field> driver_fields() {
  return {{.name = "size",
           .kind = FieldKind::number,
           .help = "size of the driver and its receiver, in unit inverters; without it the best one of a repeated wire",
           .min = 0.01,
           .max = 1e6},
          kCells.field("drivers no larger than the technology's largest cell, or of any size", DriverCells::library),
          kVias.field("whether the via stacks at the ends of a wire count", Vias::counted)};
}

Driver chosen_driver(const Parameters& parameters, const WireMedium& medium) {
  const Driver& unit = *medium.driver;
  const double size = parameters.has("size") ? parameters.number("size")
                                             : best_repeater_size(unit, medium.r_ohm_per_mm(), medium.c_ff_per_mm());
  const bool clipped = medium.largest_driver.input_ff > 0 && kCells.of(parameters) == DriverCells::library &&
                       size * unit.input_ff > medium.largest_driver.input_ff;
  return clipped ? medium.largest_driver : sized(unit, size);
}

double counted_via_ohm(const Parameters& parameters, const WireMedium& medium) {
  return kVias.of(parameters) == Vias::counted ? medium.via_ohm : 0;
}

DrivenWire driven_wire(const Parameters& parameters, const WireMedium& medium, double millimetres) {
  return stage_of(chosen_driver(parameters, medium), medium.r_ohm_per_mm() * millimetres,
                  medium.c_ff_per_mm() * millimetres, counted_via_ohm(parameters, medium));
}

double single_driver_ff(const Parameters& parameters, const WireMedium& medium, double millimetres) {
  const Driver driver = chosen_driver(parameters, medium);
  return medium.c_ff_per_mm() * millimetres + driver.input_ff + driver.parasitic_ff;
}

double inductance_nh(const WireMedium& medium, double millimetres) {
  if (medium.r_ohm_per_mm() * millimetres > kTwoPercent.together * medium.impedance_ohm()) return 0;
  const double flight = medium.flight_ps_per_mm();
  return flight * flight / medium.c_ff_per_mm() * millimetres;  // ps^2 / fF is nH
}

LengthRange resistive_range(const Parameters& parameters, const WireMedium& medium) {
  return damped_range(parameters, medium, kTwoPercent);
}

LengthRange nearly_resistive_range(const Parameters& parameters, const WireMedium& medium) {
  return damped_range(parameters, medium, kSevenPercent);
}

LengthRange flight_range(const Parameters&, const WireMedium& medium) {
  LengthRange range;
  range.above = "the wire's resistance slows it beyond its time of flight";
  if (medium.has_wire() && medium.has_flight()) {
    range.most = millimetres(medium.impedance_ohm() / medium.r_ohm_per_mm());
  }
  if (medium.ends && medium.ends->reach - medium.slack() < range.most) {
    range.most = medium.ends->reach - medium.slack();
    range.above = "it is beyond the reach of the medium";
  }
  return range;
}

Length first_length(FunctionRef<bool(double millimetres)> holds) {
  constexpr double kLeast = 1e-6, kMost = 1e6;
  if (holds(kLeast)) return {};
  if (!holds(kMost)) return {std::numeric_limits<double>::infinity()};
  return millimetres(turning_point(kLeast, kMost, holds).after);
}

}  // namespace cutline
