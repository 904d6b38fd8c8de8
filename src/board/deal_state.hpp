// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "board/pin_dealer.hpp"
#include "board/taken_steps.hpp"

namespace cutline::board {

struct EndCount {
  std::uint32_t all = 0, free = 0;
};

/// What wires have taken of a field of pins and its channels on a number of layers along x.
struct DealState {
  DealState(const PinField& pins, std::uint32_t number_of_layers)
      : field(pins), layers(number_of_layers), taken(number_tracks(), std::size_t{2} * pins.positions) {
    for (const auto& ends : field.ends) owners.emplace_back(ends.size(), kNone);
    counts.resize(2 * field.ends.size());
    for (std::size_t line = 0; line < field.ends.size(); ++line) {
      for (const PinEnd& end : field.ends[line]) {
        EndCount& count = counts[2 * line + end.across];
        ++count.all;
        ++count.free;
      }
    }
    for (std::uint32_t c = 0; c < field.channels.size(); ++c) {
      for (const std::uint32_t step : field.channels[c].blocked) {
        for (std::size_t t = first_track[c]; t < first_track[c + 1]; ++t) taken.turn(t, step, step);
      }
    }
  }

  std::size_t track_of(std::uint32_t channel, std::uint32_t layer, std::uint32_t track) const {
    return first_track[channel] + std::size_t{layer} * field.channels[channel].tracks + track;
  }
  std::uint32_t& owner(std::uint32_t slot, std::size_t line, std::uint32_t end) {
    return owners[slot * field.lines.size() + line][end];
  }
  /// How many ends stand at a side of a channel, and how many of them are free.
  EndCount& ends_at(std::uint32_t slot, std::uint32_t channel, Side side) {
    return counts[2 * (slot * field.lines.size() + line_of(channel, side)) + (side == Side::across)];
  }

  const PinField& field;
  std::uint32_t layers;
  std::vector<std::size_t> first_track;  ///< of each channel, and one more
  TakenSteps taken;
  std::vector<std::vector<std::uint32_t>> owners;  ///< of PinField::ends
  std::vector<EndCount> counts;                    ///< of PinField::ends, then of those across

 private:
  /// Numbers all tracks: channel by channel, layer by layer, and gives their count.
  std::size_t number_tracks() {
    first_track.push_back(0);
    for (const RowChannel& channel : field.channels)
      first_track.push_back(first_track.back() + std::size_t{channel.tracks} * layers);
    return first_track.back();
  }
};

}  // namespace cutline::board
