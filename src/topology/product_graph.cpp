// SPDX-License-Identifier: Apache-2.0
#include "topology/product_graph.hpp"

#include <boost/pending/disjoint_sets.hpp>
#include <boost/property_map/property_map.hpp>

#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 28;
constexpr std::size_t kMostFactors = 32;

/// Sets of links that belong to one factor: at every node two links that span no square of their own, and the sides of
/// such a square that face each other.
class LinkSets {
  template <class Value>
  using Map = boost::iterator_property_map<typename std::vector<Value>::iterator,
                                           boost::typed_identity_property_map<std::uint64_t>>;

 public:
  explicit LinkSets(const ChannelGraph& graph)
      : graph_(graph),
        link_(graph.head.size()),
        rank_(graph.head.size()),
        up_(graph.head.size()),
        place_(graph.node_count(), kUnreached),
        ways_(graph.node_count()),
        sets_(Map<std::uint32_t>(rank_.begin()), Map<std::uint64_t>(up_.begin())) {
    graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
      link_[c] = node < graph.head[c] ? c : channel(graph.head[c], node);
      if (link_[c] == c) sets_.make_set(c);
    });
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) join_at(node);
  }

  /// The number of the set of each channel, from 0.
  std::vector<std::uint32_t> numbers() {
    std::vector<std::uint32_t> number(link_.size(), kUnreached), of(link_.size());
    std::uint32_t next = 0;
    for (std::size_t c = 0; c < link_.size(); ++c) {
      std::uint32_t& set = number[sets_.find_set(link_[c])];
      if (set == kUnreached) set = next++;
      of[c] = set;
    }
    return of;
  }

 private:
  std::uint64_t channel(std::uint32_t from, std::uint32_t to) const {
    const auto begin = graph_.head.begin();
    return static_cast<std::uint64_t>(std::lower_bound(begin + static_cast<std::ptrdiff_t>(graph_.first[from]),
                                                       begin + static_cast<std::ptrdiff_t>(graph_.first[from + 1]),
                                                       to) -
                                      begin);
  }

  void join(std::uint64_t one, std::uint64_t other) { sets_.union_set(link_[one], link_[other]); }

  void join_at(std::uint32_t node) {
    const std::uint64_t first = graph_.first[node], degree = graph_.first[node + 1] - first;
    for (std::uint64_t i = 0; i < degree; ++i) place_[graph_.head[first + i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> reached;
    std::vector<std::uint8_t> squares(degree * degree, 0);
    for (std::uint64_t i = 0; i < degree; ++i) {
      const std::uint32_t near = graph_.head[first + i];
      for (std::uint64_t c = graph_.first[near]; c < graph_.first[near + 1]; ++c) {
        const std::uint32_t far = graph_.head[c];
        if (far == node) continue;
        if (place_[far] != kUnreached) join(first + i, first + place_[far]);
        if (place_[far] != kUnreached) continue;
        if (ways_[far].empty()) reached.push_back(far);
        ways_[far].emplace_back(i, c);
      }
    }
    for (const std::uint32_t far : reached) {
      auto& ways = ways_[far];
      if (ways.size() == 2) {
        std::uint8_t& count = squares[ways[0].first * degree + ways[1].first];
        count = static_cast<std::uint8_t>(std::min(count + 1, 2));
        join(first + ways[0].first, ways[1].second);
        join(first + ways[1].first, ways[0].second);
      }
      for (std::size_t i = 1; ways.size() > 2 && i < ways.size(); ++i)
        join(first + ways[0].first, first + ways[i].first);
      ways.clear();
    }
    for (std::uint64_t i = 0; i < degree; ++i) {
      for (std::uint64_t j = i + 1; j < degree; ++j) {
        if (squares[i * degree + j] != 1) join(first + i, first + j);
      }
    }
    for (std::uint64_t i = 0; i < degree; ++i) place_[graph_.head[first + i]] = kUnreached;
  }

  const ChannelGraph& graph_;
  std::vector<std::uint64_t> link_;  ///< of each channel: the one of its two that leads up
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint64_t> up_;
  std::vector<std::uint32_t> place_;  ///< among the neighbours of the node at hand
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> ways_;  ///< neighbour, and channel from there
  boost::disjoint_sets<Map<std::uint32_t>, Map<std::uint64_t>> sets_;
};

/// The graph without the links of one set.
ChannelGraph without(const ChannelGraph& graph, const std::vector<std::uint32_t>& set_of, std::uint32_t set) {
  ChannelGraph rest;
  rest.first.push_back(0);
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (set_of[c] != set) rest.head.push_back(graph.head[c]);
    }
    rest.first.push_back(rest.head.size());
  }
  return rest;
}

/// The links of one set between the parts that the others leave.
ChannelGraph factor_between(const ChannelGraph& graph, const std::vector<std::uint32_t>& set_of, std::uint32_t set,
                            const std::vector<std::uint32_t>& part) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    if (set_of[c] == set) links.emplace_back(part[node], part[graph.head[c]]);
  });
  std::ranges::sort(links);
  links.erase(std::unique(links.begin(), links.end()), links.end());
  ChannelGraph factor;
  factor.first.assign(std::size_t{*std::ranges::max_element(part)} + 2, 0);
  for (const auto& [a, b] : links) {
    ++factor.first[a + 1];
    factor.head.push_back(b);
  }
  std::partial_sum(factor.first.begin(), factor.first.end(), factor.first.begin());
  return factor;
}

/// Whether the coordinates tell all nodes apart, every combination is a node, and every link of the product is one of
/// the graph: a link differs in the coordinate of its set alone, so their numbers decide.
bool is_product(const ChannelGraph& graph, const ProductGraph& product) {
  std::uint64_t nodes = 1;
  for (const ChannelGraph& factor : product.factors) {
    if (nodes > graph.node_count() / factor.node_count()) return false;
    nodes *= factor.node_count();
  }
  if (nodes != graph.node_count()) return false;
  std::vector<bool> taken(nodes, false);
  for (std::size_t node = 0; node < nodes; ++node) {
    std::uint64_t number = 0;
    for (std::size_t f = product.factors.size(); f-- > 0;)
      number = number * product.factors[f].node_count() + product.coordinates[f][node];
    if (taken[number]) return false;
    taken[number] = true;
  }
  std::uint64_t channels = 0;
  for (const ChannelGraph& factor : product.factors) channels += factor.head.size() * (nodes / factor.node_count());
  return channels == graph.head.size();
}

}  // namespace

std::optional<ProductGraph> product_of(const ChannelGraph& graph) {
  std::uint64_t pairs = 0;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    const std::uint64_t degree = graph.degree(node);
    if (degree == 0 || degree > kMostPairs) return std::nullopt;
    pairs += degree * degree;
  }
  const std::vector<std::uint32_t> parts = part_of_sites(graph);
  if (pairs > kMostPairs || *std::ranges::max_element(parts) > 0) return std::nullopt;
  const std::vector<std::uint32_t> set_of = LinkSets(graph).numbers();
  const std::size_t sets = std::size_t{*std::ranges::max_element(set_of)} + 1;
  ProductGraph product;
  for (std::uint32_t set = 0; set < sets && sets > 1 && sets <= kMostFactors; ++set) {
    product.coordinates.push_back(part_of_sites(without(graph, set_of, set)));
    product.factors.push_back(factor_between(graph, set_of, set, product.coordinates.back()));
  }
  if (!product.factors.empty() && is_product(graph, product)) return product;
  product = {{{.first = graph.first, .head = graph.head}}, {numbers_below<std::uint32_t>(graph.node_count())}};
  return product;
}

}  // namespace cutline
