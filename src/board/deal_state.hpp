// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/pin_dealer.hpp"

namespace cutline::board {

/// The steps that are taken on each of many tracks.
class TakenSteps {
 public:
  TakenSteps(std::size_t tracks, std::size_t steps) : words_((steps + 63) / 64), bits_(tracks * words_) {}

  bool is_free(std::size_t track, std::uint32_t from, std::uint32_t to) const {
    for (std::size_t w = from / 64; w <= to / 64; ++w) {
      if ((bits_[track * words_ + w] & mask(w, from, to)) != 0) return false;
    }
    return true;
  }
  void take(std::size_t track, std::uint32_t from, std::uint32_t to) {
    for (std::size_t w = from / 64; w <= to / 64; ++w) bits_[track * words_ + w] |= mask(w, from, to);
  }
  /// Takes the steps if they are free, and frees them if they are taken.
  void turn(std::size_t track, std::uint32_t from, std::uint32_t to) {
    for (std::size_t w = from / 64; w <= to / 64; ++w) bits_[track * words_ + w] ^= mask(w, from, to);
  }

 private:
  static std::uint64_t mask(std::size_t word, std::uint32_t from, std::uint32_t to) {
    std::uint64_t all = ~std::uint64_t{0};
    if (word == from / 64) all &= ~std::uint64_t{0} << (from % 64);
    if (word == to / 64) all &= ~std::uint64_t{0} >> (63 - to % 64);
    return all;
  }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

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

/// Gives wires without a place one that changes channels through vias in the rooms between slots: along a channel to a
/// room, there along y, and along another channel to the other pin; of a bus, so from slot to slot. Takes as few layers
/// along y as it can, `most` at most. What it cannot place keeps a reason: pins, or layers.
void add_detours(DealState& state, std::span<const Wire> wires, std::uint32_t most, Dealt& dealt);

}  // namespace cutline::board
