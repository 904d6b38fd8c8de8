// SPDX-License-Identifier: Apache-2.0
#include "board/pin_dealer.hpp"

namespace cutline::board {

namespace {

/// A pin of a wire, or the two of a pair; without an end any of its slot will do.
struct PinAt {
  std::uint32_t slot = 0;
  std::size_t line = 0;
  std::uint32_t end = kNone;
};

class DetourFinder {
 public:
  DetourFinder(DealState& state, std::span<const Wire> wires, std::uint32_t most, Dealt& dealt)
      : state_(state),
        field_(state.field),
        wires_(wires),
        most_(most),
        dealt_(dealt),
        vias_(field_.columns.size(), field_.lines.size()),
        lanes_(most, TakenSteps(field_.columns.size(), 2 * field_.lines.size())) {
    dealt_.detours.resize(wires.size());
  }

  void add_all() {
    constexpr int kMostVain = 64;
    int vain = 0;
    dealt_.left = dealt_.left_by_tracks = 0;
    for (std::uint32_t w = 0; w < wires_.size(); ++w) {
      if (dealt_.places[w].channel != kNone) continue;
      if (vain < kMostVain && place(w)) {
        vain = 0;
        continue;
      }
      ++vain;
      ++dealt_.left;
      dealt_.why[w] = has_pins(wires_[w]) ? LeftBecause::tracks : LeftBecause::pins;
      dealt_.left_by_tracks += dealt_.why[w] == LeftBecause::tracks;
    }
  }

 private:
  bool has_pins(const Wire& wire) {
    return std::ranges::all_of(wire.slots, [&](std::uint32_t slot) {
      for (std::size_t line = 0; line < field_.lines.size(); ++line) {
        const std::size_t at = 2 * (slot * field_.lines.size() + line);
        if (state_.counts[at].free + state_.counts[at + 1].free > 0) return true;
      }
      return false;
    });
  }

  bool place(std::uint32_t w) {
    const Wire& wire = wires_[w];
    if (!has_pins(wire)) return false;
    for (std::uint32_t layers = used_; layers <= std::min(used_ + 1, most_); ++layers) {
      Detour detour;
      PinAt at{wire.slots.front()};
      tries_ = kMostTries;
      bool found = true;
      for (std::size_t i = 1; i < wire.slots.size() && found; ++i) found = hop(at, wire.slots[i], layers, detour, w);
      if (!found) {
        for (std::size_t i = 0; i < detour.stretches.size(); ++i) turn(detour, i, w);
        continue;
      }
      used_ = dealt_.layers_along_y = layers;
      dealt_.detours[w] = std::move(detour);
      return true;
    }
    return false;
  }

  /// Leads a wire from a pin to one of the next slot, and takes its way.
  bool hop(PinAt& from, std::uint32_t slot, std::uint32_t layers, Detour& detour, std::uint32_t w) {
    const std::size_t first = detour.stretches.size();
    if (!(wires_[w].slots.size() > 2 && straight(from, slot, detour)) && !cross(from, slot, layers, detour))
      return false;
    for (std::size_t i = first; i < detour.stretches.size(); ++i) turn(detour, i, w);
    const Stretch& last = detour.stretches.back();
    from = {slot, line_of(last.channel, last.ends[1].side), last.ends[1].end};
    return true;
  }

  std::size_t line_at(const Stretch& s, std::size_t end) const { return line_of(s.channel, s.ends[end].side); }
  bool has_line(const Stretch& s, std::size_t end) const {
    return s.ends[end].side == Side::above ? s.channel < field_.lines.size() : s.channel > 0;
  }

