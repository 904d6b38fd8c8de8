// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "board/pin_dealer.hpp"
#include "board/pin_field.hpp"

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

/// The most wires that pass between two neighbouring slots.
std::uint64_t densest_cut(const PinField& field, std::size_t slots, const std::vector<Wire>& wires) {
  std::vector<std::int64_t> change(slots + 1);
  for (const Wire& wire : wires) {
    ++change[field.left_to_right[wire.slots.front()]];
    --change[field.left_to_right[wire.slots.back()]];
  }
  std::int64_t now = 0, most = 0;
  for (const std::int64_t step : change) most = std::max(most, now += step);
  return static_cast<std::uint64_t>(most);
}

std::uint32_t fewest(const PinField& field, std::uint64_t cut) {
  std::uint64_t tracks = 0;
  for (const RowChannel& channel : field.channels)
    tracks += channel.blocked.size() < 2 * std::size_t{field.positions} - 1 ? channel.tracks : 0;
  return tracks == 0 ? 0 : static_cast<std::uint32_t>((cut + tracks - 1) / tracks);
}

/// Deals on ever more layers until all wires have a track, or more layers do not help.
Dealt deal_on_fewest(const Board& board, const PinField& field, const std::vector<Wire>& wires) {
  constexpr int kVain = 3;
  std::uint32_t layers = std::max(1U, fewest(field, densest_cut(field, board.slots.size(), wires)));
  if (board.signal_layers > 0) layers = std::min(layers, board.signal_layers);
  Dealt best = deal(field, wires, layers);
  for (int vain = 0; best.left_by_tracks > 0 && layers != board.signal_layers && vain < kVain;) {
    Dealt next = deal(field, wires, ++layers);
    vain = next.left < best.left ? 0 : vain + 1;
    if (next.left < best.left) best = std::move(next);
  }
  return best;
}

/// Draws one wire of a dealt board.
class WireDrawer {
 public:
  WireDrawer(const Board& board, const PinField& field, RoutedBoard& out) : board_(board), field_(field), out_(out) {}

  void draw(const Wire& wire, const DealtPlace& at, std::uint32_t first_net) {
    const RowChannel& channel = field_.channels[at.channel];
    Track track;
    track.y = channel.first + at.track * track_pitch(board_.rules);
    track.last_y = channel.first + at.last_track * track_pitch(board_.rules);
    if (at.gap != kNone) track.change_x = field_.gaps[at.gap][1];
    if (!board_.rules.pairs) {
      line(wire, at, first_net, track);
      return;
    }
    const bool upper_positive = end(wire, at, 0).left_positive == upper_at_left(at.side(0), true);
    line(wire, at, first_net + (upper_positive ? 1 : 0), track);
    // Where a pair goes up, its upper line turns first, so that both keep their distance.
    const Nanometres apart = board_.rules.width + board_.rules.gap;
    track.y += apart;
    track.last_y += apart;
    track.change_x -= track.last_y > track.y ? apart : -apart;
    track.upper = true;
    line(wire, at, first_net + (upper_positive ? 0 : 1), track);
  }

 private:
  struct Track {
    Nanometres y = 0, last_y = 0, change_x = 0;
    bool upper = false;
  };
  const PinEnd& end(const Wire& wire, const DealtPlace& at, std::size_t i) const {
    return field_.at(wire.slots[i], line_of(at.channel, at.side(i)))[at.ends[i]];
  }
  /// Draws one net: a track along x, and from it to each pin a track along y.
  void line(const Wire& wire, const DealtPlace& at, std::uint32_t net, const Track& track) {
    Nanometres before = 0;
    for (std::size_t i = 0; i < wire.slots.size(); ++i) {
      const PinEnd& to = end(wire, at, i);
      const std::uint32_t number = track.upper == upper_at_left(at.side(i), i == 0) ? to.left : to.right;
      Pin& pin = out_.pins[number];
      pin.net = net;
      out_.nets[net].pins.push_back(number);
      const Nanometres y = i == 0 ? track.y : track.last_y;
      if (i > 0 && track.y != track.last_y) {
        out_.segments.push_back({net, at.layer, before, track.y, track.change_x, track.y});
        out_.segments.push_back({net, at.layer, track.change_x, track.y, track.change_x, y});
        before = track.change_x;
      }
      if (i > 0) out_.segments.push_back({net, at.layer, before, y, pin.x, y});
      out_.segments.push_back({net, at.layer, pin.x, pin.y, pin.x, y});
      before = pin.x;
    }
    out_.signal_layers = std::max(out_.signal_layers, at.layer + 1);
  }

