// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/deal_state.hpp"

namespace cutline::board {

using Page = std::vector<PageEvent>;  ///< in their order

/// Cuts between slots, by the rank of the slot to their left; none: from > to.
struct CutRange {
  std::uint32_t from = 1, to = 0;
};

/// Which wires run in which channel on which layer, while they are dealt out.
class DealPages {
 public:
  DealPages(DealState& state, std::span<const Wire> wires);

  const PinEnd& end_of(std::uint32_t w, const DealtPlace& at, std::size_t i) const {
    return state_.field.at(wires_[w].slots[i], line_of(at.channel, at.side(i)))[at.ends[i]];
  }
  /// Of a pair: whether its upper line is positive, by the pins of its slot i; else true.
  bool upper_positive(std::uint32_t w, const DealtPlace& at, std::size_t i) const;

  /// The tracks of a channel that are free all along a wire.
  std::uint32_t room_in(const Wire& wire, std::uint32_t channel) const;
  /// Whether some cut of a wire has no track left on a page, or on all pages of a channel.
  bool is_full(std::uint32_t w, const DealtPlace& at) const { return is_full(wires_[w], number_of(at)); }
  bool is_full_everywhere(const Wire& wire, std::uint32_t channel) const;
  /// From the first to the last cut of a wire over which its page has no track left. Where the wire takes the track of
  /// another one, that one passes all of them.
  CutRange full_cuts(std::uint32_t w, const DealtPlace& at) const;
  bool passes(std::uint32_t w, const CutRange& cuts) const {
    return cuts.from > cuts.to ||
           (rank(wires_[w].slots.front()) <= cuts.from && cuts.to < rank(wires_[w].slots.back()));
  }
  /// Whether the outline or a keep-out closes the channel somewhere along a wire.
  bool is_blocked(std::uint32_t w, const DealtPlace& at) const;

  void events_of(std::uint32_t w, const DealtPlace& at, Page& events) const;
  /// A page with the events of one more wire, or without those of one.
  void with(const DealtPlace& at, const Page& more, Page& page) const;
  static void without(const Page& page, std::uint32_t w, Page& rest);
  bool fits(const DealtPlace& at, const Page& page) const { return fits_page(page, tracks_of(at), state_.field.jogs); }

  void add(std::uint32_t w, const DealtPlace& at);
  void remove(std::uint32_t w, const DealtPlace& at);
  /// Gives all wires their tracks, and takes the steps of these.
  void draw(std::vector<DealtPlace>& places);

 private:
  std::size_t slots() const { return state_.field.left_to_right.size(); }
  bool is_full(const Wire& wire, std::size_t page) const {
    return !full_.is_free(page, rank(wire.slots.front()), rank(wire.slots.back()) - 1);
  }
  std::uint32_t rank(std::uint32_t slot) const { return state_.field.left_to_right[slot]; }
  std::size_t number_of(const DealtPlace& at) const { return std::size_t{at.channel} * state_.layers + at.layer; }
  std::uint32_t tracks_of(const DealtPlace& at) const { return state_.field.channels[at.channel].tracks; }
  void count(std::uint32_t w, const DealtPlace& at, std::uint32_t more);
  void take_steps(std::uint32_t w, const DealtPlace& at);

  DealState& state_;
  std::span<const Wire> wires_;
  std::vector<Page> pages_;                ///< of each channel and layer
  std::vector<std::uint32_t> over_cut_;    ///< wires of each page over each cut between slots
  std::vector<std::uint32_t> in_channel_;  ///< the same of each channel
  TakenSteps full_;                        ///< of each page, the cuts that have no track left
};

}  // namespace cutline::board
