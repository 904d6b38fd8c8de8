// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/routing/routing.hpp"
#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// The share of all messages that use a link. Of uniform traffic sources and destinations are drawn from all nodes,
/// also the same one.
///
/// In a product network routes go digit by digit, so a link's share is that of its digit's graph over the number of its
/// copies. Pairs with several shortest paths are spread evenly over them, parallel links of a class share evenly.
/// Routing by the express rule is for networks that have it.
class LinkShares {
 public:
  /// The shares under uniform traffic; nothing where the loads would take more than `effort` link visits.
  static std::optional<LinkShares> of(const Topology& topology, Routing routing, std::uint64_t effort);
  /// The shares under any traffic, by pattern_loads() where the form has closed loads, else by walked_loads().
  static std::optional<LinkShares> of(const Topology& topology, const DigitForm& form, const Traffic& traffic,
                                      std::uint64_t effort);
  /// The shares of channels with these loads, which are messages for each that nodes offer on average.
  static LinkShares of(const Topology& topology, const ChannelGraph& graph, const std::vector<double>& loads);
  /// The share of a link of the class between two nodes. Cost: O(log degree).
  double share(std::size_t link_class, std::uint64_t a, std::uint64_t b) const;

 private:
  struct Channel {
    std::uint32_t head = 0;
    std::uint32_t link_class = 0;
    double load = 0;
  };
  /// Loads of one graph; the channels of a node sorted by head and class.
  struct Graph {
    std::vector<std::uint64_t> first;
    std::vector<Channel> channels;
    double per_load = 1;  ///< share of a channel that carries one pair of the graph
  };
  /// Where the links of a class are found.
  struct Class {
    std::size_t graph = 0;
    std::uint32_t number = 0;  ///< classes of equal digits are found under those of the first of them
    std::uint64_t weight = 1;  ///< of the digit whose values are the graph's nodes
    int channels = 2;
    double of_shared = 0;  ///< the share of a link that all nodes of its digit share; 0: the graph tells
    /// Of a link that the nodes of a digit share, whose loads the graph has: the weight and radix of the digit.
    std::uint64_t shared_weight = 0, shared_radix = 0;
  };
  struct Sum {
    double load = 0;
    std::uint64_t channels = 0;
  };
  void add_graph(const ChannelGraph& graph, const std::vector<double>& loads, double per_load);
  /// The load of all channels together of a link that nodes share; `site` is one of these nodes.
  static double shared_load(const Graph& graph, const Class& own, std::uint64_t site);
  static Sum between(const Graph& graph, std::uint64_t from, std::uint64_t to, std::uint32_t link_class);

  std::vector<Graph> graphs_;
  std::vector<Class> classes_;
};

}  // namespace cutline