  /// Calls visit(track, from, to) for all steps of a stretch: its own, and those of the tracks between it and its ends.
  template <class Visit>
  bool each_step(const Stretch& s, const Visit& visit) const {
    const StretchEnd &left = s.ends[s.left()], &right = s.ends[1 - s.left()];
    if (!visit(state_.track_of(s.channel, s.layer, s.track), 2 * left.place, 2 * right.last_place)) return false;
    return each_crossing(s, 0, visit) && each_crossing(s, 1, visit);
  }
  template <class Visit>
  bool each_crossing(const Stretch& s, std::size_t end, const Visit& visit) const {
    const StretchEnd& at = s.ends[end];
    const std::uint32_t from = at.side == Side::above ? s.track + 1 : 0;
    const std::uint32_t to = at.side == Side::below ? s.track : field_.channels[s.channel].tracks;
    for (std::uint32_t t = from; t < to; ++t) {
      if (t != s.track && !visit(state_.track_of(s.channel, s.layer, t), 2 * at.place, 2 * at.last_place)) return false;
    }
    return true;
  }
  /// Whether steps of a track are free, as a function.
  auto free_steps() const {
    return
        [&](std::size_t track, std::uint32_t from, std::uint32_t to) { return state_.taken.is_free(track, from, to); };
  }

  /// Takes stretch i with its pins and where it meets the one before, or frees all.
  void turn(const Detour& detour, std::size_t i, std::uint32_t w) {
    const Stretch& s = detour.stretches[i];
    each_step(s, [&](std::size_t track, std::uint32_t from, std::uint32_t to) {
      state_.taken.turn(track, from, to);
      return true;
    });
    for (std::size_t e = 0; e < 2; ++e) {
      const StretchEnd& at = s.ends[e];
      if (at.slot == kNone || (i > 0 && e == 0 && detour.stretches[i - 1].ends[1].slot != kNone)) continue;
      std::uint32_t& has = state_.owner(at.slot, line_at(s, e), at.end);
      std::uint32_t& free = state_.ends_at(at.slot, s.channel, at.side).free;
      free = has == kNone ? free - 1 : free + 1;
      has = has == kNone ? w : kNone;
    }
    if (i == 0 || s.ends[0].column == kNone) return;
    const auto a = static_cast<std::uint32_t>(line_at(detour.stretches[i - 1], 1));
    const auto b = static_cast<std::uint32_t>(line_at(s, 0));
    vias_.turn(s.ends[0].column, a, a);
    if (a == b) return;
    vias_.turn(s.ends[0].column, b, b);
    lanes_[detour.layers[i - 1]].turn(s.ends[0].column, 2 * std::min(a, b), 2 * std::max(a, b));
  }

  /// The ends at a line of a slot that a wire may take: those nearest to where it leads, one on each kind of side.
  std::vector<std::uint32_t> ends_of(const PinAt& at, std::size_t line, bool to_right) {
    if (at.end != kNone) return line == at.line ? std::vector{at.end} : std::vector<std::uint32_t>();
    std::vector<std::uint32_t> some;
    const auto& ends = field_.at(at.slot, line);
    for (std::size_t n = 0; n < ends.size(); ++n) {
      const auto e = static_cast<std::uint32_t>(to_right ? ends.size() - 1 - n : n);
      if (state_.owner(at.slot, line, e) != kNone) continue;
      const auto alike = [&](std::uint32_t other) { return ends[other].across == ends[e].across; };
      if (std::ranges::none_of(some, alike)) some.push_back(e);
    }
    return some;
  }

  /// All stretches from pins of a slot to a place along x, some for each line and side.
  std::vector<Stretch> stretches(const PinAt& at, const StretchEnd& near, const StretchEnd& far) {
    std::vector<Stretch> all;
    for (std::size_t line = 0; line < field_.lines.size(); ++line) {
      for (const std::uint32_t e : ends_of(at, line, place_of(at.slot) < near.place)) {
        const PinEnd& pins = field_.at(at.slot, line)[e];
        for (const Side side : {Side::below, Side::above, Side::across}) {
          if (pins.across != (side == Side::across)) continue;
          const auto channel = static_cast<std::uint32_t>(side == Side::above ? line : line + 1);
          const StretchEnd& to = pins.to < near.place ? far : near;
          Stretch s{channel, 0, 0, {StretchEnd{side, pins.from, pins.to, at.slot, e}, to}};
          add_tracks(s, all);
        }
      }
    }
    return all;
  }
  /// The stretch on its first few free tracks: those beside lines of pins first, which cross no other there.
  void add_tracks(Stretch s, std::vector<Stretch>& all) const {
    constexpr int kMostTracks = 4;
    const std::uint32_t tracks = field_.channels[s.channel].tracks;
    int found = 0;
    for (std::uint32_t n = 0; n < tracks; ++n) {
      s.track = n % 2 == 0 ? n / 2 : tracks - 1 - n / 2;
      for (s.layer = 0; s.layer < state_.layers; ++s.layer) {
        const StretchEnd &left = s.ends[s.left()], &right = s.ends[1 - s.left()];
        if (!state_.taken.is_free(state_.track_of(s.channel, s.layer, s.track), 2 * left.place, 2 * right.last_place) ||
            !each_crossing(s, 0, free_steps()))
          continue;
        all.push_back(s);
        if (++found == kMostTracks) return;
      }
    }
  }

