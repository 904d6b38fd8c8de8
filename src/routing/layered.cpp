// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/base/error.hpp"
#include "routing/dependencies.hpp"
#include "routing/path_table.hpp"

namespace cutline {

namespace {

struct Pair {
  std::uint32_t source = 0, destination = 0;
};

/// All pairs that have a path, the longest paths first, ties by source and destination.
std::vector<Pair> longest_first(const PathTable& table) {
  const ChannelGraph& graph = table.graph();
  std::vector<std::vector<Pair>> by_hops;
  for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
    if (!graph.is_node(destination)) continue;
    const WaysToNode ways = table.ways_to(destination);
    std::vector<std::uint32_t> hops(graph.node_count());
    std::for_each(ways.order.rbegin(), ways.order.rend(), [&](std::uint32_t site) {
      hops[site] = hops[graph.head[table.channel(site, destination)]] + 1;
      if (!graph.is_node(site)) return;
      if (by_hops.size() <= hops[site]) by_hops.resize(hops[site] + 1);
      by_hops[hops[site]].push_back({site, destination});
    });
  }
  std::vector<Pair> all;
  for (; !by_hops.empty(); by_hops.pop_back()) {
    std::vector<Pair>& pairs = by_hops.back();
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.source < b.source; });
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  return all;
}

/// Deals the paths of a table into layers, each into the first in which it closes no cycle.
class LayerDealer {
 public:
  LayerDealer(const PathTable& table, const Dependencies& dependencies, std::uint32_t most)
      : table_(table), dependencies_(dependencies), most_(most) {}

  /// The layer of a pair; `most` where it fits in none.
  std::uint32_t deal(const Pair& pair) {
    path_.clear();
    std::uint64_t channel = table_.channel(pair.source, pair.destination);
    for (std::uint32_t site; (site = table_.graph().head[channel]) != pair.destination;) {
      const std::uint64_t next = table_.channel(site, pair.destination);
      path_.push_back(dependencies_.number(channel, next));
      channel = next;
    }
    for (std::uint32_t layer = 0; layer < most_; ++layer) {
      if (layer == layers_.size())
        layers_.push_back({AcyclicDependencies(dependencies_), std::vector<char>(dependencies_.count())});
      if (fits(layers_[layer])) return layer;
    }
    return most_;
  }
  std::uint32_t layers() const { return static_cast<std::uint32_t>(layers_.size()); }

 private:
  struct Layer {
    AcyclicDependencies present;
    std::vector<char> never;  ///< by dependency: it closes a cycle with those present
  };

  /// Adds all of the path's dependencies to a layer, or none. Marks every dependency that can never be added any more,
  /// which spares most later paths the search.
  bool fits(Layer& layer) {
    const auto never = [&](std::uint32_t d) { return layer.never[d] != 0; };
    if (std::any_of(path_.begin(), path_.end(), never)) return false;
    bool each_fits = true;
    for (const std::uint32_t d : path_) {
      if (layer.present.has(d) || !layer.present.closes_cycle(d)) continue;
      layer.never[d] = 1;
      each_fits = false;
    }
    if (!each_fits) return false;
    added_.clear();
    for (const std::uint32_t d : path_) {
      if (layer.present.has(d)) continue;
      if (layer.present.add(d)) {
        added_.push_back(d);
        continue;
      }
      for (const std::uint32_t each : added_) layer.present.remove(each);
      return false;
    }
    return true;
  }

  const PathTable& table_;
  const Dependencies& dependencies_;
  std::uint32_t most_;
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> path_, added_;  ///< dependencies of the pair at hand
};

/// Pairs with their layers.
struct Dealt {
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> layers;  ///< of the pairs; `most` for those that are left
  std::uint32_t used = 0;
  std::size_t left = 0;
};

Dealt deal(const PathTable& table, const Dependencies& dependencies, std::vector<Pair> pairs, std::uint32_t most) {
  LayerDealer dealer(table, dependencies, most);
  Dealt dealt;
  for (const Pair& pair : pairs) dealt.layers.push_back(dealer.deal(pair));
  dealt.pairs = std::move(pairs);
  dealt.used = dealer.layers();
  dealt.left = static_cast<std::size_t>(std::count(dealt.layers.begin(), dealt.layers.end(), most));
  return dealt;
}

/// The pairs by their layers, the last layer first. Dealt again in this order, they need no more layers than before.
std::vector<Pair> last_layer_first(const Dealt& dealt) {
  std::vector<std::vector<Pair>> of_layer(dealt.used + 1);
  for (std::size_t i = 0; i < dealt.pairs.size(); ++i) of_layer[dealt.layers[i]].push_back(dealt.pairs[i]);
  std::vector<Pair> pairs;
  for (; !of_layer.empty(); of_layer.pop_back())
    pairs.insert(pairs.end(), of_layer.back().begin(), of_layer.back().end());
  return pairs;
}

Dealt deal_well(const PathTable& table, std::uint32_t most) {
  constexpr int kRounds = 8;
  constexpr std::size_t kMostPairs = 1 << 14;  // for so many all rounds take less than half a second
  const Dependencies dependencies(table);
  Dealt best = deal(table, dependencies, longest_first(table), most);
  if (best.pairs.size() > kMostPairs) return best;
  Dealt again = best;
  for (int round = 0; round < kRounds; ++round) {
    again = deal(table, dependencies, last_layer_first(again), most);
    if (std::pair(again.left, again.used) < std::pair(best.left, best.used)) best = again;
  }
  return best;
}

}  // namespace

Routes layered_routes(const std::shared_ptr<const ChannelGraph>& graph, const std::vector<std::uint32_t>& ranks,
                      std::uint32_t most) {
  CUTLINE_EXPECT(most > 0 && most <= kMostLayers);
  const std::size_t sites = graph->node_count();
  PathTable table = balanced_paths(graph);
  const auto layers = std::make_shared<std::vector<std::uint16_t>>(sites * sites);
  const Dealt dealt = deal_well(table, most);
  for (std::size_t i = 0; i < dealt.pairs.size(); ++i) {
    const Pair& pair = dealt.pairs[i];
    (*layers)[pair.source * sites + pair.destination] = static_cast<std::uint16_t>(std::min(dealt.layers[i], most - 1));
  }
  Routes routes = routes_by(std::move(table));
  routes.layers = std::max<std::uint32_t>(dealt.used, 1);
  routes.layer = [layers, sites](std::uint32_t source, std::uint32_t destination) -> std::uint32_t {
    return (*layers)[source * sites + destination];
  };
  if (dealt.left == 0) return routes;
  // All pairs of the last layer go by up_down, also those whose own paths fitted there: it has room for up_down alone.
  const Routes rest = up_down_routes(graph, ranks);
  routes.ways_to = [most, first = routes.ways_to, last = rest.ways_to](std::uint32_t destination, std::uint32_t layer) {
    return layer + 1 < most ? first(destination, layer) : last(destination, 0);
  };
  return routes;
}

}  // namespace cutline
