// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cutline {

struct Topology;

/// How much of its connection a graph can lose; what is absent passes the effort, or does not apply: the method says.
struct Resilience {
  std::optional<std::uint64_t> edge_connectivity;  ///< fewest links whose loss parts some node from another
  std::string edge_connectivity_method;            ///< "theorem: ...", "maximum flows"; or why absent
  std::optional<double> mean_shortest_paths;       ///< over ordered pairs of distinct nodes; parallel links tell apart
  std::string mean_shortest_paths_method;          ///< "product", "one search", "all pairs"; or why absent
  bool operator==(const Resilience&) const = default;
};

/// Of a connected network. Edge connectivity: of products of simple graphs the least of the sum of their degrees and
/// each one's connectivity times the other nodes [Xu 2006]; of vertex-transitive simple graphs the degree [Mader 1971];
/// else by maximum flows from node 0 to and, with one-way links, from all others: O(nodes x degree x links).
/// Shortest paths: the paths of a product interleave those of its digits, (d_1 + d_2)! / (d_1! d_2!) ways for distances
/// d_1 and d_2. Both within `effort` link visits.
Resilience resilience(const Topology& topology, std::uint64_t effort);

/// Links that fail together.
struct LinkFaults {
  std::uint64_t links = 1;
  /// Draws of so many links; absent: every link in its turn where one fails, else 100. Where there are no more choices
  /// than that, every one is taken once.
  std::optional<std::uint64_t> samples;
  std::optional<std::uint64_t> seed;  ///< absent: the study's
  bool operator==(const LinkFaults&) const = default;
};

/// Over the samples that leave all nodes connected.
struct FaultSpread {
  double mean = 0;
  double worst = 0;
  bool operator==(const FaultSpread&) const = default;
};

/// What is left of a network without some of its links.
struct FaultMeasures {
  std::uint64_t failed_links = 0;
  std::uint64_t samples = 0;
  bool exact = false;  ///< every choice of so many links counts once
  std::string method;  ///< "every link", "one link of each kind", "every choice of links", "a sample"; or
                       ///< why the rest is absent
  std::optional<double> connected_fraction;       ///< of the samples, those where every node reaches every other
  std::optional<FaultSpread> mean_distance_hops;  ///< over ordered pairs of distinct nodes
  std::optional<FaultSpread> peak_channel_load;   ///< as of `fail_links`
  bool operator==(const FaultMeasures&) const = default;
};

/// Fails links and measures what is left: connection, distances, and the busiest channel's messages per message that a
/// node offers over the channel's width, under uniform traffic (messages to oneself too) that spreads evenly over all
/// shortest paths. Samples draw their links without repetition from a generator of the seed.
///
/// Where one link fails of a product of rings and complete graphs, one link of each kind of digit stands for all: an
/// automorphism takes any of them to any other. The same bits on any number of threads. Cost: samples x nodes x
/// channels link visits, of which eight count as one sample's share; past `effort`, or where there are not so many
/// links, all is absent.
FaultMeasures fail_links(const Topology& topology, const LinkFaults& faults, std::uint64_t seed, std::uint64_t effort);

}  // namespace cutline
