// SPDX-License-Identifier: Apache-2.0
#include "board/pin_field.hpp"

#include "board/measures.hpp"
#include "cutline/base/error.hpp"

namespace cutline::board {

namespace {

/// A line of pins along x, with the largest pad on it.
using PinLines = std::map<Nanometres, Nanometres>;

const ConnectorPin& kind_of(const Board& board, const Pin& pin) {
  return connector_of(board, pin).pin(pin.column, pin.row);
}

std::vector<Pin> all_pins(const Board& board) {
  std::vector<Pin> pins;
  for (std::uint32_t s = 0; s < board.slots.size(); ++s) {
    for (std::uint32_t c = 0; c < board.slots[s].connectors.size(); ++c) {
      const PlacedConnector& placed = board.slots[s].connectors[c];
      const Connector& connector = board.connectors[placed.connector];
      for (std::uint32_t column = 0; column < connector.columns; ++column) {
        for (std::uint32_t row = 0; row < connector.rows; ++row) {
          const std::uint32_t from_left = board.slots[s].back ? connector.rows - 1 - row : row;
          pins.push_back({s, c, column, row, placed.x + from_left * connector.row_pitch,
                          placed.y + column * connector.column_pitch, connector.pin(column, row).use});
        }
      }
    }
  }
  return pins;
}

void expect_apart(const Board& board, const std::vector<Pin>& pins) {
  std::vector<std::uint32_t> order(pins.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto place = [&](std::uint32_t i) { return std::pair(pins[i].y, pins[i].x); };
  std::ranges::sort(order, {}, place);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Pin &a = pins[order[i - 1]], &b = pins[order[i]];
    const Nanometres pad = (connector_of(board, a).pad + connector_of(board, b).pad) / 2;
    if (a.y != b.y || b.x - a.x >= pad) continue;
    throw_input_error(
        "the pins of slots '" + board.slots[a.slot].name + "' and '" + board.slots[b.slot].name + "' overlap",
        "place the slots or their connectors farther apart");
  }
}

std::vector<RowChannel> row_channels(const TrackRules& rules, const PinLines& lines) {
  const Nanometres space = rules.between();
  std::vector<RowChannel> channels(1);
  std::uint32_t most = 1;
  for (const auto& [middle, pad] : lines) {
    RowChannel& channel = channels.back();
    channel.y1 = middle - pad / 2 - rules.clearance;
    if (channels.size() > 1) {
      const std::int64_t fit = tracks_side_by_side(channel.y1 - channel.y0, rules);
      channel.tracks = static_cast<std::uint32_t>(tracks_dealt(fit, rules));
      channel.pitch = track_pitch(rules);
      if (channel.tracks > 1) channel.pitch *= (fit - 1) / (channel.tracks - 1);
      most = std::max(most, channel.tracks);
    }
    channels.push_back({.y0 = middle + pad / 2 + rules.clearance});
  }
  // The strips beside the outermost lines take as many tracks as the widest channel; but no pairs, which end at pins of
  // both sides.
  const Nanometres strip = most * track_pitch(rules) - space;
  channels.front().y0 = channels.front().y1 - strip;
  channels.back().y1 = channels.back().y0 + strip;
  channels.front().tracks = channels.back().tracks = rules.pairs ? 0 : most;
  channels.front().pitch = channels.back().pitch = track_pitch(rules);
  for (RowChannel& channel : channels) {
    const Nanometres used = (channel.tracks - Nanometres{1}) * channel.pitch + track_pitch(rules) - space;
    channel.first = channel.y0 + (channel.y1 - channel.y0 - used) / 2 + rules.width / 2;
  }
  return channels;
}

/// The steps along x at which tracks in a channel, or from it to its pins, would leave the outline or pass a keep-out.
std::vector<std::uint32_t> blocked_steps(const Board& board, const RowChannel& channel,
                                         const std::vector<std::array<Nanometres, 2>>& places) {
  std::vector<std::uint32_t> blocked;
  const Nanometres half = (board.rules.width + 1) / 2;
  for (std::uint32_t p = 0; p < places.size(); ++p) {
    const auto test = [&](std::uint32_t step, Nanometres x0, Nanometres x1) {
      const BoardBox tracks = grown({x0, channel.y0, x1, channel.y1}, 0);
      const BoardBox reach = {x0 - half, channel.y0 - board.rules.clearance, x1 + half,
                              channel.y1 + board.rules.clearance};
      const bool kept = std::ranges::any_of(board.keep_outs, [&](const BoardBox& k) { return overlap(k, reach); });
      if (kept || !is_inside(board.outline, tracks, board.rules.edge + half)) blocked.push_back(step);
    };
    test(2 * p, places[p][0], places[p][1]);
    if (p + 1 < places.size()) test(2 * p + 1, places[p][1], places[p + 1][0]);
  }
  return blocked;
}

/// The stretches far longer than tracks are wide, which lie between two slots; with `outside` those beside the
/// outermost pins too, as wide as the widest.
std::vector<FreeStretch> free_stretches(const TrackRules& rules, const PinLines& lines,
                                        const std::vector<std::array<Nanometres, 2>>& places, bool outside) {
  const auto pad = most_over<Nanometres>(lines, [](const auto& line) { return line.second; });
  std::vector<FreeStretch> free;
  Nanometres widest = 2 * pad + 16 * (rules.via_pad + 2 * rules.clearance + rules.width);
  for (std::size_t p = 0; p + 1 < places.size(); ++p) {
    const Nanometres from = places[p][1], to = places[p + 1][0];
    if (to - from < pad + 2 * rules.clearance + 3 * track_pitch(rules)) continue;
    free.push_back({from, to, true});
    widest = std::max(widest, to - from);
  }
  if (outside && !places.empty()) {
    free.insert(free.begin(), {places.front()[0] - widest, places.front()[0], false});
    free.push_back({places.back()[1], places.back()[1] + widest, false});
  }
  return free;
}

/// Places of columns of vias among those of pins.
void add_places(std::vector<ViaColumn>& columns, std::vector<std::array<Nanometres, 2>>& places,
                std::vector<std::uint32_t>& place) {
  std::vector<std::array<Nanometres, 2>> all;
  std::vector<std::uint32_t> moved(places.size());
  std::size_t next = 0;
  const auto add_before = [&](Nanometres x) {
    for (; next < columns.size() && columns[next].via[0] < x; ++next) {
      columns[next].place = static_cast<std::uint32_t>(all.size());
      all.push_back(columns[next].via);
    }
  };
  for (std::size_t p = 0; p < places.size(); ++p) {
    add_before(places[p][0]);
    moved[p] = static_cast<std::uint32_t>(all.size());
    all.push_back(places[p]);
  }
  add_before(std::numeric_limits<Nanometres>::max());
  for (std::uint32_t& p : place) p = moved[p];
  places = std::move(all);
}

/// How many wires may change tracks between two positions: each takes a place as wide as a track, or a pair.
std::vector<std::uint32_t> jogs_between(const TrackRules& rules, const std::vector<std::array<Nanometres, 2>>& places) {
  std::vector<std::uint32_t> jogs(places.size());
  for (std::size_t p = 0; p + 1 < places.size(); ++p) {
    const Nanometres room = places[p + 1][0] - places[p][1] - least_apart(rules);
    jogs[p] = static_cast<std::uint32_t>(std::max<Nanometres>(0, room / track_pitch(rules)));
  }
  return jogs;
}

/// The places along x where pins stand, from the first to the last pin of each; pins of two places are at least a track
/// and its space apart. Fills the place of each pin.
std::vector<std::array<Nanometres, 2>> places_along_x(const TrackRules& rules, const std::vector<Pin>& pins,
                                                      std::vector<std::uint32_t>& place) {
  std::vector<std::uint32_t> order(pins.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return pins[i].x; });
  std::vector<std::array<Nanometres, 2>> places;
  const Nanometres apart = least_apart(rules);
  for (const std::uint32_t i : order) {
    if (places.empty() || pins[i].x - places.back()[1] >= apart) places.push_back({pins[i].x, pins[i].x});
    places.back()[1] = pins[i].x;
    place[i] = static_cast<std::uint32_t>(places.size()) - 1;
  }
  return places;
}

/// The ends for wires at one connector's pins: with `pairs`, its pairs that stand side by side.
void add_ends(const Board& board, PinField& field, const std::vector<std::uint32_t>& place,
              const std::vector<std::uint32_t>& pins) {
  std::map<std::int32_t, std::uint32_t> first_of_pair;
  const auto line_of = [&](const Pin& pin) {
    return static_cast<std::size_t>(std::ranges::lower_bound(field.lines, pin.y) - field.lines.begin());
  };
  for (const std::uint32_t i : pins) {
    const Pin& pin = field.pins[i];
    const ConnectorPin& kind = kind_of(board, pin);
    if (kind.use != PinUse::signal) continue;
    if (!board.rules.pairs) {
      field.at(pin.slot, line_of(pin)).push_back({i, i, place[i], place[i]});
    } else if (kind.pair >= 0) {
      const auto [mate, is_first] = first_of_pair.try_emplace(kind.pair, i);
      if (is_first) continue;
      const Pin& other = field.pins[mate->second];
      PinEnd end = {mate->second, i, place[mate->second], place[i]};
      end.across = other.y != pin.y;
      if (end.across ? other.y > pin.y : other.x > pin.x) {
        std::swap(end.left, end.right);
        std::swap(end.from, end.to);
      }
      end.left_positive = kind_of(board, field.pins[end.left]).positive;
      const std::size_t low = line_of(field.pins[end.left]), high = line_of(field.pins[end.right]);
      const bool beside = end.across ? high == low + 1 && end.from == end.to : end.from < end.to;
      if (beside) field.at(pin.slot, low).push_back(end);
    }
  }
}

Nanometres half_of(Nanometres length) { return (length + 1) / 2; }

/// Where the copper of a column stands, from its first via.
struct ColumnShape {
  Nanometres lane[2] = {0, 0}, last_via = 0;
  Nanometres left = 0, right = 0;  ///< how far its copper reaches
  Nanometres pitch = 0;
};

ColumnShape shape_of_column(const TrackRules& rules) {
  const Nanometres beside = half_of(rules.via_pad) + rules.clearance + half_of(rules.width);
  ColumnShape shape{.left = half_of(rules.via_pad)};
  if (rules.pairs) {
    shape.lane[0] = beside;
    shape.lane[1] = beside + rules.width + rules.gap;
    shape.last_via = shape.lane[1] + beside;
    shape.right = shape.last_via + half_of(rules.via_pad);
    shape.pitch = shape.last_via + std::max(2 * half_of(rules.via_pad) + rules.clearance, least_apart(rules));
  } else {
    shape.lane[0] = shape.lane[1] = std::max(beside, half_of(least_apart(rules)));
    shape.right = shape.lane[0] + half_of(rules.width);
    shape.pitch = 2 * shape.lane[0];
  }
  return shape;
}

void open_strips(const Board& board, const std::map<Nanometres, Nanometres>& pads, ViaColumn& column) {
  const TrackRules& rules = board.rules;
  Nanometres last = 0;
  bool has_last = false;
  for (auto line = pads.begin(); line != pads.end(); ++line) {
    const auto& [y, pad] = *line;
    const Nanometres high = half_of(pad) + rules.clearance, wide = half_of(rules.via_pad);
    const bool apart = !has_last || y - last >= std::max(rules.via_pad + rules.clearance, least_apart(rules));
    const bool open = apart && rules.via_pad <= pad &&
                      is_clear(board, {column.via[0] - wide, y - high, column.via[1] + wide, y + high}, 0);
    column.is_open.push_back(open);
    if (open) last = y;
    has_last = has_last || open;
    const auto next = std::next(line);
    const Nanometres lane = half_of(rules.width);
    column.is_open_above.push_back(
        next != pads.end() &&
        is_clear(board, {column.lane[0] - lane, y - lane, column.lane[1] + lane, next->first + lane}, 0));
  }
}

}  // namespace

