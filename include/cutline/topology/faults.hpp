// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cutline {

struct Topology;

/// How the edge connectivity was found, or, from `shared_links` on, why it was not.
enum class ConnectivityMethod : std::uint8_t {
  path,
  ring,
  transitive,
  product,
  flows,
  shared_links,
  one_node,
  too_large,  ///< more links or sites than a graph is searched with
  past_effort
};

/// How shortest paths were counted, or, from `one_node` on, why they were not.
enum class PathsMethod : std::uint8_t {
  one_search,
  all_pairs,
  product,
  one_node,
  too_large,  ///< as in ConnectivityMethod
  past_effort,
  overflow  ///< there are more than a number can hold
};

/// A figure and how it was found, or why it was not found.
template <class Number, class Method>
class FoundBy {
 public:
  FoundBy(Method why_not) : result_(why_not) {}
  FoundBy(Number value, Method method) : result_(Known{value, method}) {}
  /// Null where it was not found.
  const Number* value() const { return known() != nullptr ? &known()->value : nullptr; }
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

/// How much of its connection a graph can lose.
struct Resilience {
  /// Fewest links whose loss disconnects two nodes.
  FoundBy<std::uint64_t, ConnectivityMethod> edge_connectivity = ConnectivityMethod::past_effort;
  /// Mean over ordered pairs of distinct nodes; parallel links give distinct paths.
  FoundBy<double, PathsMethod> mean_shortest_paths = PathsMethod::past_effort;
  std::uint64_t effort = 0;  ///< the link visits allowed for each figure
  bool operator==(const Resilience&) const = default;
};

/// Resilience of a connected network, each figure within `effort` link visits.
///
/// Edge connectivity: for a product of simple graphs, the least of the sum of their degrees and of each one's
/// connectivity times the number of nodes of the others [Xu 2006]; for a vertex-transitive simple graph, its degree
/// [Mader 1971]; otherwise by maximum flows from node 0 to all others and, with one-way links, back: O(nodes x degree x
/// links).
///
/// Shortest paths: the paths of a product interleave those of its digits, in (d_1 + d_2)! / (d_1! d_2!) ways for
/// distances d_1 and d_2.
Resilience resilience(const Topology& topology, std::uint64_t effort);

/// Links that fail together.
struct LinkFaults {
  std::uint64_t links = 1;
  /// Number of random choices of links; 0: one for every link where one link fails, else 100. Where there are no
  /// more choices than that, each is taken once.
  std::uint64_t samples = 0;
  std::optional<std::uint64_t> seed;  ///< absent: the study's
  bool operator==(const LinkFaults&) const = default;
};

/// Mean and worst value over the samples that leave all nodes connected.
struct FaultSpread {
  double mean = 0;
  double worst = 0;
  bool operator==(const FaultSpread&) const = default;
};

/// What is left where all nodes stay connected.
struct FaultsLeft {
  FaultSpread mean_distance_hops;  ///< over ordered pairs of distinct nodes
  FaultSpread peak_channel_load;   ///< in the unit of `fail_links`
  bool operator==(const FaultsLeft&) const = default;
};

/// Measures of a network without some of its links.
struct FaultMeasures {
  std::uint64_t failed_links = 0;
  std::uint64_t samples = 0;
  bool exact = false;  ///< every choice of so many links counts once
  std::string method;  ///< "every link", "one link of each kind", "every choice of links", "a sample"; or
                       ///< why the rest is absent
  std::optional<double> connected_fraction;  ///< share of the samples in which every node reaches every other
  FaultsLeft left;                           ///< of the samples that stay connected, if there are any
  bool any_connected() const { return connected_fraction && *connected_fraction > 0; }
  bool operator==(const FaultMeasures&) const = default;
};

/// Removes links and measures the rest: whether it is connected, its distances, and the load of the busiest channel.
/// The load counts messages per message that a node offers, divided by the channel's width, under uniform traffic
/// (messages to oneself included) that spreads evenly over all shortest paths. Samples draw their links without
/// repetition from a generator of the seed.
///
/// Where one link of a product of rings and complete graphs fails, one link of each kind of digit stands for all,
/// because an automorphism takes any of them to any other. The same bits on any number of threads. Cost: 8 x samples x
/// nodes x channels link visits. All figures are absent where that passes `effort`, or where the network has fewer
/// links.
FaultMeasures fail_links(const Topology& topology, const LinkFaults& faults, std::uint64_t seed, std::uint64_t effort);

}  // namespace cutline
