// SPDX-License-Identifier: Apache-2.0
#include "board/pin_dealer.hpp"

#include <algorithm>
#include <array>

#include "board/deal_pages.hpp"
#include "board/detours.hpp"
#include "board/short_slots.hpp"

namespace cutline::board {

namespace {

/// A channel and the sides of a wire's pins.
struct Way {
  std::uint32_t channel = 0;
  Side first = Side::below, last = Side::below;
  std::uint32_t free_ends = 0;  ///< at the slot that has fewest
  std::uint32_t weight = 0;     ///< the more pins and tracks are free
  DealtPlace place(const Wire& wire) const {
    return {.channel = channel, .first = first, .last = last, .ends = std::vector<std::uint32_t>(wire.slots.size())};
  }
};

class PinDealer {
 public:
  PinDealer(DealState& state, std::span<const Wire> wires)
      : state_(state), field_(state.field), wires_(wires), layers_(state.layers), pages_(state, wires) {
    dealt_.places.resize(wires.size());
    dealt_.why.resize(wires.size());
    seen_.resize(wires.size());
    for (const Wire& wire : wires) apart_.resize(std::max(apart_.size(), std::size_t{wire.link} + 1));
    free_of_slot_.resize(field_.left_to_right.size());
    for (std::size_t line = 0; line < field_.ends.size(); ++line)
      free_of_slot_[line / field_.lines.size()] += static_cast<std::uint32_t>(field_.ends[line].size());
  }

  Dealt deal_all() {
    const std::vector<bool> is_short = wires_without_pins(wires_, free_of_slot_);
    int left_tries = kMostTriesInAll;
    for (const bool second : {false, true}) {
      for (std::uint32_t w = 0; w < wires_.size(); ++w) {
        if (is_short[w] != second) continue;
        round_ = w + 1;
        const int tries = std::min(kMostTries, left_tries);
        tries_ = tries;
        const bool placed = wires_[w].may_pass && place(w, 0);
        left_tries -= tries - std::max(0, tries_);
        if (placed) continue;
        if (!wires_[w].may_pass) dealt_.why[w] = LeftBecause::shape;
        ++dealt_.left;
        dealt_.left_by_tracks += dealt_.why[w] == LeftBecause::tracks;
      }
    }
    pages_.draw(dealt_.places);
    return std::move(dealt_);
  }

 private:
  static constexpr int kMostAlike = 200, kMostTries = 1000, kMostTriesInAll = 400'000, kDeepest = 8;

  std::uint32_t& owner(std::uint32_t slot, const DealtPlace& at, std::size_t i) {
    return state_.owner(slot, line_of(at.channel, at.side(i)), at.ends[i]);
  }

  /// The channels in which all of a wire's slots have pins, those first that have most pins and tracks left: so both
  /// run out together.
  std::vector<Way> ways_of(std::uint32_t w) {
    const Wire& wire = wires_[w];
    std::vector<Way> ways;
    for (std::uint32_t c = 0; c < field_.channels.size(); ++c) {
      if (field_.channels[c].tracks == 0) continue;
      const std::uint32_t room = pages_.room_in(w, c);
      for (const auto& [first, last] : kSides) {
        if (!has_line(c, first) || !has_line(c, last) || (wire.slots.size() > 2 && first != last)) continue;
        Way way = {c, first, last, ~std::uint32_t{0}};
        bool possible = true;
        for (std::size_t i = 0; i < wire.slots.size() && possible; ++i) {
          const EndCount& count = state_.ends_at(wire.slots[i], c, i == 0 ? first : last);
          way.free_ends = std::min(way.free_ends, count.free);
          possible = count.all > 0;
        }
        way.weight = way.free_ends * room;
        if (possible) ways.push_back(way);
      }
    }
    std::ranges::stable_sort(ways, std::greater(), &Way::weight);
    return ways;
  }
  bool has_line(std::uint32_t channel, Side side) const {
    return (side == Side::above || channel > 0) && (side == Side::below || channel < field_.lines.size());
  }

