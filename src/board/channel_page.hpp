// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace cutline::board {

/// The side of a channel on which a wire's pin stands.
enum class Side : std::uint8_t { below, above, across };

/// A wire that begins, passes or ends at a pin, or at the two of a pair.
struct PageEvent {
  enum class Kind : std::uint8_t { begin, tap, end };
  std::uint32_t at = 0;  ///< position along x; of an end that of its last pin, else of its first
  Kind kind = Kind::begin;
  Side side = Side::below;
  std::uint32_t wire = 0;
  std::uint32_t to = 0;      ///< position of its last pin
  std::uint32_t leaves = 0;  ///< of a begin: position of the first pin of the wire's end
  auto order() const { return std::tuple(at, kind, side, wire); }
};

/// From a track to another one, between a position and the next.
struct TrackChange {
  std::uint32_t place = 0;   ///< the position before it
  std::uint32_t column = 0;  ///< of the places to change there, from the left
  std::uint32_t track = 0;   ///< the one that it leads to
};

/// The tracks of a wire on a page, from left to right.
struct PageRun {
  std::uint32_t wire = 0, track = 0;
  std::vector<TrackChange> changes;
};

/// Whether wires fit on one layer of a channel. A track along y at a pin crosses all tracks between it and its own, so
/// that a wire begins and ends at pins of one side as the outermost on this side: wires are a queue with two ends, and
/// they make room for each other by changing tracks between two positions. `events` in their order; `jogs`: how many
/// wires may change tracks after each position. Fills `runs`, if given, in the order in which wires begin.
/// derived: of up to three wires the middle one ends first only if it began so; where pins of both sides are free, each
/// set of wires that nowhere lie more than three side by side has sides for which it fits. Cost: O(events x tracks).
bool fits_page(std::span<const PageEvent> events, std::uint32_t tracks, std::span<const std::uint32_t> jogs,
               std::vector<PageRun>* runs = nullptr);

}  // namespace cutline::board
