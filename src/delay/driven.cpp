// SPDX-License-Identifier: Apache-2.0
#include "delay/driven.hpp"

#include "base/choice.hpp"
#include "base/roots.hpp"

namespace cutline {
namespace {

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
