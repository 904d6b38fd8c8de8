// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"

namespace cutline {

/// Guests emulated on hosts of one chip: P^2 = 2^(2p) processors of side s in a square, equal in area, with separate
/// channels for each direction. Source: [Ranade 1987]. There are two versions of each time: the cell as the paper
/// prints it (floor brackets are read as ceilings, see the errata), and an exact value, which uses the tracks of the
/// routed layout, widths that fill the same area with these tracks, true lengths, whole phits, and cycles embedded with
/// dilation 1.
enum class WaferHost { mesh, hypercube, hypercube_gray, ccc, ccc_gray };

/// The communication of the guest: one exchange with all neighbours in a mesh, one pass through a butterfly level by
/// level, or a broadcast over a spanning tree. Every processor holds K x K nodes of the guest.
enum class Guest { mesh_exchange, butterfly, spanning_tree };

/// The wire delays of [Ranade 1987, sec. 2.4]. A wire of length x, in pitches S/P, takes t1 (constant), t2 + c2 log2 x
/// (capacitive) or t3 x (resistive).
struct WaferDelays {
  enum class Kind { constant, capacitive, resistive } kind = Kind::constant;
  double t1 = 1, t2 = 1, c2 = 1, t3 = 1;
  double operator()(double pitches) const;
};

/// The machine: 2^p processors a side, and the width of a mesh's channel in wires.
struct Wafer {
  int p = 3;
  double mesh_width = 16;                                           ///< w
  double processor_side = 64;                                       ///< s, wire pitches
  double processors_a_side() const;                                 ///< P
  double pitch() const { return processor_side + 2 * mesh_width; }  ///< S/P, wire pitches; the same for every host
  double side() const { return processors_a_side() * pitch(); }     ///< S, wire pitches
  /// p' of the cube-connected cycles with the same number of processors: 2p' + log2 2p' = 2p. It is whole only for p =
  /// 3 and 10; for other p such cycles do not exist, and the host is hypothetical.
  double ccc_half_dimensions() const;
  bool has_ccc() const;
};

/// The width of a host's channels in wires, and the length of its longest wire in pitches S/P.
struct HostMeasures {
  double width = 0;
  double longest = 0;
};
/// Table 1 as printed, in the order of WaferHost: widths w, w/P, w/P, 2wp/P, 2wp/P and lengths 1, P/2, P, P/2, P.
HostMeasures printed_measures(const Wafer& wafer, WaferHost host);
/// The measures by the paper's own bounds on tracks. The hypercube has 2 (P - 1) tracks in a row, so that channels have
/// w/(P - 1) wires; channels of the cycles have 2p' w/(P + 2p') wires. In Gray order the longest wire is P - 1
/// (printed: P), for the cycles P - sqrt(2p'); sec. 2.3 prints the lengths of cycles in S/P but means S/P'.
HostMeasures bound_measures(const Wafer& wafer, WaferHost host);
/// The tracks of all rows together, and of all columns, in a routed host; a track holds one channel in both directions.
/// Absent for cycles that do not exist, or that have too many processors to route (p > 12). A row of the hypercube
/// needs floor(2P/3) tracks in either order, its densest cut; cycles are laid out and routed. Cost: routing of 2^2p
/// nodes.
struct HostTracks {
  double rows = 0, columns = 0;
};
std::optional<HostTracks> routed_tracks(const Wafer& wafer, WaferHost host);
/// The lengths of bound_measures(), and the width W at which the routed layout has the area of the mesh, with 2 W wires
/// in each track beside processors of side s. For a host that is not routed, the paper's bound. Cost: as
/// routed_tracks().
HostMeasures exact_measures(const Wafer& wafer, WaferHost host);

/// Delay of the longest wire by Table 1 as printed. It has t2 + c2 p for both orders of a host, although wires of P/2
/// pitches take t2 + c2 (p - 1), and wires of P - 1 pitches t2 + c2 log2(P - 1).
double printed_longest_delay(const Wafer& wafer, WaferHost host, const WaferDelays& delays);

/// The task of a guest.
struct GuestTask {
  Guest guest = Guest::mesh_exchange;
  double side = 1;          ///< K, guest nodes along a processor's side; a processor holds K^2 rows of the butterfly
  double message_bits = 1;  ///< L, over each link of the guest
};

enum class WidthErratum { as_printed, mended };

/// Communication time as the paper prints it. The errata are read as follows:
///   Table 2   every 2^p' of sec. 3 is 2p'; the table drops c2 terms, and the second phase for cycles in Gray order
///   Table 3   the floor brackets are ceilings
///   Table 4   ceil(PL/wp) of the cycles should be ceil(PL/2wp), by the width of Tables 1 and 3; corrected on demand
/// Source: [Ranade 1987, tables 2 to 4].
double printed_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays,
                    WidthErratum width = WidthErratum::as_printed);

/// Table 3 with floor brackets as printed, so that a message narrower than a channel takes no time. Requires a
/// butterfly.
double floored_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays);

/// The side S of the paper's layout of a host at the widths of Table 1, in wire pitches: P (s + 2 w_g), P (s + 2 P
/// w_h), P s + 2 P w_c + P^2 w_c / p'. Source: [Ranade 1987, sec. 2.1 and 2.2].
double printed_side(const Wafer& wafer, WaferHost host);
/// The number of channels side by side above a row of processors, or of cycles, in both directions: 2, at most 2 (P -
/// 1), and 2 P'. Source: [Ranade 1987, sec. 2.1 and 2.2].
double printed_tracks(const Wafer& wafer, WaferHost host);

/// A number of transmissions, one after the other, over wires of the same length.
struct Leg {
  double transmissions = 0;
  double pitches = 1;  ///< of S/P
};

/// The height of a broadcast tree over cube-connected cycles. Table 4, with p' for p, has 4p' hops, which for p' > 2 is
/// less than the diameter 5p' - 2. No spanning tree is lower than the diameter, and a breadth-first search finds one of
/// that height for 3 to 10 dimensions.
enum class CycleTree { four_per_dimension_pair, diameter };

/// The exact version as a list of legs, for channels of the width in `measures` and any law of wire delay. Absent for a
/// broadcast over cycles that do not exist. The butterfly uses the longest wire for every exchange between cycles.
std::optional<std::vector<Leg>> exact_legs(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                           const HostMeasures& measures,
                                           CycleTree tree = CycleTree::four_per_dimension_pair);
double time_of(const std::vector<Leg>& legs, FunctionRef<double(double pitches)> delay);

/// Node evaluations of a naive butterfly at each processor: K^2 (2k + 2p), for cycles K^2 (2k + 4p), with k = log2 K.
/// Table 3 prints m instead of k, and a superfluous factor L.
double butterfly_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task);
/// The same as printed, with m read as log2 K: K^2 L (2m + 2p), for cycles K^2 L (2m + 4p).
double printed_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task);

/// The largest factors by which a butterfly becomes faster: 2p if its levels are pipelined, and 2k, with k = log2 K, if
/// its radix covers the 2k levels within a processor. Source: [Ranade 1987, sec. 4.2].
struct ButterflyGains {
  double pipelining = 0;
  double radix = 0;
};
ButterflyGains butterfly_gains(const Wafer& wafer, const GuestTask& task);

/// The name in specs, such as "hypercube_gray"; empty if there is none.
std::string_view name_of(WaferHost host);
std::optional<WaferHost> find_wafer_host(std::string_view name);

/// Notes for readers of the tables: which cells of this host are hypothetical, and which errata affect them.
std::vector<std::string> emulation_notes(const Wafer& wafer, WaferHost host, const GuestTask& task);

}  // namespace cutline
