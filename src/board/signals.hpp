// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/routed_board.hpp"

// What a drawn board is for its signals: lengths, skew, vias, stubs.

// A track between two planes: impedance and loss of its copper. All of it is about: copper is rough and not quite
// rectangular, and Dk varies over the board.

namespace cutline::board {

/// How far lengths lie apart: at most, and where.
struct Skew {
  Nanometres most = 0;
  std::string link;          ///< the slots of the link that has it, "3 - 7"; empty: none differ
  std::uint32_t missed = 0;  ///< links past the window that the rules ask for
};

/// Figures of a drawn board. Lengths are those of tracks as drawn, added ones included, without the height of vias.
struct DrawnMeasures {
  Nanometres longest = 0;                        ///< of all nets
  Skew skew;                                     ///< how much the lines of one link differ, of the worst link
  Skew pair_skew;                                ///< how much the two lines of a pair differ, of the worst pair
  Nanometres serpentine = 0;                     ///< added to match lengths, of all nets together
  std::uint64_t vias = 0, most_vias = 0;         ///< of all nets, and of the net that has most
  std::uint64_t wires_left = 0;                  ///< without tracks; both lines of a pair
  std::uint32_t layers = 0, layers_along_y = 0;  ///< signal layers with tracks, and those of them along y
  std::uint32_t layers_to_match = 0;             ///< signal layers taken for serpentines alone
  double stub = 0;                               ///< the longest stub as a share of the thickness of the board
};

/// Boards of more wires are drawn for exports alone.
inline constexpr std::uint64_t kMostDrawnWires = 20'000;

/// Wires of all links, both lines of a pair.
std::uint64_t wires_of_board(const Board& board);

/// Cost: O(n log n) for n tracks.
DrawnMeasures measure_drawn(const Board& board, const RoutedBoard& routed);

/// Adds another board of the same machine: the worse of each figure, the sum of what is counted.
void add_board(DrawnMeasures& all, const DrawnMeasures& next);

/// How deep a signal layer lies below the top of a board, as a share of its thickness: copper layers are evenly spread.
/// `rails`: planes of power. Source: derived from copper_stack().
double depth_of_layer(std::uint32_t layer, std::uint32_t layers, std::uint32_t rails = 0);

/// The stub of each pin, as a share of the thickness: the part of its plated hole past the deepest layer where its net
/// leaves it, seen from the side of the connector. Back-drilling from the other side takes away as much. 0 without net.
std::vector<double> stubs_of_pins(const Board& board, const RoutedBoard& routed);

/// The same of each via: the longer of its two ends past its tracks.
std::vector<double> stubs_of_vias(const Board& board, const RoutedBoard& routed);

/// A track in the middle between two planes, in one dielectric.
struct Stripline {
  Nanometres width = 0;
  Nanometres copper = 0;  ///< its thickness; 0: infinitely thin
  Nanometres height = 0;  ///< of the dielectric between the track and either plane
  double dk = 1;          ///< relative permittivity of the dielectric
};

/// Characteristic impedance in ohms of a track by itself, 30 pi / sqrt(dk) K(k) / K(k') with k = sech(pi w / 2 b),
/// which is exact for thin copper; b is the distance of the planes. Copper of thickness t acts as a thin strip that is
/// wider by D between planes b - t apart. With x = t / b and m = 2 / (1 + 2 x / (3 (1 - x))):
///
///   D / (b - t) = x / (pi (1 - x)) (1 - ln((x / (2 - x))^2 + (0.0796 x / (w / b + 1.1 x))^m) / 2)
///
/// Source: [Cohn 1954]; the thickness by [Wheeler 1978].
double stripline_impedance_ohm(const Stripline& line);

/// The impedances in ohms of each of two coupled tracks.
struct PairImpedance {
  double even = 0;                                 ///< both carry one signal
  double odd = 0;                                  ///< they carry opposite signals
  double differential() const { return 2 * odd; }  ///< between the two
};

/// Two such tracks side by side, `gap` apart. Exact for thin copper, 30 pi / sqrt(dk) K(k') / K(k) with
///
///   even: k = tanh(pi w / 2 b) tanh(pi (w + gap) / 2 b),  odd: k = tanh(pi w / 2 b) coth(pi (w + gap) / 2 b)
///
/// Thickness changes the capacitances between tracks and planes by those of their edges, and adds that of the facing
/// sides. Source: [Cohn 1955].
PairImpedance pair_impedance_ohm(const Stripline& line, Nanometres gap);

/// Loss of the copper of a track and of its planes in dB for a millimetre: smooth copper of 1.72e-8 ohm m. Needs skin
/// depths well below the thickness: 2 um of 35 um at 1 GHz. With R = sqrt(pi f mu0 rho), Z the impedance:
///
///   sqrt(dk) Z < 120:  2.7e-3 R dk Z / (30 pi (b - t)) (1 + 2 w / (b - t) + (b + t) / (pi (b - t)) ln((2 b - t) / t))
///   else:              0.16 R / (Z b) (1 + b / (0.5 w + 0.7 t) (0.5 + 0.414 t / w + ln(4 pi w / t) / (2 pi)))
///
/// in nepers for a metre. Source: [Pozar 2012, eq. 3.181], by the rule of incremental inductance.
double conductor_loss_db_per_mm(const Stripline& line, double ghz);

/// The dielectric of a board.
struct Material {
  std::string name, summary;
  std::string source;     ///< where its figures stand; empty: the user's own
  double dk = 1, df = 0;  ///< relative permittivity and loss tangent
};

/// Loss of the dielectric along `inches` at a frequency, in dB; about, since Dk and Df vary with the frequency, and
/// without the loss of the conductor. Source: [RF Essentials], dB/in = 2.3 f sqrt(Dk) Df with f in GHz.
double dielectric_loss_db(const Material& material, double ghz, double inches);

}  // namespace cutline::board
