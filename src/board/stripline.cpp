// SPDX-License-Identifier: Apache-2.0
#include "board/stripline.hpp"

#include <cmath>
#include <numbers>

namespace cutline::board {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kQuarterWave = 30 * kPi;  // a quarter of the impedance of free space, in ohms
constexpr double kDecibelsOfNeper = 20 / std::numbers::ln10;
constexpr double kCopperOhmM = 1.72e-8;
constexpr double kVacuumPermeability = 4e-7 * kPi;  // H/m

double mean_of_gauss(double a, double b) {
  while (std::abs(a - b) > 1e-15 * a) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
    if (b == 0) return 0;
  }
  return a;
}

/// K(k) / K(k') of the complete elliptic integrals, from k and k', since one of them may be too near to 1.
double ratio_of_integrals(double k, double complement) { return mean_of_gauss(1, k) / mean_of_gauss(1, complement); }

double other_modulus(double k) { return std::sqrt(std::max(0.0, (1 - k) * (1 + k))); }

/// Lengths of a line as reals; all in nanometres.
struct Sizes {
  explicit Sizes(const Stripline& line)
      : w(static_cast<double>(line.width)),
        t(static_cast<double>(line.copper)),
        b(2 * static_cast<double>(line.height) + t) {}
  double w, t, b;
};

double thin_impedance(double w, double b, double dk) {
  const double angle = kPi * w / (2 * b);
  return kQuarterWave / std::sqrt(dk) * ratio_of_integrals(1 / std::cosh(angle), std::tanh(angle));
}

/// How much wider than thick copper the thin strip is.
double widened_by(const Sizes& of) {
  if (of.t <= 0) return 0;
  const double x = of.t / of.b;
  const double power = 2 / (1 + 2 * x / (3 * (1 - x)));
  const double inner = x / (2 - x), outer = 0.0796 * x / (of.w / of.b + 1.1 * x);
  return (of.b - of.t) * x / (kPi * (1 - x)) * (1 - 0.5 * std::log(inner * inner + std::pow(outer, power)));
}

/// The capacitance of an edge of a track to both planes, over the permittivity.
double edge_capacitance(const Sizes& of) {
  const double a = 1 / (1 - of.t / of.b);
  const double thick = of.t > 0 ? (a - 1) * std::log(a * a - 1) : 0;
  return (2 * a * std::log(a + 1) - thick) / kPi;
}

}  // namespace

double stripline_impedance_ohm(const Stripline& line) {
  const Sizes of(line);
  return thin_impedance(of.w + widened_by(of), of.b - of.t, line.dk);
}

PairImpedance pair_impedance_ohm(const Stripline& line, Nanometres gap) {
  const Sizes of(line);
  const double s = static_cast<double>(gap), root = std::sqrt(line.dk);
  const double own = std::tanh(kPi * of.w / (2 * of.b)), both = std::tanh(kPi * (of.w + s) / (2 * of.b));
  const auto thin = [&](double k) { return kQuarterWave / root * ratio_of_integrals(other_modulus(k), k); };
  const PairImpedance flat = {thin(own * both), thin(own / both)};
  if (of.t <= 0) return flat;
  const double alone = stripline_impedance_ohm(line), alone_flat = thin_impedance(of.w, of.b, line.dk);
  const double edge = edge_capacitance(of);
  const double edge_flat = 2 * std::numbers::ln2 / kPi;
  const double even = 1 / alone - edge / edge_flat * (1 / alone_flat - 1 / flat.even);
  const double coupling = 1 / flat.odd - 1 / alone_flat;
  // Gaps much wider than the copper is thick: edges alone. Narrow ones: the facing sides are a capacitor of plates.
  const double wave = 4 * kQuarterWave / root;
  const double odd = s >= 5 * of.t ? 1 / alone + edge / edge_flat * coupling
                                   : 1 / alone + coupling - 2 / wave * (edge - edge_flat) + 2 * of.t / (wave * s);
  return {1 / even, 1 / odd};
}

double conductor_loss_db_per_mm(const Stripline& line, double ghz) {
  const Sizes of(line);
  const double z = stripline_impedance_ohm(line), w = of.w * 1e-9, t = of.t * 1e-9, b = of.b * 1e-9;
  const double skin_ohm = std::sqrt(kPi * ghz * 1e9 * kVacuumPermeability * kCopperOhmM);
  double nepers_per_m = 0;
  if (std::sqrt(line.dk) * z < 120) {
    const double around = 1 + 2 * w / (b - t) + (b + t) / (kPi * (b - t)) * std::log((2 * b - t) / t);
    nepers_per_m = 2.7e-3 * skin_ohm * line.dk * z / (kQuarterWave * (b - t)) * around;
  } else {
    const double edges = 0.5 + 0.414 * t / w + std::log(4 * kPi * w / t) / (2 * kPi);
    nepers_per_m = 0.16 * skin_ohm / (z * b) * (1 + b / (0.5 * w + 0.7 * t) * edges);
  }
  return kDecibelsOfNeper * nepers_per_m * 1e-3;
}

double dielectric_loss_db(const Material& material, double ghz, double inches) {
  return 2.3 * ghz * std::sqrt(material.dk) * material.df * inches;
}

}  // namespace cutline::board
