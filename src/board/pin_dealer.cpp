// SPDX-License-Identifier: Apache-2.0
#include "board/pin_dealer.hpp"

namespace cutline::board {

namespace {

DealtPlace unplaced(const Wire& wire) { return {.ends = std::vector<std::uint32_t>(wire.slots.size())}; }

std::size_t links_of(std::span<const Wire> wires) {
  return most_over<std::size_t>(wires, [&](const Wire& wire) { return std::size_t{wire.link} + 1; });
}

class PinDealer {
 public:
  PinDealer(DealState& state, std::span<const Wire> wires, std::uint32_t most_left)
      : state_(state),
        field_(state.field),
        wires_(wires),
        layers_(state.layers),
        most_left_(most_left),
        pages_(state, wires),
        ways_(state, pages_, links_of(wires)) {
    dealt_.places.resize(wires.size());
    dealt_.why.resize(wires.size());
    seen_.resize(wires.size());
    apart_.resize(links_of(wires));
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
        if (dealt_.left > most_left_) return std::move(dealt_);
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

  /// Takes at each slot the end that lets most others share the track: at a wire's left end the rightmost, else the
  /// leftmost. Of a pair, all ends lead the upper track to pins of one polarity. `taken`: ends that others own, too.
  /// At most (ends of the first slot) * (ends of all slots) steps: only the first end is tried again.
  bool choose_ends(std::uint32_t w, DealtPlace& at, bool taken) {
    const Wire& wire = wires_[w];
    std::array<bool, 2> is_hopeless = {};  // for each polarity: some slot has no end of it, wherever the others stand
    for (at.ends[0] = field_.size_at(wire.slots[0], line_of(at.channel, at.first)); at.ends[0]-- > 0;) {
      const bool upper_positive = pages_.upper_positive(w, at, 0);
      if (is_hopeless[upper_positive] || !may_take(w, at, 0, taken)) continue;
      // Takes the leftmost end of slot i to the right of a position; kNone: of all.
      const auto choose_end = [&](std::size_t i, std::uint32_t after) {
        const std::uint32_t ends = field_.size_at(wire.slots[i], line_of(at.channel, at.last));
        for (at.ends[i] = 0; at.ends[i] < ends; ++at.ends[i]) {
          if (after != kNone && pages_.end_of(w, at, i).from <= after) continue;
          if (may_take(w, at, i, taken) && pages_.upper_positive(w, at, i) == upper_positive) return true;
        }
        return false;
      };
      std::size_t i = 1;
      while (i < wire.slots.size() && choose_end(i, pages_.end_of(w, at, i - 1).to)) ++i;
      if (i == wire.slots.size()) return true;
      is_hopeless[upper_positive] = !choose_end(i, kNone);
    }
    return false;
  }
  bool may_take(std::uint32_t w, const DealtPlace& at, std::size_t i, bool taken) {
    const std::uint32_t has = owner(wires_[w].slots[i], at, i);
    return pages_.end_of(w, at, i).across == (at.side(i) == Side::across) &&
           (has == kNone || (taken && seen_[has] != round_));
  }
  /// Takes ends as far apart along x as those of the wires of its link that have a place.
  bool choose_alike(std::uint32_t w, DealtPlace& at) {
    const Wire& wire = wires_[w];
    const auto& first = field_.at(wire.slots[0], line_of(at.channel, at.first));
    const auto& last = field_.at(wire.slots[1], line_of(at.channel, at.last));
    const auto fits = [&](const PinEnd& end, std::size_t i) {
      return end.across == (at.side(i) == Side::across) && owner(wire.slots[i], at, i) == kNone;
    };
    std::size_t after = last.size();  // of the ends of the last slot, those farther to the right than x below
    for (at.ends[0] = static_cast<std::uint32_t>(first.size()); at.ends[0]-- > 0;) {
      const Nanometres x = x_of(first[at.ends[0]]) + apart_[wire.link];
      while (after > 0 && x_of(last[after - 1]) > x) --after;
      if (after == 0) return false;
      if (x_of(last[after - 1]) != x || !fits(first[at.ends[0]], 0)) continue;
      at.ends[1] = static_cast<std::uint32_t>(after - 1);
      if (fits(last[after - 1], 1) && pages_.upper_positive(w, at, 1) == pages_.upper_positive(w, at, 0)) return true;
    }
    return false;
  }
  bool place_alike(std::uint32_t w, const LinkWays& link) {
    const Wire& wire = wires_[w];
    if (wire.slots.size() > 2 || apart_[wire.link] == 0) return false;
    int tries = kMostAlike;
    DealtPlace at = unplaced(wire);
    for (const std::uint64_t key : link.order) {
      if (--tries < 0) return false;
      if (!link.now[way_of(key)].is_open) continue;
      link.ways[way_of(key)].begin(at);
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
    ways_.channel_changed(at.channel);
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
    bool begun = false;
    for (at.layer = 0; at.layer < layers_; ++at.layer) {
      if (pages_.is_full(w, at)) continue;
      if (!begun) pages_.events_of(w, at, events_);
      begun = true;
      pages_.with(at, events_, page_);
      if (pages_.fits(at, page_)) return true;
    }
    return false;
  }

  bool place(std::uint32_t w, int depth) {
    seen_[w] = round_;
    const LinkWays& link = ways_.of(wires_[w]);
    dealt_.why[w] = link.ways.empty() ? LeftBecause::rows : LeftBecause::pins;
    if (place_alike(w, link)) return true;
    DealtPlace at = unplaced(wires_[w]);
    for (const std::uint64_t key : link.order) {
      const bool is_open = link.now[way_of(key)].is_open;
      if (!is_open && dealt_.why[w] == LeftBecause::tracks) continue;
      link.ways[way_of(key)].begin(at);
      if (!choose_ends(w, at, false)) continue;
      dealt_.why[w] = LeftBecause::tracks;
      if (!is_open || !find_layer(w, at)) continue;
      take(w, at);
      return true;
    }
    // Ways with pins and without a track tell why a wire is left.
    for (std::size_t n = 0; n < link.ways.size() && dealt_.why[w] == LeftBecause::pins; ++n) {
      if (link.now[n].free_ends == 0 || link.now[n].weight > 0) continue;
      link.ways[n].begin(at);
      if (choose_ends(w, at, false)) dealt_.why[w] = LeftBecause::tracks;
    }
    return depth < kDeepest && (depth > 0 || has_pins(wires_[w])) && displace(w, link, depth);
  }

  /// Whether every slot of a wire has a free pin; else no wire that it displaces could find another.
  bool has_pins(const Wire& wire) const {
    return std::ranges::all_of(wire.slots, [&](std::uint32_t slot) { return free_of_slot_[slot] > 0; });
  }

  /// Gives a wire the pins of one other, or its track, and looks for another place for this one.
  bool displace(std::uint32_t w, const LinkWays& link, int depth) {
    DealtPlace at = unplaced(wires_[w]);
    std::vector<DisplacedWay>& ways = ways_at_[static_cast<std::size_t>(depth)];  // others of the link renew its own
    ways.clear();
    for (const std::uint64_t key : link.order) ways.push_back({&link.ways[way_of(key)], true});
    for (std::size_t n = 0; n < link.ways.size(); ++n) {
      if (link.now[n].weight == 0) ways.push_back({&link.ways[n], link.now[n].free_ends > 0});
    }
    for (const DisplacedWay& each : ways) {
      if (tries_ < 0) return false;
      each.way->begin(at);
      if (each.has_ends ? displace_track(w, at, depth) : displace_pins(w, at, depth)) return true;
    }
    return false;
  }
  bool displace_pins(std::uint32_t w, DealtPlace& at, int depth) {
    if (--tries_ < 0 || !choose_ends(w, at, true)) return false;
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
    if (!choose_ends(w, at, false) || pages_.is_blocked(w, at)) return false;
    Page page;
    pages_.events_of(w, at, events_);
    const std::uint32_t begin = events_.front().at;
    for (at.layer = 0; at.layer < layers_; ++at.layer) {
      pages_.events_of(w, at, events_);
      pages_.with(at, events_, page);
      const CutRange full = pages_.full_cuts(w, at);
      for (const PageEvent& event : page) {
        if (event.kind != PageEvent::Kind::end || event.at < begin || seen_[event.wire] == round_) continue;
        if (--tries_ < 0) return false;
        if (!pages_.passes(event.wire, full)) continue;
        DealPages::without(page, event.wire, page_);
        if (pages_.fits(at, page_) && exchange(w, DealtPlace(at), event.wire, depth)) return true;
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

  DealState& state_;
  const PinField& field_;
  std::span<const Wire> wires_;
  std::uint32_t layers_, most_left_;
  DealPages pages_;
  DealWays ways_;
  std::vector<std::uint32_t> free_of_slot_;  ///< ends
  Dealt dealt_;
  std::vector<std::uint32_t> seen_;  ///< the round in which a wire was last placed
  std::vector<Nanometres> apart_;    ///< of each link: how far its first wire's pins are apart along x; 0: not known
  std::uint32_t round_ = 0;
  int tries_ = 0;
  // Kept to spare work and memory: ways by depth, and what is found on the way.
  struct DisplacedWay {
    const Way* way = nullptr;
    bool has_ends = false;  ///< free ones at all slots
  };
  std::array<std::vector<DisplacedWay>, kDeepest + 1> ways_at_;
  Page events_, page_;
};

}  // namespace

Dealt deal(const PinField& field, std::span<const Wire> wires, const DealLayers& layers) {
  DealState state(field, layers.along_x);
  const std::uint32_t most_left = layers.has_vias ? kNone : layers.most_left;  // detours may place the others
  Dealt dealt = PinDealer(state, wires, most_left).deal_all();
  if (layers.has_vias && dealt.left > 0) add_detours(state, wires, layers.along_y, dealt);
  return dealt;
}

std::vector<bool> wires_without_pins(std::span<const Wire> wires, const std::vector<std::uint32_t>& pins) {
  std::vector<bool> without(wires.size());
  std::vector<std::int64_t> lack(pins.size());
  for (std::size_t s = 0; s < pins.size(); ++s) lack[s] = -std::int64_t{pins[s]};
  for (const Wire& wire : wires) {
    for (const std::uint32_t slot : wire.slots) ++lack[slot];
  }
  if (std::ranges::all_of(lack, [](std::int64_t each) { return each <= 0; })) return without;
  std::map<std::uint32_t, std::vector<std::uint32_t>> of_link;
  for (std::uint32_t w = 0; w < wires.size(); ++w) of_link[wires[w].link].push_back(w);
  std::vector<std::vector<std::vector<std::uint32_t>*>> links(pins.size());
  for (auto& each : of_link) {
    for (const std::uint32_t slot : wires[each.second.front()].slots) links[slot].push_back(&each.second);
  }
  while (true) {
    const auto worst = std::ranges::max_element(lack);
    if (*worst <= 0) return without;
    std::vector<std::uint32_t>* best = nullptr;
    std::int64_t most = 0;
    for (std::vector<std::uint32_t>* link : links[static_cast<std::size_t>(worst - lack.begin())]) {
      if (link->empty()) continue;
      std::int64_t saved = 0;
      for (const std::uint32_t slot : wires[link->front()].slots) saved += std::max<std::int64_t>(0, lack[slot]);
      if (saved > most) {
        most = saved;
        best = link;
      }
    }
    without[best->back()] = true;
    for (const std::uint32_t slot : wires[best->back()].slots) --lack[slot];
    best->pop_back();
  }
}

}  // namespace cutline::board
