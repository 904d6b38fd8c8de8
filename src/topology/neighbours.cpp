// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/neighbours.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "cutline/topology/digit_graphs.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

using CountOfSites = std::map<LinksToNeighbours, std::uint64_t>;

/// The list of each site of a graph with a channel each way for every link.
std::vector<LinksToNeighbours> lists_of_sites(const ChannelGraph& links) {
  std::vector<LinksToNeighbours> lists(links.node_count());
  for (std::size_t site = 0; site < lists.size(); ++site) {
    std::vector<std::uint32_t> neighbours(links.head.begin() + static_cast<std::ptrdiff_t>(links.first[site]),
                                          links.head.begin() + static_cast<std::ptrdiff_t>(links.first[site + 1]));
    std::sort(neighbours.begin(), neighbours.end());
    for (auto at = neighbours.begin(); at != neighbours.end();) {
      const auto next = std::upper_bound(at, neighbours.end(), *at);
      lists[site].push_back(static_cast<std::uint64_t>(next - at));
      at = next;
    }
    std::sort(lists[site].begin(), lists[site].end(), std::greater<>());
  }
  return lists;
}

void add(CountOfSites& sites, LinksToNeighbours list, std::uint64_t count) {
  if (!list.empty()) sites[std::move(list)] += count;
}

LinksToNeighbours neighbours_of_both(const LinksToNeighbours& one, const LinksToNeighbours& other) {
  LinksToNeighbours both(one.size() + other.size());
  std::merge(one.begin(), one.end(), other.begin(), other.end(), both.begin(), std::greater<>());
  return both;
}

/// A node has the neighbours of each of its digits' values. An interchange has those of one digit alone, and stands
/// where all other digits are nodes' coordinates.
CountOfSites sites_of_product(const Topology& topology) {
  CountOfSites nodes = {{{}, 1}}, sites;
  for (const DigitKind& kind : digit_kinds(topology)) {
    const std::vector<LinksToNeighbours> lists = lists_of_sites(kind_graph(topology, kind, OneWayLinks::both_ways));
    for (const std::size_t digit : kind.digits) {
      CountOfSites values;
      for (std::uint32_t value = 0; value < lists.size(); ++value) {
        if (topology.level(digit, value) == 0) {
          ++values[lists[value]];
        } else {
          add(sites, lists[value], topology.node_count() / kind.nodes);
        }
      }
      CountOfSites combined;
      for (const auto& [list, count] : nodes) {
        for (const auto& [more, times] : values) combined[neighbours_of_both(list, more)] += count * times;
      }
      nodes = std::move(combined);
    }
  }
  for (const auto& [list, count] : nodes) add(sites, list, count);
  return sites;
}

}  // namespace

std::map<LinksToNeighbours, std::uint64_t> links_to_neighbours(const Topology& topology) {
  if (topology.is_product()) return sites_of_product(topology);
  CountOfSites sites;
  for (LinksToNeighbours& list : lists_of_sites(link_graph(topology))) add(sites, std::move(list), 1);
  return sites;
}

}  // namespace cutline
