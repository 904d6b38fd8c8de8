// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/graph/adjacency_iterator.hpp>
#include <boost/graph/graph_selectors.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <boost/property_map/property_map.hpp>
#include <boost/range/irange.hpp>
// What boost/graph/edge_connectivity.hpp of Boost 1.74 uses without including it.
#include <boost/graph/adjacency_list.hpp>

#include "cutline/detail/topology/links.hpp"

/// A network as a graph of the Boost Graph Library, and any graph of that library as a network.
///
/// No other header of Cutline includes this one, and the library is compiled without it: who includes it needs the
/// headers of Boost, 1.74 or later.
///
///     const Topology torus = build_topology("torus", {{"radix", 8}, {"dimensions", 2}});
///     const LinkView g(torus);                     // for undirected algorithms
///     std::vector<std::size_t> part(num_vertices(g));
///     boost::connected_components(g, part.data());
///     const Topology own = topology_of(adjacency_list);   // of any graph of Boost
namespace cutline {

/// The edges of a view, by number.
template <bool kLinks>
class EdgesByNumber
    : public boost::iterator_facade<EdgesByNumber<kLinks>, NetworkEdge<kLinks>, boost::random_access_traversal_tag,
                                    NetworkEdge<kLinks>, std::ptrdiff_t> {
 public:
  EdgesByNumber() = default;
  EdgesByNumber(const NetworkNumbers* numbers, std::uint64_t at) : numbers_(numbers), at_(at) {}

 private:
  friend class boost::iterator_core_access;
  NetworkEdge<kLinks> dereference() const {
    if constexpr (kLinks) return numbers_->edge<kLinks>(at_, false);
    const LinkNumbers::Channel channel = numbers_->links.channel(at_);
    return numbers_->edge<kLinks>(channel.link, channel.reversed);
  }
  bool equal(const EdgesByNumber& other) const { return at_ == other.at_; }
  void increment() { ++at_; }
  void decrement() { --at_; }
  void advance(std::ptrdiff_t by) { at_ += static_cast<std::uint64_t>(by); }
  std::ptrdiff_t distance_to(const EdgesByNumber& other) const { return static_cast<std::ptrdiff_t>(other.at_ - at_); }

  const NetworkNumbers* numbers_ = nullptr;
  std::uint64_t at_ = 0;
};

/// The edges at a vertex: those that begin there, or with `kIn` those that end there.
template <bool kLinks, bool kIn>
class EdgesAtVertex : public boost::iterator_facade<EdgesAtVertex<kLinks, kIn>, NetworkEdge<kLinks>,
                                                    boost::forward_traversal_tag, NetworkEdge<kLinks>, std::ptrdiff_t> {
 public:
  EdgesAtVertex() = default;
  /// The first edge.
  EdgesAtVertex(const NetworkNumbers* numbers, std::size_t vertex)
      : numbers_(numbers), vertex_(vertex), site_(numbers->sites.site(vertex)) {
    enter();
  }
  /// Behind the last edge.
  explicit EdgesAtVertex(const NetworkNumbers* numbers) : numbers_(numbers), class_(numbers->links.class_count()) {}

  static constexpr LinkNumbers::Ways kWays = kLinks ? LinkNumbers::Ways::all
                                             : kIn  ? LinkNumbers::Ways::in
                                                    : LinkNumbers::Ways::out;

 private:
  friend class boost::iterator_core_access;
  NetworkEdge<kLinks> dereference() const {
    const LinkNumbers& links = numbers_->links;
    const std::size_t other = numbers_->sites.number(links.other(class_, at_, of_class_.rest));
    const std::uint64_t link = links.number(class_, at_, of_class_.rest);
    const bool is_b = links.is_b(class_, at_);
    if constexpr (kIn) return {other, vertex_, link, !is_b};
    return {vertex_, other, link, is_b};
  }
  bool equal(const EdgesAtVertex& other) const { return class_ == other.class_ && at_ == other.at_; }
  void increment() {
    if (++at_ < of_class_.end) return;
    ++class_;
    enter();
  }
  /// Goes to the first edge of this class or of a later one.
  void enter() {
    for (at_ = 0; class_ < numbers_->links.class_count(); ++class_) {
      of_class_ = numbers_->links.at(class_, site_, kWays);
      at_ = of_class_.begin;
      if (at_ < of_class_.end) return;
      at_ = 0;
    }
  }

  const NetworkNumbers* numbers_ = nullptr;
  std::size_t vertex_ = 0;
  std::uint64_t site_ = 0;
  std::size_t class_ = 0;
  std::uint64_t at_ = 0;
  LinkNumbers::AtSite of_class_;
};

/// A network as a graph of Boost, without a copy of it. It models IncidenceGraph, AdjacencyGraph, VertexListGraph and
/// EdgeListGraph; but with boost::directedS also BidirectionalGraph.
///
/// - boost::undirectedS: its edges are the links, whatever their channels;
/// - boost::directedS, boost::bidirectionalS: its edges are the channels, two of a bidirectional link.
///
/// Vertices are the numbers that NodeNumbers gives, as exports have them: nodes 0 .. N - 1, then interchanges or
/// switches. Edges have the numbers of LinkNumbers, of links or of channels, which says what a bus is. Parallel links
/// are parallel edges. The network must outlive the view; copies of a view share what they hold.
///
/// Properties are read by get(), with Boost's tags: `vertex_index`; `vertex_name`, the node's name in the user's file
/// or its address; `edge_index`; `edge_capacity`, the width of a channel of the link in channel widths. See also
/// terminals_map(), link_map() and channel_map().
///
/// Cost: an edge at a vertex O(digits), where all sites are nodes; a vertex O(classes x digits of a class); an edge by
/// number O(digits + log classes). Memory: that of LinkNumbers.
template <class Directed = boost::undirectedS>
class TopologyView {
 public:
  static constexpr bool kUndirected = std::is_same_v<Directed, boost::undirectedS>;
  static constexpr bool kHasIn = !std::is_same_v<Directed, boost::directedS>;

