// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/routing/routing.hpp"
#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// The share of all messages that use a link. Uniform traffic draws source and destination from all nodes, so they may
/// be the same node.
///
/// In a product network routes go digit by digit, so the share of a link is its share in the digit's graph, divided by
/// the number of its copies. Pairs with several shortest paths are spread evenly over them, and so are parallel links
/// of a class. Routing by the express rule requires a network that has one.
class LinkShares {
 public:
  /// The shares under uniform traffic; absent if the loads would take more than `effort` link visits.
  static std::optional<LinkShares> of(const Topology& topology, Routing routing, std::uint64_t effort);
  /// The shares under any traffic, by pattern_loads() if the form has closed loads, else by walked_loads().
  static std::optional<LinkShares> of(const Topology& topology, const DigitForm& form, const Traffic& traffic,
                                      std::uint64_t effort);
  /// The shares of channels with these loads. A load is the number of messages for each message that a mean node
  /// offers.
  static LinkShares of(const Topology& topology, const ChannelGraph& graph, const std::vector<double>& loads);
  /// The share of a link of the class between two nodes, from a to b if it is one-way. Cost: O(log degree).
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
  /// Where the loads of the links of a class are stored.
  struct Class {
    std::size_t graph = 0;
    std::uint32_t number = 0;  ///< of the class in the graph; equal digits use the classes of the first of them
    std::uint64_t weight = 1;  ///< of the digit whose values are the graph's nodes
    int channels = 2;
    double of_shared = 0;  ///< the share of a link that all nodes of its digit share; 0: it follows from the graph
    /// The weight and radix of a digit whose nodes share a link, if the graph has the loads of this link.
    std::uint64_t shared_weight = 0, shared_radix = 0;
  };
  struct Sum {
    double load = 0;
    std::uint64_t channels = 0;
  };
  void add_graph(const ChannelGraph& graph, const std::vector<double>& loads, double per_load);
  /// The sum of the loads of all channels of a link that nodes share; `site` is one of these nodes.
  static double shared_load(const Graph& graph, const Class& own, std::uint64_t site);
  static Sum between(const Graph& graph, std::uint64_t from, std::uint64_t to, std::uint32_t link_class);

  std::vector<Graph> graphs_;
  std::vector<Class> classes_;
};

}  // namespace cutline