  /// Takes for slot i the end that lets most others share the track: at a wire's left end the rightmost, else the
  /// leftmost. Of a pair, both ends lead the upper track to pins of one polarity. `taken`: ends that others own.
  bool choose_ends(std::uint32_t w, DealtPlace& at, std::size_t i, bool taken) {
    const Wire& wire = wires_[w];
    if (i == wire.slots.size()) return true;
    const auto& ends = field_.at(wire.slots[i], line_of(at.channel, at.side(i)));
    for (std::size_t n = 0; n < ends.size(); ++n) {
      const auto e = static_cast<std::uint32_t>(i == 0 ? ends.size() - 1 - n : n);
      at.ends[i] = e;
      const std::uint32_t has = owner(wire.slots[i], at, i);
      if (ends[e].across != (at.side(i) == Side::across) || (has != kNone && (!taken || seen_[has] == round_)))
        continue;
      if (i > 0 && (pages_.upper_positive(w, at, i) != pages_.upper_positive(w, at, 0) ||
                    ends[e].from <= pages_.end_of(w, at, i - 1).to))
        continue;
      if (choose_ends(w, at, i + 1, taken)) return true;
    }
    return false;
  }
  /// Takes ends as far apart along x as those of the wires of its link that have a place.
  bool choose_alike(std::uint32_t w, DealtPlace& at) {
    const Wire& wire = wires_[w];
    const auto& first = field_.at(wire.slots[0], line_of(at.channel, at.first));
    const auto& last = field_.at(wire.slots[1], line_of(at.channel, at.last));
    const auto fits = [&](const PinEnd& end, std::size_t i) {
      return end.across == (at.side(i) == Side::across) && owner(wire.slots[i], at, i) == kNone;
    };
    for (at.ends[0] = static_cast<std::uint32_t>(first.size()); at.ends[0]-- > 0;) {
      if (!fits(first[at.ends[0]], 0)) continue;
      const Nanometres x = x_of(first[at.ends[0]]) + apart_[wire.link];
      for (at.ends[1] = 0; at.ends[1] < last.size(); ++at.ends[1]) {
        const PinEnd& end = last[at.ends[1]];
        if (x_of(end) != x || !fits(end, 1)) continue;
        if (pages_.upper_positive(w, at, 1) == pages_.upper_positive(w, at, 0)) return true;
      }
    }
    return false;
  }
  bool place_alike(std::uint32_t w, const std::vector<Way>& ways) {
    const Wire& wire = wires_[w];
    if (wire.slots.size() > 2 || apart_[wire.link] == 0) return false;
    int tries = kMostAlike;
    for (const Way& way : ways) {
      DealtPlace at = way.place(wires_[w]);
      if (way.weight == 0 || --tries < 0) return false;
      if (!choose_alike(w, at) || !find_layer(w, at)) continue;
      take(w, at);
      return true;
    }
    return false;
  }
  /// Takes a place, or gives it back.
  void take(std::uint32_t w, const DealtPlace& at) {
    pages_.add(w, at);
    count_pins(w, at, 1);
    dealt_.places[w] = at;
    Nanometres& apart = apart_[wires_[w].link];
    if (apart == 0) apart = x_of(pages_.end_of(w, at, 1)) - x_of(pages_.end_of(w, at, 0));
  }
  void free(std::uint32_t w) {
    const DealtPlace at = std::move(dealt_.places[w]);
    dealt_.places[w] = {};
    pages_.remove(w, at);
    count_pins(w, at, ~std::uint32_t{0});
  }
  void count_pins(std::uint32_t w, const DealtPlace& at, std::uint32_t taken) {  // modulo 2^32: may go down
    for (std::size_t i = 0; i < at.ends.size(); ++i) {
      const std::uint32_t slot = wires_[w].slots[i];
      owner(slot, at, i) = taken == 1 ? w : kNone;
      state_.ends_at(slot, at.channel, at.side(i)).free -= taken;
      free_of_slot_[slot] -= taken;
    }
  }
  Nanometres x_of(const PinEnd& end) const { return field_.pins[end.left].x; }

  /// Looks for a layer on which a wire leads to these ends.
  bool find_layer(std::uint32_t w, DealtPlace& at) {
    if (pages_.is_blocked(w, at)) return false;
    const Page events = pages_.events_of(w, at);
    for (at.layer = 0; at.layer < layers_; ++at.layer) {
      if (!pages_.is_full(w, at) && pages_.fits(at, DealPages::with(pages_.page_of(at), events))) return true;
    }
    return false;
  }