  using vertex_descriptor = std::size_t;
  using edge_descriptor = NetworkEdge<kUndirected>;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using directed_category =
      std::conditional_t<kUndirected, boost::undirected_tag,
                         std::conditional_t<kHasIn, boost::bidirectional_tag, boost::directed_tag>>;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category
      : virtual std::conditional_t<kHasIn, boost::bidirectional_graph_tag, boost::incidence_graph_tag>,
        virtual boost::adjacency_graph_tag,
        virtual boost::vertex_list_graph_tag,
        virtual boost::edge_list_graph_tag {};
  using vertex_iterator = boost::integer_range<std::size_t>::iterator;
  using edge_iterator = EdgesByNumber<kUndirected>;
  using out_edge_iterator = EdgesAtVertex<kUndirected, false>;
  using in_edge_iterator = EdgesAtVertex<kUndirected, true>;
  using adjacency_iterator =
      typename boost::adjacency_iterator_generator<TopologyView, std::size_t, out_edge_iterator>::type;
  static vertex_descriptor null_vertex() { return ~std::size_t{0}; }

  /// Throws a limit error for a bus with too many nodes.
  explicit TopologyView(const Topology& topology) : numbers_(std::make_shared<const NetworkNumbers>(topology)) {}
  explicit TopologyView(Topology&&) = delete;  ///< it would not outlive the view

  const Topology& topology() const { return numbers_->links.topology(); }
  const NetworkNumbers& numbers() const { return *numbers_; }

