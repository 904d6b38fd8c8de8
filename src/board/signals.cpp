// SPDX-License-Identifier: Apache-2.0
#include "board/signals.hpp"

#include <cstdlib>
#include <tuple>

#include "board/measures.hpp"

namespace cutline::board {

namespace {

/// The outermost layers of a net's tracks that end in one place.
struct LayerSpan {
  std::uint32_t top = kNone, bottom = 0;
  void take(std::uint32_t layer) {
    top = std::min(top, layer);
    bottom = std::max(bottom, layer);
  }
};

using NetPlace = std::tuple<std::uint32_t, Nanometres, Nanometres>;  // net, x, y

struct TrackEnds {
  std::map<NetPlace, LayerSpan> at;
  std::vector<LayerSpan> of_net;
};

TrackEnds track_ends(const RoutedBoard& routed) {
  TrackEnds ends;
  ends.of_net.resize(routed.nets.size());
  for (const BoardTrack& track : routed.segments) {
    ends.at[{track.net, track.x0, track.y0}].take(track.layer);
    ends.at[{track.net, track.x1, track.y1}].take(track.layer);
    ends.of_net[track.net].take(track.layer);
  }
  return ends;
}

/// Absent where the net has no track.
std::optional<LayerSpan> layers_at(const TrackEnds& ends, std::uint32_t net, Nanometres x, Nanometres y) {
  if (net == kNone || ends.of_net[net].top == kNone) return std::nullopt;
  const auto found = ends.at.find({net, x, y});
  return found == ends.at.end() ? ends.of_net[net] : found->second;
}

struct LeastAndMost {
  Nanometres least = 0, most = -1;  // none yet
  void take(Nanometres length) {
    least = most < 0 ? length : std::min(least, length);
    most = std::max(most, length);
  }
};

/// Keeps the worst skew of the links, with the names of their slots.
Skew worst_skew(const Board& board, const std::vector<LeastAndMost>& of_link, const std::optional<Nanometres>& window) {
  Skew worst;
  for (std::size_t l = 0; l < of_link.size(); ++l) {
    if (of_link[l].most < 0) continue;
    const Nanometres here = of_link[l].most - of_link[l].least;
    if (window && here > *window) ++worst.missed;
    if (here <= worst.most) continue;
    worst.most = here;
    worst.link.clear();
    for (const std::uint32_t slot : board.links[l].slots)
      worst.link += (worst.link.empty() ? "" : " - ") + board.slots[slot].name;
  }
  return worst;
}

void measure_lengths(const Board& board, const RoutedBoard& routed, DrawnMeasures& measures) {
  const std::vector<Nanometres> lengths = lengths_of_nets(routed);
  std::vector<LeastAndMost> of_link(board.links.size()), in_pairs(board.links.size());
  for (std::size_t n = 0; n < lengths.size(); ++n) {
    const Net& net = routed.nets[n];
    if (net.pins.empty()) continue;
    measures.longest = std::max(measures.longest, lengths[n]);
    of_link[net.link].take(lengths[n]);
    if (net.mate == kNone) continue;
    in_pairs[net.link].take(0);
    in_pairs[net.link].take(std::abs(lengths[n] - lengths[net.mate]));
  }
  measures.skew = worst_skew(board, of_link, board.rules.match);
  measures.pair_skew = worst_skew(board, in_pairs, board.rules.match_in_pairs);
}

/// What `stub` makes of the depths of the highest and the lowest track at each; 0 where no track ends.
template <class All, class Stub>
std::vector<double> stubs_of(const Board& board, const RoutedBoard& routed, const All& all, const Stub& stub) {
  const TrackEnds ends = track_ends(routed);
  const auto rails = static_cast<std::uint32_t>(rails_of_board(board).size());
  const auto depth = [&](std::uint32_t layer) { return depth_of_layer(layer, routed.signal_layers, rails); };
  return each_of<double>(all, [&](const auto& each) {
    const std::optional<LayerSpan> span = layers_at(ends, each.net, each.x, each.y);
    return span ? stub(each, depth(span->top), depth(span->bottom)) : 0;
  });
}

}  // namespace

std::uint64_t wires_of_board(const Board& board) {
  return sum_over<std::uint64_t>(board.links, &BoardLink::wires) * (board.rules.pairs ? 2 : 1);
}

double depth_of_layer(std::uint32_t layer, std::uint32_t layers, std::uint32_t rails) {
  const std::uint32_t above = 2 * layer + 1;
  return (above + (above >= layers ? rails : 0.0)) / (2.0 * layers + rails);
}

std::vector<double> stubs_of_pins(const Board& board, const RoutedBoard& routed) {
  return stubs_of(board, routed, routed.pins, [&](const Pin& pin, double top, double bottom) {
    return board.slots[pin.slot].back ? top : 1 - bottom;
  });
}

std::vector<double> stubs_of_vias(const Board& board, const RoutedBoard& routed) {
  return stubs_of(board, routed, routed.vias,
                  [](const BoardVia&, double top, double bottom) { return std::max(top, 1 - bottom); });
}

DrawnMeasures measure_drawn(const Board& board, const RoutedBoard& routed) {
  DrawnMeasures measures{.vias = routed.vias.size(),
                         .wires_left = routed.left_over.size() * (board.rules.pairs ? 2 : 1),
                         .layers = routed.signal_layers,
                         .layers_along_y = routed.layers_along_y,
                         .layers_to_match = routed.layers_to_match};
  measure_lengths(board, routed, measures);
  measures.serpentine = std::accumulate(routed.serpentines.begin(), routed.serpentines.end(), Nanometres{0});
  std::vector<std::uint64_t> of_net(routed.nets.size());
  for (const BoardVia& via : routed.vias) measures.most_vias = std::max(measures.most_vias, ++of_net[via.net]);
  for (const double stub : stubs_of_pins(board, routed)) measures.stub = std::max(measures.stub, stub);
  for (const double stub : stubs_of_vias(board, routed)) measures.stub = std::max(measures.stub, stub);
  return measures;
}

namespace {

void add_skew(Skew& all, const Skew& next) {
  all.missed += next.missed;
  if (next.most <= all.most) return;
  all.most = next.most;
  all.link = next.link;
}

}  // namespace

void add_board(DrawnMeasures& all, const DrawnMeasures& next) {
  all.longest = std::max(all.longest, next.longest);
  add_skew(all.skew, next.skew);
  add_skew(all.pair_skew, next.pair_skew);
  all.layers_to_match = std::max(all.layers_to_match, next.layers_to_match);
  all.serpentine += next.serpentine;
  all.vias += next.vias;
  all.most_vias = std::max(all.most_vias, next.most_vias);
  all.wires_left += next.wires_left;
  all.layers = std::max(all.layers, next.layers);
  all.layers_along_y = std::max(all.layers_along_y, next.layers_along_y);
  all.stub = std::max(all.stub, next.stub);
}

}  // namespace cutline::board
