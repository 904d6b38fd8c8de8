// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "routing/ways_to.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The hops from every site to one destination; kUnreached where there is no way.
using HopsTo = std::vector<std::uint32_t>;
/// Whether messages at a site may take one of its channels that leads one hop nearer.
using MayTake = FunctionRef<bool(std::uint32_t site, std::uint64_t channel)>;

/// Chooses paths to one destination after another, over the least loaded channels that may be taken, and keeps count of
/// the load of every channel.
class Balancer {
 public:
  explicit Balancer(std::shared_ptr<const ChannelGraph> graph)
      : graph_(*graph), table_(graph), loads_(graph->head.size()) {}

  /// Chooses the paths to a destination anew; those chosen before no longer count. Cost: O(channels).
  void choose(std::uint32_t destination, const HopsTo& hops, MayTake may_take) {
    const std::vector<std::uint32_t> order = farthest_first(hops, kUnreached);
    add_paths(order, destination, -1);
    const double most =
        std::accumulate(loads_.begin(), loads_.end(), 1.0, [](double a, double b) { return std::max(a, b); });
    // The cost of the way from each site. The fourth power makes one full channel cost more than several half full
    // ones.
    std::vector<double> cost(hops.size());
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::uint32_t site = order[i];
      const std::uint64_t end = graph_.first[site + 1];
      std::uint64_t best = end;
      for (std::uint64_t c = graph_.first[site]; c < end; ++c) {
        if (hops[graph_.head[c]] + 1 != hops[site] || !may_take(site, c)) continue;
        const double full = loads_[c] / most * (loads_[c] / most);
        const double way = cost[graph_.head[c]] + full * full;
        if (best != end && way >= cost[site]) continue;
        best = c;
        cost[site] = way;
      }
      CUTLINE_EXPECT(best != end);
      table_.set(site, destination, best);
    }
    add_paths(order, destination, 1);
  }
  /// Calls visit(destination) for all nodes, three times, because the first paths are chosen while most loads are
  /// unknown.
  template <class Visit>
  void for_each_choice(const Visit& visit) {
    for (int round = 0; round < 3; ++round) {
      for (std::uint32_t site = 0; site < graph_.node_count(); ++site) {
        if (graph_.is_node(site)) visit(site);
      }
    }
  }
  PathTable table() && { return std::move(table_); }

 private:
  void add_paths(const std::vector<std::uint32_t>& order, std::uint32_t destination, double times) {
    if (order.empty() || !table_.has_way(order[0], destination)) return;
    std::vector<double> passing(graph_.node_count());
    for (const std::uint32_t site : order) {
      if (graph_.is_node(site)) passing[site] += 1;
      const std::uint64_t channel = table_.channel(site, destination);
      passing[graph_.head[channel]] += passing[site];
      loads_[channel] += times * passing[site];
    }
  }

  const ChannelGraph& graph_;
  PathTable table_;
  std::vector<double> loads_;
};

/// The rules of up and down in one network.
class UpDown {
 public:
  UpDown(const ChannelGraph& graph, const std::vector<std::uint32_t>& ranks)
      : graph_(graph), ranks_(ranks), back_(reversed(graph)), root_first_(ranks.size()) {
    for (std::uint32_t site = 0; site < ranks.size(); ++site) root_first_[ranks[site]] = site;
  }

  /// The hops from every site to a destination: down where there is a way that goes down all the way, else up first.
  HopsTo hops_to(std::uint32_t destination) {
    HopsTo hops(ranks_.size(), kUnreached);
    hops[destination] = 0;
    std::vector<std::uint32_t> reached = {destination};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for_each_above(back_, reached[i], [&](std::uint32_t above) {
        if (hops[above] != kUnreached) return;
        hops[above] = hops[reached[i]] + 1;
        reached.push_back(above);
      });
    }
    goes_down_.assign(ranks_.size(), 0);
    for (const std::uint32_t site : reached) goes_down_[site] = 1;
    for (const std::uint32_t site : root_first_) {
      if (goes_down_[site] != 0) continue;
      for_each_above(graph_, site, [&](std::uint32_t above) {
        if (hops[above] != kUnreached) hops[site] = std::min(hops[site], hops[above] + 1);
      });
    }
    return hops;
  }
  /// Whether messages may take a channel, for the destination that hops_to was last asked for.
  bool may_take(std::uint32_t site, std::uint64_t channel) const {
    const std::uint32_t head = graph_.head[channel];
    return goes_down_[site] != 0 ? ranks_[head] > ranks_[site] && goes_down_[head] != 0 : ranks_[head] < ranks_[site];
  }

 private:
  template <class Visit>
  void for_each_above(const ChannelGraph& graph, std::uint32_t site, const Visit& visit) const {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      if (ranks_[graph.head[c]] < ranks_[site]) visit(graph.head[c]);
    }
  }

  const ChannelGraph& graph_;
  const std::vector<std::uint32_t>& ranks_;
  ChannelGraph back_;
  std::vector<std::uint32_t> root_first_;
  std::vector<char> goes_down_;
};

void expect_both_ways(const ChannelGraph& graph) {
  const auto leads_to = [&](std::uint32_t from, std::uint32_t to) {
    const auto begin = graph.head.begin();
    return std::find(begin + static_cast<std::ptrdiff_t>(graph.first[from]),
                     begin + static_cast<std::ptrdiff_t>(graph.first[from + 1]),
                     to) != begin + static_cast<std::ptrdiff_t>(graph.first[from + 1]);
  };
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      if (!leads_to(graph.head[c], site))
        throw_input_error("messages cannot go up and down where a link goes one way only",
                          "`layered` with enough virtual channels routes any network", "routing");
    }
  }
}