  friend std::size_t num_vertices(const TopologyView& g) { return g.numbers_->count; }
  friend std::size_t num_edges(const TopologyView& g) {
    return kUndirected ? g.numbers_->links.link_count() : g.numbers_->links.channel_count();
  }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const TopologyView& g) {
    return {vertex_iterator(0), vertex_iterator(num_vertices(g))};
  }
  friend std::pair<edge_iterator, edge_iterator> edges(const TopologyView& g) {
    return {edge_iterator(g.numbers_.get(), 0), edge_iterator(g.numbers_.get(), num_edges(g))};
  }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(std::size_t vertex, const TopologyView& g) {
    return {out_edge_iterator(g.numbers_.get(), vertex), out_edge_iterator(g.numbers_.get())};
  }
  /// The first edge from one vertex to another, and whether there is one. Cost: O(edges at the first).
  friend std::pair<edge_descriptor, bool> edge(std::size_t from, std::size_t to, const TopologyView& g) {
    for (auto [at, last] = out_edges(from, g); at != last; ++at) {
      if (target(*at, g) == to) return {*at, true};
    }
    return {edge_descriptor{}, false};
  }
  friend std::size_t out_degree(std::size_t vertex, const TopologyView& g) {
    return g.count(vertex, out_edge_iterator::kWays);
  }
  friend std::pair<in_edge_iterator, in_edge_iterator> in_edges(std::size_t vertex,
                                                                const TopologyView& g) requires kHasIn {
    return {in_edge_iterator(g.numbers_.get(), vertex), in_edge_iterator(g.numbers_.get())};
  }
  friend std::size_t in_degree(std::size_t vertex, const TopologyView& g) requires kHasIn {
    return g.count(vertex, in_edge_iterator::kWays);
  }
  /// The links or channels at a vertex; of channels both those that begin and those that end there.
  friend std::size_t degree(std::size_t vertex, const TopologyView& g) requires kHasIn {
    return out_degree(vertex, g) + (kUndirected ? 0 : in_degree(vertex, g));
  }
  friend std::pair<adjacency_iterator, adjacency_iterator> adjacent_vertices(std::size_t vertex,
                                                                             const TopologyView& g) {
    const auto [first, last] = out_edges(vertex, g);
    return {adjacency_iterator(first, &g), adjacency_iterator(last, &g)};
  }

  using IndexMap = boost::typed_identity_property_map<std::size_t>;
  using NameMap = boost::function_property_map<AddressOfVertex, std::size_t, std::string>;
  using EdgeIndexMap = boost::function_property_map<NumberOfEdge<kUndirected>, edge_descriptor, std::size_t>;
  using WidthMap = boost::function_property_map<WidthOfEdge<kUndirected>, edge_descriptor, std::uint32_t>;
  friend IndexMap get(boost::vertex_index_t, const TopologyView&) { return {}; }
  friend NameMap get(boost::vertex_name_t, const TopologyView& g) { return NameMap({g.numbers_.get()}); }
  friend EdgeIndexMap get(boost::edge_index_t, const TopologyView& g) { return EdgeIndexMap({g.numbers_.get()}); }
  friend WidthMap get(boost::edge_capacity_t, const TopologyView& g) { return WidthMap({g.numbers_.get()}); }
  template <class Tag, class Key>
  friend auto get(Tag tag, const TopologyView& g, const Key& key) -> decltype(get(get(tag, g), key)) {
    return get(get(tag, g), key);
  }

 private:
  std::size_t count(std::size_t vertex, LinkNumbers::Ways ways) const {
    const std::uint64_t site = numbers_->sites.site(vertex);
    std::size_t sum = 0;
    for (std::size_t c = 0; c < numbers_->links.class_count(); ++c) {
      const LinkNumbers::AtSite at = numbers_->links.at(c, site, ways);
      sum += at.end - at.begin;
    }
    return sum;
  }

  std::shared_ptr<const NetworkNumbers> numbers_;
};

// No friends, so that namespace boost can name them.
template <class Directed>
std::size_t source(const NetworkEdge<TopologyView<Directed>::kUndirected>& edge, const TopologyView<Directed>&) {
  return edge.from;
}
template <class Directed>
std::size_t target(const NetworkEdge<TopologyView<Directed>::kUndirected>& edge, const TopologyView<Directed>&) {
  return edge.to;
}

/// The links of a network, undirected.
using LinkView = TopologyView<boost::undirectedS>;
/// The channels of a network, directed; the second one also finds those that end at a vertex.
using ChannelView = TopologyView<boost::directedS>;
using BothWaysView = TopologyView<boost::bidirectionalS>;

/// How many terminals a vertex has; 0: it is an interchange or a switch.
template <class Directed>
boost::function_property_map<TerminalsOfVertex, std::size_t, std::uint32_t> terminals_map(
    const TopologyView<Directed>& g) {
  return TerminalsOfVertex{&g.numbers()};
}

