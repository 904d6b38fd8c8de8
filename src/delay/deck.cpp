// SPDX-License-Identifier: Apache-2.0
#include "cutline/delay/deck.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace cutline {
namespace {

constexpr double kStepsOfDelay = 400;
constexpr double kDelaysSimulated = 3;  // the convolution of a line costs the square of it
constexpr int kSections = 20;
constexpr double kOxidePermittivity = 3.9 * 8.854e-12;
constexpr double kGateUnits = 3;  // one square micrometre for the n transistor, two for the p transistor
/// Resistance of such an inverter in a chain, times its strength and its supply; found by running chain_deck.
constexpr double kChainStrength = 4.9;

/// Delays in seconds in a deck; a femtosecond is an ohm times a femtofarad.
double seconds(Time time) { return in_ns(time) * 1e-9; }

void add_sections(std::string& deck, const std::string& from, const std::string& to, double ohm, double ff,
                  int sections) {
  std::string at = from;
  for (int i = 0; i < sections; ++i) {
    const std::string next = i + 1 == sections ? to : fmt::format("{}_{}", to, i);
    const double half = ff / sections / 2;
    deck += fmt::format("Ca_{0} {1} 0 {2:.9g}f\nR_{0} {1} {3} {4:.9g}\nCb_{0} {3} 0 {2:.9g}f\n",
                        fmt::format("{}_{}", to, i), at, half, next, std::max(ohm / sections, 1e-6));
    at = next;
  }
}

/// Simulates some multiples of the expected delay and measures a stage from half to half of the step, then all stages.
std::string measure_card(double expected_s, std::int64_t stages = 1) {
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

std::string inverter(const InverterCard& card) {
  const double oxide = kOxidePermittivity / (card.gate_ff * 1e-15 / kGateUnits * 1e12);
  return fmt::format(
      ".model N NMOS LEVEL=1 VTO={0:g} KP={1:.6g} TOX={2:.6g}\n"
      ".model P PMOS LEVEL=1 VTO=-{0:g} KP={3:.6g} TOX={2:.6g}\n"
      ".subckt inv in out vdd h=1\n"
      "Mn out in 0 0 N W={{1u*h}} L=1u\nMp out in vdd vdd P W={{2u*h}} L=1u\nCd out 0 {{{4:.9g}f*h}}\n.ends\n",
      card.threshold_v, card.beta_a_per_v2, oxide, card.beta_a_per_v2 / 2, card.drain_ff);
}

std::string supply(const InverterCard& card, double period_s) {
  return fmt::format("Vdd vdd 0 {0:g}\nVin n0 0 PULSE(0 {0:g} {1:.6g} {2:.6g} {2:.6g} {3:.6g} {4:.6g})\n", card.vdd_v,
                     period_s / 20, period_s / 50, period_s / 2 - period_s / 50, period_s);
}

std::string staged_deck(const DrivenWire& wire, int sections, std::int64_t stages) {
  const double expected = std::max(seconds(elmore_delay(wire)), 1e-18);
  std::string deck = "* one driver, a distributed wire, a receiver\n" + source_and_driver(wire, expected);
  add_sections(deck, "n0", "out", wire.wire_ohm, wire.wire_ff, sections);
  deck += fmt::format("CL out 0 {:.9g}f\n", std::max(wire.load_ff, 1e-9));
  return deck + measure_card(expected, stages);
}

}  // namespace

std::string wire_deck(const DrivenWire& wire, int sections) { return staged_deck(wire, sections, 1); }

std::string line_deck(const DrivenWire& wire, double wire_nh) {
  const double flight = std::sqrt(wire_nh * 1e-9 * wire.wire_ff * 1e-15);
  const double expected = std::max(flight, seconds(elmore_delay(wire)));
  std::string deck = "* one driver, a line with inductance, a receiver\n" + source_and_driver(wire, expected);
  deck +=
      fmt::format("O1 n0 0 out 0 LINE\n.model LINE LTRA rel=1 r={:.9g} l={:.9g} g=0 c={:.9g} len=1\nCL out 0 {:.9g}f\n",
                  std::max(wire.wire_ohm, 1e-6), wire_nh * 1e-9, wire.wire_ff * 1e-15, std::max(wire.load_ff, 1e-9));
  return deck + measure_card(expected);
}

std::string circuit_deck(const WireCircuit& circuit) {
  if (circuit.wire_nh > 0) return line_deck(circuit.stage, circuit.wire_nh);
  return staged_deck(circuit.stage, kSections, circuit.stages);
}

InverterCard inverter_card(const Driver& driver, double vdd_v) {
  return {vdd_v, vdd_v / 4, kChainStrength / (driver.r_chain_ohm * vdd_v), driver.input_ff, driver.parasitic_ff};
}

std::string chain_deck(const InverterCard& card, double fanout, double load_ff) {
  constexpr int kStages = 10;
  const double resistance = kChainStrength / (card.beta_a_per_v2 * card.vdd_v);
  const double stage = 0.7e-15 * resistance * (card.drain_ff + fanout * card.gate_ff + load_ff);
  std::string deck = "* a chain of loaded inverters\n" + inverter(card) + supply(card, 60 * stage);
  for (int i = 0; i < kStages; ++i) {
    deck += fmt::format("X{0} n{0} n{1} vdd inv\nC{0} n{1} 0 {2:.9g}f\n", i, i + 1, std::max(load_ff, 1e-9));
    if (fanout > 1) deck += fmt::format("XD{0} n{0} d{0} vdd inv h={1:g}\n", i + 1, fanout - 1);
  }
  // Two stages, a falling and a rising one, halved by the resistance that the reader divides through.
  return deck + fmt::format(
                    ".options reltol=1e-5\n.tran {0:.6g} {1:.6g} 0 {0:.6g}\n"
                    ".meas tran two TRIG v(n4) VAL={2:g} RISE=1 TARG v(n6) VAL={2:g} RISE=1\n"
                    ".meas tran td PARAM='two/2'\n.end\n",
                    stage / 100, 30 * stage, card.vdd_v / 2);
}

std::string repeater_deck(const InverterCard& card, double size, std::int64_t stages, double wire_ohm, double wire_ff) {
  constexpr int kStages = 7;
  const auto count = static_cast<double>(stages);
  const double ohm = wire_ohm / count;
  const double ff = wire_ff / count;
  const double driver = kChainStrength / (card.beta_a_per_v2 * card.vdd_v) / size;
  const double stage = seconds(elmore_delay({ohm, ff, driver, card.drain_ff * size, card.gate_ff * size}));
  std::string deck = "* repeaters and their wires\n" + inverter(card) + supply(card, 40 * stage);
  for (int i = 0; i < kStages; ++i) {
    deck += fmt::format("X{0} n{0} w{0} vdd inv h={1:.9g}\n", i, size);
    add_sections(deck, fmt::format("w{}", i), fmt::format("n{}", i + 1), ohm, ff, kSections);
  }
  deck += fmt::format("X{0} n{0} w{0} vdd inv h={1:.9g}\n", kStages, size);
  return deck + fmt::format(
                    ".options reltol=1e-4\n.tran {0:.6g} {1:.6g} 0 {0:.6g}\n"
                    ".meas tran two TRIG v(n4) VAL={2:g} RISE=1 TARG v(n6) VAL={2:g} RISE=1\n"
                    ".meas tran td PARAM='two/2*{3}'\n.end\n",
                    stage / 60, 20 * stage, card.vdd_v / 2, stages);
}

std::optional<Time> measured_delay(std::string_view output) {
  while (!output.empty()) {
    const std::string line(output.substr(0, output.find('\n')));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    const std::size_t equals = line.find('=');
    if (line.compare(0, 2, "td") != 0 || equals == std::string::npos) continue;
    if (line.find_first_not_of(' ', 2) != equals) continue;
    char* end = nullptr;
    const double value = std::strtod(line.c_str() + equals + 1, &end);
    if (end != line.c_str() + equals + 1 && value > 0) return nanoseconds(value * 1e9);
  }
  return std::nullopt;
}

}  // namespace cutline
