// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/graph_measures.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "graph_searches.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The links and ports of a node, and its channels out and in; or the most of each that any node has.
struct Degree {
  std::uint64_t links = 0;
  std::uint64_t ports = 0;
  std::uint64_t out = 0;
  std::uint64_t in = 0;
};

class DegreeCount {
 public:
  explicit DegreeCount(std::size_t nodes) : links_(nodes), out_(nodes), in_(nodes) {}
  /// Adds a link of one channel, from a to b, or of two.
  void add(std::uint64_t a, std::uint64_t b, int channels) {
    ++links_[a], ++links_[b];
    ++out_[a], ++in_[b];
    if (channels == 2) ++out_[b], ++in_[a];
  }
  /// The most of any node; kind_of(site) tells nodes from interchanges.
  template <class KindOf>
  Degree most(const KindOf& kind_of) const {
    Degree most;
    for (std::size_t site = 0; site < links_.size(); ++site) {
      if (kind_of(site) != SiteKind::node) continue;
      most.links = std::max<std::uint64_t>(most.links, links_[site]);
      most.ports = std::max(most.ports, std::uint64_t{out_[site]} + in_[site]);
      most.out = std::max<std::uint64_t>(most.out, out_[site]);
      most.in = std::max<std::uint64_t>(most.in, in_[site]);
    }
    return most;
  }

 private:
  std::vector<std::uint32_t> links_, out_, in_;
};

Degree busiest_node(const Topology& topology, const std::vector<DigitKind>& kinds) {
  Degree most;
  for (const DigitKind& kind : kinds) {
    DegreeCount count(kind.radix);
    for (const std::size_t number : kind.classes) {
      const LinkClass& link_class = topology.classes[number];
      for (const LocalLink& link : link_class.links) count.add(link.a, link.b, link_class.channels);
    }
    const Degree of_digit = count.most([&](std::size_t value) {
      return topology.level(kind.digits[0], static_cast<std::uint32_t>(value)) == 0 ? SiteKind::node
                                                                                    : SiteKind::interchange;
    });
    for (const auto part : {&Degree::links, &Degree::ports, &Degree::out, &Degree::in})
      most.*part += kind.digits.size() * of_digit.*part;
  }
  return most;
}

/// The degree of node 0, for networks whose nodes are all alike. Its local address in every class is 0.
Degree any_node(const Topology& topology) {
  Degree degree;
  for (const LinkClass& link_class : topology.classes) {
    const bool here =
        std::ranges::all_of(link_class.only, [](const LinkClass::Only& only) { return only.values[0] == 0; });
    if (!here) continue;
    for (const LocalLink& link : link_class.links) {
      if (link.a != 0 && link.b != 0) continue;
      const bool both_ways = link_class.channels == 2;
      ++degree.links;
      degree.ports += both_ways ? 2 : 1;
      degree.out += both_ways || link.a == 0 ? 1 : 0;
      degree.in += both_ways || link.b == 0 ? 1 : 0;
    }
  }
  return degree;
}

bool nodes_are_alike(const Topology& topology) {
  return topology.theorems.vertex_transitive && !topology.has_interchanges();
}

Degree busiest_node(const Topology& topology) {
  if (nodes_are_alike(topology)) return any_node(topology);
  if (!fits_channel_graph(topology))
    throw_limit_error("the links of a node are counted up to 2^28 channels, the limit");
  DegreeCount count(topology.site_count());
  for_each_link(topology, [&](std::size_t link_class, std::size_t, std::uint64_t a, std::uint64_t b) {
    count.add(a, b, topology.classes[link_class].channels);
  });
  return count.most([&](std::size_t site) { return topology.kind(site); });
}

std::string past_effort(std::uint64_t effort) {
  return fmt::format("not computed: all pairs take more than {} link visits", effort);
}

