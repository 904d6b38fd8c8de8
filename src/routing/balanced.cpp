// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/parallel.hpp"
#include "routing/ways_to.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The hops from every site to one destination; kUnreached where there is no way.
using HopsTo = std::vector<std::uint32_t>;
/// Whether messages at a site may take one of its channels that leads one hop nearer.
using MayTake = FunctionRef<bool(std::uint32_t site, std::uint64_t channel)>;

/// Chooses paths to one destination after another, site by site, and keeps count of the load of every channel. A site
/// is chosen for with the loads of all sites before it, so that sites share the ways to a destination among them.
/// Parallel channels are one bundle, and the first of them stands for it.
class Balancer {
 public:
  /// Turns, which decide which of equally good channels is taken at first: there are kTurns of them. From kOrdered on
  /// it is the lowest one without a look at loads, as in dimension order, from kAlternating on at odd sites the
  /// highest.
  static constexpr std::uint32_t kOrdered = 8, kAlternating = 9, kTurns = 10;

  /// `widths` as balanced_routes takes them.
  Balancer(const std::shared_ptr<const ChannelGraph>& graph, const ChannelWidths& widths, std::uint32_t turn)
      : graph_(*graph), table_(graph), loads_(graph->head.size()), capacities_(graph->head.size()), turn_(turn) {
    for (std::uint64_t c = 0; c < capacities_.size(); ++c)
      capacities_[c] = table_.parallel(c) * (widths.empty() ? 1.0 : widths[c]);
  }

  /// Chooses the paths to a destination; where there are some, each site in turn moves to a better one. Cost:
  /// O(channels x hops).
  void choose(std::uint32_t destination, const HopsTo& hops, MayTake may_take) {
    std::vector<std::uint32_t> order = farthest_first(hops, kUnreached);
    if (order.empty()) return;
    passing_.assign(hops.size(), 0);
    const bool anew = !table_.has_way(order[0], destination);
    // The nearest first where there are no paths: those that a site leads to are then known.
    if (anew) std::ranges::reverse(order);
    for (const std::uint32_t site : order) {
      passing_[site] += graph_.is_node(site) ? 1 : 0;
      if (!anew) passing_[graph_.head[table_.channel(site, destination)]] += passing_[site];
    }
    for (const std::uint32_t site : order) {
      if (!anew) add_path(site, destination, -passing_[site]);
      table_.set(site, destination, best_channel(site, destination, hops, may_take));
      add_path(site, destination, passing_[site]);
    }
  }
  /// Calls visit(destination) for all nodes, several times, because the first paths are chosen while most loads are
  /// unknown.
  template <class Visit>
  void for_each_choice(const Visit& visit) {
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
      for (std::uint32_t site = 0; site < graph_.node_count(); ++site) {
        if (graph_.is_node(site)) visit(site);
      }
    }
  }
  /// The messages on the busiest channel.
  double peak() const {
    double most = 0;
    for (std::uint64_t c = 0; c < loads_.size(); ++c) {
      if (loads_[c] > 0) most = std::max(most, loads_[c] / capacities_[c]);
    }
    return most;
  }
  PathTable table() && { return std::move(table_); }

 private:
  /// The channel of a site whose way to the destination costs least for the site's messages; of equals the one in use,
  /// else the first one from a place on that the turn says. Requires that `loads_` lacks these messages.
  std::uint64_t best_channel(std::uint32_t site, std::uint32_t destination, const HopsTo& hops,
                             MayTake may_take) const {
    const std::uint64_t first = graph_.first[site], count = graph_.first[site + 1] - first;
    const bool anew = !table_.has_way(site, destination);
    const std::uint64_t start =
        anew ? first_choice(site, destination) % count : table_.channel(site, destination) - first;
    const bool backwards = turn_ == kAlternating && anew && site % 2 == 1;
    // A switch without messages yet is chosen for as if it had one.
    const double messages = std::max(1.0, passing_[site]);
    std::uint64_t best = first + count;
    double least = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t c = first + (backwards ? count - 1 - i : (start + i) % count);
      if (hops[graph_.head[c]] + 1 != hops[site] || table_.parallel(c) == 0 || !may_take(site, c)) continue;
      const double cost = cost_of(c, destination, messages);
      if (best != first + count && cost >= least) continue;
      best = c;
      least = cost;
      if (anew && turn_ >= kOrdered) break;
    }
    CUTLINE_EXPECT(best != first + count);
    return best;
  }
  std::uint64_t first_choice(std::uint32_t site, std::uint32_t destination) const {
    if (turn_ >= kOrdered) return 0;
    const std::array<std::uint64_t, 4> of_turn = {std::uint64_t{site} + destination, 0, site, destination};
    return of_turn[turn_ % 4] + turn_ / 4 * site * destination;
  }
  /// What messages add to the sum over all channels of the fourth power of the load, by a way that begins with a
  /// channel. The power makes one full channel cost more than several half full ones.
  double cost_of(std::uint64_t channel, std::uint32_t destination, double messages) const {
    const auto fourth = [](double load) { return load * load * load * load; };
    double sum = 0;
    for (;;) {
      const double capacity = capacities_[channel];
      sum += (fourth(loads_[channel] + messages) - fourth(loads_[channel])) / (capacity * capacity * capacity);
      const std::uint32_t site = graph_.head[channel];
      if (site == destination) return sum;
      channel = table_.channel(site, destination);
    }
  }
  void add_path(std::uint32_t site, std::uint32_t destination, double messages) {
    while (site != destination) {
      const std::uint64_t channel = table_.channel(site, destination);
      loads_[channel] += messages;
      site = graph_.head[channel];
      passing_[site] += messages;
    }
  }

  const ChannelGraph& graph_;
  PathTable table_;
  std::vector<double> loads_;       ///< of bundles, by their first channels
  std::vector<double> capacities_;  ///< the same
  std::vector<double> passing_;     ///< by site: messages for the destination at hand
  std::uint32_t turn_;
};