/// Numbers that links have, by the number of the link, as LinkValues of a candidate has them: `length_mm`, `delay_ns`.
/// With them the shortest paths in mm are one call:
///
///     boost::dijkstra_shortest_paths(
///         g, 0, boost::weight_map(link_map(g, values.length_mm)).distance_map(mm.data()));
///
/// The numbers must outlive the map.
template <class Directed>
auto link_map(const TopologyView<Directed>&, std::span<const double> of_links) {
  using Of = ValueOfLink<TopologyView<Directed>::kUndirected>;
  return boost::function_property_map<Of, typename TopologyView<Directed>::edge_descriptor, double>(Of{of_links});
}

/// Numbers that channels have, by the number of the channel: as loads_of_channels() lists them. Of a link it is the sum
/// over its channels. The numbers must outlive the map.
template <class Directed>
auto channel_map(const TopologyView<Directed>& g, std::span<const double> of_channels) {
  using Of = ValueOfChannel<TopologyView<Directed>::kUndirected>;
  return boost::function_property_map<Of, typename TopologyView<Directed>::edge_descriptor, double>(
      Of{&g.numbers(), of_channels});
}

/// The network of a graph of Boost: adjacency_list, adjacency_matrix, grid_graph or any other that models
/// VertexListGraph and EdgeListGraph. It is the one that the family `graph` makes of a file with the same nodes and
/// links, and is placed, routed, checked and ranked as any other; design_of_network() makes a candidate of it.
///
/// Nodes are numbered as vertices(g) lists them, links as edges(g) lists them. An edge of an undirected graph is a link
/// of two channels, one of a directed graph is one channel, unless graph_maps().both_ways() says otherwise. (The edges
/// of boost::grid_graph are directed, one each way: with both_ways() it is a mesh or a torus.) `maps` says which
/// property maps hold names, widths and terminals. Throws what network_of_graph() throws, and an input error if the
/// given numbers of vertices are not 0 .. n - 1. Cost: O(vertices + edges log edges).
template <class Graph, class Names, class Widths, class Terminals, class Index>
Topology topology_of(const Graph& g, const GraphMaps<Names, Widths, Terminals, Index>& maps) {
  using Traits = boost::graph_traits<Graph>;
  using Vertex = typename Traits::vertex_descriptor;
  GivenGraph given{
      .directed = boost::is_directed(g), .both_ways = maps.are_both_ways, .self_links = maps.of_self_links};
  NumbersOfVertices<Vertex> numbers;
  const auto [first, last] = vertices(g);
  std::vector<Vertex> all(first, last);
  if constexpr (!std::is_same_v<Index, NoMap>)
    all = sorted_by_number(all, [&](const Vertex& v) { return static_cast<std::uint64_t>(get(maps.of_index, v)); });
  for (const Vertex& vertex : all) {
    numbers.add(vertex, given.nodes++);
    if constexpr (!std::is_same_v<Names, NoMap>) given.names.emplace_back(get(maps.of_names, vertex));
    if constexpr (!std::is_same_v<Terminals, NoMap>)
      given.terminals.push_back(terminals_of_value(static_cast<double>(get(maps.of_terminals, vertex))));
  }
  const auto [edge, end] = edges(g);
  for (auto at = edge; at != end; ++at) {
    given.links.push_back(link_between(numbers[source(*at, g)], numbers[target(*at, g)]));
    if constexpr (!std::is_same_v<Widths, NoMap>) given.widths.push_back(static_cast<double>(get(maps.of_widths, *at)));
  }
  return network_of_graph(given);
}
template <class Graph>
Topology topology_of(const Graph& g) {
  return topology_of(g, graph_maps());
}
/// The same of a view, with the widths, names and terminals of its network. Its digits, classes and places are not
/// kept.
template <class Directed>
Topology topology_of(const TopologyView<Directed>& g) {
  const auto maps = graph_maps().widths(get(boost::edge_capacity, g)).terminals(terminals_map(g));
  return g.topology().names ? topology_of(g, maps.names(get(boost::vertex_name, g))) : topology_of(g, maps);
}

}  // namespace cutline

namespace boost {

// boost/graph/stoer_wagner_min_cut.hpp calls boost::target() and finds only what was declared before it.
using cutline::source;
using cutline::target;

template <class Directed, class Tag>
struct property_map<cutline::TopologyView<Directed>, Tag> {
  using const_type = decltype(get(Tag(), std::declval<const cutline::TopologyView<Directed>&>()));
  using type = const_type;
};

}  // namespace boost
