// SPDX-License-Identifier: Apache-2.0
#include "delay/deck.hpp"

#include <fmt/core.h>

#include <cmath>

namespace cutline {
namespace {

constexpr double kStepsOfDelay = 400;
constexpr double kDelaysSimulated = 3;  // the convolution of a line costs the square of it
constexpr int kSections = 20;

/// Delays in seconds in a deck; a femtosecond is an ohm times a femtofarad.
double seconds(Time time) { return in_ns(time) * 1e-9; }

/// A wire as pi sections.
void add_sections(std::string& deck, const std::string& from, const std::string& to, double ohm, double ff) {
  std::string at = from;
  for (int i = 0; i < kSections; ++i) {
    const std::string next = i + 1 == kSections ? to : fmt::format("{}_{}", to, i);
    const double half = ff / kSections / 2;
    deck += fmt::format("Ca_{0} {1} 0 {2:.9g}f\nR_{0} {1} {3} {4:.9g}\nCb_{0} {3} 0 {2:.9g}f\n",
                        fmt::format("{}_{}", to, i), at, half, next, std::max(ohm / kSections, 1e-6));
    at = next;
  }
}

/// Simulates some multiples of the expected delay and measures a stage from half to half of the step, then all stages.
std::string measure_card(double expected_s, std::int64_t stages) {
  const double step = expected_s / kStepsOfDelay;
  return fmt::format(
             ".options reltol=1e-5\n.tran {0:.6g} {1:.6g} 0 {0:.6g}\n"
             ".meas tran {2} TRIG v(in) VAL=0.5 RISE=1 TARG v(out) VAL=0.5 RISE=1\n",
             step, expected_s * kDelaysSimulated, stages > 1 ? "one" : "td") +
         (stages > 1 ? fmt::format(".meas tran td PARAM='one*{}'\n", stages) : "") + ".end\n";
}

std::string source_and_driver(const DrivenWire& wire, double expected_s) {
  return fmt::format("V1 in 0 PWL(0 0 {:.6g} 1)\nRd in n0 {:.9g}\nCp n0 0 {:.9g}f\n", expected_s * 1e-5,
                     std::max(wire.driver_ohm, 1e-3), std::max(wire.parasitic_ff, 1e-9));
}

}  // namespace

std::string circuit_deck(const WireCircuit& circuit) {
  const DrivenWire& wire = circuit.stage;
  const bool line = circuit.wire_nh > 0;
  const double flight = std::sqrt(circuit.wire_nh * 1e-9 * wire.wire_ff * 1e-15);
  const double expected = std::max(seconds(elmore_delay(wire)), line ? flight : 1e-18);
  std::string deck =
      line ? "* one driver, a line with inductance, a receiver\n" : "* one driver, a distributed wire, a receiver\n";
  deck += source_and_driver(wire, expected);
  if (line) {
    deck += fmt::format("O1 n0 0 out 0 LINE\n.model LINE LTRA rel=1 r={:.9g} l={:.9g} g=0 c={:.9g} len=1\n",
                        std::max(wire.wire_ohm, 1e-6), circuit.wire_nh * 1e-9, wire.wire_ff * 1e-15);
  } else {
    add_sections(deck, "n0", "out", wire.wire_ohm, wire.wire_ff);
  }
  deck += fmt::format("CL out 0 {:.9g}f\n", std::max(wire.load_ff, 1e-9));
  return deck + measure_card(expected, line ? 1 : circuit.stages);
}

}  // namespace cutline
