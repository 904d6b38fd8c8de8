// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"
#include "routing/routing_rules.hpp"
#include "routing/ways_to.hpp"

namespace cutline {

namespace {

/// A tree of switches, level by level.
struct Levels {
  std::vector<std::uint32_t> of;   ///< by site; 0 for leaves
  std::vector<std::uint32_t> ups;  ///< by level: channels to the next level, as many at every site
};

constexpr std::uint32_t kNoSites = ~std::uint32_t{0};

/// Whether each site without links up is above all leaves, so that whatever has gone up there can come down. A site's
/// leaves are a sum of random numbers, one a leaf. A site whose children have some leaves in common, but not all, is
/// taken for one that is not: subtrees are the same or apart. Cost: O(links log degree).
bool every_top_is_above_all(const ChannelGraph& graph, const Levels& levels) {
  Random random(1);
  std::vector<std::uint64_t> leaves(graph.node_count()), children;
  for (std::uint32_t site = 0; site < leaves.size(); ++site) leaves[site] = graph.is_node(site) ? random.next() : 0;
  const std::uint64_t all = std::accumulate(leaves.begin(), leaves.end(), std::uint64_t{0});
  for (std::uint32_t level = 0; level < levels.ups.size(); ++level) {
    for (std::uint32_t site = 0; levels.ups[level] != kNoSites && site < leaves.size(); ++site) {
      if (levels.of[site] != level || graph.first[site] == graph.first[site + 1]) continue;
      children.clear();
      for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
        if (levels.of[graph.head[c]] < level) children.push_back(leaves[graph.head[c]]);
      }
      std::ranges::sort(children);
      const auto end = std::unique(children.begin(), children.end());
      leaves[site] = std::accumulate(children.begin(), end, leaves[site]);
      if (levels.ups[level] == 0 && leaves[site] != all) return false;
    }
  }
  return true;
}

/// Absent where links do not lead from one level to the next, sites of a level differ in their links up, or a way up
/// ends at a site that is not above all leaves.
std::optional<Levels> levels_of(const Topology& topology, const ChannelGraph& graph) {
  Levels levels{std::vector<std::uint32_t>(graph.node_count()), {}};
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    std::uint64_t rest = site;
    for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
      const std::uint32_t radix = topology.digits[digit].radix;
      levels.of[site] =
          std::max<std::uint32_t>(levels.of[site], topology.level(digit, static_cast<std::uint32_t>(rest % radix)));
      rest /= radix;
    }
  }
  levels.ups.assign(1 + *std::ranges::max_element(levels.of), kNoSites);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    std::uint32_t ups = 0;
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      const std::uint32_t above = levels.of[graph.head[c]];
      if (above != levels.of[site] + 1 && above + 1 != levels.of[site]) return std::nullopt;
      ups += above > levels.of[site] ? 1 : 0;
    }
    std::uint32_t& of_level = levels.ups[levels.of[site]];
    if (of_level != kNoSites && of_level != ups) return std::nullopt;
    of_level = ups;
  }
  if (levels.ups.size() < 2 || !every_top_is_above_all(graph, levels)) return std::nullopt;
  return levels;
}

/// Ways up by the digits of the destination, and down.
class DModK {
 public:
  DModK(std::shared_ptr<const ChannelGraph> graph, Levels levels)
      : graph_(std::move(graph)), back_(reversed(*graph_)), levels_(std::move(levels)), number_(graph_->node_count()) {
    std::uint32_t next = 0;
    for (std::uint32_t site = 0; site < number_.size(); ++site) number_[site] = graph_->is_node(site) ? next++ : 0;
  }

