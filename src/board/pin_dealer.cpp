// SPDX-License-Identifier: Apache-2.0
#include "board/pin_dealer.hpp"

#include <algorithm>
#include <array>

#include "board/deal_state.hpp"
#include "board/detours.hpp"

namespace cutline::board {

namespace {

/// A channel and the sides of a wire's pins, with the fewest free pins at one of its slots.
struct Way {
  std::uint32_t channel = 0;
  Side first = Side::below, last = Side::below;
  std::uint32_t free_ends = 0;
};

class PinDealer {
 public:
  PinDealer(DealState& state, std::span<const Wire> wires)
      : state_(state), field_(state.field), wires_(wires), layers_(state.layers), taken_(state.taken) {
    dealt_.places.resize(wires.size());
    dealt_.why.resize(wires.size());
    seen_.resize(wires.size());
    steps_ = std::size_t{2} * field_.positions;
    free_of_slot_.resize(field_.left_to_right.size());
    for (std::size_t line = 0; line < field_.ends.size(); ++line)
      free_of_slot_[line / field_.lines.size()] += static_cast<std::uint32_t>(field_.ends[line].size());
    taken_at_.resize(field_.channels.size() * steps_);
    for (std::uint32_t c = 0; c < field_.channels.size(); ++c) {
      for (const std::uint32_t step : field_.channels[c].blocked) taken_at_[c * steps_ + step] = tracks_of(c);
    }
  }

  Dealt deal_all() {
    for (std::uint32_t w = 0; w < wires_.size(); ++w) {
      round_ = w + 1;
      tries_ = kMostTries;
      if (wires_[w].may_pass && place(w, 0)) continue;
      if (!wires_[w].may_pass) dealt_.why[w] = LeftBecause::shape;
      ++dealt_.left;
      dealt_.left_by_tracks += dealt_.why[w] == LeftBecause::tracks;
    }
    return std::move(dealt_);
  }

 private:
  static constexpr int kMostTries = 300, kDeepest = 8;

  std::size_t track_of(const DealtPlace& at, std::uint32_t track) const {
    return state_.track_of(at.channel, at.layer, track);
  }
  const PinEnd& end_of(const Wire& wire, const DealtPlace& at, std::size_t i) const {
    return field_.at(wire.slots[i], line_of(at.channel, at.side(i)))[at.ends[i]];
  }
  std::uint32_t& owner(std::uint32_t slot, const DealtPlace& at, std::size_t i) {
    return state_.owner(slot, line_of(at.channel, at.side(i)), at.ends[i]);
  }

  /// The channels in which all of a wire's slots have pins, those with most free pins first.
  std::vector<Way> ways_of(const Wire& wire) {
    std::vector<Way> ways;
    for (std::uint32_t c = 0; c < field_.channels.size(); ++c) {
      if (field_.channels[c].tracks == 0) continue;
      for (const auto& [first, last] : kSides) {
        const bool has_below = c > 0 || (first == Side::above && last == Side::above);
        const bool has_above = c < field_.lines.size() || (first == Side::below && last == Side::below);
        if (!has_below || !has_above || (wire.slots.size() > 2 && first != last)) continue;
        Way way = {c, first, last, ~std::uint32_t{0}};
        bool possible = true;
        for (std::size_t i = 0; i < wire.slots.size() && possible; ++i) {
          const Side side = i == 0 ? first : last;
          const EndCount& count = state_.ends_at(wire.slots[i], c, side);
          way.free_ends = std::min(way.free_ends, count.free);
          possible = count.all > 0;
        }
        if (possible) ways.push_back(way);
      }
    }
    std::ranges::stable_sort(ways, std::greater(), &Way::free_ends);
    return ways;
  }

  /// Takes for slot i the end that lets most others share the track: at a wire's left end the rightmost, else the
  /// leftmost. Of a pair, both ends lead the upper track to pins of one polarity. `taken`: ends that others own.
  bool choose_ends(const Wire& wire, DealtPlace& at, std::size_t i, bool taken) {
    if (i == wire.slots.size()) return true;
    const auto& ends = field_.at(wire.slots[i], line_of(at.channel, at.side(i)));
    for (std::size_t n = 0; n < ends.size(); ++n) {
      const auto e = static_cast<std::uint32_t>(i == 0 ? ends.size() - 1 - n : n);
      at.ends[i] = e;
      const std::uint32_t has = owner(wire.slots[i], at, i);
      if (ends[e].across != (at.side(i) == Side::across) || (has != kNone && (!taken || seen_[has] == round_)))
        continue;
      if (i > 0 &&
          (upper_positive(wire, at, i) != upper_positive(wire, at, 0) || ends[e].from <= end_of(wire, at, i - 1).to))
        continue;
      if (choose_ends(wire, at, i + 1, taken)) return true;
    }
    return false;
  }
  bool upper_positive(const Wire& wire, const DealtPlace& at, std::size_t i) const {
    const PinEnd& end = end_of(wire, at, i);
    return end.left == end.right || end.left_positive == upper_at_left(at.side(i), i == 0);
  }

