// SPDX-License-Identifier: Apache-2.0
#include "board/match_lengths.hpp"
#include "board/measures.hpp"
#include "board/pin_dealer.hpp"

namespace cutline::board {

namespace {

/// All wires from left to right by their first slots, those that lead farthest first: so few tracks are left open.
std::vector<Wire> sorted_wires(const Board& board, const PinField& field) {
  std::vector<Wire> wires;
  const auto rank = [&](std::uint32_t slot) { return field.left_to_right[slot]; };
  for (std::uint32_t l = 0; l < board.links.size(); ++l) {
    std::vector<std::uint32_t> slots = board.links[l].slots;
    std::ranges::sort(slots, {}, rank);
    for (std::uint32_t i = 0; i < board.links[l].wires; ++i) wires.push_back({l, i, slots});
  }
  std::ranges::stable_sort(wires, {}, [&](const Wire& w) {
    return std::tuple(rank(w.slots.front()), -std::int64_t{rank(w.slots.back())}, w.wire);
  });
  return wires;
}

/// The fewest layers on whose tracks the wires over a cut fit.
std::uint32_t fewest(const PinField& field, std::uint64_t cut) {
  std::uint64_t tracks = 0;
  for (const RowChannel& channel : field.channels)
    tracks += channel.blocked.size() < 2 * std::size_t{field.positions} - 1 ? channel.tracks : 0;
  return tracks == 0 ? 0 : static_cast<std::uint32_t>((cut + tracks - 1) / tracks);
}

/// Deals on ever more layers until all wires have a place, or more layers do not help. With vias, layers along y come
/// before more layers along x than cuts and escapes ask for. A board that lacks pins is not drawn on more than these.
class LayerFinder {
 public:
  LayerFinder(const Board& board, const PinField& field, const std::vector<Wire>& wires)
      : field_(field), wires_(wires), most_(board.signal_layers), has_vias_(!field.columns.empty()) {
    const BoardMeasures measures = measure_board(board);
    first_ = std::max(1U, fewest(field, measures.densest_cut_wires() / (board.rules.pairs ? 2 : 1)));
    said_ = std::max(first_, static_cast<std::uint32_t>(measures.signal_layers().value_or(first_)));
    last_ = most_;
    if (most_ > 0) first_ = std::min(first_, most_);
    if (measures.pins_short() > 0 && (last_ == 0 || said_ < last_)) last_ = said_;  // no layer brings pins
  }

  Dealt find() {
    std::uint32_t along_x = first_;
    take(along_x);
    if (has_vias_ && most_ > 1 && best_.left > 0 && along_x == most_) take(along_x - 1);
    for (int vain = 0; could_help() && along_x != last_ && vain < kVain;) {
      const std::uint32_t before = best_.left;
      take(++along_x);
      vain = best_.left < before || (has_vias_ && along_x <= said_) ? 0 : vain + 1;
    }
    return std::move(best_);
  }

 private:
  static constexpr int kVain = 3;
  static constexpr std::uint32_t kMostAlongY = 8;

  bool could_help() const { return best_.left_by_tracks > 0; }
  void take(std::uint32_t along_x) {
    DealLayers layers{along_x, 0};
    layers.has_vias = has_vias_ && along_x >= std::min(said_, most_ > 1 ? most_ - 1 : said_);
    layers.along_y = most_ > 0 ? std::min(kMostAlongY, most_ - along_x) : kMostAlongY;
    if (!best_.places.empty()) layers.most_left = best_.left;
    Dealt next = deal(field_, wires_, layers);
    next.layers_along_x = along_x;
    if (best_.places.empty() || next.left < best_.left) best_ = std::move(next);
  }

  const PinField& field_;
  const std::vector<Wire>& wires_;
  std::uint32_t most_, last_ = 0, first_ = 1, said_ = 1;
  bool has_vias_;
  Dealt best_;
};

/// The nets of all wires in the order of the links, without pins; gives the first net of each link.
std::vector<std::uint32_t> add_nets(const Board& board, RoutedBoard& out) {
  std::vector<std::uint32_t> first;
  for (std::uint32_t l = 0; l < board.links.size(); ++l) {
    first.push_back(static_cast<std::uint32_t>(out.nets.size()));
    for (std::uint32_t w = 0; w < board.links[l].wires; ++w) {
      const auto net = static_cast<std::uint32_t>(out.nets.size());
      if (!board.rules.pairs) {
        out.nets.push_back({l, w});
      } else {
        out.nets.push_back({l, w, Polarity::positive, net + 1});
        out.nets.push_back({l, w, Polarity::negative, net});
      }
    }
  }
  return first;
}

/// Whether one channel may hold a wire, as far as its shape tells: a pair's tracks can turn to pins at their ends
/// alone.
bool has_shape(const Board& board, const Wire& wire) { return !board.rules.pairs || wire.slots.size() == 2; }

/// Numbers the layers that have tracks: those along x, then those along y.
void count_layers(std::uint32_t layers_along_x, RoutedBoard& out) {
  std::uint32_t along_x = 0, along_y = 0;
  for (const BoardTrack& track : out.segments) {
    if (track.layer < layers_along_x) along_x = std::max(along_x, track.layer + 1);
    if (track.layer >= layers_along_x) along_y = std::max(along_y, track.layer + 1 - layers_along_x);
  }
  for (BoardTrack& track : out.segments) {
    if (track.layer >= layers_along_x) track.layer -= layers_along_x - along_x;
  }
  out.signal_layers = along_x + along_y;
  out.layers_along_y = along_y;
}

/// Draws wires of a dealt board: the tracks and vias of each, and its pins.
class WireDrawer {
 public:
  WireDrawer(const Board& board, const PinField& field, std::uint32_t layers_along_x, RoutedBoard& out)
      : board_(board), field_(field), along_x_(layers_along_x), out_(out) {}

