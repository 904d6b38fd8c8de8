// SPDX-License-Identifier: Apache-2.0
#include "board/deal_ways.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace cutline::board {

const LinkWays& DealWays::of(const Wire& wire) {
  LinkWays& link = of_link_[wire.link];
  const auto channels = static_cast<std::uint32_t>(field_.channels.size());
  renewed_.clear();
  if (link.of_channel.empty()) find(wire, link);
  if (link.is_known && 3 * (changed_.size() - link.changes_seen) < channels) {  // a pin stands beside two channels
    for (std::size_t change = link.changes_seen; change < changed_.size(); ++change)
      renew(wire, link, std::max(changed_[change], 1U) - 1, std::min(changed_[change] + 2, channels));
  } else {
    renew(wire, link, 0, channels);
  }
  link.is_known = true;
  link.changes_seen = changed_.size();
  put_in_order(link);
  return link;
}

/// The ways in whose channels and sides all slots of a link have pins; they stay the same.
void DealWays::find(const Wire& wire, LinkWays& link) {
  static constexpr std::array<std::array<Side, 2>, 5> kSides = {{{Side::below, Side::below},
                                                                 {Side::above, Side::above},
                                                                 {Side::below, Side::above},
                                                                 {Side::above, Side::below},
                                                                 {Side::across, Side::across}}};
  for (std::uint32_t c = 0; c < field_.channels.size(); ++c) {
    link.of_channel.push_back(static_cast<std::uint32_t>(link.ways.size()));
    if (field_.channels[c].tracks == 0) continue;
    for (const auto& [first, last] : kSides) {
      if (!has_line(c, first) || !has_line(c, last) || (wire.slots.size() > 2 && first != last)) continue;
      std::vector<const EndCount*> ends;
      for (std::size_t i = 0; i < wire.slots.size(); ++i)
        ends.push_back(&state_.ends_at(wire.slots[i], c, i == 0 ? first : last));
      if (std::ranges::any_of(ends, [](const EndCount* count) { return count->all == 0; })) continue;
      link.ways.push_back({c, first, last});
      link.ends.insert(link.ends.end(), ends.begin(), ends.end());
    }
  }
  link.of_channel.push_back(static_cast<std::uint32_t>(link.ways.size()));
  link.now.resize(link.ways.size());
}

bool DealWays::has_line(std::uint32_t channel, Side side) const {
  return (side == Side::above || channel > 0) && (side == Side::below || channel < field_.lines.size());
}

/// Finds how the ways of a link in some channels are now, and which have another weight.
void DealWays::renew(const Wire& wire, LinkWays& link, std::uint32_t from, std::uint32_t to) {
  const std::size_t slots = wire.slots.size();
  for (std::uint32_t channel = from; channel < to; ++channel) {
    std::optional<std::uint32_t> room;
    bool is_open = false;
    for (std::uint32_t n = link.of_channel[channel]; n < link.of_channel[channel + 1]; ++n) {
      WayNow now{.free_ends = kNone};
      for (std::size_t i = 0; i < slots; ++i) now.free_ends = std::min(now.free_ends, link.ends[n * slots + i]->free);
      if (now.free_ends > 0) {
        if (!room) {
          room = pages_.room_in(wire, channel);
          is_open = *room > 0 && !pages_.is_full_everywhere(wire, channel);
        }
        now.weight = now.free_ends * *room;
        now.is_open = is_open;
      }
      if (now.weight != link.now[n].weight) renewed_.push_back(key_of(now.weight, n));
      link.now[n] = now;
    }
  }
}
/// Moves the renewed ways to their places in the order of a link.
void DealWays::put_in_order(LinkWays& link) {
  if (renewed_.empty()) return;
  std::erase_if(link.order, [&](std::uint64_t key) { return link.now[way_of(key)].weight != weight_of(key); });
  std::erase_if(renewed_, [](std::uint64_t key) { return weight_of(key) == 0; });
  std::ranges::sort(renewed_);
  merged_.clear();
  std::ranges::merge(link.order, renewed_, std::back_inserter(merged_));
  std::swap(link.order, merged_);
}

}  // namespace cutline::board
