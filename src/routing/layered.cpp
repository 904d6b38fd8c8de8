// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "routing/ways_to.hpp"

namespace cutline {

namespace {

/// All dependencies between channels that the paths of a table have: a message holds one channel and waits for the
/// next. Numbered by their first channels.
class Dependencies {
 public:
  explicit Dependencies(const PathTable& table) {
    const ChannelGraph& graph = table.graph();
    const std::size_t channels = graph.head.size();
    std::vector<std::vector<std::uint32_t>> next(channels);
    for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
      for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
        if (!table.has_way(site, destination)) continue;
        const std::uint64_t channel = table.channel(site, destination);
        if (graph.head[channel] == destination) continue;
        const auto after = static_cast<std::uint32_t>(table.channel(graph.head[channel], destination));
        std::vector<std::uint32_t>& known = next[channel];
        const auto at = std::lower_bound(known.begin(), known.end(), after);
        if (at == known.end() || *at != after) known.insert(at, after);
      }
    }
    first_.push_back(0);
    first_before_.resize(channels + 1);
    for (std::uint32_t channel = 0; channel < channels; ++channel) {
      for (const std::uint32_t each : next[channel]) {
        held_.push_back(channel);
        next_.push_back(each);
        ++first_before_[each + 1];
      }
      first_.push_back(static_cast<std::uint32_t>(next_.size()));
    }
    std::partial_sum(first_before_.begin(), first_before_.end(), first_before_.begin());
    std::vector<std::uint32_t> end = first_before_;
    before_.resize(next_.size());
    for (std::uint32_t d = 0; d < next_.size(); ++d) before_[end[next_[d]]++] = d;
  }

  std::size_t count() const { return next_.size(); }
  std::size_t channels() const { return first_.size() - 1; }
  std::uint32_t held(std::uint32_t dependency) const { return held_[dependency]; }
  std::uint32_t next(std::uint32_t dependency) const { return next_[dependency]; }
  /// The number of the dependency of two channels, which must exist. Cost: O(log of the channel's dependencies).
  std::uint32_t number(std::uint64_t held, std::uint64_t next) const {
    const auto begin = next_.begin() + first_[held], end = next_.begin() + first_[held + 1];
    const auto found = std::lower_bound(begin, end, next);
    CUTLINE_EXPECT(found != end && *found == next);
    return static_cast<std::uint32_t>(found - next_.begin());
  }

  /// Calls visit(dependency) for all dependencies in which the channel is held.
  template <class Visit>
  void for_each_after(std::uint32_t channel, const Visit& visit) const {
    for (std::uint32_t d = first_[channel]; d < first_[channel + 1]; ++d) visit(d);
  }
  /// Calls visit(dependency) for all dependencies in which the channel is the next one.
  template <class Visit>
  void for_each_before(std::uint32_t channel, const Visit& visit) const {
    for (std::uint32_t i = first_before_[channel]; i < first_before_[channel + 1]; ++i) visit(before_[i]);
  }

 private:
  std::vector<std::uint32_t> first_, next_, held_;    ///< by channel, and by dependency
  std::vector<std::uint32_t> first_before_, before_;  ///< by next channel: dependencies
};

/// A set of dependencies without a cycle. Channels stand in an order that all dependencies of the set follow; where a
/// new dependency does not follow it, the order is repaired. Source: [Pearce 2006].
class AcyclicDependencies {
 public:
  explicit AcyclicDependencies(const Dependencies& all)
      : all_(&all), has_(all.count()), place_(all.channels()), seen_(all.channels()) {
    std::iota(place_.begin(), place_.end(), 0);
  }

