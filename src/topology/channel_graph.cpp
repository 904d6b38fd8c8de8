// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/error.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxChannels = std::uint64_t{1} << 28;
constexpr std::uint64_t kMaxListedNodes = kMaxChannels;

/// Fills compressed rows in two passes: count the channels of every node, then place them.
///
/// `for_each_channel` is called twice. It must call its argument as (from, to, class, local link) for every channel,
/// both times in the same order.
template <class ForEachChannel>
ChannelGraph rows(std::size_t nodes, const ForEachChannel& for_each_channel) {
  ChannelGraph graph;
  graph.first.assign(nodes + 1, 0);
  for_each_channel([&](std::uint64_t from, std::uint64_t, std::size_t, std::size_t) { ++graph.first[from + 1]; });
  for (std::size_t node = 0; node < nodes; ++node) graph.first[node + 1] += graph.first[node];
  const std::size_t channels = graph.first[nodes];
  graph.head.resize(channels);
  graph.link_class.resize(channels);
  graph.local_link.resize(channels);
  std::vector<std::uint64_t> next(graph.first.begin(), graph.first.end() - 1);
  for_each_channel([&](std::uint64_t from, std::uint64_t to, std::size_t link_class, std::size_t link) {
    const std::uint64_t at = next[from]++;
    graph.head[at] = static_cast<std::uint32_t>(to);
    graph.link_class[at] = static_cast<std::uint32_t>(link_class);
    graph.local_link[at] = static_cast<std::uint32_t>(link);
  });
  return graph;
}

/// The number of channels of one copy of a class, both ways; a shared class has a channel from every node to every
/// other.
std::uint64_t channels_of(const Topology& topology, const LinkClass& link_class) {
  if (!link_class.shared) return 2 * link_class.links.size();
  const std::uint64_t nodes = topology.digits[link_class.digits[0]].radix;
  return nodes * (nodes - 1);
}

std::uint64_t channel_count(const Topology& topology) {
  return sum_over<std::uint64_t>(topology.classes, [&](const LinkClass& link_class) {
    return channels_of(topology, link_class) * topology.copies(link_class);
  });
}

/// A link from a to b, with its numbers of class and in the class.
struct NumberedLink {
  std::size_t link_class, link;
  std::uint64_t a, b;
};

/// Adds the channels of one link from a to b. For a shared link these are channels between all nodes from a to b.
template <class Add>
void add_link(const Topology& topology, const NumberedLink& numbered, bool both_ways, const Add& add) {
  const auto& [number, link, a, b] = numbered;
  const LinkClass& link_class = topology.classes[number];
  if (!link_class.shared) {
    add(a, b, number, link);
    if (both_ways || link_class.channels == 2) add(b, a, number, link);
    return;
  }
  const std::uint64_t step = (b - a) / (topology.digits[link_class.digits[0]].radix - 1);
  for (std::uint64_t from = a; from <= b; from += step) {
    for (std::uint64_t to = a; to <= b; to += step) {
      if (from != to) add(from, to, number, link);
    }
  }
}

std::vector<SiteKind> site_kinds(const Topology& topology) {
  if (!topology.has_interchanges()) return {};
  std::vector<SiteKind> kinds(topology.site_count());
  for (std::uint64_t site = 0; site < kinds.size(); ++site) kinds[site] = topology.kind(site);
  return kinds;
}

ChannelGraph write_out(const Topology& topology, bool both_ways, const std::vector<std::uint64_t>& left_out) {
  if (!fits_channel_graph(topology)) {
    throw_limit_error("a network is written out channel by channel up to 2^28 channels, the limit");
  }
  ChannelGraph graph = rows(topology.site_count(), [&](const auto& add) {
    auto skipped = left_out.begin();
    std::uint64_t number = 0;
    for_each_link(topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
      if (skipped != left_out.end() && *skipped == number++) {
        ++skipped;
        return;
      }
      add_link(topology, {link_class, link, a, b}, both_ways, add);
    });
  });
  graph.kinds = site_kinds(topology);
  return graph;
}

/// The kind of site at each value of a digit if all other digits have nodes' coordinates.
std::vector<SiteKind> value_kinds(const Topology& topology, std::size_t digit) {
  std::vector<SiteKind> kinds;
  if (topology.node_value_count(digit) == topology.digits[digit].radix) return kinds;
  for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
    const std::uint8_t level = topology.level(digit, value);
    kinds.push_back(level == 0 ? SiteKind::node : level == kNothing ? SiteKind::nothing : SiteKind::interchange);
  }
  return kinds;
}

