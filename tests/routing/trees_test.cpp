// SPDX-License-Identifier: Apache-2.0
// Which networks have routes up a tree and down, and that every message arrives there.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "routing/routing_rules.hpp"
#include "routing/routings.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

bool has_d_mod_k(const Topology& network) { return routing_rule(Routing::d_mod_k).refusal(network).empty(); }

/// Whether all of what each node sends to each other one arrives.
bool all_arrives(const Routes& routes) {
  const ChannelGraph& graph = *routes.graph;
  for (std::uint32_t destination = 0; destination < graph.node_count(); ++destination) {
    if (!graph.is_node(destination)) continue;
    const WaysToNode ways = routes.ways_to(destination, 0);
    std::vector<double> here(graph.node_count());
    for (std::uint32_t site = 0; site < here.size(); ++site) here[site] = graph.is_node(site) ? 1 : 0;
    for (const std::uint32_t site : ways.order) {
      for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i)
        here[graph.head[ways.hops[i].channel]] += here[site] * ways.hops[i].share;
    }
    if (here[destination] != Approx(static_cast<double>(graph.addressed_count()))) return false;
  }
  return true;
}

using Sites = std::set<std::uint32_t>;

bool same_or_apart(const Sites& a, const Sites& b) {
  return a == b || std::none_of(a.begin(), a.end(), [&](std::uint32_t site) { return b.count(site) > 0; });
}

/// The level of a site of a network whose first digit alone has levels, or of one in which all digits have.
std::uint32_t level_of(const Topology& network, std::uint32_t site) {
  std::uint32_t level = 0;
  for (std::size_t digit = 0; digit < network.digits.size(); ++digit) {
    level = std::max<std::uint32_t>(level, network.level(digit, site % network.digits[digit].radix));
    site /= network.digits[digit].radix;
  }
  return level;
}

/// The definition, with the set of leaves below each site: links lead from a level to the next, as many up from each of
/// a level; the subtrees below a site are the same or apart; and all leaves are below each site without links up.
bool is_tree_of_switches(const Topology& network) {
  if (!network.has_switches()) return false;
  const auto graph = shared_graph(network);
  const auto sites = static_cast<std::uint32_t>(graph->node_count());
  std::vector<Sites> below(sites);
  std::vector<std::set<std::uint32_t>> ups(256);
  Sites leaves;
  for (std::uint32_t site = 0; site < sites; ++site) {
    if (graph->is_node(site)) leaves.insert(site);
  }
  for (std::uint32_t level = 0; level < 256; ++level) {
    for (std::uint32_t site = 0; site < sites; ++site) {
      if (level_of(network, site) != level) continue;
      if (graph->is_node(site)) below[site] = {site};
      std::vector<std::uint32_t> children;
      std::uint32_t up = 0;
      for (std::uint64_t c = graph->first[site]; c < graph->first[site + 1]; ++c) {
        const std::uint32_t other = level_of(network, graph->head[c]);
        if (other != level + 1 && other + 1 != level) return false;
        up += other > level ? 1 : 0;
        if (other < level) children.push_back(graph->head[c]);
      }
      ups[level].insert(up);
      for (const std::uint32_t one : children) {
        for (const std::uint32_t other : children) {
          if (!same_or_apart(below[one], below[other])) return false;
        }
        below[site].insert(below[one].begin(), below[one].end());
      }
      const bool joined = graph->first[site] != graph->first[site + 1];
      if (ups[level].size() > 1 || (up == 0 && joined && below[site] != leaves)) return false;
    }
  }
  return true;
}

/// Two or three levels of switches above leaves, each site with as many links up, to random sites of the next level.
Topology random_levels(Random& random) {
  std::vector<std::uint32_t> of_level = {static_cast<std::uint32_t>(2 + random.below(4))};
  for (std::uint64_t more = 1 + random.below(2); more > 0; --more)
    of_level.push_back(static_cast<std::uint32_t>(1 + random.below(3)));
  std::vector<LocalLink> links;
  std::vector<std::uint8_t> levels;
  for (std::size_t level = 0; level < of_level.size(); ++level) {
    const auto first = static_cast<std::uint32_t>(levels.size());
    levels.insert(levels.end(), of_level[level], static_cast<std::uint8_t>(level));
    if (level + 1 == of_level.size()) break;
    const std::uint64_t ups = 1 + random.below(3);
    for (std::uint32_t site = first; site < levels.size(); ++site) {
      for (std::uint64_t up = 0; up < ups; ++up) {
        const auto above = static_cast<std::uint32_t>(random.below(of_level[level + 1]));
        links.push_back({site, static_cast<std::uint32_t>(levels.size()) + above});
      }
    }
  }
  Topology network = graph_of(static_cast<std::uint32_t>(levels.size()), links);
  network.digits[0].levels = levels;
  network.inner = InnerSites::switches;
  return network;
}

/// Returns whether the network has the routes.
bool check_tree(const Topology& network) {
  const bool has = has_d_mod_k(network);
  CHECK(has == is_tree_of_switches(network));
  if (!has) return false;
  const Routes routes = routing_rule(Routing::d_mod_k).routes({network, shared_graph(network), 16, ""});
  CHECK(all_arrives(routes));
  CHECK(waiting_circle(uniform_flows(routes)).empty());
  return true;
}

}  // namespace

TEST_CASE("d_mod_k: a network has these routes where it is a tree of switches by definition, and all messages arrive") {
  std::set<std::string> trees;
  each_small_network(300, [&](const std::string& label, const Topology& network) {
    CAPTURE(label);
    if (check_tree(network)) trees.insert(label.substr(0, label.find(' ')));
  });
  for (const char* family : {"fat_tree", "xgft"}) CHECK(trees.count(family) == 1);
  for (const char* family : {"mlfm", "oft"}) CHECK(trees.count(family) == 0);  // their switches join some leaves each
}

TEST_CASE("d_mod_k: the same of random levels of switches, of which some are trees") {
  Random random(1);
  int trees = 0;
  for (int i = 0; i < 2000; ++i) {
    CAPTURE(i);
    trees += check_tree(random_levels(random)) ? 1 : 0;
  }
  CHECK(trees > 100);
  CHECK(trees < 1900);
}

TEST_CASE("d_mod_k is refused where three nodes and three switches stand in a ring") {
  Topology ring = graph_of(6, {{0, 3}, {1, 3}, {1, 4}, {2, 4}, {2, 5}, {0, 5}});
  ring.digits[0].levels = {0, 0, 0, 1, 1, 1};
  ring.inner = InnerSites::switches;
  CHECK(!has_d_mod_k(ring));
}