  /// Calls visit(track, from, to) for all steps that a wire takes: its own track's, and those of the tracks between it
  /// and its pins. Stops where visit returns false.
  template <class Visit>
  bool each_step(const Wire& wire, const DealtPlace& at, const Visit& visit) const {
    const std::size_t last = wire.slots.size() - 1;
    const std::uint32_t begin = 2 * end_of(wire, at, 0).from, end = 2 * end_of(wire, at, last).to;
    if (at.gap == kNone) {
      if (!visit(track_of(at, at.track), begin, end)) return false;
    } else {
      const auto change = static_cast<std::uint32_t>(field_.gaps[at.gap][0]);
      if (!visit(track_of(at, at.track), begin, change) || !visit(track_of(at, at.last_track), change, end))
        return false;
      const auto [low, high] = std::minmax({at.track, at.last_track});
      for (std::uint32_t t = low + 1; t < high; ++t) {
        if (!visit(track_of(at, t), change, change)) return false;
      }
    }
    for (std::size_t i = 0; i <= last; ++i) {
      const PinEnd& pins = end_of(wire, at, i);
      const std::uint32_t own = i == 0 ? at.track : at.last_track;
      const std::uint32_t from = at.side(i) == Side::above ? own + 1 : 0;
      const std::uint32_t to = at.side(i) == Side::below ? own : field_.channels[at.channel].tracks;
      for (std::uint32_t t = from; t < to; ++t) {
        if (t != own && !visit(track_of(at, t), 2 * pins.from, 2 * pins.to)) return false;
      }
    }
    return true;
  }
  void turn(std::uint32_t w) {
    const DealtPlace& at = dealt_.places[w];
    const std::uint32_t more = owner(wires_[w].slots[0], at, 0) == kNone ? 1 : ~std::uint32_t{0};
    std::uint32_t* const counts = taken_at_.data() + at.channel * steps_;
    each_step(wires_[w], at, [&](std::size_t track, std::uint32_t from, std::uint32_t to) {
      taken_.turn(track, from, to);
      for (std::uint32_t step = from; step <= to; ++step) counts[step] += more;  // modulo 2^32: may go down
      return true;
    });
    for (std::size_t i = 0; i < at.ends.size(); ++i) {
      std::uint32_t& has = owner(wires_[w].slots[i], at, i);
      std::uint32_t& free = state_.ends_at(wires_[w].slots[i], at.channel, at.side(i)).free;
      free_of_slot_[wires_[w].slots[i]] += has == kNone ? ~std::uint32_t{0} : 1;
      free = has == kNone ? free - 1 : free + 1;
      has = has == kNone ? w : kNone;
    }
  }

  static DealtPlace place_on(const Way& way, const Wire& wire) {
    return {.channel = way.channel,
            .first = way.first,
            .last = way.last,
            .ends = std::vector<std::uint32_t>(wire.slots.size())};
  }

  bool fits(const Wire& wire, const DealtPlace& at) const {
    return each_step(wire, at, [&](std::size_t track, std::uint32_t from, std::uint32_t to) {
      return taken_.is_free(track, from, to);
    });
  }

  /// Looks for a track that leads to these ends. The tracks nearer to the middle come first, so that later wires, which
  /// end sooner, reach their pins without crossing them.
  bool find_track(const Wire& wire, DealtPlace& at) const {
    if (is_full(wire, at)) return false;
    const std::uint32_t tracks = field_.channels[at.channel].tracks;
    const bool above = at.first == Side::above;
    const std::uint32_t middle = above ? tracks / 2 : (tracks - 1) / 2;
    for (at.layer = 0; at.layer < layers_; ++at.layer) {
      if (tracks > 1 && at.first != at.last && change_tracks(wire, at)) return true;
      for (std::uint32_t n = 0; n < tracks; ++n) {
        const std::uint32_t near = above ? tracks - 1 - middle : middle;
        const std::uint32_t k = n <= near ? near - n : n;
        at.track = at.last_track = above ? tracks - 1 - k : k;
        if (fits(wire, at)) return true;
      }
    }
    return false;
  }

