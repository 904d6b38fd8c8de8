// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cutline {

/// What an order that optimises makes as small as it can.
enum class Minimised : std::uint8_t {
  total,         ///< the sum of all links' spans, in node pitches
  longest,       ///< the longest link's span
  peak_density,  ///< links over the densest cut, of the two axes the denser
  area           ///< of an estimate: every routing channel as high as its own densest cut
};
inline constexpr std::string_view kMinimised[] = {"total", "longest", "peak_density", "area"};

/// What came of an order that optimises, for a reader of the result.
struct Arranged {
  std::string order;
  std::string axis;  ///< of a line: x, y or z; empty: a whole grid
  Minimised minimised = Minimised::total;
  std::uint64_t natural = 0;             ///< of the natural order
  std::uint64_t start = 0;               ///< of the order it began with
  bool chose_start = false;              ///< it began with another order; else with the natural one
  std::uint64_t value = 0;               ///< in the end
  std::optional<std::uint64_t> optimum;  ///< of lines of up to 20 nodes
  std::uint64_t moves = 0, all_moves = 0;
  bool interrupted = false;
};

/// `total 240, natural order 320, exact optimum 232`; says whether and where it was interrupted.
std::string to_string(const Arranged& arranged);

}  // namespace cutline
