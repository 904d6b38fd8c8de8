// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/topology/node_names.hpp"

namespace cutline {

struct Topology;

/// How the edge connectivity was found, or, from `shared_links` on, why it was not.
enum class ConnectivityMethod : std::uint8_t {
  path,
  ring,
  transitive,
  product,
  flows,
  in_parts,  ///< some node has no way to another before any link is lost
  shared_links,
  one_node,
  too_large,  ///< more than 2^22 links or sites
  past_effort
};

/// How shortest paths were counted, or, from `one_node` on, why they were not.
enum class PathsMethod : std::uint8_t {
  from_one_node,
  all_pairs,
  product,
  one_node,
  too_large,  ///< as in ConnectivityMethod
  past_effort,
  overflow  ///< the number is too large for a double
};

/// A figure and how it was found, or why it was not found.
template <class Number, class Method>
class FoundBy {
 public:
  FoundBy(Method why_not) : result_(why_not) {}
  FoundBy(Number value, Method method) : result_(Known{value, method}) {}
  /// The figure; null if it was not found.
  const Number* value() const { return known() != nullptr ? &known()->value : nullptr; }
  /// How the figure was found, or why it was not.
  Method method() const { return known() != nullptr ? known()->method : std::get<Method>(result_); }
  bool operator==(const FoundBy&) const = default;

 private:
  struct Known {
    Number value;
    Method method;
    bool operator==(const Known&) const = default;
  };
  const Known* known() const { return std::get_if<Known>(&result_); }
  std::variant<Method, Known> result_;
};

/// How well a graph stays connected when it loses links.
struct Resilience {
  /// Fewest links whose loss disconnects two nodes.
  FoundBy<std::uint64_t, ConnectivityMethod> edge_connectivity = ConnectivityMethod::past_effort;
  /// Number of shortest paths of a pair, the mean over ordered pairs of distinct nodes; parallel links give distinct
  /// paths, and a pair without a way has none.
  FoundBy<double, PathsMethod> mean_shortest_paths = PathsMethod::past_effort;
  std::uint64_t effort = 0;  ///< the link visits allowed for each figure
  bool operator==(const Resilience&) const = default;
};

/// Resilience of a network. A figure that would take more than `effort` link visits is not computed.
///
/// Edge connectivity: for a product of simple graphs, the least of these numbers: the sum of the factors' least
/// degrees, and, for each factor, its connectivity times the number of nodes of all other factors together [Xu 2006].
/// For a vertex-transitive simple graph it is the degree [Mader 1971]. Otherwise it is computed by maximum flows from
/// one node to every other and, with one-way links, back; cost: O(nodes x degree x links). In a simple two-way graph of
/// nodes alone, flows to nodes of which every other is a neighbour suffice [Matula 1987].
///
/// Shortest paths: a shortest path of a product interleaves one path of each factor. Paths of d_1 and d_2 hops
/// interleave in (d_1 + d_2)! / (d_1! d_2!) ways.
Resilience resilience(const Topology& topology, std::uint64_t effort);

/// What of a machine fails, each of its kind in turn.
enum class FailingPart : std::uint8_t { none, a_switch, rack, row };

/// Links that fail together: so many, drawn or each choice once, or those that the user names.
struct LinkFaults {
  std::uint64_t links = 1;
  std::vector<SaidPair> between;   ///< all links between each of these pairs of nodes fail; `links` counts no more
  std::vector<std::string> nodes;  ///< these fail with all their links; what is left is measured without them
  FailingPart part = FailingPart::none;  ///< in place of links and nodes
  bool named() const { return !between.empty() || !nodes.empty(); }
  /// Number of random choices of links. 0 stands for the number of links if one link fails, and for 100 otherwise. If
  /// there are no more choices than that, each choice is taken once.
  std::uint64_t samples = 0;
  std::optional<std::uint64_t> seed;  ///< absent: the study's
  bool operator==(const LinkFaults&) const = default;
};

/// Mean and worst value over the samples that leave a way to every pair of nodes that had one.
struct FaultSpread {
  double mean = 0;
  double worst = 0;
  bool operator==(const FaultSpread&) const = default;
};

/// Measures of these samples.
struct FaultsLeft {
  FaultSpread mean_distance_hops;  ///< over ordered pairs of distinct nodes that have a way
  FaultSpread peak_channel_load;   ///< in the unit of `fail_links`
  bool operator==(const FaultsLeft&) const = default;
};

/// What fails with a part of a machine.
struct PartsLost {
  std::string part;                  ///< "switch", "rack" or "row"; empty: no part fails
  std::string worst;                 ///< the part that costs the most terminals: "row 2, rack 5"
  FaultSpread terminals;             ///< in the part, of its switches, or cut off from most others
  std::optional<FaultSpread> price;  ///< of its switches, of the cables that end in it, of its racks
  /// Links over the best balanced cut that is found of the nodes that are left; the worst is the least. Of the parts
  /// that leave two nodes; absent if none does, or if the network is too large to be partitioned.
  std::optional<FaultSpread> bisection;
  /// The same of a cut found in wires: channels over it, each counted by its width.
  std::optional<FaultSpread> bisection_channels;
  bool operator==(const PartsLost&) const = default;
};

/// Measures of a network without some of its links.
struct FaultMeasures {
  PartsLost lost;
  std::uint64_t failed_links = 0;
  std::string named;  ///< what fails, in words, where the user names it; else empty
  std::uint64_t samples = 0;
  bool exact = false;  ///< true: every choice of `failed_links` links counts once
  /// "every link", "one link of each kind", "every choice of links", "a sample", "no link fails" or "as named"; or why
  /// the rest is absent.
  std::string method;
  /// Share of the samples that leave a way to every pair of nodes that had one, of nodes that do not fail.
  std::optional<double> connected_fraction;
  FaultsLeft left;  ///< of the samples that stay connected; meaningless if there are none
  bool any_connected() const { return connected_fraction && *connected_fraction > 0; }
  bool operator==(const FaultMeasures&) const = default;
};

/// Removes links and measures the rest: whether it is connected, its distances, and the load of the busiest channel.
/// The load of a channel is the number of messages that it carries for each message that a node sends, divided by the
/// channel's width. Traffic is uniform between all pairs that have a way, includes messages to oneself, and spreads
/// evenly over all shortest paths. A sample draws its links without repetition; the random numbers follow from the
/// seed.
///
/// If one link of a product of rings and complete graphs fails, it computes one link of each kind of digit only,
/// because an automorphism takes any link of a kind to any other. The result has the same bits on any number of
/// threads. Cost: 8 x samples x nodes x channels link visits. All figures are absent if that exceeds `effort`, if the
/// network has fewer links, or if nodes share links.
FaultMeasures fail_links(const Topology& topology, const LinkFaults& faults, std::uint64_t seed, std::uint64_t effort);

/// The same where sites fail with all their links, one part after another; a site is in one part at most. The failed
/// links are those of the part with the most. Of what is lost it sets the bisections alone. Cost: 8 x parts x
/// nodes x channels link visits.
FaultMeasures fail_parts(const Topology& topology, const std::vector<std::vector<std::uint64_t>>& parts,
                         std::uint64_t effort);

}  // namespace cutline
