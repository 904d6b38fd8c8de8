// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cutline/topology/graph_file.hpp"
#include "cutline/topology/link_numbers.hpp"
#include "cutline/topology/topology.hpp"

// What the views of boost_graph.hpp are made of. Nothing of it needs Boost.

namespace cutline {

/// A link of a network seen from one of its ends, or a channel: the edge descriptor of a view. Two descriptors of an
/// undirected view are equal if they are of one link, whichever end is `from`.
template <bool kLinks>
struct NetworkEdge {
  std::size_t from = 0, to = 0;  ///< vertices
  std::uint64_t link = 0;        ///< its number, see LinkNumbers
  bool reversed = false;         ///< it leads from the link's end b to its end a

  std::pair<std::uint64_t, bool> key() const { return {link, !kLinks && reversed}; }
  friend bool operator==(const NetworkEdge& a, const NetworkEdge& b) { return a.key() == b.key(); }
  friend auto operator<=>(const NetworkEdge& a, const NetworkEdge& b) { return a.key() <=> b.key(); }
  friend std::size_t hash_value(const NetworkEdge& edge) {
    return std::hash<std::uint64_t>()(2 * edge.key().first + (edge.key().second ? 1 : 0));
  }
};

/// What the copies of a view share: the numbers of links and of sites.
struct NetworkNumbers {
  explicit NetworkNumbers(const Topology& topology)
      : links(topology), sites(topology), count(topology.node_count() + topology.interchange_count()) {}
  LinkNumbers links;
  NodeNumbers sites;
  std::uint64_t count;  ///< of nodes, interchanges and switches

  template <bool kLinks>
  NetworkEdge<kLinks> edge(std::uint64_t link, bool reversed) const {
    const LinkNumbers::Link ends = links.link(link);
    const std::uint64_t from = reversed ? ends.b : ends.a, to = reversed ? ends.a : ends.b;
    return {sites.number(from), sites.number(to), link, reversed};
  }
};

/// The values of the property maps of a view.
struct AddressOfVertex {
  const NetworkNumbers* numbers = nullptr;
  std::string operator()(std::size_t vertex) const {
    return address(numbers->links.topology(), numbers->sites.site(vertex));
  }
};
struct TerminalsOfVertex {
  const NetworkNumbers* numbers = nullptr;
  std::uint32_t operator()(std::size_t vertex) const {
    const Topology& topology = numbers->links.topology();
    const std::uint64_t site = numbers->sites.site(vertex);
    if (topology.kind(site) != SiteKind::node) return 0;
    const std::vector<std::uint32_t>* own = own_terminals(topology);
    return own == nullptr ? topology.concentration : (*own)[site];
  }
};
template <bool kLinks>
struct NumberOfEdge {
  const NetworkNumbers* numbers = nullptr;
  std::size_t operator()(const NetworkEdge<kLinks>& edge) const {
    if constexpr (kLinks) return edge.link;
    return numbers->links.channel_number(numbers->links.class_of(edge.link), edge.link, edge.reversed);
  }
};
template <bool kLinks>
struct WidthOfEdge {
  const NetworkNumbers* numbers = nullptr;
  std::uint32_t operator()(const NetworkEdge<kLinks>& edge) const {
    const LinkNumbers::Link link = numbers->links.link(edge.link);
    const LinkClass& in = numbers->links.topology().classes[link.link_class];
    return in.shared ? in.width(0) : in.width(link.local);
  }
};
template <bool kLinks>
struct ValueOfLink {
  std::span<const double> values = {};
  double operator()(const NetworkEdge<kLinks>& edge) const { return values[edge.link]; }
};
template <bool kLinks>
struct ValueOfChannel {
  const NetworkNumbers* numbers = nullptr;
  std::span<const double> values = {};
  double operator()(const NetworkEdge<kLinks>& edge) const {
    const std::size_t link_class = numbers->links.class_of(edge.link);
    const bool both = kLinks && numbers->links.ways(link_class) == 2;
    const double one = values[numbers->links.channel_number(link_class, edge.link, edge.reversed)];
    return both ? one + values[numbers->links.channel_number(link_class, edge.link, !edge.reversed)] : one;
  }
};

}  // namespace cutline

template <bool kLinks>
struct std::hash<cutline::NetworkEdge<kLinks>> {
  std::size_t operator()(const cutline::NetworkEdge<kLinks>& edge) const { return hash_value(edge); }
};
