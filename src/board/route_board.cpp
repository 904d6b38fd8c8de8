// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "board/match_lengths.hpp"
#include "board/measures.hpp"
#include "board/pin_dealer.hpp"
#include "board/pin_field.hpp"
#include "board/wire_drawer.hpp"

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
