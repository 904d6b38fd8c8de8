// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "delay/driven.hpp"

namespace cutline {
namespace {

constexpr double kError = 0.1;

Time delay_of_horn(const Parameters&, const WireMedium& medium, const WireLength& wire) {
  // A wire with less capacitance than the input of the unit inverter is no load worth a chain.
  const double load = medium.c_ff_per_mm() * in_mm(wire.routed);
  return horn_chain(*medium.driver, load).delay;
}

double charged_ff_of_horn(const Parameters&, const WireMedium& medium, double millimetres) {
  const Driver& unit = *medium.driver;
  const double wire = medium.c_ff_per_mm() * millimetres;
  const HornChain chain = horn_chain(unit, wire);
  const auto sizes = sum_over<double>(
      chain.stages, [&](std::int64_t stage) { return std::pow(chain.factor, static_cast<double>(stage)); });
  return wire + sizes * (unit.input_ff + unit.parasitic_ff);
}

/// The lengths up to which the wire's resistance behind the last stage adds at most a tenth of the whole delay.
LengthRange range_of_horn(const Parameters&, const WireMedium& medium) {
  LengthRange range;
  range.above = "the wire's resistance, which the chain of drivers leaves out, counts: use d2m or repeated";
  range.most = first_length([&](double mm) {
    const double load = medium.c_ff_per_mm() * mm;
    const HornChain chain = horn_chain(*medium.driver, load);
    const Driver last = sized(*medium.driver, std::pow(chain.factor, static_cast<double>(chain.stages - 1)));
    const DrivenWire bare{0, load, last.r_chain_ohm, last.parasitic_ff, 0};
    DrivenWire real = bare;
    real.wire_ohm = medium.r_ohm_per_mm() * mm;
    const Time added = d2m_delay(real) - d2m_delay(bare);
    return added > (chain.delay + added) * kError;
  });
  return range;
}

}  // namespace

DelayModel horn_delay() {
  return {
      .name = "horn",
      .summary = "the logarithmic law in metres: ever larger inverters into the capacitance of the wire; within 10 %",
      .source = "[Dally 1987, eq. 4]",
      .fields = {},
      .needs = Needs::driver,
      .delay = delay_of_horn,
      .charged_ff = charged_ff_of_horn,
      .range = range_of_horn};
}

}  // namespace cutline
