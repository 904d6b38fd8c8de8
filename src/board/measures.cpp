// SPDX-License-Identifier: Apache-2.0
#include "board/measures.hpp"

#include <tuple>

namespace cutline::board {

namespace {

std::uint64_t lines_of(const TrackRules& rules) { return rules.pairs ? 2 : 1; }

std::optional<std::uint64_t> layers_for(std::uint64_t wires, std::uint64_t of_layer) {
  if (wires == 0) return 0;
  if (of_layer == 0) return std::nullopt;
  return (wires + of_layer - 1) / of_layer;
}

/// Keeps the place that asks for more layers; of equal ones that with more wires, then the first.
void keep_worse(LayersNeeded& worst, const LayersNeeded& next) {
  const auto weight = [](const LayersNeeded& each) {
    return std::tuple(!each.layers.has_value(), each.layers.value_or(0), each.wires);
  };
  if (weight(next) > weight(worst)) worst = next;
}

/// Pins that the rules can use, and the columns that have one.
struct SignalPins {
  std::uint64_t pins = 0, columns = 0;
};

SignalPins signal_pins(const Connector& connector, bool pairs) {
  SignalPins all;
  for (std::uint32_t column = 0; column < connector.columns; ++column) {
    std::uint64_t here = 0;
    for (std::uint32_t row = 0; row < connector.rows; ++row) {
      const ConnectorPin& pin = connector.pin(column, row);
      here += pin.use == PinUse::signal && (!pairs || pin.pair >= 0) ? 1 : 0;
    }
    all.pins += here;
    all.columns += here > 0 ? 1 : 0;
  }
  return all;
}

/// The wires (pairs) of a slot's links by side, and in all.
struct SlotWires {
  std::uint64_t left = 0, right = 0, all = 0;
};

std::vector<SlotWires> wires_by_slot(const Board& board) {
  std::vector<SlotWires> all(board.slots.size());
  for (const BoardLink& link : board.links) {
    const auto [first, last] = std::minmax_element(link.slots.begin(), link.slots.end());
    for (const std::uint32_t slot : link.slots) {
      all[slot].all += link.wires;
      if (slot != *first) all[slot].left += link.wires;
      if (slot != *last) all[slot].right += link.wires;
    }
  }
  return all;
}

/// Wires (pairs) over each cut between slots.
std::vector<std::uint64_t> wires_by_cut(const Board& board) {
  std::vector<std::uint64_t> change(board.slots.size() + 1, 0);  // modulo 2^64: sums of these are right again
  for (const BoardLink& link : board.links) {
    const auto [first, last] = std::minmax_element(link.slots.begin(), link.slots.end());
    change[*first] += link.wires;
    change[*last] -= link.wires;
  }
  std::vector<std::uint64_t> over;
  std::uint64_t now = 0;
  for (std::size_t cut = 1; cut < board.slots.size(); ++cut) over.push_back(now += change[cut - 1]);
  return over;
}

LayersNeeded escape_of(const Board& board, std::uint32_t slot, const SlotWires& wires) {
  LayersNeeded needed{.place = slot, .layers = 0};
  std::uint64_t columns = 0;
  std::optional<std::int64_t> tracks;
  for (const PlacedConnector& placed : board.slots[slot].connectors) {
    const Connector& connector = board.connectors[placed.connector];
    columns += signal_pins(connector, board.rules.pairs).columns;
    const std::int64_t fit = tracks_between_pads(connector.column_pitch, connector.pad, board.rules);
    const std::int64_t here = tracks_dealt(fit, board.rules);
    tracks = std::min(here, tracks.value_or(here));
  }
  const std::uint64_t aside = std::max(wires.left, wires.right);
  needed.tracks = static_cast<std::uint64_t>(tracks.value_or(0));
  needed.wires = columns > 0 ? (aside + columns - 1) / columns : aside;
  needed.layers = layers_for(needed.wires, needed.tracks);
  return needed;
}

Nanometres longest_of(const Board& board) {
  Nanometres longest = 0;
  // Fields of other depth begin elsewhere.
  const auto x_of = [&](std::uint32_t slot) { return middle_of(board, board.slots[slot]); };
  for (const BoardLink& link : board.links) {
    const auto [first, last] = std::minmax_element(link.slots.begin(), link.slots.end());
    longest = std::max(longest, x_of(*last) - x_of(*first));
  }
  return longest;
}

void measure_cuts(const Board& board, BoardMeasures& measures) {
  measures.cut.layers = 0;
  const std::vector<std::uint64_t> over = wires_by_cut(board);
  const auto across = each_of(board.slots, [&](const Slot& slot) { return tracks_past(board, slot); });
  const std::uint64_t lines = lines_of(board.rules);
  for (std::uint32_t cut = 1; cut <= over.size(); ++cut) {
    LayersNeeded needed{.place = cut, .wires = over[cut - 1] * lines};
    const Slot &left = board.slots[cut - 1], &right = board.slots[cut];
    std::int64_t tracks = std::min(across[cut - 1], across[cut]);
    if (!board.keep_outs.empty()) {
      const Nanometres from = middle_of(board, left), to = middle_of(board, right);
      tracks = std::min(tracks_past(board, left, from, to), tracks_past(board, right, from, to));
    }
    needed.tracks = static_cast<std::uint64_t>(tracks);
    needed.layers = layers_for(over[cut - 1], needed.tracks);
    measures.cut_wires.push_back(needed.wires);
    if (cut == 1) measures.cut = needed;
    keep_worse(measures.cut, needed);
  }
}

/// The pads of a column of pins, as a track along x meets them.
struct PadRow {
  Nanometres y = 0, pad = 0;
};

std::vector<PadRow> pad_rows(const Board& board, const Slot& slot) {
  std::vector<PadRow> all;
  for (const PlacedConnector& placed : slot.connectors) {
    const Connector& connector = board.connectors[placed.connector];
    for (std::uint32_t column = 0; column < connector.columns; ++column)
      all.push_back({placed.y + column * connector.column_pitch, connector.pad});
  }
  std::ranges::sort(all, {}, &PadRow::y);
  return all;
}

/// A strip along x, free of pads.
struct FreeStrip {
  Nanometres from = 0, to = 0;
};

/// What keep-outs within x0 .. x1 leave of a strip.
std::vector<FreeStrip> left_of(const Board& board, const FreeStrip& strip, Nanometres x0, Nanometres x1) {
  std::vector<FreeStrip> left = {strip};
  for (const BoardBox& keep_out : board.keep_outs) {
    if (keep_out.x1 < x0 || keep_out.x0 > x1) continue;
    std::vector<FreeStrip> next;
    for (const FreeStrip& each : left) {
      if (keep_out.y1 < each.from || keep_out.y0 > each.to) {
        next.push_back(each);
        continue;
      }
      if (keep_out.y0 > each.from) next.push_back({each.from, keep_out.y0});
      if (keep_out.y1 < each.to) next.push_back({keep_out.y1, each.to});
    }
    left = std::move(next);
  }
  return left;
}

}  // namespace

std::uint64_t BoardMeasures::pins_short() const { return sum_over<std::uint64_t>(pins, &PinBudget::missing); }

std::uint64_t BoardMeasures::pins_of_slot_max() const { return most_over<std::uint64_t>(pins, &PinBudget::needed); }

std::uint64_t BoardMeasures::densest_cut_wires() const { return most_over<std::uint64_t>(cut_wires); }

std::optional<std::uint64_t> BoardMeasures::signal_layers() const {
  const std::uint64_t as_drawn = drawn ? drawn->layers : 0;
  if (drawn && drawn->wires_left == 0) return as_drawn;
  if (!cut.layers || !escape.layers) return std::nullopt;
  return std::max({*cut.layers, *escape.layers, as_drawn});
}

std::uint32_t BoardMeasures::worst() const {
  const bool by_cut = !cut.layers || (escape.layers && *cut.layers >= *escape.layers);
  return by_cut ? cut.board : escape.board;
}

BoardMeasures measure_board(const Board& board) {
  BoardMeasures measures;
  const std::vector<SlotWires> wires = wires_by_slot(board);
  measures.escape.layers = 0;
  for (std::uint32_t slot = 0; slot < board.slots.size(); ++slot) {
    PinBudget& pins = measures.pins.emplace_back();
    pins.needed = wires[slot].all * lines_of(board.rules);
    for (const PlacedConnector& placed : board.slots[slot].connectors)
      pins.there += signal_pins(board.connectors[placed.connector], board.rules.pairs).pins;
    const LayersNeeded escape = escape_of(board, slot, wires[slot]);
    if (slot == 0) measures.escape = escape;
    keep_worse(measures.escape, escape);
  }
  measure_cuts(board, measures);
  for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
    const auto less = [axis](const auto& a, const auto& b) { return a[axis] < b[axis]; };
    const auto ends = std::minmax_element(board.outline.begin(), board.outline.end(), less);
    if (board.outline.empty()) break;
    (axis == 0 ? measures.width : measures.height) = (*ends.second)[axis] - (*ends.first)[axis];
  }
  measures.longest = longest_of(board);
  measures.rails = static_cast<std::uint32_t>(rails_of_board(board).size());
  return measures;
}