  /// A wire in one channel. Its net, or both of a pair, begin at `first_net`.
  void draw(const Wire& wire, const DealtPlace& at, std::uint32_t first_net);
  /// A wire that changes channels.
  void draw(const Detour& detour, std::uint32_t first_net);

 private:
  const PinEnd& end(const Wire& wire, const DealtPlace& at, std::size_t i) const {
    return field_.at(wire.slots[i], line_of(at.channel, at.side(i)))[at.ends[i]];
  }
  void line(const Wire& wire, const DealtPlace& at, std::uint32_t net, bool upper);
  /// A stretch, whose upper line, if it is a pair, is positive or not.
  void stretch(const Stretch& s, std::uint32_t first_net, bool upper_positive, bool is_joined);
  void stretch_line(const Stretch& s, std::uint32_t net, bool upper, bool is_joined);
  /// The vias between two stretches, and the tracks along y between them.
  void meeting(const Stretch& a, const Stretch& b, std::uint32_t layer, std::array<std::uint32_t, 2> nets);
  void add(std::uint32_t net, std::uint32_t layer, std::array<Nanometres, 2> from, std::array<Nanometres, 2> to);

  const Board& board_;
  const PinField& field_;
  std::uint32_t along_x_;
  RoutedBoard& out_;
};

void WireDrawer::draw(const Wire& wire, const DealtPlace& at, std::uint32_t first_net) {
  if (!board_.rules.pairs) return line(wire, at, first_net, false);
  const bool upper_positive = end(wire, at, 0).left_positive == upper_at_left(at.side(0), true);
  line(wire, at, first_net + (upper_positive ? 1 : 0), false);
  line(wire, at, first_net + (upper_positive ? 0 : 1), true);
}

/// Draws one net: tracks along x, and from them to each pin a track along y.
void WireDrawer::line(const Wire& wire, const DealtPlace& at, std::uint32_t net, bool upper) {
  const RowChannel& channel = field_.channels[at.channel];
  const Nanometres apart = board_.rules.pairs ? board_.rules.width + board_.rules.gap : 0;
  const auto y_of = [&](std::uint32_t track) { return channel.first + track * channel.pitch + (upper ? apart : 0); };
  auto change = at.changes.begin();
  std::uint32_t track = at.track;
  Nanometres x = 0;
  for (std::size_t i = 0; i < wire.slots.size(); ++i) {
    const PinEnd& to = end(wire, at, i);
    const std::uint32_t number = upper == upper_at_left(at.side(i), i == 0) ? to.left : to.right;
    Pin& pin = out_.pins[number];
    pin.net = net;
    out_.nets[net].pins.push_back(number);
    if (i == 0) x = pin.x;
    for (; change != at.changes.end() && change->place < to.from; ++change) {
      // Where a pair goes up, its upper line turns first, so that both keep their distance.
      const bool goes_up = change->track > track, turns_first = upper == goes_up;
      const Nanometres at_x = jog_x(field_, board_.rules, change->place, change->column) + (turns_first ? 0 : apart);
      add(net, at.layer, {x, y_of(track)}, {at_x, y_of(track)});
      add(net, at.layer, {at_x, y_of(track)}, {at_x, y_of(change->track)});
      track = change->track;
      x = at_x;
    }
    if (i > 0) add(net, at.layer, {x, y_of(track)}, {pin.x, y_of(track)});
    add(net, at.layer, {pin.x, pin.y}, {pin.x, y_of(track)});
    x = pin.x;
  }
}

void WireDrawer::draw(const Detour& detour, std::uint32_t first_net) {
  bool upper_positive = true;
  for (std::size_t i = 0; i < detour.stretches.size(); ++i) {
    const Stretch& s = detour.stretches[i];
    const StretchEnd& begin = s.ends[0];
    const bool upper_left = upper_at_left(begin.side, s.is_left(0));
    if (begin.column == kNone) {
      upper_positive = field_.at(begin.slot, line_of(s.channel, begin.side))[begin.end].left_positive == upper_left;
    } else {
      const Stretch& before = detour.stretches[i - 1];
      const bool left_positive = upper_positive == upper_at_left(before.ends[1].side, before.is_left(1));
      const std::uint32_t left = first_net + (board_.rules.pairs && !left_positive ? 1 : 0);
      const std::uint32_t right = first_net + (board_.rules.pairs && left_positive ? 1 : 0);
      meeting(before, s, detour.layers[i - 1], {left, right});
      upper_positive = left_positive == upper_left;
    }
    stretch(s, first_net, upper_positive, i > 0);
  }
}

void WireDrawer::stretch(const Stretch& s, std::uint32_t first_net, bool upper_positive, bool is_joined) {
  if (!board_.rules.pairs) {
    stretch_line(s, first_net, false, is_joined);
    return;
  }
  stretch_line(s, first_net + (upper_positive ? 1 : 0), false, is_joined);
  stretch_line(s, first_net + (upper_positive ? 0 : 1), true, is_joined);
}

void WireDrawer::stretch_line(const Stretch& s, std::uint32_t net, bool upper, bool is_joined) {
  const RowChannel& channel = field_.channels[s.channel];
  const Nanometres y = channel.first + s.track * channel.pitch + (upper ? board_.rules.width + board_.rules.gap : 0);
  std::array<std::array<Nanometres, 2>, 2> at = {};
  for (std::size_t e = 0; e < 2; ++e) {
    const StretchEnd& end = s.ends[e];
    const std::size_t line = line_of(s.channel, end.side);
    const bool left = upper == upper_at_left(end.side, s.is_left(e));
    if (end.column != kNone) {
      at[e] = {field_.columns[end.column].via[left ? 0 : 1], field_.lines[line]};
      continue;
    }
    const PinEnd& pins = field_.at(end.slot, line)[end.end];
    const std::uint32_t number = left ? pins.left : pins.right;
    Pin& pin = out_.pins[number];
    at[e] = {pin.x, pin.y};
    if (e == 0 && is_joined) continue;
    pin.net = net;
    out_.nets[net].pins.push_back(number);
  }
  add(net, s.layer, at[0], {at[0][0], y});
  add(net, s.layer, {at[0][0], y}, {at[1][0], y});
  add(net, s.layer, {at[1][0], y}, at[1]);
}

void WireDrawer::meeting(const Stretch& a, const Stretch& b, std::uint32_t layer, std::array<std::uint32_t, 2> nets) {
  const ViaColumn& column = field_.columns[b.ends[0].column];
  const Nanometres from = field_.lines[line_of(a.channel, a.ends[1].side)];
  const Nanometres to = field_.lines[line_of(b.channel, b.ends[0].side)];
  for (std::size_t i = 0; i < (board_.rules.pairs ? 2 : 1); ++i) {
    const Nanometres x = column.via[i], lane = column.lane[i];
    out_.vias.push_back({nets[i], x, from});
    if (from == to) continue;
    out_.vias.push_back({nets[i], x, to});
    add(nets[i], along_x_ + layer, {x, from}, {lane, from});
    add(nets[i], along_x_ + layer, {lane, from}, {lane, to});
    add(nets[i], along_x_ + layer, {lane, to}, {x, to});
  }
}

void WireDrawer::add(std::uint32_t net, std::uint32_t layer, std::array<Nanometres, 2> from,
                     std::array<Nanometres, 2> to) {
  out_.segments.push_back({net, layer, from[0], from[1], to[0], to[1]});
}

}  // namespace

RoutedBoard route_board(const Board& board) {
  const PinField field = pin_field(board);
  std::vector<Wire> wires = sorted_wires(board, field);
  RoutedBoard out{.pins = field.pins};
  const std::vector<std::uint32_t> first = add_nets(board, out);
  for (Wire& wire : wires) wire.may_pass = has_shape(board, wire);
  if (field.columns.empty()) {
    for (const Wire& wire : wires) {
      if (!wire.may_pass) out.left_over.push_back({wire.link, wire.wire, LeftBecause::shape});
    }
    std::erase_if(wires, [&](const Wire& wire) { return !wire.may_pass; });
  }
  const Dealt dealt = LayerFinder(board, field, wires).find();
  WireDrawer drawer(board, field, dealt.layers_along_x, out);
  for (std::size_t w = 0; w < wires.size(); ++w) {
    const Wire& wire = wires[w];
    const std::uint32_t net = first[wire.link] + wire.wire * (board.rules.pairs ? 2 : 1);
    if (dealt.places[w].channel != kNone) {
      drawer.draw(wire, dealt.places[w], net);
    } else if (dealt.has(w)) {
      drawer.draw(dealt.detours[w], net);
    } else {
      out.left_over.push_back({wire.link, wire.wire, dealt.why[w]});
    }
  }
  count_layers(dealt.layers_along_x, out);
  match_lengths(board, field, out);
  return out;
}

std::vector<Nanometres> lengths_of_nets(const RoutedBoard& routed) {
  std::vector<Nanometres> lengths(routed.nets.size());
  for (const BoardTrack& segment : routed.segments) lengths[segment.net] += segment.length();
  return lengths;
}

}  // namespace cutline::board
