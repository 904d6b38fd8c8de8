// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cutline {

/// The quantity that an optimising order minimises.
enum class Minimised : std::uint8_t {
  total,         ///< the sum of all links' spans, in node pitches
  longest,       ///< the longest link's span
  peak_density,  ///< links over the densest cut of the two axes
  area           ///< an estimate, with every routing channel as high as its own densest cut
};
inline constexpr std::string_view kMinimised[] = {"total", "longest", "peak_density", "area"};

/// The result of an optimising order, as it is reported.
struct Arranged {
  std::string order;
  std::string axis;  ///< of a line: x, y or z; empty: a whole grid
  Minimised minimised = Minimised::total;
  std::uint64_t natural = 0;             ///< value of the natural order
  std::uint64_t start = 0;               ///< value of the order it began with
  bool chose_start = false;              ///< it began with another order; else with the natural one
  std::uint64_t value = 0;               ///< value in the end
  std::optional<std::uint64_t> optimum;  ///< of lines of up to 20 nodes
  std::uint64_t moves = 0, all_moves = 0;
  bool interrupted = false;
};

/// `order exact along x: total 232; natural order 320, exact optimum 232`; also tells whether and where it was
/// interrupted.
std::string to_string(const Arranged& arranged);

}  // namespace cutline
