// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

/// A number as the user wrote it. If it is an integer of 64 bits, `whole` holds it exactly.
struct Number {
  double real = 0;
  std::optional<std::int64_t> whole;
};

/// Reads a decimal number: `8`, `-0.5`, `1e3`. Returns nothing for any other text, including leading zeros,
/// underscores, other bases and infinity.
std::optional<Number> parse_number(std::string_view text);
/// Why a text that looks like a number is not one, and how to write it; empty if no reason is known.
std::string number_hint(std::string_view text);

/// The kind of quantity that a unit measures. The base units are bits, nanometres, nanoseconds, gigahertz, mm2, wires,
/// links, pins, cycles, wire pitches and their squares, and 1 for a share; for the figures of technologies they are
/// ohm, ohm/mm, fF, fF/mm, nH/mm, V, ps/mm, mm/ns, pJ/bit and GB/s/mm.
enum class Measured {
  bits,
  length,
  time,
  frequency,
  share,
  area,
  wires,
  pins,
  cycles,
  pitches,
  pitches2,
  resistance,
  resistance_per_length,
  capacitance,
  capacitance_per_length,
  inductance_per_length,
  voltage,
  time_per_length,
  speed,
  energy_per_bit,
  bandwidth_per_length,
  links,
  decibels,
  data_rate,
  power
};

struct QuantityText {
  double value = 0;  ///< in the base unit
  Measured measured = Measured::bits;
};

struct UnitText {
  std::string_view name;
  Measured measured;
  double times;
  double divided_by;
};

std::span<const UnitText> units();
/// The allowed units in words, such as "nm, um, mm, cm, m, km, inch or mil".
std::string units_in_words(const std::vector<Measured>& allowed);

/// A number separated from its unit: "2.5 GHz" or "2.5GHz".
struct CutQuantity {
  std::string_view number;
  std::string_view unit;
};
CutQuantity cut_quantity(std::string_view text);

}  // namespace cutline
