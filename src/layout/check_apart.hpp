// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/function_ref.hpp"

namespace cutline::checking {

/// Metal of wires side by side: wire `wire` + i, of `wires`, has metal on the track `track` + i * track_step, from lo +
/// i * lo_step to hi + i * hi_step, both included. Tracks of different layers never meet.
struct Metal {
  std::int64_t track = 0, lo = 0, hi = 0;
  std::int32_t layer = 0;
  std::uint32_t wire = 0, wires = 1;
  std::int8_t track_step = 0, lo_step = 0, hi_step = 0;

  std::int64_t low_track() const { return track_step < 0 ? track - (std::int64_t{wires} - 1) : track; }
  std::int64_t high_track() const { return track_step > 0 ? track + (std::int64_t{wires} - 1) : track; }
  /// The metal of wire number `wire` + i alone.
  Metal one(std::uint32_t i) const;
};

/// The metal of wires side by side, from that of the first and of the last; nothing if it has no such form, or if its
/// own wires may touch.
std::optional<Metal> side_by_side(const Metal& first, const Metal& last, std::uint32_t wires);

/// Finds metal of different wires that touches, by one sweep over the tracks of each layer: `touch` is called for
/// each piece, of one wire, that begins on a track before an earlier one, of another wire, has ended.
///
/// Where the same metal of wires side by side lies on many tracks, its first and last track prove those between them:
/// the ends of metal are linear in the number of the track. All other tracks are swept one by one. Returns how many
/// tracks have metal. Cost: O(n log n) in the metal on each such stretch of tracks. Sorts `metal`.
std::uint64_t for_each_touch(std::vector<Metal>& metal,
                             FunctionRef<void(const Metal& before, const Metal& metal)> touch);

}  // namespace cutline::checking
