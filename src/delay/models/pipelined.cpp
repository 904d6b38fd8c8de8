// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "delay/driven.hpp"

namespace cutline {
namespace {

std::vector<Field> fields_of_pipelined() {
  std::vector<Field> all = {
      {.name = "cycle",
       .kind = FieldKind::time,
       .help = "period of the clock",
       .default_value = 1.0,
       .min = 1e-6,
       .max = 1e9},
      {.name = "overhead",
       .kind = FieldKind::time,
       .help = "of every cycle: register delay, setup and skew",
       .default_value = 0.0,
       .min = 0,
       .max = 1e9},
      {.name = "wire",
       .kind = FieldKind::choice,
       .help = "the model of the wire between the registers",
       .default_value = std::string("repeated"),
       .choices = {"repeated", "d2m", "sakurai", "elmore", "transmission_line", "time_of_flight"}}};
  for (const Field& field : driver_fields()) all.push_back(field);
  return all;
}

const DelayModel& wire_model(const Parameters& p) { return *find_delay_model(p.text("wire")); }

Parameters wire_parameters(const Parameters& p) {
  Parameters own;
  for (const Field& field : wire_model(p).fields) {
    if (p.has(field.name)) own.set(field.name, p.values().find(field.name)->second);
  }
  return own;
}

Time delay_of_pipelined(const Parameters& p, const WireMedium& medium, const WireLength& wire) {
  const double cycle = p.number("cycle");
  const double useful = cycle - p.number("overhead");
  if (useful <= 0) {
    throw_input_error("pipelined: the overhead leaves nothing of a cycle", "make the cycle longer", "overhead");
  }
  const double alone = in_ns(wire_model(p).delay(wire_parameters(p), medium, wire));
  // A wire that just fits its cycle is not pushed into the next one by rounding.
  return nanoseconds(cycle * std::max(1.0, std::ceil(alone / useful * (1 - 1e-12))));
}

double charged_ff_of_pipelined(const Parameters& p, const WireMedium& medium, double mm) {
  const DelayModel& model = wire_model(p);
  if (model.charged_ff != nullptr) return model.charged_ff(wire_parameters(p), medium, mm);
  return (medium.figures.has(TechnologyFigure::c_ff_per_mm) ? medium.c_ff_per_mm() : 0) * mm;
}

LengthRange range_of_pipelined(const Parameters& p, const WireMedium& medium) {
  return wire_model(p).range(wire_parameters(p), medium);
}

}  // namespace

DelayModel pipelined_delay() {
  return {.name = "pipelined",
          .summary = "whole cycles of a clock, at least one, registers at equal distances along the wire",
          .source = "derived: ceil(delay of the wire / (cycle - overhead)) cycles",
          .fields = fields_of_pipelined(),
          .needs = Needs::metres,
          .delay = delay_of_pipelined,
          .charged_ff = charged_ff_of_pipelined,
          .range = range_of_pipelined,
          .clocked = true};
}

}  // namespace cutline
