// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "cutline/topology/topology.hpp"
#include "output/told_links.hpp"

/// The tests' own search over all pairs of nodes for the hops and costs of a mean message.
namespace cutline::test {

struct SearchedRoute {
  double hops = 0;
  double cost = 0;  ///< of the links on the route
};

/// Channels by the node that they leave.
class SearchedNetwork {
 public:
  struct Channel {
    std::size_t to = 0;
    double cost = 0;
  };
  explicit SearchedNetwork(std::size_t sites) : from_(sites) {}
  void add(std::size_t a, std::size_t b, double cost) { from_[a].push_back({b, cost}); }

  /// From one site to every other: the fewest hops, and the mean cost over all routes with that number of hops, each
  /// counted once.
  std::vector<SearchedRoute> routes_from(std::size_t source) const {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    std::vector<SearchedRoute> found(from_.size(), {kFar, 0});
    std::vector<double> count(from_.size()), sum(from_.size());
    std::vector<std::size_t> queue = {source};
    found[source].hops = 0;
    count[source] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::size_t at = queue[i];
      found[at].cost = sum[at] / count[at];
      for (const Channel& channel : from_[at]) {
        if (found[channel.to].hops == kFar) {
          found[channel.to].hops = found[at].hops + 1;
          queue.push_back(channel.to);
        }
        if (found[channel.to].hops != found[at].hops + 1) continue;
        count[channel.to] += count[at];
        sum[channel.to] += sum[at] + count[at] * channel.cost;
      }
    }
    return found;
  }

 private:
  std::vector<std::vector<Channel>> from_;
};

/// Every link's cost is `cost(link)`.
template <class Cost>
SearchedNetwork network_of(const std::vector<ToldLink>& links, std::size_t sites, Cost cost) {
  SearchedNetwork network(sites);
  for (const ToldLink& link : links) {
    network.add(link.from, link.to, cost(link));
    if (!link.one_way) network.add(link.to, link.from, cost(link));
  }
  return network;
}

/// The dimension along which a link of a product network runs: the digit in which its ends differ.
inline std::size_t dimension_of(const Topology& topology, std::size_t a, std::size_t b) {
  for (std::size_t digit = 0;; ++digit) {
    const std::size_t radix = topology.digits.at(digit).radix;
    if (a % radix != b % radix) return digit;
    a /= radix;
    b /= radix;
  }
}

/// The mean over all pairs, including those of a node with itself, on shortest routes that take one dimension after the
/// other.
template <class Cost>
SearchedRoute by_dimensions(const Topology& topology, const std::vector<ToldLink>& links, Cost cost) {
  const std::size_t nodes = topology.node_count();
  SearchedRoute mean;
  std::size_t stride = 1;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::size_t radix = topology.digits[digit].radix;
    std::vector<ToldLink> along;
    for (const ToldLink& link : links) {
      if (dimension_of(topology, link.from, link.to) == digit) along.push_back(link);
    }
    const SearchedNetwork network = network_of(along, nodes, cost);
    // Lower digits already have the destination's values, higher ones still the source's. So every node is met equally
    // often.
    for (std::size_t at = 0; at < nodes; ++at) {
      const std::vector<SearchedRoute> routes = network.routes_from(at);
      const std::size_t begin = at - at / stride % radix * stride;
      for (std::size_t value = 0; value < radix; ++value) {
        const SearchedRoute& route = routes[begin + value * stride];
        mean.hops += route.hops / static_cast<double>(nodes * radix);
        mean.cost += route.cost / static_cast<double>(nodes * radix);
      }
    }
    stride *= radix;
  }
  return mean;
}

/// The same if node n sends and takes `terminals[n]` times as many messages as a terminal.
template <class Cost>
SearchedRoute by_dimensions(const Topology& topology, const std::vector<std::uint32_t>& terminals,
                            const std::vector<ToldLink>& links, Cost cost) {
  const std::size_t nodes = topology.node_count();
  double all = 0;
  for (std::size_t node = 0; node < nodes; ++node) all += terminals[node];
  std::vector<std::vector<std::vector<SearchedRoute>>> routes(topology.digits.size());  // by digit, by start
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    std::vector<ToldLink> along;
    for (const ToldLink& link : links) {
      if (dimension_of(topology, link.from, link.to) == digit) along.push_back(link);
    }
    const SearchedNetwork network = network_of(along, nodes, cost);
    for (std::size_t at = 0; at < nodes; ++at) routes[digit].push_back(network.routes_from(at));
  }
  SearchedRoute mean;
  for (std::size_t pair = 0; pair < nodes * nodes; ++pair) {
    std::size_t at = pair / nodes, stride = 1;
    const double weight = terminals[at] * terminals[pair % nodes] / (all * all);
    for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
      const std::size_t radix = topology.digits[digit].radix;
      const std::size_t next = at - at / stride % radix * stride + pair % nodes / stride % radix * stride;
      mean.hops += weight * routes[digit][at][next].hops;
      mean.cost += weight * routes[digit][at][next].cost;
      at = next;
      stride *= radix;
    }
  }
  return mean;
}

/// The mean over all pairs of nodes, through switches; all shortest routes count alike.
template <class Cost>
SearchedRoute by_shortest(const Topology& topology, const std::vector<ToldLink>& links, Cost cost) {
  const std::size_t nodes = topology.node_count();
  const SearchedNetwork network = network_of(links, nodes + topology.interchange_count(), cost);
  SearchedRoute mean;
  for (std::size_t source = 0; source < nodes; ++source) {
    const std::vector<SearchedRoute> routes = network.routes_from(source);
    for (std::size_t to = 0; to < nodes; ++to) {
      mean.hops += routes[to].hops / static_cast<double>(nodes * nodes);
      mean.cost += routes[to].cost / static_cast<double>(nodes * nodes);
    }
  }
  return mean;
}

}  // namespace cutline::test
