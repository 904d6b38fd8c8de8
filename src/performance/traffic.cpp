// SPDX-License-Identifier: Apache-2.0
#include "performance/traffic.hpp"

#include <algorithm>
#include <limits>

#include "cutline/base/error.hpp"
#include "measure/placed_links.hpp"
#include "performance/express_routes.hpp"
#include "performance/pattern_loads.hpp"
#include "routing/destinations.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

double over(double amount, double load) { return load > 0 ? amount / load : std::numeric_limits<double>::infinity(); }

}  // namespace

double cube_capacity(double radix, double width_bits) { return over(2 * width_bits, radix - 1); }

double channel_bound(double width_bits, double peak_load) { return over(width_bits, peak_load); }

double bisection_bound(std::uint64_t nodes, double cut_channels, double width_bits, SelfMessages self) {
  const std::uint64_t smaller_side = nodes / 2;
  const auto half = static_cast<double>(smaller_side);
  const auto all = static_cast<double>(nodes);
  return over(cut_channels * width_bits * (self == SelfMessages::counted ? all : all - 1), 2 * half * (all - half));
}

namespace {

/// The share of all messages that use a link. Uniform traffic draws source and destination from all nodes, so they may
/// be the same node.
///
/// In a product network routes go digit by digit, so the share of a link is its share in the digit's graph, divided by
/// the number of its copies. Pairs with several shortest paths are spread evenly over them, and so are parallel links
/// of a class. Routing by the express rule requires a network that has one.
class LinkShares {
 public:
  /// The shares under uniform traffic; absent if the loads would take more than `effort` link visits.
  static std::optional<LinkShares> of(const Topology& topology, Routing routing, std::uint64_t effort) {
    LinkShares shares;
    const double nodes = static_cast<double>(topology.node_count());
    for (const LinkClass& link_class : topology.classes) {
      // A message goes to another of the k nodes on a medium with probability (k - 1) / k, and k nodes share one
      // medium.
      const double sharing = link_class.shared ? topology.digits[link_class.digits[0]].radix - 1.0 : 0;
      shares.classes_.push_back({.channels = link_class.channels, .of_shared = sharing / nodes});
    }
    if (!topology.is_product()) {
      for (std::uint32_t i = 0; i < shares.classes_.size(); ++i) shares.classes_[i].number = i;
      if (!fits_channel_graph(topology)) return std::nullopt;
      const ChannelGraph graph = channel_graph(topology);
      const auto loads = channel_loads(graph, effort);
      if (!loads) return std::nullopt;
      shares.add_graph(graph, *loads, 1 / (nodes * nodes));
      return shares;
    }
    const std::vector<std::uint64_t> weights = digit_weights(topology);
    for (const DigitKind& kind : digit_kinds(topology)) {
      const ChannelGraph graph = kind_graph(topology, kind);
      const auto loads = routing == Routing::express ? express_loads(topology, kind.digits[0], graph, effort)
                                                     : channel_loads(graph, effort);
      if (!loads) return std::nullopt;
      for (const std::size_t digit : kind.digits) {
        auto number = kind.classes.begin();
        for (std::size_t i = 0; i < topology.classes.size(); ++i) {
          if (topology.classes[i].digits[0] != digit) continue;
          Class& own = shares.classes_[i];
          own.graph = shares.graphs_.size();
          own.number = static_cast<std::uint32_t>(*number++);
          own.weight = weights[digit];
        }
      }
      // A load counts one of k^2 pairs of coordinates, and the messages share nodes / k copies of the channel.
      shares.add_graph(graph, *loads, 1 / (static_cast<double>(kind.nodes) * nodes));
    }
    return shares;
  }

  /// The shares of channels with these loads. A load is the number of messages for each message that a mean node
  /// offers.
  static LinkShares of(const Topology& topology, const ChannelGraph& graph, const std::vector<double>& loads) {
    LinkShares shares;
    const std::vector<std::uint64_t> weights = digit_weights(topology);
    for (std::uint32_t i = 0; i < topology.classes.size(); ++i) {
      const LinkClass& link_class = topology.classes[i];
      Class own{.number = i, .channels = link_class.channels};
      if (link_class.shared) {
        own.shared_weight = weights[link_class.digits[0]];
        own.shared_radix = topology.digits[link_class.digits[0]].radix;
      }
      shares.classes_.push_back(own);
    }
    shares.add_graph(graph, loads, 1 / static_cast<double>(topology.node_count()));
    return shares;
  }

  /// The share of a link of the class between two nodes, from a to b if it is one-way. Cost: O(log degree).
  double share(std::size_t link_class, std::uint64_t a, std::uint64_t b) const {
    const Class& own = classes_[link_class];
    if (own.of_shared > 0) return own.of_shared;
    const Graph& graph = graphs_[own.graph];
    if (own.shared_radix > 0) return shared_load(graph, own, a) * graph.per_load;
    const std::uint64_t nodes = graph.first.size() - 1;
    const std::uint64_t from = a / own.weight % nodes, to = b / own.weight % nodes;
    const Sum there = between(graph, from, to, own.number);
    const Sum back = own.channels == 2 ? between(graph, to, from, own.number) : Sum{};
    CUTLINE_EXPECT(there.channels > 0);  // a link both ways has a channel each way
    return (there.load + back.load) / static_cast<double>(there.channels) * graph.per_load;
  }