  std::uint32_t place_of(std::uint32_t slot) const {
    for (std::size_t line = 0; line < field_.lines.size(); ++line) {
      if (!field_.at(slot, line).empty()) return field_.at(slot, line).front().from;
    }
    return 0;
  }

  /// The rooms from one slot to the other first, then those around them, the nearest first.
  std::vector<ViaRoom> rooms_between(std::uint32_t a, std::uint32_t b) const {
    std::vector<ViaRoom> rooms = field_.rooms;
    const std::uint32_t low = std::min(place_of(a), place_of(b)), high = std::max(place_of(a), place_of(b));
    std::ranges::stable_sort(rooms, {}, [&](const ViaRoom& room) {
      const std::uint32_t at = field_.columns[room.begin].place;
      return at < low ? low - at : at > high ? at - high : 0;
    });
    return rooms;
  }

  /// Of a pair: whether the left line of an end is positive, by the polarity of the upper one.
  static bool left_positive(const Stretch& s, std::size_t end, bool upper_positive) {
    return upper_positive == upper_at_left(s.ends[end].side, s.is_left(end));
  }
  /// Whether the upper line of a stretch is positive, by its pins.
  bool upper_positive(const Stretch& s, std::size_t end) const {
    const PinEnd& pins = field_.at(s.ends[end].slot, line_at(s, end))[s.ends[end].end];
    return pins.left_positive == upper_at_left(s.ends[end].side, s.is_left(end));
  }
  bool is_pair(const Stretch& s, std::size_t end) const {
    const PinEnd& pins = field_.at(s.ends[end].slot, line_at(s, end))[s.ends[end].end];
    return pins.left != pins.right;
  }

  /// One stretch from slot to slot, without a via.
  bool straight(const PinAt& from, std::uint32_t slot, Detour& detour) {
    for (std::size_t line = 0; line < field_.lines.size(); ++line) {
      for (const std::uint32_t e : ends_of({slot}, line, false)) {
        const PinEnd& pins = field_.at(slot, line)[e];
        for (const Side side : {Side::below, Side::above, Side::across}) {
          if (pins.across != (side == Side::across)) continue;
          const auto channel = static_cast<std::uint32_t>(side == Side::above ? line : line + 1);
          const StretchEnd to{side, pins.from, pins.to, slot, e};
          for (Stretch& s : stretches(from, to, to)) {
            if (s.channel != channel || !each_step(s, free_steps())) continue;
            if (is_pair(s, 0) && upper_positive(s, 0) != upper_positive(s, 1)) continue;
            if (s.ends[0].last_place >= s.ends[1].place && s.ends[1].last_place >= s.ends[0].place) continue;
            add(s, detour);
            return true;
          }
        }
      }
    }
    return false;
  }
  static void add(const Stretch& s, Detour& detour, std::uint32_t layer = kNone) {
    if (!detour.stretches.empty()) detour.layers.push_back(layer);
    detour.stretches.push_back(s);
  }