/// Sets the distances of `found`, and the pairs without a way.
void set_distances(GraphMeasures& measures, std::uint64_t nodes, const Distances& found, std::string method) {
  measures.parts.pairs_without_way = static_cast<Int128>(nodes) * (nodes - 1) - found.pairs;
  if (found.pairs == 0 && nodes > 1) {
    measures.distance_method = "not computed: no node has a way to another";
    return;
  }
  measures.distances = {found.diameter,
                        nodes == 1 ? 0 : static_cast<double>(found.total) / static_cast<double>(found.pairs)};
  measures.distance_method = std::move(method);
}

std::string method_of(Shape shape, bool nodes_alike) {
  switch (shape) {
    case Shape::path:
      return "theorem: a path";
    case Shape::ring:
    case Shape::one_way_ring:
      return "theorem: a ring";
    case Shape::circulant:
      return "one search";
    case Shape::other:
      break;
  }
  return nodes_alike ? "one search" : "all pairs";
}

/// The distances within one digit of a product network, and its parts.
struct DigitDistances {
  NetworkParts parts;
  std::optional<Distances> distances;
  std::string method;
};

DigitDistances measure_digit(const Topology& topology, const DigitKind& kind, std::uint64_t effort) {
  const bool alike = topology.theorems.vertex_transitive && topology.digits.size() == 1;
  const NetworkParts whole{.count = 1, .largest = kind.nodes};
  if (kind.classes.size() == 1) {
    const LinkClass& only = topology.classes[kind.classes[0]];
    const bool all_nodes = kind.nodes == kind.radix;
    const Shape shape = all_nodes ? shape_of_links(only.links, kind.radix, only.channels) : Shape::other;
    if (const auto known = closed_form(shape, kind.radix)) return {whole, known, method_of(shape, alike)};
  }
  const ChannelGraph graph = kind_graph(topology, kind);
  const GraphShape shape = shape_of(graph);
  // Where all nodes are alike, each part has ways from all of its nodes to all others.
  const bool one_way = has_one_way_links(topology) && !alike && shape.shape != Shape::circulant;
  const NetworkParts parts = closed_form(shape.shape, kind.radix) ? whole : parts_of_graph(graph, one_way);
  return {parts, distances(graph, shape, alike, effort), method_of(shape.shape, alike)};
}

/// The ordered pairs of a digit's values of nodes with a way, values with themselves included; absent if not known.
std::optional<Int128> pairs_with_way(const DigitDistances& digit, Int128 nodes) {
  if (digit.distances) return digit.distances->pairs + nodes;
  if (digit.parts.pairs_without_way) return nodes * nodes - *digit.parts.pairs_without_way;
  return std::nullopt;
}

/// Distances add over the digits. Each pair of values of a digit occurs once for each pair of values of the other
/// digits that has a way. A part of the network has a part of each digit.
void measure_product(GraphMeasures& measures, const Topology& topology, const std::vector<DigitKind>& kinds,
                     std::uint64_t effort) {
  const std::uint64_t nodes = topology.node_count();
  std::vector<DigitDistances> digits;
  std::optional<Int128> ways = 1;  // ordered pairs of nodes that have one, nodes with themselves included
  measures.parts.largest = 1;
  for (const DigitKind& kind : kinds) {
    const DigitDistances& digit = digits.emplace_back(measure_digit(topology, kind, effort));
    const auto own = pairs_with_way(digit, kind.nodes);
    for (std::size_t i = 0; i < kind.digits.size(); ++i) {
      measures.parts.count *= digit.parts.count;
      measures.parts.largest *= digit.parts.largest;
      ways = ways && own ? std::optional(*ways * *own) : std::nullopt;
    }
  }
  const bool complete =
      std::ranges::all_of(digits, [](const DigitDistances& digit) { return digit.distances.has_value(); });
  if (!complete) {
    measures.distance_method = past_effort(effort);
    measures.parts.pairs_without_way = ways ? std::optional(static_cast<Int128>(nodes) * nodes - *ways) : std::nullopt;
    return;
  }
  Distances sum{.pairs = *ways - nodes};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto times = static_cast<Int128>(kinds[k].digits.size());
    sum.diameter += kinds[k].digits.size() * digits[k].distances->diameter;
    sum.total += times * digits[k].distances->total * (*ways / *pairs_with_way(digits[k], kinds[k].nodes));
  }
  set_distances(measures, nodes, sum, topology.digits.size() == 1 ? digits[0].method : "product");
}

