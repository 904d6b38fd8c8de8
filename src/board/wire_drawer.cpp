// SPDX-License-Identifier: Apache-2.0
#include "board/wire_drawer.hpp"

namespace cutline::board {

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

}  // namespace cutline::board