 private:
  struct Channel {
    std::uint32_t head = 0;
    std::uint32_t link_class = 0;
    double load = 0;
    auto operator<=>(const Channel&) const = default;
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

  void add_graph(const ChannelGraph& graph, const std::vector<double>& loads, double per_load) {
    Graph& added = graphs_.emplace_back(Graph{graph.first, {}, per_load});
    added.channels.reserve(loads.size());
    for (std::size_t c = 0; c < loads.size(); ++c)
      added.channels.push_back({graph.head[c], graph.link_class[c], loads[c]});
    const auto row = added.channels.begin();
    for (std::size_t node = 0; node < graph.node_count(); ++node)
      std::sort(row + static_cast<std::ptrdiff_t>(graph.first[node]),
                row + static_cast<std::ptrdiff_t>(graph.first[node + 1]));
  }

  static Sum between(const Graph& graph, std::uint64_t from, std::uint64_t to, std::uint32_t link_class) {
    const auto end = graph.channels.begin() + static_cast<std::ptrdiff_t>(graph.first[from + 1]);
    const auto key = std::pair(static_cast<std::uint32_t>(to), link_class);
    const auto key_of = [](const Channel& channel) { return std::pair(channel.head, channel.link_class); };
    auto channel = std::lower_bound(graph.channels.begin() + static_cast<std::ptrdiff_t>(graph.first[from]), end, key,
                                    [&](const Channel& c, const auto& wanted) { return key_of(c) < wanted; });
    Sum sum;
    for (; channel != end && key_of(*channel) == key; ++channel) {
      sum.load += channel->load;
      ++sum.channels;
    }
    return sum;
  }

  /// The sum of the loads of all channels of a link that nodes share; `site` is one of these nodes.
  static double shared_load(const Graph& graph, const Class& own, std::uint64_t site) {
    const std::uint64_t first = site - site / own.shared_weight % own.shared_radix * own.shared_weight;
    double load = 0;
    for (std::uint64_t value = 0; value < own.shared_radix; ++value) {
      const std::uint64_t sender = first + value * own.shared_weight;
      for (std::uint64_t c = graph.first[sender]; c < graph.first[sender + 1]; ++c) {
        if (graph.channels[c].link_class == own.number) load += graph.channels[c].load;
      }
    }
    return load;
  }

  std::vector<Graph> graphs_;
  std::vector<Class> classes_;
};

/// The loads of all channels under any traffic: the closed ones of its form where there are any, else by walking all
/// routes.
std::optional<WalkedLoads> loads_of(const Topology& topology, const DigitForm& form, const Traffic& traffic,
                                    std::uint64_t effort) {
  if (!fits_channel_graph(topology) || topology.link_count() > effort) return std::nullopt;
  const auto closed = pattern_loads(topology, form, effort);
  if (!closed) return walked_loads(topology, traffic, effort);
  WalkedLoads all{.graph = channel_graph(topology), .loads = {}};
  const ChannelGraph& graph = all.graph;
  for (std::uint64_t node = 0; node < graph.node_count(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      all.loads.push_back(closed->load(node, graph.link_class[c], graph.local_link[c], graph.head[c]));
  }
  return all;
}

std::uint32_t interchange_ends(const Topology& topology, const PlacedLink& link) {
  if (!topology.has_interchanges()) return 0;
  const auto count = [&](std::uint64_t site) { return is_inner(topology.kind(site)) ? 1u : 0u; };
  return count(link.a) + count(link.b);
}

}  // namespace

std::optional<double> mean_hops(const GraphMeasures& graph, std::uint64_t nodes, SelfMessages self) {
  if (!graph.distances) return std::nullopt;
  if (self == SelfMessages::left_out) return graph.distances->mean_hops;
  if (graph.parts.all_have_ways())
    return graph.distances->mean_hops * static_cast<double>(nodes - 1) / static_cast<double>(nodes);
  const auto between = static_cast<double>(static_cast<Int128>(nodes) * (nodes - 1) - *graph.parts.pairs_without_way);
  return graph.distances->mean_hops * between / (between + static_cast<double>(nodes));
}

bool for_each_routed_link(const LaidOutNetwork& network, Routing routing, std::uint64_t effort,
                          FunctionRef<void(const RoutedLink&)> visit) {
  const auto shares = LinkShares::of(network.topology, routing, effort);
  if (!shares) return false;
  for_each_placed_link(network.topology, network.placement, network.layout, [&](const PlacedLink& link) {
    visit({link.place, interchange_ends(network.topology, link),
           static_cast<double>(link.copies) * shares->share(link.link_class, link.a, link.b)});
  });
  return true;
}

bool for_each_routed_link(const LaidOutNetwork& network, const DigitForm& form, const Traffic& traffic,
                          std::uint64_t effort, FunctionRef<void(const RoutedLink&)> visit) {
  const auto all = loads_of(network.topology, form, traffic, effort);
  if (all) for_each_routed_link(network, all->graph, all->loads, visit);
  return all.has_value();
}

void for_each_routed_link(const LaidOutNetwork& network, const ChannelGraph& graph, const std::vector<double>& loads,
                          FunctionRef<void(const RoutedLink&)> visit) {
  const LinkShares shares = LinkShares::of(network.topology, graph, loads);
  for_each_link_by_itself(network.topology, network.placement, network.layout, [&](const PlacedLink& link) {
    visit({link.place, interchange_ends(network.topology, link), shares.share(link.link_class, link.a, link.b)});
  });
}

}  // namespace cutline