  bool has(std::uint32_t dependency) const { return has_[dependency] != 0; }
  /// Whether the dependency would close a cycle.
  bool closes_cycle(std::uint32_t dependency) {
    after_.clear();
    return place_[all_->held(dependency)] >= place_[all_->next(dependency)] && search(dependency, false, after_);
  }
  /// Adds the dependency; returns false and changes nothing where it would close a cycle.
  bool add(std::uint32_t dependency) {
    if (closes_cycle(dependency)) return false;
    has_[dependency] = 1;
    if (after_.empty()) return true;
    // The channels that lead to the held one move before those that follow the next one; both groups keep their own
    // order.
    search(dependency, true, before_);
    const auto by_place = [&](std::uint32_t a, std::uint32_t b) { return place_[a] < place_[b]; };
    std::ranges::sort(before_, by_place);
    std::ranges::sort(after_, by_place);
    before_.insert(before_.end(), after_.begin(), after_.end());
    after_.resize(before_.size());
    std::transform(before_.begin(), before_.end(), after_.begin(),
                   [&](std::uint32_t channel) { return place_[channel]; });
    std::ranges::sort(after_);
    for (std::size_t i = 0; i < before_.size(); ++i) place_[before_[i]] = after_[i];
    return true;
  }
  void remove(std::uint32_t dependency) { has_[dependency] = 0; }

 private:
  /// Meets the channels that follow the next one of a dependency, up to its held one in the order; or `back` those that
  /// lead to the held one, down to the next one. Ends early where it meets the other one, and returns whether it does.
  bool search(std::uint32_t dependency, bool back, std::vector<std::uint32_t>& met) {
    const std::uint32_t held = all_->held(dependency), next = all_->next(dependency), end = back ? next : held;
    met.assign(1, back ? held : next);
    seen_[met[0]] = 1;
    bool is_met = held == next;
    const auto follow = [&](std::uint32_t d) {
      const std::uint32_t channel = back ? all_->held(d) : all_->next(d);
      const bool is_past = back ? place_[channel] < place_[end] : place_[channel] > place_[end];
      if (has_[d] == 0 || seen_[channel] != 0 || is_past) return;
      seen_[channel] = 1;
      met.push_back(channel);
      is_met = is_met || channel == end;
    };
    for (std::size_t i = 0; i < met.size() && !is_met; ++i)
      back ? all_->for_each_before(met[i], follow) : all_->for_each_after(met[i], follow);
    for (const std::uint32_t channel : met) seen_[channel] = 0;
    return is_met;
  }

  const Dependencies* all_;
  std::vector<char> has_;
  std::vector<std::uint32_t> place_;  ///< of channels in the order
  std::vector<char> seen_;
  std::vector<std::uint32_t> after_, before_;  ///< channels met in a search
};

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
    std::ranges::stable_sort(pairs, {}, &Pair::source);
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
    if (std::ranges::any_of(path_, never)) return false;
    added_.clear();
    std::copy_if(path_.begin(), path_.end(), std::back_inserter(added_),
                 [&](std::uint32_t d) { return !layer.present.has(d); });
    const auto closes = [&](std::uint32_t d) { return layer.never[d] = layer.present.closes_cycle(d) ? 1 : 0; };
    if (added_.size() > 1 && std::ranges::count_if(added_, closes) > 0) return false;
    for (std::size_t i = 0; i < added_.size(); ++i) {
      if (layer.present.add(added_[i])) continue;
      if (added_.size() == 1) layer.never[added_[0]] = 1;
      for (std::size_t each = 0; each < i; ++each) layer.present.remove(added_[each]);
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
  dealt.left = static_cast<std::size_t>(std::ranges::count(dealt.layers, most));
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
                      std::uint32_t most, const ChannelWidths& widths) {
  CUTLINE_EXPECT(most > 0 && most <= kMostLayers);
  const std::size_t sites = graph->node_count();
  PathTable table = balanced_paths(graph, widths);
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
  const Routes rest = up_down_routes(graph, ranks, widths);
  routes.ways_to = [most, first = routes.ways_to, last = rest.ways_to](std::uint32_t destination, std::uint32_t layer) {
    return layer + 1 < most ? first(destination, layer) : last(destination, 0);
  };
  return routes;
}

}  // namespace cutline