ChannelGraph one_digit(const Topology& topology, std::size_t digit, const std::vector<std::size_t>& classes,
                       bool both_ways) {
  ChannelGraph graph = rows(topology.digits[digit].radix, [&](const auto& add) {
    for (const std::size_t number : classes) {
      const LinkClass& link_class = topology.classes[number];
      for (std::size_t link = 0; link < link_class.links.size(); ++link) {
        const auto [a, b] = link_class.links[link];
        add_link(topology, {number, link, a, b}, both_ways, add);
      }
    }
  });
  graph.kinds = value_kinds(topology, digit);
  return graph;
}

/// Gives the channels the weights of their links.
ChannelGraph weighted(const Topology& topology, ChannelGraph graph, CutIn weights) {
  if (weights == CutIn::links) return graph;
  for (std::size_t c = 0; c < graph.head.size(); ++c)
    graph.weights.push_back(link_weight(topology.classes[graph.link_class[c]], graph.local_link[c], weights));
  return graph;
}

bool equal_graphs(const Topology& topology, const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](std::size_t i, std::size_t j) {
    const LinkClass &one = topology.classes[i], &other = topology.classes[j];
    return one.channels == other.channels && one.links == other.links && one.widths == other.widths;
  });
}

}  // namespace

bool fits_channel_graph(const Topology& topology) {
  return topology.site_count() <= kMaxListedNodes && topology.link_count() <= kMaxChannels &&
         channel_count(topology) <= kMaxChannels;
}

bool is_small_graph(const Topology& topology) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 22;
  return topology.site_count() <= kMost && topology.link_count() <= kMost;
}

ChannelGraph channel_graph(const Topology& topology) { return write_out(topology, false, {}); }

ChannelGraph channel_graph_without(const Topology& topology, const std::vector<std::uint64_t>& links) {
  return write_out(topology, false, links);
}

ChannelGraph link_graph(const Topology& topology, CutIn weights, const std::vector<std::uint64_t>& without) {
  return weighted(topology, write_out(topology, true, without), weights);
}

ChannelGraph digit_graph(const Topology& topology, std::size_t link_class) {
  const LinkClass& own = topology.classes.at(link_class);
  CUTLINE_EXPECT(own.digits.size() == 1);
  return one_digit(topology, own.digits[0], {link_class}, false);
}

std::vector<DigitKind> digit_kinds(const Topology& topology) {
  CUTLINE_EXPECT(topology.is_product());
  std::vector<std::vector<std::size_t>> classes_of(topology.digits.size());
  for (std::size_t i = 0; i < topology.classes.size(); ++i) classes_of[topology.classes[i].digits[0]].push_back(i);
  std::vector<DigitKind> kinds;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const auto same = std::ranges::find_if(kinds, [&](const DigitKind& kind) {
      return kind.radix == topology.digits[digit].radix && equal_graphs(topology, kind.classes, classes_of[digit]) &&
             value_kinds(topology, kind.digits[0]) == value_kinds(topology, digit);
    });
    if (same != kinds.end()) {
      same->digits.push_back(digit);
    } else {
      kinds.push_back({topology.digits[digit].radix, topology.node_value_count(digit), {digit}, classes_of[digit]});
    }
  }
  return kinds;
}

ChannelGraph kind_graph(const Topology& topology, const DigitKind& kind, OneWayLinks one_way, CutIn weights) {
  return weighted(topology, one_digit(topology, kind.digits[0], kind.classes, one_way == OneWayLinks::both_ways),
                  weights);
}

std::size_t ChannelGraph::addressed_count() const {
  if (kinds.empty()) return node_count();
  return static_cast<std::size_t>(std::ranges::count(kinds, SiteKind::node));
}

ChannelGraph reversed(const ChannelGraph& graph) {
  ChannelGraph back = rows(graph.node_count(), [&](const auto& add) {
    graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
      add(graph.head[c], node, graph.link_class[c], graph.local_link[c]);
    });
  });
  back.kinds = graph.kinds;
  return back;
}

std::vector<std::uint32_t> hops_from(const ChannelGraph& graph, std::uint32_t source) {
  std::vector<std::uint32_t> hops(graph.node_count(), kUnreached);
  std::vector<std::uint32_t> reached = {source};
  reached.reserve(graph.node_count());
  hops[source] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::uint32_t node = reached[i];
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      const std::uint32_t next = graph.head[c];
      if (hops[next] != kUnreached) continue;
      hops[next] = hops[node] + 1;
      reached.push_back(next);
    }
  }
  return hops;
}

std::optional<std::uint32_t> first_unreachable(const ChannelGraph& graph) {
  std::uint32_t start = 0;
  while (start < graph.node_count() && !graph.is_node(start)) ++start;
  if (start == graph.node_count()) return std::nullopt;
  const std::vector<std::uint32_t> hops = hops_from(graph, start);
  for (std::uint32_t node = 0; node < hops.size(); ++node) {
    if (hops[node] == kUnreached && graph.is_node(node)) return node;
  }
  return std::nullopt;
}

}  // namespace cutline
