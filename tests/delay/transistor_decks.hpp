// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "cutline/detail/delay/wire_formulas.hpp"

/// Decks of transistors for ngspice; the linear drivers of the delay models approximate these transistors.
namespace ngspice {

using cutline::Driver;
using cutline::elmore_delay;
using cutline::in_ns;

inline constexpr double kOxidePermittivity = 3.9 * 8.854e-12;
inline constexpr double kGateUnits = 3;  // one square micrometre for the n transistor, two for the p transistor
/// Resistance of such an inverter in a chain, times its strength and its supply; found by running chain_deck.
inline constexpr double kChainStrength = 4.9;

/// An inverter of two level-1 transistors, of size 1, made to resemble a technology's.
struct InverterCard {
  double vdd_v = 1;
  double threshold_v = 0.25;  ///< of both
  double beta_a_per_v2 = 0;   ///< of both
  double gate_ff = 0;         ///< at its input
  double drain_ff = 0;        ///< at its output
};
inline std::string inverter(const InverterCard& card) {
  const double oxide = kOxidePermittivity / (card.gate_ff * 1e-15 / kGateUnits * 1e12);
  return fmt::format(
      ".model N NMOS LEVEL=1 VTO={0:g} KP={1:.6g} TOX={2:.6g}\n"
      ".model P PMOS LEVEL=1 VTO=-{0:g} KP={3:.6g} TOX={2:.6g}\n"
      ".subckt inv in out vdd h=1\n"
      "Mn out in 0 0 N W={{1u*h}} L=1u\nMp out in vdd vdd P W={{2u*h}} L=1u\nCd out 0 {{{4:.9g}f*h}}\n.ends\n",
      card.threshold_v, card.beta_a_per_v2, oxide, card.beta_a_per_v2 / 2, card.drain_ff);
}

inline std::string supply(const InverterCard& card, double period_s) {
  return fmt::format("Vdd vdd 0 {0:g}\nVin n0 0 PULSE(0 {0:g} {1:.6g} {2:.6g} {2:.6g} {3:.6g} {4:.6g})\n", card.vdd_v,
                     period_s / 20, period_s / 50, period_s / 2 - period_s / 50, period_s);
}

/// A wire from w<i> to n<i + 1>, as 20 pi sections.
inline void add_wire(std::string& deck, int i, double ohm, double ff) {
  constexpr int kSections = 20;
  for (int section = 0; section < kSections; ++section) {
    const std::string from = section == 0 ? fmt::format("w{}", i) : fmt::format("s{}_{}", i, section);
    const std::string to = section + 1 == kSections ? fmt::format("n{}", i + 1) : fmt::format("s{}_{}", i, section + 1);
    deck += fmt::format("Ca{0}_{1} {2} 0 {4:.9g}f\nR{0}_{1} {2} {3} {5:.9g}\nCb{0}_{1} {3} 0 {4:.9g}f\n", i, section,
                        from, to, ff / kSections / 2, std::max(ohm / kSections, 1e-6));
  }
}

/// An inverter with thresholds of a quarter of the supply, and with the strength that gives about the driver's
/// resistance in a chain. chain_deck measures the resistance that it really has.
inline InverterCard inverter_card(const Driver& driver, double vdd_v) {
  return {vdd_v, vdd_v / 4, kChainStrength / (driver.r_chain_ohm * vdd_v), driver.input_ff, driver.parasitic_ff};
}

/// A chain of equal inverters, each of which drives `fanout` inverters of its own size and a capacitance. Measures one
/// stage, as the mean of a rising and a falling one.
inline std::string chain_deck(const InverterCard& card, double fanout, double load_ff) {
  constexpr int kStages = 10;
  const double resistance = kChainStrength / (card.beta_a_per_v2 * card.vdd_v);
  const double stage = 0.7e-15 * resistance * (card.drain_ff + fanout * card.gate_ff + load_ff);
  std::string deck = "* a chain of loaded inverters\n" + inverter(card) + supply(card, 60 * stage);
  for (int i = 0; i < kStages; ++i) {
    deck += fmt::format("X{0} n{0} n{1} vdd inv\nC{0} n{1} 0 {2:.9g}f\n", i, i + 1, std::max(load_ff, 1e-9));
    if (fanout > 1) deck += fmt::format("XD{0} n{0} d{0} vdd inv h={1:g}\n", i + 1, fanout - 1);
  }
  // Measures two stages, a falling and a rising one, and halves their time.
  return deck + fmt::format(
                    ".options reltol=1e-5\n.tran {0:.6g} {1:.6g} 0 {0:.6g}\n"
                    ".meas tran two TRIG v(n4) VAL={2:g} RISE=1 TARG v(n6) VAL={2:g} RISE=1\n"
                    ".meas tran td PARAM='two/2'\n.end\n",
                    stage / 100, 30 * stage, card.vdd_v / 2);
}

/// A wire of `stages` equal stages behind inverters of some size, deep in a chain of such stages. Measures all of them.
inline std::string repeater_deck(const InverterCard& card, double size, std::int64_t stages, double wire_ohm,
                                 double wire_ff) {
  constexpr int kStages = 7;
  const auto count = static_cast<double>(stages);
  const double ohm = wire_ohm / count;
  const double ff = wire_ff / count;
  const double driver = kChainStrength / (card.beta_a_per_v2 * card.vdd_v) / size;
  const double stage = in_ns(elmore_delay({ohm, ff, driver, card.drain_ff * size, card.gate_ff * size})) * 1e-9;
  std::string deck = "* repeaters and their wires\n" + inverter(card) + supply(card, 40 * stage);
  for (int i = 0; i < kStages; ++i) {
    deck += fmt::format("X{0} n{0} w{0} vdd inv h={1:.9g}\n", i, size);
    add_wire(deck, i, ohm, ff);
  }
  deck += fmt::format("X{0} n{0} w{0} vdd inv h={1:.9g}\n", kStages, size);
  return deck + fmt::format(
                    ".options reltol=1e-4\n.tran {0:.6g} {1:.6g} 0 {0:.6g}\n"
                    ".meas tran two TRIG v(n4) VAL={2:g} RISE=1 TARG v(n6) VAL={2:g} RISE=1\n"
                    ".meas tran td PARAM='two/2*{3}'\n.end\n",
                    stage / 60, 20 * stage, card.vdd_v / 2, stages);
}

}  // namespace ngspice
