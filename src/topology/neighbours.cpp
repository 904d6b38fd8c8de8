// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/neighbours.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

using CountOfSites = std::map<LinksToNeighbours, std::uint64_t>;

struct Ends {
  std::uint64_t a = 0, b = 0;
};

/// The list of each of `count` sites. Each site's neighbours are gathered in one run of an array: much faster than
/// sorting all ends of all links.
std::vector<LinksToNeighbours> lists_of_sites(std::uint64_t count, const std::vector<Ends>& links) {
  std::vector<std::uint64_t> end_of(count + 1, 0);
  for (const Ends& link : links) {
    ++end_of[link.a];
    ++end_of[link.b];
  }
  for (std::uint64_t site = 1; site <= count; ++site) end_of[site] += end_of[site - 1];
  // Each run is filled from its end, after which end_of has become its begin.
  std::vector<std::uint64_t> neighbours(2 * links.size());
  for (const Ends& link : links) {
    neighbours[--end_of[link.a]] = link.b;
    neighbours[--end_of[link.b]] = link.a;
  }
  std::vector<LinksToNeighbours> lists(count);
  for (std::uint64_t site = 0; site < count; ++site) {
    const auto begin = neighbours.begin() + static_cast<std::ptrdiff_t>(end_of[site]);
    const auto end = neighbours.begin() + static_cast<std::ptrdiff_t>(end_of[site + 1]);
    std::sort(begin, end);
    for (auto at = begin; at != end;) {
      const auto next = std::upper_bound(at, end, *at);
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

/// The lists of the values of one digit of a product.
std::vector<LinksToNeighbours> lists_of_digit(const Topology& topology, std::size_t digit) {
  std::vector<Ends> links;
  for (const LinkClass& link_class : topology.classes) {
    if (link_class.digits[0] != digit) continue;
    for (const LocalLink& link : link_class.links) links.push_back({link.a, link.b});
  }
  return lists_of_sites(topology.digits[digit].radix, links);
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
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::vector<LinksToNeighbours> lists = lists_of_digit(topology, digit);
    const std::uint64_t elsewhere = topology.node_count() / topology.node_value_count(digit);
    CountOfSites values;
    for (std::uint32_t value = 0; value < lists.size(); ++value) {
      if (topology.level(digit, value) == 0) {
        ++values[lists[value]];
      } else {
        add(sites, lists[value], elsewhere);
      }
    }
    CountOfSites combined;
    for (const auto& [list, count] : nodes) {
      for (const auto& [more, times] : values) combined[neighbours_of_both(list, more)] += count * times;
    }
    nodes = std::move(combined);
  }
  for (const auto& [list, count] : nodes) add(sites, list, count);
  return sites;
}

CountOfSites sites_link_by_link(const Topology& topology) {
  std::vector<Ends> links;
  links.reserve(topology.link_count());
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) { links.push_back({a, b}); });
  CountOfSites sites;
  for (LinksToNeighbours& list : lists_of_sites(topology.site_count(), links)) add(sites, std::move(list), 1);
  return sites;
}

}  // namespace

std::map<LinksToNeighbours, std::uint64_t> links_to_neighbours(const Topology& topology) {
  return topology.is_product() ? sites_of_product(topology) : sites_link_by_link(topology);
}

}  // namespace cutline
