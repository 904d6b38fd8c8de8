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

/// A channel and the sides of a wire's pins.
struct Way {
  std::uint32_t channel = 0;
  Side first = Side::below, last = Side::below;
  /// Begins a place in it.
  void begin(DealtPlace& at) const {
    at.channel = channel;
    at.first = first;
    at.last = last;
  }
};

/// A way as it is for the next wire of a link.
struct WayNow {
  std::uint32_t free_ends = 0;  ///< at the slot that has fewest
  std::uint32_t weight = 0;     ///< the more pins and tracks are free
  bool is_open = false;         ///< some layer has a track left all along the wire
};

/// A way before all others with less weight, of equal ones the first.
inline std::uint64_t key_of(std::uint32_t weight, std::uint32_t way) { return std::uint64_t{~weight} << 32 | way; }
inline std::uint32_t way_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }
inline std::uint32_t weight_of(std::uint64_t key) { return ~static_cast<std::uint32_t>(key >> 32); }

/// What the wires of one link share.
struct LinkWays {
  bool is_known = false;
  std::vector<Way> ways;                  ///< channel by channel
  std::vector<const EndCount*> ends;      ///< of each way, of each slot
  std::vector<std::uint32_t> of_channel;  ///< the first way of each channel, and one more
  // After so many changes of the board:
  std::size_t changes_seen = 0;
  std::vector<WayNow> now;           ///< of each way
  std::vector<std::uint64_t> order;  ///< the keys of those with a weight: most pins and tracks first, so that both run
                                     ///< out together
};

/// The ways of all links, while wires are dealt out. What the wires of a link share is found once, and how its ways are
/// now only in the channels that have changed since its last wire.
class DealWays {
 public:
  DealWays(DealState& state, const DealPages& pages, std::size_t links)
      : state_(state), field_(state.field), pages_(pages), of_link_(links) {}

  /// The ways of a wire's link as they are now. Cost: near O(ways of the channels that have changed + ways with pins).
  const LinkWays& of(const Wire& wire);
  /// Tells that a wire took a place in a channel, or gave it back.
  void channel_changed(std::uint32_t channel) { changed_.push_back(channel); }

 private:
  void find(const Wire& wire, LinkWays& link);
  bool has_line(std::uint32_t channel, Side side) const;
  void renew(const Wire& wire, LinkWays& link, std::uint32_t from, std::uint32_t to);
  void put_in_order(LinkWays& link);

  DealState& state_;
  const PinField& field_;
  const DealPages& pages_;
  std::vector<LinkWays> of_link_;
  std::vector<std::uint32_t> changed_;           ///< channels in turn
  std::vector<std::uint64_t> renewed_, merged_;  ///< keys of ways
};

}  // namespace cutline::board