BoardMeasures together(const std::vector<BoardMeasures>& measures, const std::vector<std::uint32_t>& kind) {
  BoardMeasures all = measures.at(kind.at(0));
  for (std::uint32_t number = 1; number < kind.size(); ++number) {
    const BoardMeasures& next = measures[kind[number]];
    all.pins.insert(all.pins.end(), next.pins.begin(), next.pins.end());
    all.cut_wires.insert(all.cut_wires.end(), next.cut_wires.begin(), next.cut_wires.end());
    for (const auto place : {&BoardMeasures::cut, &BoardMeasures::escape}) {
      LayersNeeded needed = next.*place;
      needed.board = number;
      keep_worse(all.*place, needed);
    }
    all.width = std::max(all.width, next.width);
    all.height = std::max(all.height, next.height);
    all.longest = std::max(all.longest, next.longest);
    all.rails = std::max(all.rails, next.rails);
    if (all.drawn && next.drawn) add_board(*all.drawn, *next.drawn);
  }
  all.count = kind.size();
  return all;
}

std::string rail_of(const Connector& connector, const ConnectorPin& pin) {
  return pin.rail < connector.rails.size() ? connector.rails[pin.rail] : "P";
}

std::vector<std::string> rails_of_board(const Board& board) {
  std::vector<std::string> rails;
  for (const Slot& slot : board.slots) {
    for (const PlacedConnector& placed : slot.connectors) {
      const Connector& connector = board.connectors[placed.connector];
      for (const ConnectorPin& pin : connector.pins) {
        if (pin.use != PinUse::power) continue;
        const std::string rail = rail_of(connector, pin);
        if (std::ranges::find(rails, rail) == rails.end()) rails.push_back(rail);
      }
    }
  }
  return rails;
}

