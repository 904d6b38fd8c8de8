// SPDX-License-Identifier: Apache-2.0
#include "board/check_board.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "board/shapes.hpp"

namespace cutline::board {

namespace {

/// Copper on one layer: a track, or the pad of a pin as its centre. Its box has no width; `reach` is half of it.
struct Copper {
  BoardBox box;
  std::uint32_t net = kNone;
  Nanometres reach = 0;
  bool is_pad = false;
};

BoardBox box_of(const BoardTrack& s) {
  return {std::min(s.x0, s.x1), std::min(s.y0, s.y1), std::max(s.x0, s.x1), std::max(s.y0, s.y1)};
}

/// Whether two boxes are nearer than `distance`.
bool is_nearer(const BoardBox& a, const BoardBox& b, Nanometres distance) {
  const Nanometres dx = std::max<Nanometres>({0, a.x0 - b.x1, b.x0 - a.x1});
  const Nanometres dy = std::max<Nanometres>({0, a.y0 - b.y1, b.y0 - a.y1});
  if (dx >= distance || dy >= distance) return false;
  return dx * dx + dy * dy < distance * distance;
}

class BoardChecker {
 public:
  BoardChecker(const Board& board, const RoutedBoard& routed) : board_(board), routed_(routed) {}

  std::vector<FoundFault> check() {
    std::vector<std::vector<Copper>> layers(1);
    for (const BoardTrack& s : routed_.segments) {
      if (s.layer >= layers.size()) layers.resize(s.layer + 1);
      layers[s.layer].push_back({box_of(s), s.net, board_.rules.width / 2, false});
      if (s.x0 != s.x1 && s.y0 != s.y1) found_.push_back({BoardFault::oblique, s.net, s.net, s.x0, s.y0});
      check_surroundings(s);
    }
    for (std::vector<Copper>& layer : layers) {
      for (const Pin& pin : routed_.pins) {
        const Nanometres pad = board_.connectors[board_.slots[pin.slot].connectors[pin.connector].connector].pad;
        layer.push_back({{pin.x, pin.y, pin.x, pin.y}, pin.net, pad / 2, true});
      }
      check_distances(layer);
    }
    check_nets();
    return std::move(found_);
  }

 private:
  void check_surroundings(const BoardTrack& s) {
    const Nanometres half = (board_.rules.width + 1) / 2;
    if (!is_inside(board_.outline, box_of(s), board_.rules.edge + half))
      found_.push_back({BoardFault::outline, s.net, s.net, s.x0, s.y0});
    const BoardBox copper = grown(box_of(s), half);
    for (const BoardBox& keep_out : board_.keep_outs) {
      if (overlap(keep_out, copper)) found_.push_back({BoardFault::keep_out, s.net, s.net, s.x0, s.y0});
    }
  }

  /// The distance that the rules ask for between two nets.
  Nanometres distance(const Copper& a, const Copper& b) const {
    if (a.is_pad || b.is_pad) return board_.rules.clearance;
    if (!board_.rules.pairs) return board_.rules.space;
    return routed_.nets[a.net].mate == b.net ? board_.rules.gap : board_.rules.pair_space;
  }

  /// Sweeps along y over the copper of a layer, with what the line crosses or has just left.
  void check_distances(std::vector<Copper>& layer) {
    const TrackRules& rules = board_.rules;
    Nanometres most = 0;
    for (const Copper& copper : layer) most = std::max(most, copper.reach);
    const Nanometres far = 2 * most + std::max({rules.clearance, rules.space, rules.gap, rules.pair_space});
    std::ranges::stable_sort(layer, {}, [](const Copper& c) { return c.box.y0; });
    std::vector<const Copper*> near;
    for (const Copper& copper : layer) {
      std::erase_if(near, [&](const Copper* c) { return c->box.y1 + far < copper.box.y0; });
      for (const Copper* other : near) {
        if (copper.net == other->net || (copper.is_pad && other->is_pad)) continue;
        if (!is_nearer(copper.box, other->box, distance(copper, *other) + copper.reach + other->reach)) continue;
        const auto& [track, beside] = copper.is_pad ? std::tie(*other, copper) : std::tie(copper, *other);
        found_.push_back({BoardFault::clearance, track.net, beside.net, copper.box.x0, copper.box.y0});
      }
      near.push_back(&copper);
    }
  }

  void check_nets() {
    std::vector<std::vector<const BoardTrack*>> tracks(routed_.nets.size());
    for (const BoardTrack& s : routed_.segments) tracks[s.net].push_back(&s);
    std::set<std::pair<std::uint32_t, std::uint32_t>> left;
    for (const LeftOver& each : routed_.left_over) left.insert({each.link, each.wire});
    for (std::uint32_t n = 0; n < routed_.nets.size(); ++n) {
      const Net& net = routed_.nets[n];
      if (left.count({net.link, net.wire}) > 0) continue;
      if (net.pins.empty()) {
        found_.push_back({BoardFault::missing, n, n});
        continue;
      }
      check_pins(n);
      check_joined(n, tracks[n]);
    }
  }

  /// Whether a net has one pin at each slot of its link, a signal pin that knows it and has its polarity.
  void check_pins(std::uint32_t n) {
    const Net& net = routed_.nets[n];
    std::multiset<std::uint32_t> slots;
    for (const std::uint32_t p : net.pins) {
      const Pin& pin = routed_.pins[p];
      const Slot& slot = board_.slots[pin.slot];
      const ConnectorPin& kind = board_.connectors[slot.connectors[pin.connector].connector].pin(pin.column, pin.row);
      slots.insert(pin.slot);
      const bool fits = net.polarity == Polarity::none || kind.positive == (net.polarity == Polarity::positive);
      if (pin.net != n || kind.use != PinUse::signal || !fits)
        found_.push_back({BoardFault::wrong_pin, n, n, pin.x, pin.y});
    }
    const std::vector<std::uint32_t>& wanted = board_.links[net.link].slots;
    if (slots != std::multiset<std::uint32_t>(wanted.begin(), wanted.end()))
      found_.push_back({BoardFault::wrong_pin, n, n});
  }

  /// Whether tracks join all pins of a net. Tracks join where they touch on a layer; a pin joins those that end at it.
  void check_joined(std::uint32_t n, const std::vector<const BoardTrack*>& tracks) {
    const std::vector<std::uint32_t>& pins = routed_.nets[n].pins;
    std::vector<std::size_t> group(tracks.size() + pins.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto join = [&](std::size_t a, std::size_t b) {
      const std::size_t from = group[a], to = group[b];
      for (std::size_t& g : group) g = g == from ? to : g;
    };
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (tracks[i]->layer == tracks[j]->layer && overlap(box_of(*tracks[i]), box_of(*tracks[j]))) join(i, j);
      }
      for (std::size_t p = 0; p < pins.size(); ++p) {
        const Pin& pin = routed_.pins[pins[p]];
        const bool ends =
            (tracks[i]->x0 == pin.x && tracks[i]->y0 == pin.y) || (tracks[i]->x1 == pin.x && tracks[i]->y1 == pin.y);
        if (ends) join(i, tracks.size() + p);
      }
    }
    if (std::ranges::any_of(group, [&](std::size_t g) { return g != group.front(); }))
      found_.push_back({BoardFault::open, n, n, routed_.pins[pins.front()].x, routed_.pins[pins.front()].y});
  }

  const Board& board_;
  const RoutedBoard& routed_;
  std::vector<FoundFault> found_;
};

}  // namespace

std::vector<FoundFault> check_board(const Board& board, const RoutedBoard& routed) {
  return BoardChecker(board, routed).check();
}

}  // namespace cutline::board