/// The best of several tables that differ in their first choices; of large networks one, where few messages more or
/// less matter little. `rules` chooses by hops_to(destination) and may_take(site, channel).
template <class Rules>
PathTable balanced_by(const std::shared_ptr<const ChannelGraph>& graph, const ChannelWidths& widths, Rules& rules) {
  constexpr std::size_t kMostSites = 256;
  const std::uint32_t turns = graph->node_count() <= kMostSites ? Balancer::kTurns : 1;
  std::optional<Balancer> best;
  for (std::uint32_t turn = 0; turn < turns; ++turn) {
    Balancer balancer(graph, widths, turn);
    balancer.for_each_choice([&](std::uint32_t destination) {
      stop_if_asked();
      balancer.choose(destination, rules.hops_to(destination),
                      [&](std::uint32_t site, std::uint64_t channel) { return rules.may_take(site, channel); });
    });
    if (!best || balancer.peak() < best->peak()) best.emplace(std::move(balancer));
  }
  return std::move(*best).table();
}

/// All shortest paths.
class Shortest {
 public:
  explicit Shortest(const ChannelGraph& graph) : back_(reversed(graph)) {}
  HopsTo hops_to(std::uint32_t destination) const { return hops_from(back_, destination); }
  bool may_take(std::uint32_t, std::uint64_t) const { return true; }

 private:
  ChannelGraph back_;
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
    const auto end = graph.head.data() + graph.first[from + 1];
    return std::find(graph.head.data() + graph.first[from], end, to) != end;
  };
  graph.for_each_channel([&](std::uint32_t site, std::uint64_t c) {
    if (!leads_to(graph.head[c], site))
      throw_input_error("messages cannot go up and down where a link goes one way only",
                        "`layered` with enough virtual channels routes any network", "routing");
  });
}

std::vector<std::uint32_t> ranked_by(const std::vector<std::uint32_t>& keys) {
  std::vector<std::uint32_t> order = numbers_below<std::uint32_t>(keys.size()), ranks(keys.size());
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
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
    stop_if_asked();
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
  std::vector<std::size_t> tried = {part[0]};
  for (const std::size_t site : part) {
    if (graph.degree(site) > graph.degree(tried[0])) tried[0] = site;
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

PathTable balanced_paths(const std::shared_ptr<const ChannelGraph>& graph, const ChannelWidths& widths) {
  Shortest rules(*graph);
  return balanced_by(graph, widths, rules);
}

ChannelWidths channel_widths(const Topology& topology, const ChannelGraph& graph) {
  const auto has_widths = [](const LinkClass& links) { return !links.widths.empty(); };
  if (std::ranges::none_of(topology.classes, has_widths)) return {};
  return each_of(graph.head.size(),
                 [&](std::uint64_t c) { return topology.classes[graph.link_class[c]].width(graph.local_link[c]); });
}

Routes balanced_routes(const std::shared_ptr<const ChannelGraph>& graph, const ChannelWidths& widths) {
  return routes_by(balanced_paths(graph, widths));
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

Routes up_down_routes(const std::shared_ptr<const ChannelGraph>& graph, const std::vector<std::uint32_t>& ranks,
                      const ChannelWidths& widths) {
  expect_both_ways(*graph);
  UpDown rules(*graph, ranks);
  return routes_by(balanced_by(graph, widths, rules));
}

}  // namespace cutline