void measure_from_one_node(GraphMeasures& measures, const Topology& topology, std::uint64_t effort) {
  const auto found = distances_from_one(topology, effort);
  if (!found) {
    measures.distance_method = fmt::format("not computed: one search takes more than {} link visits", effort);
    return;
  }
  // All nodes are alike, so all parts are, and each has ways from all of its nodes to all others.
  measures.parts = {.count = topology.node_count() / found->reached, .largest = found->reached};
  set_distances(measures, topology.node_count(), found->distances, "one search");
}

void measure_written_out(GraphMeasures& measures, const Topology& topology, std::uint64_t effort) {
  const ChannelGraph graph = channel_graph(topology);
  const GraphShape shape = shape_of(graph);
  measures.parts = parts_of_graph(graph, has_one_way_links(topology));
  if (const auto found = distances(graph, shape, false, effort)) {
    set_distances(measures, topology.node_count(), *found, method_of(shape.shape, false));
  } else {
    measures.distance_method = past_effort(effort);
  }
}

using CountOfSites = std::map<LinksToNeighbours, std::uint64_t>;

/// The list of each site of a graph with a channel each way for every link.
std::vector<LinksToNeighbours> lists_of_sites(const ChannelGraph& links) {
  std::vector<LinksToNeighbours> lists(links.node_count());
  for (std::size_t site = 0; site < lists.size(); ++site) {
    std::vector<std::uint32_t> neighbours(links.head.begin() + static_cast<std::ptrdiff_t>(links.first[site]),
                                          links.head.begin() + static_cast<std::ptrdiff_t>(links.first[site + 1]));
    std::ranges::sort(neighbours);
    for (auto at = neighbours.begin(); at != neighbours.end();) {
      const auto next = std::upper_bound(at, neighbours.end(), *at);
      lists[site].push_back(static_cast<std::uint64_t>(next - at));
      at = next;
    }
    std::ranges::sort(lists[site], std::greater<>());
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

GraphMeasures graph_measures(const Topology& topology, std::uint64_t effort, CutSearch cuts) {
  CUTLINE_EXPECT(topology.site_count() <= kMaxNodes);
  GraphMeasures measures;
  const bool product = topology.is_product();
  const std::vector<DigitKind> kinds = product ? digit_kinds(topology) : std::vector<DigitKind>{};
  const Degree most = product ? busiest_node(topology, kinds) : busiest_node(topology);
  measures.degree_max = most.links;
  measures.ports_max = most.ports;
  measures.one_way_max = std::max(most.out, most.in);
  measures.parts.largest = topology.node_count();
  if (const DistanceTheorem& theorem = topology.theorems.distance; theorem.told()) {
    measures.distances = {theorem.diameter_hops, theorem.mean_distance_hops};
    measures.distance_method = "theorem: " + theorem.theorem;
  } else if (product) {
    measure_product(measures, topology, kinds, effort);
  } else if (nodes_are_alike(topology)) {
    measure_from_one_node(measures, topology, effort);
  } else {
    measure_written_out(measures, topology, effort);
  }
  measure_bisections(topology, effort, cuts, measures);
  return measures;
}

std::map<LinksToNeighbours, std::uint64_t> links_to_neighbours(const Topology& topology) {
  if (topology.is_product()) return sites_of_product(topology);
  CountOfSites sites;
  for (LinksToNeighbours& list : lists_of_sites(link_graph(topology))) add(sites, std::move(list), 1);
  return sites;
}

}  // namespace cutline
