// SPDX-License-Identifier: Apache-2.0
#include "delay/board_line.hpp"

#include <cmath>
#include <numbers>

#include "cutline/technology/technology.hpp"

namespace cutline {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kVacuumPermeability = 4e-7 * kPi;  // H/m
constexpr double kDecibels = 20 / std::numbers::ln10;

}  // namespace

double microstrip_permittivity(double relative_permittivity, Length width, Length height) {
  const double mean = (relative_permittivity + 1) / 2;
  return mean + (relative_permittivity - 1) / 2 / std::sqrt(1 + 12 * (height / width));
}

double microstrip_impedance_ohm(double relative_permittivity, Length width, Length height) {
  const double u = width / height;
  const double root = std::sqrt(microstrip_permittivity(relative_permittivity, width, height));
  if (u <= 1) return 60 / root * std::log(8 / u + u / 4);
  return 120 * kPi / (root * (u + 1.393 + 0.667 * std::log(u + 1.444)));
}

double line_loss_db_per_mm(const BoardLine& line, double frequency_ghz) {
  const double skin_ohm = std::sqrt(kPi * frequency_ghz * 1e9 * kVacuumPermeability * line.resistivity_ohm_m);
  const double circumference_mm = 2 * (in_mm(line.width) + in_mm(line.thickness));
  const double by_strip = skin_ohm / circumference_mm / (2 * line.impedance_ohm);
  const double turns_per_mm = frequency_ghz * flight_ps_per_mm(line.effective_permittivity) * 1e-3;
  return kDecibels * (by_strip + kPi * turns_per_mm * line.loss_tangent);
}

}  // namespace cutline