  WaysToNode ways_to(std::uint32_t destination) const {
    const std::vector<char> above = sites_above(destination);
    WaysToNode ways;
    add_hops(graph_->node_count(), ways, [&](std::uint32_t site) {
      if (site == destination) return;
      above[site] != 0 ? add_down(site, above, ways.hops) : add_up(site, destination, ways.hops);
    });
    for (std::uint32_t site = 0; site < above.size(); ++site) {
      if (site != destination && ways.first[site] != ways.first[site + 1]) ways.order.push_back(site);
    }
    // Up from the lowest level, then down from the highest one.
    const auto turn = [&](std::uint32_t site) {
      const auto level = static_cast<std::int64_t>(levels_.of[site]), top = std::int64_t(levels_.ups.size());
      return above[site] != 0 ? 2 * top - level : level;
    };
    std::ranges::stable_sort(ways.order, [&](std::uint32_t a, std::uint32_t b) { return turn(a) < turn(b); });
    return ways;
  }

 private:
  /// The sites from which a way leads down to the destination, itself included.
  std::vector<char> sites_above(std::uint32_t destination) const {
    std::vector<char> above(graph_->node_count());
    std::vector<std::uint32_t> reached = {destination};
    above[destination] = 1;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (std::uint64_t c = back_.first[reached[i]]; c < back_.first[reached[i] + 1]; ++c) {
        const std::uint32_t site = back_.head[c];
        if (above[site] != 0 || levels_.of[site] < levels_.of[reached[i]]) continue;
        above[site] = 1;
        reached.push_back(site);
      }
    }
    return above;
  }
  void add_down(std::uint32_t site, const std::vector<char>& above, std::vector<NextHop>& hops) const {
    const std::size_t begin = hops.size();
    for (std::uint64_t c = graph_->first[site]; c < graph_->first[site + 1]; ++c) {
      const std::uint32_t head = graph_->head[c];
      if (levels_.of[head] < levels_.of[site] && above[head] != 0) hops.push_back({static_cast<std::uint32_t>(c)});
    }
    for (std::size_t i = begin; i < hops.size(); ++i) hops[i].share = 1.0 / static_cast<double>(hops.size() - begin);
  }
  /// The terminals of a leaf take its channels up in turn; above, the number of the destination's leaf decides.
  void add_up(std::uint32_t site, std::uint32_t destination, std::vector<NextHop>& hops) const {
    const std::uint32_t level = levels_.of[site], ups = levels_.ups[level];
    if (ups == 0) return;
    std::uint32_t rest = number_[destination];
    for (std::uint32_t below = 1; below < level; ++below) rest /= levels_.ups[below];
    std::uint32_t port = 0;
    for (std::uint64_t c = graph_->first[site]; c < graph_->first[site + 1]; ++c) {
      if (levels_.of[graph_->head[c]] < level) continue;
      if (level == 0) hops.push_back({static_cast<std::uint32_t>(c), 0, 1.0 / ups});
      if (level > 0 && port++ == rest % ups) hops.push_back({static_cast<std::uint32_t>(c)});
    }
  }

  std::shared_ptr<const ChannelGraph> graph_;
  ChannelGraph back_;
  Levels levels_;
  std::vector<std::uint32_t> number_;  ///< of leaves
};

Routes d_mod_k_routes(const RoutesWanted& wanted) {
  auto levels = levels_of(wanted.topology, *wanted.graph);
  CUTLINE_EXPECT(levels.has_value());
  const auto rule = std::make_shared<const DModK>(wanted.graph, std::move(*levels));
  Routes routes;
  routes.graph = wanted.graph;
  routes.layer = [](std::uint32_t, std::uint32_t) { return 0; };
  routes.ways_to = [rule](std::uint32_t destination, std::uint32_t) { return rule->ways_to(destination); };
  return routes;
}

}  // namespace

RoutingRule d_mod_k_routing() {
  return {.routing = Routing::d_mod_k,
          .name = "d_mod_k",
          .summary = "up a tree of switches by the digits of the destination's number, and down",
          .source = "[Zahavi 2010]",
          .refusal = [](const Topology& topology) -> std::string {
            if (topology.has_switches() && levels_of(topology, channel_graph(topology))) return {};
            return "'{}' is no tree of switches, level above level with as many links up at each switch of a level and "
                   "all leaves below each on top, so its routing cannot be d_mod_k";
          },
          .instead = "use `routing: up_down` or `layered`",
          .routes = d_mod_k_routes};
}

}  // namespace cutline