std::vector<std::uint32_t> copper_stack(std::uint32_t signal_layers, std::uint32_t rails) {
  std::vector<std::uint32_t> layers = {kNone};
  for (std::uint32_t s = 0; s < signal_layers; ++s) layers.insert(layers.end(), {s, kNone});
  const auto middle = layers.begin() + static_cast<std::ptrdiff_t>(layers.size() / 2);
  std::vector<std::uint32_t> power;
  for (std::uint32_t rail = 1; rail <= rails; ++rail) power.push_back(kNone - rail);
  layers.insert(middle, power.begin(), power.end());
  return layers;
}

std::int64_t tracks_side_by_side(Nanometres strip, const TrackRules& rules) {
  const Nanometres between = rules.between();
  const Nanometres each = rules.pairs ? 2 * rules.width + rules.gap : rules.width;
  return strip < each ? 0 : (strip + between) / (each + between);
}

std::int64_t tracks_dealt(std::int64_t tracks_that_fit, const TrackRules& rules) {
  const bool matched = rules.match || rules.match_in_pairs;
  return matched ? std::min<std::int64_t>(2, tracks_that_fit) : tracks_that_fit;
}

std::int64_t tracks_between_pads(Nanometres pitch, Nanometres pad, const TrackRules& rules) {
  return tracks_side_by_side(pitch - pad - 2 * rules.clearance, rules);
}

std::int64_t tracks_past(const Board& board, const Slot& slot, Nanometres x0, Nanometres x1) {
  if (board.outline.empty()) return 0;
  const auto [low, high] =
      std::minmax_element(board.outline.begin(), board.outline.end(), [](auto& a, auto& b) { return a[1] < b[1]; });
  const Nanometres bottom = (*low)[1] + board.rules.edge, top = (*high)[1] - board.rules.edge;
  const std::vector<PadRow> pads = pad_rows(board, slot);
  const auto tracks_in = [&](const FreeStrip& strip, std::int64_t most) {
    return sum_over<std::int64_t>(left_of(board, strip, x0, x1), [&](const FreeStrip& each) {
      return std::min(most, tracks_side_by_side(each.to - each.from, board.rules));
    });
  };
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  if (pads.empty()) return tracks_in({bottom, top}, kAny);
  const auto beside = [&](const PadRow& row) { return (row.pad + 1) / 2 + board.rules.clearance; };
  std::int64_t tracks = 0, widest = 1;
  for (std::size_t i = 1; i < pads.size(); ++i) {
    const FreeStrip strip = {pads[i - 1].y + beside(pads[i - 1]), pads[i].y - beside(pads[i])};
    tracks += tracks_dealt(tracks_in(strip, kAny), board.rules);
    widest = std::max(widest, tracks_dealt(tracks_side_by_side(strip.to - strip.from, board.rules), board.rules));
  }
  if (board.rules.pairs) return tracks;  // a pair ends at two pins, one on each side of its channel
  for (const FreeStrip& strip :
       {FreeStrip{bottom, pads.front().y - beside(pads.front())}, FreeStrip{pads.back().y + beside(pads.back()), top}})
    tracks += std::min(widest, tracks_in(strip, widest));
  return tracks;
}

Nanometres middle_of(const Board& board, const Slot& slot) {
  const PlacedConnector& placed = slot.connectors.front();
  const Connector& connector = board.connectors[placed.connector];
  return placed.x + (connector.rows - 1) * connector.row_pitch / 2;
}

}  // namespace cutline::board