std::vector<std::uint32_t> ranked_by(const std::vector<std::uint32_t>& keys) {
  std::vector<std::uint32_t> order(keys.size()), ranks(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

/// The level of every site counted from the top; nothing where a link joins sites of one level, so that levels do not
/// say which way is up.
std::vector<std::uint32_t> depths_by_level(const Topology& topology, const ChannelGraph& graph) {
  std::vector<std::uint32_t> depths(graph.node_count());
  for (std::uint64_t site = 0; site < depths.size(); ++site) {
    std::uint64_t rest = site;
    std::uint32_t level = 0;
    for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
      const std::uint32_t radix = topology.digits[digit].radix;
      level = std::max<std::uint32_t>(level, topology.level(digit, static_cast<std::uint32_t>(rest % radix)));
      rest /= radix;
    }
    depths[site] = kNothing - level;
  }
  for (std::uint32_t site = 0; site < depths.size(); ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      if (depths[graph.head[c]] == depths[site]) return {};
    }
  }
  return depths;
}

/// Whether all nodes that have a way to each other have one that goes up, then down.
bool all_nodes_meet(const ChannelGraph& graph, const std::vector<std::uint32_t>& ranks) {
  UpDown rules(graph, ranks);
  const ChannelGraph back = reversed(graph);
  for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
    if (!graph.is_node(destination)) continue;
    const HopsTo hops = rules.hops_to(destination);
    HopsTo any;
    for (std::uint32_t site = 0; site < hops.size(); ++site) {
      if (!graph.is_node(site) || hops[site] != kUnreached) continue;
      if (any.empty()) any = hops_from(back, destination);
      if (any[site] != kUnreached) return false;
    }
  }
  return true;
}

/// Hops from a central site of a part to every site. Of 16 sites and the one with most channels, the centre has the
/// fewest hops to its farthest site and, of those that tie, the smallest sum of hops. Other sites are not reached.
std::vector<std::uint32_t> depths_from_centre(const ChannelGraph& graph, const std::vector<std::uint32_t>& part) {
  constexpr std::size_t kTried = 16;
  const std::size_t sites = part.size();
  const auto degree = [&](std::size_t site) { return graph.first[site + 1] - graph.first[site]; };
  std::vector<std::size_t> tried = {part[0]};
  for (const std::size_t site : part) {
    if (degree(site) > degree(tried[0])) tried[0] = site;
  }
  for (std::size_t i = 0; i < std::min(kTried, sites); ++i) tried.push_back(part[i * sites / std::min(kTried, sites)]);
  std::vector<std::uint32_t> best;
  std::pair<std::uint64_t, std::uint64_t> least;
  for (const std::size_t root : tried) {
    std::vector<std::uint32_t> hops = hops_from(graph, static_cast<std::uint32_t>(root));
    std::pair<std::uint64_t, std::uint64_t> far;
    for (const std::uint32_t site : part) {
      far.first = std::max<std::uint64_t>(far.first, hops[site]);
      far.second += hops[site];
    }
    if (!best.empty() && far >= least) continue;
    least = far;
    best = std::move(hops);
  }
  return best;
}

/// The same in every part, from a centre of its own.
std::vector<std::uint32_t> depths_from_centres(const ChannelGraph& graph) {
  const std::vector<std::uint32_t> part = part_of_sites(graph);
  std::vector<std::vector<std::uint32_t>> sites(part.size());
  for (std::uint32_t site = 0; site < part.size(); ++site) sites[part[site]].push_back(site);
  std::vector<std::uint32_t> depths(part.size());
  for (const std::vector<std::uint32_t>& own : sites) {
    if (own.size() < 2) continue;
    const std::vector<std::uint32_t> hops = depths_from_centre(graph, own);
    for (const std::uint32_t site : own) depths[site] = hops[site];
  }
  return depths;
}

}  // namespace

PathTable balanced_paths(std::shared_ptr<const ChannelGraph> graph) {
  const ChannelGraph back = reversed(*graph);
  Balancer balancer(std::move(graph));
  balancer.for_each_choice([&](std::uint32_t destination) {
    balancer.choose(destination, hops_from(back, destination), [](std::uint32_t, std::uint64_t) { return true; });
  });
  return std::move(balancer).table();
}

Routes balanced_routes(std::shared_ptr<const ChannelGraph> graph) {
  return routes_by(balanced_paths(std::move(graph)));
}

std::vector<std::uint32_t> up_down_ranks(const Topology& topology, const ChannelGraph& graph) {
  if (topology.has_switches()) {
    const std::vector<std::uint32_t> depths = depths_by_level(topology, graph);
    if (!depths.empty()) {
      std::vector<std::uint32_t> ranks = ranked_by(depths);
      if (all_nodes_meet(graph, ranks)) return ranks;
    }
  }
  return ranked_by(depths_from_centres(graph));
}

Routes up_down_routes(const std::shared_ptr<const ChannelGraph>& graph, const std::vector<std::uint32_t>& ranks) {
  expect_both_ways(*graph);
  UpDown rules(*graph, ranks);
  Balancer balancer(graph);
  balancer.for_each_choice([&](std::uint32_t destination) {
    balancer.choose(destination, rules.hops_to(destination),
                    [&](std::uint32_t site, std::uint64_t channel) { return rules.may_take(site, channel); });
  });
  return routes_by(std::move(balancer).table());
}

}  // namespace cutline