  std::uint32_t tracks_of(std::uint32_t channel) const { return field_.channels[channel].tracks * layers_; }
  /// Whether all tracks of a wire's channel are taken at some place on its way.
  bool is_full(const Wire& wire, const DealtPlace& at) const {
    const auto counts = taken_at_.begin() + static_cast<std::ptrdiff_t>(at.channel * steps_);
    const std::uint32_t all = tracks_of(at.channel);
    const std::uint32_t to = 2 * end_of(wire, at, wire.slots.size() - 1).to;
    for (std::uint32_t step = 2 * end_of(wire, at, 0).from; step <= to; ++step) {
      if (counts[step] >= all) return true;
    }
    return false;
  }

  /// Looks for a wire between pins of both sides that begins on the track nearest to its first pin and changes, as soon
  /// as it can, to the one nearest to its last: so it crosses no other wire at its ends, and makes room behind it.
  bool change_tracks(const Wire& wire, DealtPlace& at) const {
    const std::uint32_t top = field_.channels[at.channel].tracks - 1;
    at.track = at.first == Side::above ? top : 0;
    at.last_track = top - at.track;
    const std::uint32_t begin = 2 * end_of(wire, at, 0).from, end = 2 * end_of(wire, at, 1).to;
    const std::uint32_t until = taken_.free_until(track_of(at, at.track), begin);
    const std::uint32_t since = taken_.free_since(track_of(at, at.last_track), end);
    for (at.gap = 0; since < until && at.gap < field_.gaps.size(); ++at.gap) {
      const auto step = static_cast<std::uint32_t>(field_.gaps[at.gap][0]);
      if (step > begin && step < end && step >= since && step < until && fits(wire, at)) return true;
    }
    at.gap = kNone;
    return false;
  }

  bool place(std::uint32_t w, int depth) {
    const Wire& wire = wires_[w];
    seen_[w] = round_;
    const std::vector<Way> ways = ways_of(wire);
    dealt_.why[w] = ways.empty() ? LeftBecause::rows : LeftBecause::pins;
    for (const Way& way : ways) {
      if (way.free_ends == 0) break;
      DealtPlace at = place_on(way, wire);
      if (!choose_ends(wire, at, 0, false)) continue;
      dealt_.why[w] = LeftBecause::tracks;
      if (!find_track(wire, at)) continue;
      dealt_.places[w] = at;
      turn(w);
      return true;
    }
    return depth < kDeepest && (depth > 0 || has_pins(wire)) && displace(w, ways, depth);
  }

  /// Whether every slot of a wire has a free pin; else no wire that it displaces could find another.
  bool has_pins(const Wire& wire) const {
    return std::ranges::all_of(wire.slots, [&](std::uint32_t slot) { return free_of_slot_[slot] > 0; });
  }

  /// Gives a wire the pins of one other, which then looks for a place elsewhere.
  bool displace(std::uint32_t w, const std::vector<Way>& ways, int depth) {
    const Wire& wire = wires_[w];
    for (const Way& way : ways) {
      if (way.free_ends > 0 || --tries_ < 0) continue;
      DealtPlace at = place_on(way, wire);
      if (!choose_ends(wire, at, 0, true)) continue;
      std::uint32_t other = kNone, others = 0;
      for (std::size_t i = 0; i < wire.slots.size(); ++i) {
        const std::uint32_t has = owner(wire.slots[i], at, i);
        if (has == kNone || has == other) continue;
        other = has;
        ++others;
      }
      if (others != 1) continue;
      const LeftBecause why = dealt_.why[other];
      turn(other);
      if (find_track(wire, at)) {
        const DealtPlace before = std::move(dealt_.places[other]);
        dealt_.places[other] = {};
        dealt_.places[w] = at;
        turn(w);
        if (place(other, depth + 1)) return true;
        turn(w);
        dealt_.places[w] = {};
        dealt_.places[other] = before;
        dealt_.why[other] = why;
      }
      turn(other);
    }
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
  TakenSteps& taken_;
  std::size_t steps_ = 0;
  std::vector<std::uint32_t> taken_at_;      ///< of each channel, by step: tracks that are taken on all layers
  std::vector<std::uint32_t> free_of_slot_;  ///< ends
  Dealt dealt_;
  std::vector<std::uint32_t> seen_;  ///< the round in which a wire was last placed
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