Nanometres track_pitch(const TrackRules& rules) {
  return (rules.pairs ? 2 * rules.width + rules.gap : rules.width) + rules.between();
}

Nanometres jog_x(const PinField& field, const TrackRules& rules, std::uint32_t place, std::uint32_t column) {
  return field.places[place][1] + least_apart(rules) + column * track_pitch(rules);
}

PinField pin_field(const Board& board) {
  PinField field{.pins = all_pins(board)};
  expect_apart(board, field.pins);
  PinLines lines;
  for (const Pin& pin : field.pins) {
    Nanometres& pad = lines[pin.y];
    pad = std::max(pad, connector_of(board, pin).pad);
  }
  for (const auto& line : lines) field.lines.push_back(line.first);
  field.channels = row_channels(board.rules, lines);
  std::vector<std::uint32_t> place(field.pins.size());
  auto places = places_along_x(board.rules, field.pins, place);
  const bool has_vias = board.rules.via_pad > 0 && board.rules.via_drill > 0;
  const std::vector<FreeStretch> free = free_stretches(board.rules, lines, places, has_vias);
  ViaColumns vias = via_columns(board, free, lines);
  add_places(vias.columns, places, place);
  field.columns = std::move(vias.columns);
  field.rooms = std::move(vias.rooms);
  field.free = free;
  field.positions = static_cast<std::uint32_t>(places.size());
  for (RowChannel& channel : field.channels) channel.blocked = blocked_steps(board, channel, places);
  field.jogs = jogs_between(board.rules, places);
  field.places = std::move(places);
  field.ends.resize(board.slots.size() * lines.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> of_connector;
  for (std::uint32_t i = 0; i < field.pins.size(); ++i)
    of_connector[{field.pins[i].slot, field.pins[i].connector}].push_back(i);
  for (const auto& pins : of_connector) add_ends(board, field, place, pins.second);
  const auto place_and_x = [&](const PinEnd& end) { return std::pair(end.from, field.pins[end.left].x); };
  for (std::vector<PinEnd>& ends : field.ends) std::ranges::sort(ends, {}, place_and_x);
  std::vector<std::pair<Nanometres, std::uint32_t>> along(board.slots.size(), {0, 0});
  for (std::uint32_t s = 0; s < along.size(); ++s) along[s] = {0, s};
  for (std::size_t i = field.pins.size(); i-- > 0;) along[field.pins[i].slot].first = field.pins[i].x;
  std::ranges::sort(along);
  field.left_to_right.resize(along.size());
  for (std::uint32_t r = 0; r < along.size(); ++r) field.left_to_right[along[r].second] = r;
  return field;
}

Nanometres least_apart(const TrackRules& rules) { return rules.width + rules.between(); }

ViaColumns via_columns(const Board& board, std::span<const FreeStretch> free,
                       const std::map<Nanometres, Nanometres>& pads) {
  ViaColumns out;
  const TrackRules& rules = board.rules;
  if (rules.via_pad <= 0 || rules.via_drill <= 0) return out;
  const ColumnShape shape = shape_of_column(rules);
  const auto pad = most_over<Nanometres>(pads, [](const auto& line) { return line.second; });
  const Nanometres beside = half_of(pad) + rules.clearance;
  // In the middle a wire, or both lines of a pair, may change tracks.
  const Nanometres middle_room = least_apart(rules) + (rules.pairs ? rules.width + rules.gap : 0);
  for (const FreeStretch& stretch : free) {
    ViaRoom room = {static_cast<std::uint32_t>(out.columns.size()), 0};
    const Nanometres end = stretch.to - beside, middle = stretch.from + (stretch.to - stretch.from) / 2;
    Nanometres x = stretch.from + std::max(beside + shape.left, least_apart(rules));
    while (x + shape.right <= end && x + shape.last_via + least_apart(rules) <= stretch.to) {
      if (stretch.has_middle && x + shape.last_via > middle - middle_room && x < middle + middle_room) {
        x = middle + middle_room;
        continue;
      }
      ViaColumn column{.via = {x, x + shape.last_via}, .lane = {x + shape.lane[0], x + shape.lane[1]}};
      open_strips(board, pads, column);
      out.columns.push_back(std::move(column));
      x += shape.pitch;
    }
    room.end = static_cast<std::uint32_t>(out.columns.size());
    if (room.end > room.begin) out.rooms.push_back(room);
  }
  return out;
}

}  // namespace cutline::board
