// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/routing/routes.hpp"

namespace cutline {

/// Hosts that emulate guests. Each host is one chip: P^2 = 2^(2p) processors of side s in a square, with a channel for
/// each direction. All hosts have the same area. Source: [Ranade 1987]. There are two versions of every figure. The
/// printed one is that of the paper's tables (their floor brackets read as ceilings, see the errata). The exact one
/// uses the widths that fill the area with the tracks of the routed layout, true lengths, whole phits, and cycles
/// embedded with dilation 1.
enum class WaferHost { mesh, hypercube, hypercube_gray, ccc, ccc_gray };

/// What the guest does: one exchange with all neighbours of a mesh, one pass of a butterfly level by level, or a
/// broadcast over a spanning tree. Every processor holds K x K nodes of the guest.
enum class Guest { mesh_exchange, butterfly, spanning_tree };

/// The wire delays of [Ranade 1987, sec. 2.4] for a length in pitches S/P: t1 (constant), t2 + c2 log2 of the length
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
  double pitch() const { return processor_side + 2 * mesh_width; }  ///< S/P, wire pitches; the same for every host
  double side() const { return processors_a_side() * pitch(); }     ///< S, wire pitches
  /// p' of the cube-connected cycles with the same number of processors: 2p' + log2 2p' = 2p. For every other p than 3
  /// and 10 it is no whole number; then such cycles do not exist, and the host is hypothetical.
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
/// 2p' w/(P + 2p') for the cycles. In Gray order, the longest wire of the hypercube is P - 1 pitches long (printed: P),
/// and that of the cycles P - sqrt(2p') (sec. 2.3 prints their lengths in S/P but means S/P').
HostMeasures bound_measures(const Wafer& wafer, WaferHost host);
/// The tracks of all rows, and of all columns, of a routed host. Each track holds one channel in both directions.
/// Absent for cycles that do not exist or have too many processors to route (p > 12). A row of the hypercube takes
/// floor(2P/3) tracks in either order, which is its densest cut; cycles are laid out and routed. Cost: that of routing
/// 2^2p nodes.
struct HostTracks {
  double rows = 0, columns = 0;
};
std::optional<HostTracks> routed_tracks(const Wafer& wafer, WaferHost host);
/// The lengths of bound_measures(), and the width W at which the routed layout takes the area of the mesh: each track
/// has 2 W wires, beside processors of side s. A host that is not routed has the paper's bound. Cost: as
/// routed_tracks().
HostMeasures exact_measures(const Wafer& wafer, WaferHost host);

/// Delay of the longest wire, Table 1 as printed: t2 + c2 p for both orders of a host. The delay of P/2 pitches is in
/// fact t2 + c2 (p - 1), and that of P - 1 pitches t2 + c2 log2(P - 1).
double printed_longest_delay(const Wafer& wafer, WaferHost host, const WaferDelays& delays);

/// The task of a guest.
struct GuestTask {
  Guest guest = Guest::mesh_exchange;
  double side = 1;          ///< K: a processor holds K x K guest nodes, or K^2 rows of a butterfly
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

/// Communication time by Table 3 with its floor brackets as printed. By them, a message narrower than a channel takes
/// no time. Requires a butterfly.
double floored_time(const Wafer& wafer, WaferHost host, const GuestTask& task, const WaferDelays& delays);

/// The side S of the paper's layout of a host at the widths of Table 1, in wire pitches: P (s + 2 w_g) for the mesh,
/// P (s + 2 P w_h) for the hypercube, P s + 2 P w_c + P^2 w_c / p' for the cycles. Source: [Ranade 1987, sec. 2.1 and
/// 2.2].
double printed_side(const Wafer& wafer, WaferHost host);
/// The number of channels, both directions counted, side by side above a row of processors or of cycles: 2 for the
/// mesh, at most 2 (P - 1) for the hypercube, 2 P' for the cycles. Source: [Ranade 1987, sec. 2.1 and 2.2].
double printed_tracks(const Wafer& wafer, WaferHost host);

/// Transmissions one after the other over wires of one length.
struct Leg {
  double transmissions = 0;
  double pitches = 1;  ///< of S/P
};

/// The exact version of the communication as legs, over channels of the width of `measures`. Absent for a broadcast
/// over cycles that do not exist. The butterfly takes the longest wire for every exchange between cycles. A broadcast
/// tree over cycles is 4p' hops high, as in Table 4 with p' for p; for p' > 2 that is less than the diameter 5p' - 2,
/// which is the least height of any spanning tree.
std::optional<std::vector<Leg>> exact_legs(const Wafer& wafer, WaferHost host, const GuestTask& task,
                                           const HostMeasures& measures);
/// The time of all legs, one after the other, if a wire of some length has this delay.
double time_of(const std::vector<Leg>& legs, FunctionRef<double(double pitches)> delay);

/// Node evaluations of a naive butterfly at each processor, with k = log2 K: K^2 (2k + 2p), and K^2 (2k + 4p) on
/// cycles. Table 3 prints m instead of k, and an additional factor L.
double butterfly_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task);
/// The same as printed, with m read as log2 K: K^2 L (2m + 2p), and K^2 L (2m + 4p) on cycles.
double printed_evaluations(const Wafer& wafer, WaferHost host, const GuestTask& task);

/// The largest factors by which a butterfly becomes faster: 2p if its levels are pipelined, and 2k, with k = log2 K, if
/// its radix covers the 2k levels within a processor. Source: [Ranade 1987, sec. 4.2].
struct ButterflyGains {
  double pipelining = 0;
  double radix = 0;
};
ButterflyGains butterfly_gains(const Wafer& wafer, const GuestTask& task);

/// The name of a host in specs: "hypercube_gray"; empty if it has none.
std::string_view name_of(WaferHost host);

/// Notes for the reader of the tables: which cells of this host are hypothetical, and which errata affect them.
std::vector<std::string> emulation_notes(const Wafer& wafer, WaferHost host, const GuestTask& task);

/// How the messages that cross the middle of a dimension are shared among levels, by the level that carries them there;
/// the local level comes first.
using LevelShares = std::vector<double>;

/// The shares over all ordered pairs that cross just beside boundary floor(k / 2), on the side of the higher nodes. If
/// an interchange of the top level stands in the middle, by closed form: f_0 = 2 s_1 / k, f_j = 2 (s_(j+1) - s_j) / k,
/// f_l = 1 - 2 s_l / k. Else pairs are counted; absent if k^2 passes the effort. Absent with fewer than 2 nodes.
/// Source: [Dally 1991, eq. 6 and 7], corrected.
std::optional<LevelShares> counted_shares(const ExpressRule& rule, std::uint32_t nodes, std::uint64_t effort);
/// As eq. 6 is printed: f_j = 2 s_j / k for j < l (s_0 = 1). There are l entries, because eq. 7 gives no share.
LevelShares printed_shares(const ExpressRule& rule, std::uint32_t nodes);
/// As eq. 7 is printed: (i^l - i) / (1 - i) for the highest level, which is not a share. Absent if spacings are not
/// powers of one number i.
std::optional<double> printed_top_share(const ExpressRule& rule);
/// The shares that the worked example of sec. III-E uses: f_j = 2 s_(j+1) / k for j < l, and the rest on level l.
/// Absent if there is no rest.
std::optional<LevelShares> example_shares(const ExpressRule& rule, std::uint32_t nodes);

/// The number of channels of each level, if `spare` express channels are divided among the levels such that the highest
/// load of a level (its share over its channels) is least. Every level has at least one channel; ties go to the lower
/// level. Requires spare >= levels. Source: [Dally 1991, sec. III-E]. Cost: O(spare levels).
std::vector<std::uint32_t> allocate_channels(const LevelShares& shares, std::uint32_t spare);
/// The largest ratio of a level's share to its channels.
double worst_load(const LevelShares& shares, const std::vector<std::uint32_t>& channels);

/// Ways to build an interchange of level j. Source: [Dally 1991, fig. 5 and 8].
struct Construction {
  std::string_view name;
  std::uint32_t modules = 1;
  std::uint32_t channels_per_module = 0;  ///< channels that begin or end at a module, in both directions
  std::uint32_t channels() const { return modules * channels_per_module; }
};
/// The ways to build an interchange of level j:
/// - one (j + 1) x (j + 1) switch each way, with 4 (j + 1) channels;
/// - modules of 2 x 2 switches each way, like an interchange of level 1, with 8 channels each. There are 2 j - 1
///   modules: j - 1 to climb a level, one at the top and j - 1 to descend. Without those to climb there are j, and
///   messages climb by the local channel. With the top module only there is 1, and all other channels bypass it.
/// derived: a message changes by one level at a module, so each pair of neighbouring levels needs a module each way.
std::vector<Construction> constructions(std::uint32_t level);

/// The levels of a dimension of an express cube, for its record. Equal dimensions share one entry.
struct ExpressLevel {
  std::uint32_t spacing = 0;       ///< nodes passed; 1: local
  std::uint64_t interchanges = 0;  ///< of this level, on one line; 0 for the local level
  std::uint64_t channels = 0;      ///< side by side in one direction
};
struct ExpressDimension {
  std::vector<std::uint8_t> digits;
  std::uint32_t nodes = 0;
  ExpressRule rule;
  std::vector<ExpressLevel> levels;  ///< local first
  LevelShares counted, example;      ///< empty if they are not known
  LevelShares printed;
  /// The best division of the same number of channels, by the counted shares; empty if not known.
  std::vector<std::uint32_t> best_channels;
  std::vector<std::uint32_t> example_channels;  ///< the same by the example's shares; empty if there are none
  std::vector<Construction> constructions;      ///< of the highest interchange; empty if there is none
};

/// One entry for each kind of dimension that has interchanges. Cost: O(classes + k^2) at most, see counted_shares.
std::vector<ExpressDimension> express_dimensions(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
