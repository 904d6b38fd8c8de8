// SPDX-License-Identifier: Apache-2.0
#include "board/signals.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
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

constexpr double kPi = std::numbers::pi;
constexpr double kQuarterWave = 30 * kPi;  // a quarter of the impedance of free space, in ohms
constexpr double kDecibelsOfNeper = 20 / std::numbers::ln10;
constexpr double kCopperOhmM = 1.72e-8;
constexpr double kVacuumPermeability = 4e-7 * kPi;  // H/m

double mean_of_gauss(double a, double b) {
  while (std::abs(a - b) > 1e-15 * a) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
    if (b == 0) return 0;
  }
  return a;
}

/// K(k) / K(k') of the complete elliptic integrals, from k and k', since one of them may be too near to 1.
double ratio_of_integrals(double k, double complement) { return mean_of_gauss(1, k) / mean_of_gauss(1, complement); }

double other_modulus(double k) { return std::sqrt(std::max(0.0, (1 - k) * (1 + k))); }

/// Lengths of a line as reals; all in nanometres.
struct Sizes {
  explicit Sizes(const Stripline& line)
      : w(static_cast<double>(line.width)),
        t(static_cast<double>(line.copper)),
        b(2 * static_cast<double>(line.height) + t) {}
  double w, t, b;
};

double thin_impedance(double w, double b, double dk) {
  const double angle = kPi * w / (2 * b);
  return kQuarterWave / std::sqrt(dk) * ratio_of_integrals(1 / std::cosh(angle), std::tanh(angle));
}

/// How much wider than thick copper the thin strip is.
double widened_by(const Sizes& of) {
  if (of.t <= 0) return 0;
  const double x = of.t / of.b;
  const double power = 2 / (1 + 2 * x / (3 * (1 - x)));
  const double inner = x / (2 - x), outer = 0.0796 * x / (of.w / of.b + 1.1 * x);
  return (of.b - of.t) * x / (kPi * (1 - x)) * (1 - 0.5 * std::log(inner * inner + std::pow(outer, power)));
}

/// The capacitance of an edge of a track to both planes, over the permittivity.
double edge_capacitance(const Sizes& of) {
  const double a = 1 / (1 - of.t / of.b);
  const double thick = of.t > 0 ? (a - 1) * std::log(a * a - 1) : 0;
  return (2 * a * std::log(a + 1) - thick) / kPi;
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

double stripline_impedance_ohm(const Stripline& line) {
  const Sizes of(line);
  return thin_impedance(of.w + widened_by(of), of.b - of.t, line.dk);
}

PairImpedance pair_impedance_ohm(const Stripline& line, Nanometres gap) {
  const Sizes of(line);
  const double s = static_cast<double>(gap), root = std::sqrt(line.dk);
  const double own = std::tanh(kPi * of.w / (2 * of.b)), both = std::tanh(kPi * (of.w + s) / (2 * of.b));
  const auto thin = [&](double k) { return kQuarterWave / root * ratio_of_integrals(other_modulus(k), k); };
  const PairImpedance flat = {thin(own * both), thin(own / both)};
  if (of.t <= 0) return flat;
  const double alone = stripline_impedance_ohm(line), alone_flat = thin_impedance(of.w, of.b, line.dk);
  const double edge = edge_capacitance(of);
  const double edge_flat = 2 * std::numbers::ln2 / kPi;
  const double even = 1 / alone - edge / edge_flat * (1 / alone_flat - 1 / flat.even);
  const double coupling = 1 / flat.odd - 1 / alone_flat;
  // Gaps much wider than the copper is thick: edges alone. Narrow ones: the facing sides are a capacitor of plates.
  const double wave = 4 * kQuarterWave / root;
  const double odd = s >= 5 * of.t ? 1 / alone + edge / edge_flat * coupling
                                   : 1 / alone + coupling - 2 / wave * (edge - edge_flat) + 2 * of.t / (wave * s);
  return {1 / even, 1 / odd};
}

double conductor_loss_db_per_mm(const Stripline& line, double ghz) {
  const Sizes of(line);
  const double z = stripline_impedance_ohm(line), w = of.w * 1e-9, t = of.t * 1e-9, b = of.b * 1e-9;
  const double skin_ohm = std::sqrt(kPi * ghz * 1e9 * kVacuumPermeability * kCopperOhmM);
  double nepers_per_m = 0;
  if (std::sqrt(line.dk) * z < 120) {
    const double around = 1 + 2 * w / (b - t) + (b + t) / (kPi * (b - t)) * std::log((2 * b - t) / t);
    nepers_per_m = 2.7e-3 * skin_ohm * line.dk * z / (kQuarterWave * (b - t)) * around;
  } else {
    const double edges = 0.5 + 0.414 * t / w + std::log(4 * kPi * w / t) / (2 * kPi);
    nepers_per_m = 0.16 * skin_ohm / (z * b) * (1 + b / (0.5 * w + 0.7 * t) * edges);
  }
  return kDecibelsOfNeper * nepers_per_m * 1e-3;
}

double dielectric_loss_db(const Material& material, double ghz, double inches) {
  return 2.3 * ghz * std::sqrt(material.dk) * material.df * inches;
}

}  // namespace cutline::board
