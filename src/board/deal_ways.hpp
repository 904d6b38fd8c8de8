// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "board/deal_pages.hpp"

namespace cutline::board {

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