  /// Two stretches that meet in a room between the slots.
  bool cross(const PinAt& from, std::uint32_t slot, std::uint32_t layers, Detour& detour) {
    for (const ViaRoom& room : rooms_between(from.slot, slot)) {
      const auto end_in = [&](std::uint32_t column) {
        const std::uint32_t place = field_.columns[column].place;
        return StretchEnd{Side::below, place, place, kNone, kNone, column};
      };
      const StretchEnd near = end_in(room.begin), far = end_in(room.end - 1);
      const std::vector<Stretch> begins = stretches(from, near, far);
      std::vector<Stretch> others = stretches({slot}, near, far);
      if (begins.empty() || others.empty()) continue;
      for (Stretch& s : others) std::swap(s.ends[0], s.ends[1]);
      for (const auto& [a, b] : by_distance(begins, others)) {
        if (meet(begins[a], others[b], room, layers, detour)) return true;
        if (tries_ < 0) return false;
      }
    }
    return false;
  }
  /// Pairs of stretches, those first that run in channels near to each other.
  static std::vector<std::array<std::uint32_t, 2>> by_distance(const std::vector<Stretch>& begins,
                                                               const std::vector<Stretch>& ends) {
    std::vector<std::array<std::uint32_t, 2>> pairs;
    for (std::uint32_t a = 0; a < begins.size(); ++a) {
      for (std::uint32_t b = 0; b < ends.size(); ++b) {
        if (begins[a].channel != ends[b].channel || begins[a].layer != ends[b].layer) pairs.push_back({a, b});
      }
    }
    std::ranges::stable_sort(pairs, {}, [&](const auto& each) {
      const auto [low, high] = std::minmax({begins[each[0]].channel, ends[each[1]].channel});
      return high - low;
    });
    return pairs;
  }

  bool meet(Stretch a, Stretch b, const ViaRoom& room, std::uint32_t layers, Detour& detour) {
    for (std::uint32_t column = room.begin; column < room.end; ++column) {
      a.ends[1].column = b.ends[0].column = column;
      a.ends[1].place = a.ends[1].last_place = b.ends[0].place = b.ends[0].last_place = field_.columns[column].place;
      for (const Side side_a : {Side::below, Side::above}) {
        for (const Side side_b : {Side::below, Side::above}) {
          a.ends[1].side = side_a;
          b.ends[0].side = side_b;
          if (--tries_ < 0) return false;
          if (!has_line(a, 1) || !has_line(b, 0)) continue;
          if (is_pair(a, 0) && left_positive(a, 1, upper_positive(a, 0)) != left_positive(b, 0, upper_positive(b, 1)))
            continue;
          std::uint32_t layer = kNone;
          if (!can_meet(a, b, layers, layer)) continue;
          add(a, detour);
          add(b, detour, layer);
          return true;
        }
      }
    }
    return false;
  }
  /// Whether vias and a lane are free for two stretches that meet in a column; gives the lane's layer.
  bool can_meet(const Stretch& a, const Stretch& b, std::uint32_t layers, std::uint32_t& layer) const {
    const ViaColumn& column = field_.columns[a.ends[1].column];
    const auto x = static_cast<std::uint32_t>(line_at(a, 1)), y = static_cast<std::uint32_t>(line_at(b, 0));
    for (const std::uint32_t line : {x, y}) {
      if (!column.is_open[line] || !vias_.is_free(a.ends[1].column, line, line)) return false;
    }
    if (!each_crossing(a, 1, free_steps()) || !each_crossing(b, 0, free_steps())) return false;
    if (x == y) return a.layer != b.layer;  // on one layer no via is needed, and it would dangle
    const auto [low, high] = std::minmax(x, y);
    for (std::uint32_t line = low; line < high; ++line) {
      if (!column.is_open_above[line]) return false;
    }
    for (layer = 0; layer < layers; ++layer) {
      if (lanes_[layer].is_free(a.ends[1].column, 2 * low, 2 * high)) return true;
    }
    return false;
  }

  static constexpr int kMostTries = 20'000;
  DealState& state_;
  const PinField& field_;
  std::span<const Wire> wires_;
  std::uint32_t most_, used_ = 0;
  Dealt& dealt_;
  TakenSteps vias_;                ///< of each column, by line
  std::vector<TakenSteps> lanes_;  ///< of each layer along y, of each column: 2 l at line l, 2 l + 1 above it
  int tries_ = 0;
};

}  // namespace

void add_detours(DealState& state, std::span<const Wire> wires, std::uint32_t most, Dealt& dealt) {
  if (!state.field.columns.empty()) DetourFinder(state, wires, most, dealt).add_all();
}

}  // namespace cutline::board
