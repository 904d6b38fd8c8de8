// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/function_ref.hpp"

namespace cutline {

/// Guests emulated on hosts of one chip: P^2 = 2^(2p) processors of side s in a square, equal in area, with separate
/// channels for each direction. Source: [Ranade 1987]. Two versions stand side by side: the cells as the paper prints
/// them (its floor brackets read as ceilings, see the errata), and the exact ones, from widths that fill the same area
/// with the tracks of the routed layout, true lengths, whole phits and cycles embedded with dilation 1.
enum class WaferHost { mesh, hypercube, hypercube_gray, ccc, ccc_gray };

/// What the guest does: one exchange with all neighbours of a mesh, one pass of a butterfly level by level, or a
/// broadcast over a spanning tree. Every processor holds K x K nodes of the guest.
enum class Guest { mesh_exchange, butterfly, spanning_tree };

/// The wire delays of [Ranade 1987, sec. 2.4], of a wire of some length in pitches S/P: t1 (constant), t2 + c2 log2
/// (capacitive), t3 times the length (resistive).
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
  double pitch() const { return processor_side + 2 * mesh_width; }  ///< S/P, wire pitches; of every host alike
  double side() const { return processors_a_side() * pitch(); }     ///< S, wire pitches
  /// p' of the cube-connected cycles of as many processors: 2p' + log2 2p' = 2p. A whole number for p = 3 and 10 only,
  /// elsewhere such cycles do not exist and the host is hypothetical.
  double ccc_half_dimensions() const;
  bool has_ccc() const;
};

/// Width of a host's channels in wires, and its longest wire in pitches S/P.
struct HostMeasures {
  double width = 0;
  double longest = 0;
};
/// Table 1 as printed: w, w/P, w/P, 2wp/P, 2wp/P and 1, P/2, P, P/2, P.
HostMeasures printed_measures(const Wafer& wafer, WaferHost host);
/// By the paper's own bounds on tracks: 2 (P - 1) in a row of the hypercube, so that channels have w/(P - 1) wires, and
/// 2p' w/(P + 2p') for the cycles. Longest P - 1 in Gray order, printed P, and P - sqrt(2p') for the cycles in Gray
/// order, whose lengths sec. 2.3 prints in S/P where S/P' is meant.
HostMeasures bound_measures(const Wafer& wafer, WaferHost host);
/// The tracks of all rows, and of all columns, of a routed host, each for one channel in both directions; nothing for
/// cycles that do not exist or have too many processors to route (p > 12). A row of the hypercube takes floor(2P/3) in
/// either order, which is its densest cut; cycles are laid out and routed. Cost: that of routing 2^2p nodes.
struct HostTracks {
  double rows = 0, columns = 0;
};
std::optional<HostTracks> routed_tracks(const Wafer& wafer, WaferHost host);
/// The lengths of bound_measures, and the width at which the routed layout, 2 W wires a track beside processors of side
/// s, takes the area of the mesh. A host that is not routed has the paper's bound. Cost: as routed_tracks.
HostMeasures exact_measures(const Wafer& wafer, WaferHost host);

/// Delay of the longest wire, Table 1 as printed: t2 + c2 p for both orders of a host, where P/2 pitches have t2 + c2
/// (p - 1) and P - 1 pitches t2 + c2 log2(P - 1).
double printed_longest_delay(const Wafer& wafer, WaferHost host, const WaferDelays& delays);

/// The task of a guest.
struct GuestTask {
  Guest guest = Guest::mesh_exchange;
  double side = 1;          ///< K, guest nodes of a processor's side; the butterfly has K^2 of its rows in each
  double message_bits = 1;  ///< L, over each link of the guest
};

enum class WidthErratum { as_printed, mended };

/// Communication time as the paper prints it. The errata, read as below:
///   Table 2   every 2^p' of sec. 3 is 2p'; the table drops c2 terms and the second phase for cycles in Gray order
///   Table 3   the floor brackets are ceilings
///   Table 4   ceil(PL/wp) of the cycles should be ceil(PL/2wp), the width of Tables 1 and 3: mended on demand
/// Source: [Ranade 1987, tables 2 to 4].
double printed_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays,
                    WidthErratum width = WidthErratum::as_printed);

/// Table 3 with its floor brackets as they are printed, by which a message narrower than a channel takes no time.
/// Requires a butterfly.
double floored_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays);

/// The side S that the paper's layout of a host takes at the widths of Table 1, wire pitches: P (s + 2 w_g), P (s + 2 P
/// w_h), P s + 2 P w_c + P^2 w_c / p'. Source: [Ranade 1987, sec. 2.1 and 2.2].
double printed_side(const Wafer& wafer, WaferHost host);
/// Wires of a channel's width side by side above a row of processors, or of cycles, both directions: 2, at most 2 (P -
/// 1), 2 P'. Source: [Ranade 1987, sec. 2.1 and 2.2].
double printed_tracks(const Wafer& wafer, WaferHost host);

/// Transmissions one after the other over wires of one length.
struct Leg {
  double transmissions = 0;
  double pitches = 1;  ///< of S/P
};

/// The exact version as legs, over channels of the width of `measures`, for any delay of a wire's length; nothing for a
/// broadcast over cycles that do not exist. The butterfly takes the longest wire for every exchange between cycles. A
/// broadcast tree over cycles is 4p' hops high, as in Table 4 with p' for p; for p' > 2 that is less than the diameter
/// 5p' - 2, the least height of any spanning tree.
std::optional<std::vector<Leg>> exact_legs(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                           const HostMeasures& measures);
double time_of(const std::vector<Leg>& legs, FunctionRef<double(double pitches)> delay);

/// Node evaluations of a naive butterfly at each processor, k = log2 K: K^2 (2k + 2p), for cycles K^2 (2k + 4p). Table
/// 3 prints m for k and a factor L too many.
double butterfly_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task);
/// K^2 L (2m + 2p), for cycles K^2 L (2m + 4p), as printed, m read as log2 K.
double printed_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task);

/// The largest factors by which a butterfly becomes faster: 2p where its levels are pipelined, and 2k, with k = log2 K,
/// where its radix covers the 2k levels within a processor. Source: [Ranade 1987, sec. 4.2].
struct ButterflyGains {
  double pipelining = 0;
  double radix = 0;
};
ButterflyGains butterfly_gains(const Wafer& wafer, const GuestTask& task);

/// Names as in specs: "hypercube_gray"; empty where there is none.
std::string_view name_of(WaferHost host);

/// Notes for the reader of the tables: which cell of this host is hypothetical, which erratum affects it.
std::vector<std::string> emulation_notes(const Wafer& wafer, WaferHost host, const GuestTask& task);

}  // namespace cutline