  bool place(std::uint32_t w, int depth) {
    seen_[w] = round_;
    const std::vector<Way> ways = ways_of(w);
    dealt_.why[w] = ways.empty() ? LeftBecause::rows : LeftBecause::pins;
    if (place_alike(w, ways)) return true;
    for (const Way& way : ways) {
      if (way.free_ends == 0) continue;
      DealtPlace at = way.place(wires_[w]);
      if (!choose_ends(w, at, 0, false)) continue;
      dealt_.why[w] = LeftBecause::tracks;
      if (!find_layer(w, at)) continue;
      take(w, at);
      return true;
    }
    return depth < kDeepest && (depth > 0 || has_pins(wires_[w])) && displace(w, ways, depth);
  }

  /// Whether every slot of a wire has a free pin; else no wire that it displaces could find another.
  bool has_pins(const Wire& wire) const {
    return std::ranges::all_of(wire.slots, [&](std::uint32_t slot) { return free_of_slot_[slot] > 0; });
  }

  /// Gives a wire the pins of one other, or its track, and looks for another place for this one.
  bool displace(std::uint32_t w, const std::vector<Way>& ways, int depth) {
    for (const Way& way : ways) {
      if (tries_ < 0) return false;
      DealtPlace at = way.place(wires_[w]);
      if (way.free_ends > 0 ? displace_track(w, at, depth) : displace_pins(w, at, depth)) return true;
    }
    return false;
  }
  bool displace_pins(std::uint32_t w, DealtPlace& at, int depth) {
    if (--tries_ < 0 || !choose_ends(w, at, 0, true)) return false;
    std::uint32_t other = kNone, others = 0;
    for (std::size_t i = 0; i < at.ends.size(); ++i) {
      const std::uint32_t has = owner(wires_[w].slots[i], at, i);
      if (has == kNone || has == other) continue;
      other = has;
      ++others;
    }
    return others == 1 && exchange(w, at, other, depth);
  }
  bool displace_track(std::uint32_t w, DealtPlace& at, int depth) {
    if (!choose_ends(w, at, 0, false) || pages_.is_blocked(w, at)) return false;
    const Page events = pages_.events_of(w, at);
    for (at.layer = 0; at.layer < layers_; ++at.layer) {
      const Page page = DealPages::with(pages_.page_of(at), events);
      for (const PageEvent& event : page) {
        if (event.kind != PageEvent::Kind::end || event.at < events.front().at || seen_[event.wire] == round_) continue;
        if (--tries_ < 0) return false;
        if (pages_.fits(at, DealPages::without(page, event.wire)) && exchange(w, DealtPlace(at), event.wire, depth))
          return true;
      }
    }
    return false;
  }
  /// Places a wire where another one is in its way, and this one elsewhere, or leaves all as it is.
  bool exchange(std::uint32_t w, DealtPlace at, std::uint32_t other, int depth) {
    const LeftBecause why = dealt_.why[other];
    const DealtPlace before = dealt_.places[other];
    free(other);
    if (find_layer(w, at)) {
      take(w, at);
      if (place(other, depth + 1)) return true;
      free(w);
      dealt_.why[other] = why;
    }
    take(other, before);
    return false;
  }

  static constexpr std::array<std::array<Side, 2>, 5> kSides = {{{Side::below, Side::below},
                                                                 {Side::above, Side::above},
                                                                 {Side::below, Side::above},
                                                                 {Side::above, Side::below},
                                                                 {Side::across, Side::across}}};
  DealState& state_;
  const PinField& field_;
  std::span<const Wire> wires_;
  std::uint32_t layers_;
  DealPages pages_;
  std::vector<std::uint32_t> free_of_slot_;  ///< ends
  Dealt dealt_;
  std::vector<std::uint32_t> seen_;  ///< the round in which a wire was last placed
  std::vector<Nanometres> apart_;    ///< of each link: how far its first wire's pins are apart along x; 0: not known
  std::uint32_t round_ = 0;
  int tries_ = 0;
};

}  // namespace

Dealt deal(const PinField& field, std::span<const Wire> wires, const DealLayers& layers) {
  DealState state(field, layers.along_x);
  Dealt dealt = PinDealer(state, wires).deal_all();
  if (layers.has_vias && dealt.left > 0) add_detours(state, wires, layers.along_y, dealt);
  return dealt;
}

}  // namespace cutline::board
