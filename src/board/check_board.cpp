// SPDX-License-Identifier: Apache-2.0
#include "board/check_board.hpp"

#include <set>
#include <tuple>

namespace cutline::board {

namespace {

/// Copper on one layer: a track, or the pad of a pin or a via as its centre. Its box has no width; `reach` is half of
/// it.
struct Copper {
  BoardBox box;
  std::uint32_t net = kNone;
  Nanometres reach = 0;
  enum class Kind : std::uint8_t { track, pin, via } kind = Kind::track;
};

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
    std::vector<std::vector<Copper>> layers(std::max(1U, routed_.signal_layers));
    for (const BoardTrack& s : routed_.segments) {
      if (s.layer >= routed_.signal_layers) {
        found_.push_back({BoardFault::stack, s.net, s.net, s.x0, s.y0});
        continue;
      }
      const BoardBox box = s.box();
      layers[s.layer].push_back({box, s.net, board_.rules.width / 2, Copper::Kind::track});
      if (s.x0 != s.x1 && s.y0 != s.y1) found_.push_back({BoardFault::oblique, s.net, s.net, s.x0, s.y0});
      check_surroundings(box, s.net, (board_.rules.width + 1) / 2);
    }
    for (const BoardVia& via : routed_.vias) {
      if (board_.rules.via_pad <= 0) found_.push_back({BoardFault::stack, via.net, via.net, via.x, via.y});
      check_surroundings({via.x, via.y, via.x, via.y}, via.net, (board_.rules.via_pad + 1) / 2);
    }
    for (std::vector<Copper>& layer : layers) {
      for (const Pin& pin : routed_.pins) {
        const BoardBox middle = {pin.x, pin.y, pin.x, pin.y};
        layer.push_back({middle, pin.net, connector_of(board_, pin).pad / 2, Copper::Kind::pin});
      }
      for (const BoardVia& via : routed_.vias)
        layer.push_back({{via.x, via.y, via.x, via.y}, via.net, board_.rules.via_pad / 2, Copper::Kind::via});
      check_distances(layer);
    }
    check_nets();
    return std::move(found_);
  }

 private:
  void check_surroundings(const BoardBox& box, std::uint32_t net, Nanometres half) {
    if (!is_inside(board_.outline, box, board_.rules.edge + half))
      found_.push_back({BoardFault::outline, net, net, box.x0, box.y0});
    const BoardBox copper = grown(box, half);
    for (const BoardBox& keep_out : board_.keep_outs) {
      if (overlap(keep_out, copper)) found_.push_back({BoardFault::keep_out, net, net, box.x0, box.y0});
    }
  }

  /// The distance that the rules ask for between two nets.
  Nanometres distance(const Copper& a, const Copper& b) const {
    if (a.kind != Copper::Kind::track || b.kind != Copper::Kind::track) return board_.rules.clearance;
    const bool one_pair = board_.rules.pairs && routed_.nets[a.net].mate == b.net;
    return one_pair ? board_.rules.gap : board_.rules.between();
  }

  /// Sweeps along y over the copper of a layer, with what the line crosses or has just left.
  void check_distances(std::vector<Copper>& layer) {
    const TrackRules& rules = board_.rules;
    const Nanometres most = most_over<Nanometres>(layer, &Copper::reach);
    const Nanometres far = 2 * most + std::max({rules.clearance, rules.gap, rules.between()});
    std::ranges::stable_sort(layer, {}, [](const Copper& c) { return c.box.y0; });
    std::vector<const Copper*> near;
    for (const Copper& copper : layer) {
      std::erase_if(near, [&](const Copper* c) { return c->box.y1 + far < copper.box.y0; });
      for (const Copper* other : near) {
        const bool are_pins = copper.kind == Copper::Kind::pin && other->kind == Copper::Kind::pin;
        if (copper.net == other->net || are_pins) continue;
        if (!is_nearer(copper.box, other->box, distance(copper, *other) + copper.reach + other->reach)) continue;
        const auto& [track, beside] =
            copper.kind == Copper::Kind::pin ? std::tie(*other, copper) : std::tie(copper, *other);
        found_.push_back({BoardFault::clearance, track.net, beside.net, copper.box.x0, copper.box.y0});
      }
      near.push_back(&copper);
    }
  }

  void check_nets() {
    std::vector<std::vector<const BoardTrack*>> tracks(routed_.nets.size());
    std::vector<std::vector<std::array<Nanometres, 2>>> holes(routed_.nets.size());
    for (const BoardTrack& s : routed_.segments) tracks[s.net].push_back(&s);
    for (const BoardVia& via : routed_.vias) holes[via.net].push_back({via.x, via.y});
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
      for (const std::uint32_t p : net.pins) holes[n].push_back({routed_.pins[p].x, routed_.pins[p].y});
      check_joined(n, tracks[n], holes[n]);
    }
  }

  /// Whether a net has one pin at each slot of its link, a signal pin that knows it and has its polarity.
  void check_pins(std::uint32_t n) {
    const Net& net = routed_.nets[n];
    std::multiset<std::uint32_t> slots;
    for (const std::uint32_t p : net.pins) {
      const Pin& pin = routed_.pins[p];
      const ConnectorPin& kind = connector_of(board_, pin).pin(pin.column, pin.row);
      slots.insert(pin.slot);
      const bool fits = net.polarity == Polarity::none || kind.positive == (net.polarity == Polarity::positive);
      if (pin.net != n || kind.use != PinUse::signal || !fits)
        found_.push_back({BoardFault::wrong_pin, n, n, pin.x, pin.y});
    }
    const std::vector<std::uint32_t>& wanted = board_.links[net.link].slots;
    if (slots != std::multiset<std::uint32_t>(wanted.begin(), wanted.end()))
      found_.push_back({BoardFault::wrong_pin, n, n});
  }

  /// Whether tracks join all pins and vias of a net. Tracks join where they touch on a layer; a hole joins those that
  /// end at it.
  void check_joined(std::uint32_t n, const std::vector<const BoardTrack*>& tracks,
                    const std::vector<std::array<Nanometres, 2>>& holes) {
    auto group = numbers_below<std::size_t>(tracks.size() + holes.size());
    const auto join = [&](std::size_t a, std::size_t b) {
      const std::size_t from = group[a], to = group[b];
      for (std::size_t& g : group) g = g == from ? to : g;
    };
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (tracks[i]->layer == tracks[j]->layer && overlap(tracks[i]->box(), tracks[j]->box())) join(i, j);
      }
      for (std::size_t h = 0; h < holes.size(); ++h) {
        const auto [x, y] = holes[h];
        const bool ends = (tracks[i]->x0 == x && tracks[i]->y0 == y) || (tracks[i]->x1 == x && tracks[i]->y1 == y);
        if (ends) join(i, tracks.size() + h);
      }
    }
    if (std::ranges::any_of(group, [&](std::size_t g) { return g != group.front(); }))
      found_.push_back({BoardFault::open, n, n, holes.back()[0], holes.back()[1]});
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