  const Board& board_;
  const PinField& field_;
  RoutedBoard& out_;
};

std::vector<SlotPins> pins_of_slots(const Board& board, const PinField& field) {
  std::vector<SlotPins> slots(board.slots.size());
  for (std::uint32_t s = 0; s < slots.size(); ++s) {
    for (std::size_t line = 0; line < field.lines.size(); ++line) slots[s].there += field.at(s, line).size();
  }
  for (const BoardLink& link : board.links) {
    for (const std::uint32_t slot : link.slots) slots[slot].needed += link.wires;
  }
  return slots;
}

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

/// The most wires side by side in each channel, counted where they enter and leave it.
void count_in_channels(const PinField& field, const std::vector<Wire>& wires, const Dealt& dealt, RoutedBoard& out) {
  std::vector<std::vector<std::int32_t>> change(field.channels.size());
  for (std::size_t w = 0; w < wires.size(); ++w) {
    const DealtPlace& at = dealt.places[w];
    if (at.channel == kNone) continue;
    std::vector<std::int32_t>& steps = change[at.channel];
    steps.resize(field.left_to_right.size());
    ++steps[field.left_to_right[wires[w].slots.front()]];
    --steps[field.left_to_right[wires[w].slots.back()]];
  }
  for (std::size_t c = 0; c < change.size(); ++c) {
    const RowChannel& channel = field.channels[c];
    std::int32_t now = 0, most = 0;
    for (const std::int32_t step : change[c]) most = std::max(most, now += step);
    out.channels.push_back({channel.y0, channel.y1, channel.tracks, static_cast<std::uint32_t>(most)});
  }
}

/// Why no channel can hold a wire, as far as its shape tells: a pair's tracks can turn to pins at their ends alone.
bool has_shape(const Board& board, const Wire& wire) { return !board.rules.pairs || wire.slots.size() == 2; }

}  // namespace

RoutedBoard route_board(const Board& board) {
  const PinField field = pin_field(board);
  std::vector<Wire> wires = sorted_wires(board, field);
  RoutedBoard out{.pins = field.pins};
  const std::vector<std::uint32_t> first = add_nets(board, out);
  for (const Wire& wire : wires) {
    if (!has_shape(board, wire)) out.left_over.push_back({wire.link, wire.wire, LeftBecause::shape});
  }
  std::erase_if(wires, [&](const Wire& wire) { return !has_shape(board, wire); });
  const Dealt dealt = deal_on_fewest(board, field, wires);
  WireDrawer drawer(board, field, out);
  for (std::size_t w = 0; w < wires.size(); ++w) {
    const Wire& wire = wires[w];
    const std::uint32_t net = first[wire.link] + wire.wire * (board.rules.pairs ? 2 : 1);
    if (dealt.places[w].channel == kNone) {
      out.left_over.push_back({wire.link, wire.wire, dealt.why[w]});
    } else {
      drawer.draw(wire, dealt.places[w], net);
    }
  }
  out.slots = pins_of_slots(board, field);
  count_in_channels(field, wires, dealt, out);
  return out;
}

std::vector<Nanometres> lengths_of_nets(const RoutedBoard& routed) {
  std::vector<Nanometres> lengths(routed.nets.size());
  for (const BoardTrack& segment : routed.segments) lengths[segment.net] += segment.length();
  return lengths;
}

}  // namespace cutline::board
